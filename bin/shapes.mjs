// What an answer has to be made of, as small functions: each gives what is wrong with a value, with the way to it, or null.

const KINDS = {
  undefined: 'missing',
  object: 'an object',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};
export const kind = (value) =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : KINDS[typeof value];
export const anything = () => null;

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
