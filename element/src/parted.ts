// Texts in pieces, with the functions that the entry has taken (10.60): a file of its own, which the entry doesn't need.

import { add, apply, cut, method } from './captured';

const exec = method('RegExp', 'exec');
const indexOf = method('String', 'indexOf');

/** What a pattern finds. */
export const matched = (pattern: RegExp, text: string): RegExpExecArray | null =>
  apply(exec, pattern, [text]) as RegExpExecArray | null;

/** `split`: a sign of one character or more; a script can add `Symbol.split` to every text. */
export function parted(text: string, sign: string): string[] {
  const all: string[] = [];
  for (let from = 0, to = 0; to >= 0; from = to + sign.length) {
    to = apply(indexOf, text, [sign, from]) as number;
    add(all, cut(text, from, to < 0 ? undefined : to));
  }
  return all;
}
