// The page's own messages (option `messages`), which override ours in every view (decision 148, "The page's own texts"). In its own chunk,
// with all of our texts. A mistake is reported once, and our text stays.

import { aside, ignore } from '../page';
import { first } from '../i18n/en/first';
import { frame } from '../i18n/en/frame';
import { later } from '../i18n/en/later';
import { list } from '../i18n/en/list';
// Loads the catalogue before its texts are overridden.
import '../i18n/later';
import '../i18n/logins';
import { fits } from './own-words';
import { catalogue } from '../i18n/t';

const ours: Record<string, string> = { ...first, ...list, ...frame, ...later };

let used: unknown;

export function setTexts(messages: unknown): void {
  if (used == messages) return;
  used = messages;
  Object.assign(catalogue, ours);
  // the engine reports values of another type
  for (const [key, text] of typeof messages == 'object' ? Object.entries(messages ?? {}) : []) {
    const isKnown = Object.hasOwn(ours, key);
    if (isKnown && fits(text, ours[key]!)) catalogue[key] = text;
    // a message that a page omits on purpose isn't a mistake
    else if (text !== undefined)
      aside((chunk) => chunk.warnMessage(key, isKnown ? ours[key]! : null)).catch(ignore);
  }
}
