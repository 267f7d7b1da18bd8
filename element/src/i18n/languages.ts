// The languages, each in a folder that loads only if something imports it. The build writes the texts of each row for pages
// (scripts/rollup/messages.mjs), and languages.test.ts checks them. No file of the modal imports this table.

import type { Language } from './texts';

/** By the tag of the language (BCP 47). */
export const languages = {
  en: () => import('./en'),
} satisfies Record<string, () => Promise<Language>>;
