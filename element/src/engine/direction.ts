// Which way a card and a button read: by the modal's locale alone, whatever the page around them does (docs/spec/decisions.md 25).

/** Scripts that run from right to left. Without a locale of the host the texts are English. */
export function directionOf(locale = 'en'): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(locale).maximize();
    return /Arab|Hebr|Thaa|Syrc|Nkoo|Adlm/.test(script!) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
