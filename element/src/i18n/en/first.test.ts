// @vitest-environment node
import { expect, test } from 'vitest';
import * as entry from './entry';
import { first } from './first';

test('the early texts equal the catalogue’s', () => {
  const words: string[] = Object.values(first);
  for (const text of Object.values(entry)) expect(words).toContain(text);
});
