// Looks a text up and fills it in. One place, so that a language loaded later is one assignment (docs/spec/views.md, requirement 10.10).

import { first } from './en/first';
import { frame } from './en/frame';
import { list } from './en/list';

/** A missing key is a compile error. */
export type MessageKey = keyof typeof first | keyof typeof list | keyof typeof frame;

/** The texts there are by now: later.ts adds those of the views that come later. */
export const catalogue: Record<string, string> = { ...first, ...list, ...frame };

/** The text of a key; {name} is replaced by args.name. */
export function look(key: string, args: Record<string, string> = {}): string {
  const text = catalogue[key]!;
  // Letter by letter: `replace` is the page's, and an amount or a recipient may be an argument (10.60).
  let filled = '';
  let name: string | null = null;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (name === null && letter == '{') name = '';
    else if (name === null) filled += letter;
    else if (letter == '}') {
      filled += args[name] ?? `{${name}}`;
      name = null;
    } else name += letter;
  }
  return name === null ? filled : `${filled}{${name}`;
}

export const t: (key: MessageKey, args?: Record<string, string>) => string = look;

/** For keys the engine names (toasts, verbs): an unknown one gives null. */
export function knownText(key: string | null, args: Record<string, string> = {}): string | null {
  return key && Object.hasOwn(catalogue, key) ? look(key, args) : null;
}
