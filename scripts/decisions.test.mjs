// The index of decisions names every record once, and leads to it.
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INDEX, anchor, checked, decisions, decisionsIn, indexOf } from './decisions.mjs';
import { at } from './lib/project.mjs';

test('the index is fresh', () => {
  const all = decisions();
  expect(all.length).toBeGreaterThanOrEqual(240);
  expect(readFileSync(at(INDEX), 'utf8'), 'stale: node scripts/decisions.mjs').toBe(indexOf(all));
});

const records = (...numbers) =>
  decisionsIn(
    `# Money\n${numbers.map((one) => `\n## ${one}. A title\n\n**Decision:** Yes.\n`).join('')}`,
    'money.md',
  );

test('reads the number, the title and the subject of each record', () => {
  expect(records(3, 19).map(({ number, title, subject }) => [number, title, subject])).toEqual([
    [3, 'A title', 'Money'],
    [19, 'A title', 'Money'],
  ]);
});

test('refuses a number that is used twice, and a new record without its context or consequence', () => {
  expect(() => checked(records(3, 3))).toThrow('money.md: 3 is also in money.md');
  expect(() => checked(records(281))).toThrow('money.md: 281 lacks **Context:**');
  expect(() => checked(records(280))).not.toThrow();
});

test('makes the anchor of a heading as GitHub does', () => {
  expect(anchor('18. `getProvider` of other families')).toBe('18-getprovider-of-other-families');
  expect(anchor('24. -32002 of a wallet: "no"')).toBe('24--32002-of-a-wallet-no');
});
