// @vitest-environment node
import { expect, test } from 'vitest';
import * as entry from './entry';
import { first } from './first';

test('the entry says the words of the catalogue', () => {
  const words: string[] = Object.values(first);
  for (const text of Object.values(entry)) expect(words).toContain(text);
});
