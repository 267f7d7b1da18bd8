// The host's own texts (option `messages`), those that entry and buttons show: they are there before any view is, so they come by
// themselves. A chunk of its own: most pages have none. The texts of views: own-texts.ts.

import { changed, type page as Page } from '../page';
import { first } from '../i18n/en/first';
import { noEngine } from '../i18n/en/no-engine';

/** far more than any text of ours */
const chars_max = 1_000;

const named = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();

/** Whether a text can stand in place of ours: what ours fills in it has to name as well, so that no amount and no receiver goes missing. */
export const fits = (own: unknown, ours: string): own is string =>
  typeof own == 'string' &&
  !!own.trim() &&
  own.length <= chars_max &&
  named(own) == named(ours) &&
  // anything else in braces would stand there as it is
  !/[{}]/.test(own.replace(/\{\w+\}/g, ''));

export function takeWords(page: typeof Page): void {
  const messages = page.options.messages as Record<string, unknown> | null;
  const words: Record<string, string> = {};
  for (const [key, ours] of Object.entries({ ...first, ...noEngine }))
    // its words are a button's too, and it waits for the views
    if (key != 'connect.title' && fits(messages?.[key], ours)) words[ours] = messages[key];
  page.words = words;
  changed();
}
