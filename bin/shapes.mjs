// What an answer has to be made of, as small functions: each gives what is wrong with a value, with the way to it, or null.

const DEC = /^\d+(\.\d+)?$/;
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}$/;

const KINDS = {
  undefined: 'missing',
  object: 'an object',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};
const kind = (value) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : KINDS[typeof value]);
const is = (what, holds) => (value, at) => (holds(value) ? null : `${at} is ${kind(value)}, not ${what}`);

export const text = is('a text', (value) => typeof value === 'string');
export const number = is('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const yesOrNo = is('true or false', (value) => typeof value === 'boolean');
export const decimal = is('a decimal as text', (value) => typeof value === 'string' && DEC.test(value));
export const chain = is('a chain id (CAIP-2)', (value) => typeof value === 'string' && CAIP2.test(value));
export const anything = () => null;

/** Null or nothing counts too. */
export const maybe = (shape) => (value, at) =>
  value === null || value === undefined ? null : shape(value, at);

export const list = (shape) => (value, at) => {
  if (!Array.isArray(value)) return `${at} is ${kind(value)}, not a list`;
  for (const [index, one] of value.entries()) {
    const wrong = shape(one, `${at}[${index}]`);
    if (wrong) return wrong;
  }
  return null;
};

/** What else is in it does not count. */
export const object = (fields) => (value, at) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${at} is ${kind(value)}, not an object`;
  for (const [name, shape] of Object.entries(fields)) {
    const wrong = shape(Object.hasOwn(value, name) ? value[name] : undefined, at ? `${at}.${name}` : name);
    if (wrong) return wrong;
  }
  return null;
};
