// The page's own messages (option `messages`) for the entry and the buttons, which appear before any view and so load separately. In its
// own chunk, because most pages don't use it. own-texts.ts has the messages of views.

import { changed, type page as Page } from '../page';
import { first } from '../i18n/en/first';
import { noEngine } from '../i18n/en/no-engine';

/** much longer than any of our texts */
const chars_max = 1_000;

const placeholders = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();

/** Whether a message can replace ours: it must contain the same placeholders, so that no amount or recipient is missing. */
export const fits = (own: unknown, ours: string): own is string =>
  typeof own == 'string' &&
  !!own.trim() &&
  own.length <= chars_max &&
  placeholders(own) == placeholders(ours) &&
  // any other text in braces would appear literally
  !/[{}]/.test(own.replace(/\{\w+\}/g, ''));

export function setWords(page: typeof Page): void {
  const messages = page.options.messages as Record<string, unknown> | null;
  const words: Record<string, string> = {};
  for (const [key, ours] of Object.entries({ ...first, ...noEngine }))
    // a button also shows this text, and it waits for the views
    if (key != 'connect.title' && fits(messages?.[key], ours)) words[ours] = messages[key];
  page.words = words;
  changed();
}
