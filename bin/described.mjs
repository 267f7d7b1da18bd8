// The description of the services (docs/api/services.openapi.json), as what `check-services` and the tests look at answers by.
import { readFileSync } from 'node:fs';
import { kind, list, object } from './shapes.mjs';

export const description = JSON.parse(
  readFileSync(new URL('../docs/api/services.openapi.json', import.meta.url), 'utf8'),
);

/** Every call of it. @returns {{path: string, method: string, service: string, call: object}[]} */
export const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method, service: call.tags[0], call })),
);

const named = new Map();

/** What is referred to, made once. */
function referred($ref) {
  const known = named.get($ref);
  if (known) return known;
  const steps = $ref.slice(2).split('/');
  const shape = shapeOf(steps.reduce((at, name) => at[name], description));
  named.set($ref, shape);
  return shape;
}

/** What an answer to this call (its `operationId`) has to be made of; nothing where it is no JSON. */
export function answerOf(id) {
  const { call } = calls.find(({ call }) => call.operationId === id);
  const schema = call.responses['200']?.content['application/json']?.schema;
  return schema && shapeOf(schema);
}

/** What is posted to it. */
export function bodyOf(id) {
  const { call } = calls.find(({ call }) => call.operationId === id);
  return call.requestBody && shapeOf(call.requestBody.content['application/json'].schema);
}

const WORDS = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};
const HOLDS = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  null: (value) => value === null,
};

/** A schema as a shape (shapes.mjs): only what the description uses of JSON Schema is known, and anything else throws. */
export function shapeOf(schema) {
  const { $ref, anyOf, type, title, pattern, enum: allowed, properties, required, items, ...rest } = schema;
  const { additionalProperties } = rest;
  const name = Object.keys(rest).find((one) => one !== 'additionalProperties' && one !== 'description');
  if (name) throw new Error(`${name} is not known`);
  if ($ref) return (value, at) => referred($ref)(value, at);
  if (anyOf) return (value, at) => oneOf(anyOf.map((one) => shapeOf(one)(value, at)));
  if (type === undefined) return () => null;
  const types = [type].flat();
  for (const one of types) if (!HOLDS[one]) throw new Error(`the type ${one} is not known`);
  const words = title ?? types.map((one) => WORDS[one]).join(' or ');
  const form = pattern && new RegExp(pattern);
  const inner = properties && object(fieldsOf(properties, required));
  const every = items && list(shapeOf(items));
  const each = additionalProperties && shapeOf(additionalProperties);
  return (value, at) => {
    const type = types.find((one) => HOLDS[one](value));
    if (!type || (form && type === 'string' && !form.test(value)))
      return `${at} is ${kind(value)}, not ${words}`;
    if (allowed && !allowed.includes(value))
      return `${at} is ${JSON.stringify(value)}, not one of ${allowed.join(', ')}`;
    if (type === 'array') return every ? every(value, at) : null;
    if (type !== 'object') return null;
    const wrong = inner?.(value, at);
    if (wrong || !each) return wrong ?? null;
    return firstOf(Object.entries(value).map(([name, one]) => each(one, `${at}.${name}`)));
  };
}

/** What need not be there is not looked at where it is not. */
function fieldsOf(properties, required = []) {
  const shapes = Object.entries(properties).map(([name, schema]) => {
    const shape = shapeOf(schema);
    const isNeeded = required.includes(name);
    return [name, (value, at) => (value === undefined && !isNeeded ? null : shape(value, at))];
  });
  return Object.fromEntries(shapes);
}

/** Of several that may be: nothing where one fits. */
const oneOf = (wrongs) => (wrongs.includes(null) ? null : wrongs[0]);
/** Of several that must be: the first that is wrong. */
const firstOf = (wrongs) => wrongs.find((wrong) => wrong) ?? null;
