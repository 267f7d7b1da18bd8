import { expect, test } from 'vitest';
import { directionOf } from './direction';

test.each([
  [undefined, 'ltr'],
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['ur', 'rtl'],
  ['ur-Latn', 'ltr'],
  ['az-Arab', 'rtl'],
  ['dv', 'rtl'],
  ['de_DE', 'ltr'],
  ['', 'ltr'],
  ['no such locale', 'ltr'],
] as const)('@10.9 a locale says which way is read: %s %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});
