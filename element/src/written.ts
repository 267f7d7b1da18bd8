// JSON in the engine's form: sorted keys, and no inherited method is called (docs/spec/security.md T2, B17). `JSON.stringify` calls any
// `toJSON` that an object inherits, so it is only used for single strings and numbers.

import { apply, isArray, keys, method, own, stringify } from './captured';
import { captures } from './primordials';

const sort = method('Array', 'sort');

const describe = own<typeof Reflect.getOwnPropertyDescriptor>('Reflect', 'getOwnPropertyDescriptor');
const getPrototypeOf = own<typeof Reflect.getPrototypeOf>('Reflect', 'getPrototypeOf');
/**
 * Reads an own property, or one of the object's class. Properties that scripts added to Object.prototype or Array.prototype are ignored.
 */
function ofClass(of: object, name: string): unknown {
  for (
    let at: object | null = of;
    at && at != captures.Object![1] && at != captures.Array![1];
    at = getPrototypeOf(at)
  ) {
    const descriptor = describe(at, name);
    if (descriptor) return descriptor.get ? apply(descriptor.get, of, []) : descriptor.value;
  }
  return;
}

/** far deeper than the engine reads */
const depth_max = 100;

type Fields = Record<string, unknown>;

/**
 * Like `JSON.stringify`, with sorted keys; undefined if that returns undefined. Throws for a cycle and, unless the caller converts them,
 * for bigints.
 */
export function written(value: unknown, bigint?: (big: bigint) => string, depth = 0): string | undefined {
  if (depth > depth_max) throw new TypeError('The value has a cycle or nests too deeply');
  if (bigint && typeof value == 'bigint') return stringify(bigint(value));
  if (typeof value != 'object' || !value) return stringify(value);
  const fields = value as Fields;
  // Only a class's own `toJSON` counts (Date has one). A getter on Object.prototype would see the value.
  const toJSON = ofClass(value, 'toJSON');
  if (typeof toJSON == 'function')
    return written(apply(toJSON as () => unknown, value, []), bigint, depth + 1);
  let text = '';
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++)
      text += (i ? ',' : '') + (written(value[i], bigint, depth + 1) ?? 'null');
    return `[${text}]`;
  }
  const names = apply(sort, keys(fields), []) as string[];
  for (let i = 0; i < names.length; i++) {
    const item = written(fields[names[i]!], bigint, depth + 1);
    if (item !== undefined) text += `${text && ','}${stringify(names[i])}:${item}`;
  }
  return `{${text}}`;
}
