// The text direction of a card and a button. It depends only on the modal's locale, not on the page (decision 25, "Direction and
// language").

/**
 * The languages of most pages. `Intl.Locale` gives the same result, but its first call takes 20 ms of the first click on a slow device.
 */
const plain = /^(de|en|es|fr|it|ja|ko|nl|pl|pt|ru|tr|uk|vi|zh)(-[a-z]{2})?$/i;

/** Scripts that are written from right to left. Without a locale option, texts are in English. */
export function directionOf(locale = 'en'): 'ltr' | 'rtl' {
  if (plain.test(locale)) return 'ltr';
  try {
    const { script } = new Intl.Locale(locale).maximize();
    return /Arab|Hebr|Thaa|Syrc|Nkoo|Adlm/.test(script!) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
