// The host's own texts (option `messages`) over ours, for every view (docs/spec/decisions.md 148). A chunk of its own, with all of our texts:
// what is wrong is said, once, and ours stands there.

import { aside, ignore } from '../page';
import { first } from '../i18n/en/first';
import { frame } from '../i18n/en/frame';
import { later } from '../i18n/en/later';
import { list } from '../i18n/en/list';
// Their texts are in the catalogue before ours are replaced.
import '../i18n/later';
import '../i18n/logins';
import { fits } from './own-words';
import { catalogue } from '../i18n/t';

const ours: Record<string, string> = { ...first, ...list, ...frame, ...later };

let used: unknown;

export function takeTexts(messages: unknown): void {
  if (used == messages) return;
  used = messages;
  Object.assign(catalogue, ours);
  // of another kind the engine says so
  for (const [key, text] of typeof messages == 'object' ? Object.entries(messages ?? {}) : []) {
    const isKnown = Object.hasOwn(ours, key);
    if (isKnown && fits(text, ours[key]!)) catalogue[key] = text;
    // what a page leaves out on purpose is no mistake
    else if (text !== undefined)
      aside((chunk) => chunk.warnMessage(key, isKnown ? ours[key]! : null)).catch(ignore);
  }
}
