// What the ratchet of words finds, and that it only falls.
// @vitest-environment node
import { expect, test } from 'vitest';
import { barePieces, hitsOf, lowered, risen } from './words.mjs';
import { comments, names, prose, testNames, uiTexts } from './words/extract.mjs';

const found = (text) => hitsOf([{ file: 'a.md', line: 1, text }]).hits.map((one) => one.text);

test('finds the dialect and leaves plain English alone', () => {
  for (const [text, hits] of [
    ['recipient is no address that can be paid', ['is no']],
    ['A visitor may be asked, nobody else.', ['may be', 'nobody']],
    ['Requests of solana come by hand.', ['of solana', 'of solana', 'by hand']],
    ["The recipient isn't a valid address for this network.", []],
    ["If the user declines, don't treat it as an error. Leave the page as it is.", []],
  ])
    expect(found(text), text).toEqual(expect.arrayContaining(hits));
  expect(found("The recipient isn't a valid address for this network.")).toEqual([]);
  expect(found("If the user declines, don't treat it as an error. Leave the page as it is.")).toEqual([]);
});

test('counts words and names the line of a hit', () => {
  const { words, hits } = hitsOf([{ file: 'a.md', line: 4, text: 'One two.\nThere are three, by hand.' }]);
  expect(words).toBe(7);
  expect(hits.map((one) => [one.line, one.text])).toEqual([
    [5, 'There are'],
    [5, 'by hand'],
  ]);
});

test('reads a page without its code, tags and addresses, line by line', () => {
  expect(prose('One `by hand`.\n```\nby hand\n```\n<b>Two</b> [three](by-a-b).')).toBe(
    'One X.\n\n\n\nTwo [three].',
  );
});

test('joins the lines of a comment, and reads no code', () => {
  expect(
    comments('//! A module\n//! of two lines.\nfn by_hand() {} // One.\n\n/** Two. */\n/**\n * Three.\n */'),
  ).toEqual([
    { line: 1, text: ' A module\n of two lines.' },
    { line: 3, text: 'One.' },
    { line: 5, text: ' Two. \n\n Three.\n' },
  ]);
});

test('reads names of tests in both languages', () => {
  const rust = '#[test]\nfn skips_it() {}\nfn helper() {}\n#[tokio::test]\n#[ignore]\nasync fn waits() {}';
  expect(testNames(rust, 'a.rs').map((one) => one.text)).toEqual(['skips it', 'waits']);
  const script =
    'test(\'skips it @4.29\', () => {});\n  it.each([])("waits", () => {});\ntest(`ends`, () => {});';
  expect(testNames(script, 'a.test.ts').map((one) => one.text.trim())).toEqual(['skips it', 'ends']);
  expect(testNames(script, 'a.ts')).toEqual([]);
});

test('reads the texts of a catalogue, not its keys', () => {
  expect(uiTexts("  'by.hand': 'Sign in {wallet}',\n  ok:\n    \"It's fine\",\n  ...list,", 'en.ts')).toEqual(
    [
      { line: 1, text: 'Sign in X' },
      { line: 2, text: "It's fine" },
    ],
  );
});

test('counts a declared name only if it is a participle and nothing else', () => {
  const rust = names('pub struct Told { asked: bool }\nfn asked_wallet() { let mut said = 1; }', 'a.rs');
  expect(rust.map((one) => one.text)).toEqual(['Told', 'asked_wallet', 'said']);
  expect(barePieces(rust).map((one) => one.text)).toEqual(['Told', 'said']);
  expect(names('const told = 1;\nfunction asked() {}', 'a.ts').map((one) => one.text)).toEqual([
    'told',
    'asked',
  ]);
});

test('lowers a limit to the value, never raises it, and drops it at the goal', () => {
  const page = (value) => [{ name: 'a.md', kind: 'page', value }];
  expect(lowered({ 'a.md': 20 }, page(12.3))).toEqual({ 'a.md': 13 });
  expect(lowered({ 'a.md': 10 }, page(12.3))).toEqual({ 'a.md': 10 });
  expect(lowered({ 'a.md': 20 }, page(7.9))).toEqual({});
  expect(lowered({}, [{ name: 'names', kind: 'names', value: 5.61 }])).toEqual({ names: 6 });
  expect(risen({ 'a.md': 12 }, page(12.3))).toHaveLength(1);
  expect(risen({ 'a.md': 13 }, page(12.3))).toEqual([]);
  expect(risen({}, page(8.1))).toHaveLength(1);
  expect(risen({}, page(8))).toEqual([]);
});
