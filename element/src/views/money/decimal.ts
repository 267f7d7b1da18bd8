// What a user types as an amount, in the one form that the engine reads: digits with at most one point. Digits of other scripts and a decimal
// comma are written anew. A text that could have separators of thousands stays as it is, and no amount is read from it: `1,234.5` is never 1.234.

/** where scripts have their ten digits: Arabic, Persian, Devanagari, Bengali, full width */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0)!;
  const zero = zeros.find((zero) => code >= zero && code < zero + 10);
  return zero ? `${code - zero}` : sign;
};

/** a comma where English has separators of thousands: `1,234` may be either */
const grouped = /^[1-9]\d{0,2}(?:,\d{3})+$/;

export function asDecimal(typed: string): string {
  const text = [...typed].map(digitOf).join('').replace(/[٫，]/g, ',').replace('．', '.');
  return /^\d*,\d*$/.test(text) && !grouped.test(text) ? text.replace(',', '.') : text;
}

/** Whether a text has separators of thousands, or could. */
export const hasSeparators = (amount: string): boolean =>
  /^[\d.,'’٬\s]*$/.test(amount) && /\d[,'’٬\s]\d|\..*\./.test(amount);

/** Writes it anew in the field itself, so that the caret stays where it is. */
export function rewritten(field: HTMLInputElement): string {
  const { value, selectionStart } = field;
  const text = asDecimal(value);
  if (text != value) {
    field.value = text;
    field.setSelectionRange(selectionStart, selectionStart);
  }
  return text;
}
