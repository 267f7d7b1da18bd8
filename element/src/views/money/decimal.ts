// Converts a typed amount to the one form that the engine reads: digits with at most one point. Digits of other scripts and a decimal
// comma are converted. A text that might have thousands separators stays as it is, and isn't read as an amount: `1,234.5` never becomes
// 1.234.

/** where scripts have their ten digits: Arabic, Persian, Devanagari, Bengali, full width */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0)!;
  const zero = zeros.find((zero) => code >= zero && code < zero + 10);
  return zero ? `${code - zero}` : sign;
};

/** a comma in the position of an English thousands separator: `1,234` is ambiguous */
const grouped = /^[1-9]\d{0,2}(?:,\d{3})+$/;

export function asDecimal(typed: string): string {
  const text = [...typed].map(digitOf).join('').replace(/[٫，]/g, ',').replace('．', '.');
  return /^\d*,\d*$/.test(text) && !grouped.test(text) ? text.replace(',', '.') : text;
}

/** Whether a text has, or might have, thousands separators. */
export const hasSeparators = (amount: string): boolean =>
  /^[\d.,'’٬\s]*$/.test(amount) && /\d[,'’٬\s]\d|\..*\./.test(amount);

/** Rewrites the field's own value, so that the caret stays in place. */
export function rewritten(field: HTMLInputElement): string {
  const { value, selectionStart } = field;
  const text = asDecimal(value);
  if (text != value) {
    field.value = text;
    field.setSelectionRange(selectionStart, selectionStart);
  }
  return text;
}
