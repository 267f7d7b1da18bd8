// Looks a text up and fills it in. One place, so that a language loaded later is one assignment (views.md, requirement 10.10).

import { en, type MessageKey } from './en';

const catalogue: Record<MessageKey, string> = en;

/** The text of a key; {name} is replaced by args.name. */
export function t(key: MessageKey, args: Record<string, string> = {}): string {
  return catalogue[key].replace(/\{(\w+)\}/g, (whole, name: string) => args[name] ?? whole);
}

/** For keys the engine names (toasts): an unknown one gives null. */
export function knownText(key: string | null, args: Record<string, string>): string | null {
  return key && Object.hasOwn(catalogue, key) ? t(key as MessageKey, args) : null;
}
