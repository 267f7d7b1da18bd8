import { expect, test, vi } from 'vitest';
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
] as const)('@10.9 gives the reading direction of a locale: %s %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});

test('@10.9 knows common directions without asking the browser', () => {
  const maximize = vi.spyOn(Intl.Locale.prototype, 'maximize');
  for (const language of 'de en es fr it ja ko nl pl pt ru tr uk vi zh'.split(' '))
    for (const region of ['', '-US', '-EG', '-PK', '-CN', '-af', '-IL', '-IR']) {
      expect(directionOf(language + region)).toBe('ltr');
      expect(maximize, language).not.toHaveBeenCalled();
      expect(new Intl.Locale(language + region).maximize().script).not.toMatch(/Arab|Hebr|Thaa/);
      maximize.mockClear();
    }
});
