// The index of decisions names every record once, and leads to it.
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INDEX, anchor, checked, decisions, decisionsIn, indexOf, wrongCitations } from './decisions.mjs';
import { at } from './lib/project.mjs';
import { filesUnder } from './words/files.mjs';

/** The records themselves, and this test with its wrong citations. */
const OUTSIDE = /^docs\/(spec|api)\/|^scripts\/decisions\.test\.mjs$|\/node_modules\//;
const ROOT = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'eslint.config.js',
  'rollup.config.mjs',
];

test('the index is up to date', () => {
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

const titles = new Map([
  [19, 'One row'],
  [75, 'One entry'],
]);

test('every citation has the decision’s number and title', () => {
  const own = new Map(decisions().map(({ number, title }) => [number, title]));
  const folders = ['bindings', 'demo', 'docs', 'e2e', 'element', 'engine', 'scripts'];
  const files = [
    ...folders.flatMap((folder) => filesUnder(folder, /\.(rs|tsx?|m?js|css|md|html)$/)),
    ...ROOT,
  ];
  const cited = files
    .filter((file) => !OUTSIDE.test(file))
    .map((file) => [file, readFileSync(at(file), 'utf8')]);
  const citing = cited.filter(([, text]) => /\bdecisions? \d/i.test(text));
  expect(citing.length).toBeGreaterThan(150);
  const wrong = cited.flatMap(([file, text]) => wrongCitations(text, own).map((one) => `${file}: ${one}`));
  expect(wrong).toEqual([]);
});

test.each([
  ['by number alone', '// (decision 19).', ['decision 19']],
  ['of the index', '// (docs/spec/decisions.md 19).', ['decisions.md 19']],
  ['of the index, over two lines', ' * (docs/spec/decisions.md\n * 19).', ['decisions.md 19']],
  ['with another title', '/// Decision 19, "One entry": yes', ['Decision 19, "One entry"']],
  ['of a decision that does not exist', '# decision 20, "One row"', ['decision 20, "One row"']],
  ['with one title for two', '// decisions 19 and 75, "One entry"', ['decisions 19']],
  ['as a range', '// decisions 19 to 75', ['decisions 19', 'decisions 75']],
])('finds a citation %s', (_what, text, wrong) => {
  expect(wrongCitations(text, titles)).toEqual(wrong);
});

test.each([
  '// (4.47, decision 19, "One row", T7).',
  '//! decisions 19, "One\n    //! row", and 75, "One entry"). 3 more',
  '[decision 19, "One row"](spec/decisions/views.md#19-one-row), [decision 75, "One entry"](…)',
  'two decisions were made',
])('takes %j', (text) => {
  expect(wrongCitations(text, titles)).toEqual([]);
});
