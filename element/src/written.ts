// JSON as the engine writes it: keys in order, and no method of a prototype asked (docs/spec/security.md T2, B17). `JSON.stringify`
// calls any `toJSON` that an object inherits; for a plain text or number it calls none.

import { apply, isArray, keys, method, stringify } from './captured';

const sort = method('Array', 'sort');

/** far more than the engine reads */
const depth_max = 100;

type Fields = Record<string, unknown>;

/** As `JSON.stringify`, with sorted keys; undefined where that says nothing. Throws for a cycle and, unless the caller writes them, for bigints. */
export function written(value: unknown, bigint?: (big: bigint) => string, depth = 0): string | undefined {
  if (depth > depth_max) throw new TypeError('a cycle, or too deep');
  if (bigint && typeof value == 'bigint') return stringify(bigint(value));
  if (typeof value != 'object' || !value) return stringify(value);
  const fields = value as Fields;
  const { toJSON } = fields;
  // A class's own counts (Date has one), what was put on the prototype of everything does not.
  if (
    typeof toJSON == 'function' &&
    toJSON != ({} as Fields).toJSON &&
    toJSON != ([] as unknown as Fields).toJSON
  )
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
