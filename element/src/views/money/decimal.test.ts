import { expect, test } from 'vitest';
import { asDecimal, hasSeparators } from './decimal';

test.each([
  ['0,5', '0.5'],
  [',5', '.5'],
  ['5,', '5.'],
  ['1,5', '1.5'],
  ['0,123', '0.123'],
  ['1234,567', '1234.567'],
  ['12,3456', '12.3456'],
  ['٠٫٥', '0.5'],
  ['۱۲٫۵', '12.5'],
  ['１２．５', '12.5'],
  ['０，５', '0.5'],
  ['१२.५', '12.5'],
  ['1.5', '1.5'],
  ['', ''],
])('reads typed %s as %s', (typed, meant) => {
  expect(asDecimal(typed)).toBe(meant);
  expect(hasSeparators(asDecimal(typed))).toBe(false);
});

test.each([
  '1,234.5',
  '1.234,5',
  '1,234',
  '12,345,678',
  '1 234',
  '1’234',
  "1'234.5",
  '١٬٢٣٤',
  '1.2.3',
  '1,2,3',
])('reads no amount from %s, which has separators or could', (typed) => {
  const text = asDecimal(typed);
  expect(text).not.toMatch(/^\d*\.?\d*$/);
  expect(hasSeparators(text)).toBe(true);
});

test.each(['abc', '1e5', '-1', '0x10'])('leaves %s to the engine, which refuses it', (typed) => {
  expect(asDecimal(typed)).toBe(typed);
  expect(hasSeparators(typed)).toBe(false);
});
