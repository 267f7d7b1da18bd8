// String functions that use captured built-ins (10.60), in their own file because the entry doesn't need them.

import { add, apply, cut, method } from './captured';

const exec = method('RegExp', 'exec');
const indexOf = method('String', 'indexOf');

/** Executes a pattern. */
export const matchOf = (pattern: RegExp, text: string): RegExpExecArray | null =>
  apply(exec, pattern, [text]) as RegExpExecArray | null;

/** Like `split`, for a separator of one or more characters. A script can add `Symbol.split` to every string. */
export function splitText(text: string, sign: string): string[] {
  const all: string[] = [];
  for (let from = 0, to = 0; to >= 0; from = to + sign.length) {
    to = apply(indexOf, text, [sign, from]) as number;
    add(all, cut(text, from, to < 0 ? undefined : to));
  }
  return all;
}
