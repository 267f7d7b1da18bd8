// Which commit messages `npm run check` refuses.
// @vitest-environment node
import { expect, test } from 'vitest';
import { faults, newCommits } from './commits.mjs';

test('accepts a subject of at most 72 characters with its reason in the body', async () => {
  for (const message of [
    'Show how many bytes follow a known call',
    'Find a wallet by its rdns: names can repeat\n\nTwo wallets had one row.\n',
    `Name ${'a'.repeat(67)}`,
  ])
    expect(await faults(message), message).toEqual([]);
});

test('refuses a long subject, a period, a small letter, and a body without an empty line before it', async () => {
  for (const [message, fault] of [
    [`Name ${'a'.repeat(68)}`, 'header must not be longer than 72 characters'],
    ['Show how many bytes follow.', 'header may not end with full stop'],
    ['show how many bytes follow', 'header must be sentence-case'],
    ['Fix', 'header must not be shorter than 10 characters'],
    ['Show how many bytes follow\nTwo wallets had one row.', 'body must have leading blank line'],
  ])
    expect((await faults(message)).join(), message).toContain(fault);
});

test('checks commits after an author date, and none without git', () => {
  const log =
    'a1\0' +
    '2026-12-01T10:00:00+02:00\0New\n\nWhy.\n\x1e\n' +
    'b2\0' +
    '2026-12-01T07:59:59Z\0Old, and rebased since\n\x1e';
  expect(newCommits(log, '2026-12-01T08:00:00Z')).toEqual([{ hash: 'a1', message: 'New\n\nWhy.\n' }]);
  expect(newCommits('', '2026-12-01T08:00:00Z')).toEqual([]);
  expect(newCommits(null)).toBeNull();
});
