// Which way a card and a button read: by the modal's locale alone, whatever the page around them does (docs/spec/decisions.md 25).

/** What most pages say. The browser's own answer is right too, and its first one takes 20 ms of the first click on a slow device. */
const plain = /^(de|en|es|fr|it|ja|ko|nl|pl|pt|ru|tr|uk|vi|zh)(-[a-z]{2})?$/i;

/** Scripts that run from right to left. Without a locale of the host the texts are English. */
export function directionOf(locale = 'en'): 'ltr' | 'rtl' {
  if (plain.test(locale)) return 'ltr';
  try {
    const { script } = new Intl.Locale(locale).maximize();
    return /Arab|Hebr|Thaa|Syrc|Nkoo|Adlm/.test(script!) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
