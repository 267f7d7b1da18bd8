// @vitest-environment node
// docs/compare.md: every complaint of docs/spec/users-ask.md has its row, and every test that a row names is there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The cells of each row of a table that begins with a number. */
const rowsOf = (path) =>
  read(path)
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

/** `file`: the name of a test of Rust, the beginning of another one's title, or words of a rule of the build. */
function isThere(file, name) {
  const text = read(file);
  if (file.endsWith('.rs')) return new RegExp(`#\\[test\\]\\s+fn ${name}\\(`).test(text);
  if (!/\.(test|e2e)\.\w+$/.test(file)) return text.includes(name);
  const title = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // The rows that a test proves are before its title or after it.
  return new RegExp(`\\(\\s*['"\`](@\\S+ )*${title}`).test(text);
}

const named = rowsOf('docs/compare.md').flatMap(([number, , , tests]) =>
  tests == 'not shown by a test'
    ? []
    : tests.split('; `').map((one) => [number, ...one.replace(/^`/, '').split('`: ')]),
);

test('every complaint has its row in order', () => {
  const rows = rowsOf('docs/compare.md');
  expect(rows.map(([number]) => number)).toEqual(rowsOf('docs/spec/users-ask.md').map(([number]) => number));
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(4);
    expect(row[2], row[0]).toMatch(/\.$/);
  }
});

test.each(named)('%s: %s has "%s"', (_number, file, name) => {
  expect(isThere(file, name)).toBe(true);
});

test('notices a missing test', () => {
  expect(isThere('scripts/compare.test.mjs', 'every complaint has its row')).toBe(true);
  expect(isThere('scripts/compare.test.mjs', 'complaint has its row')).toBe(false);
  expect(isThere('engine/core/src/repo_checks.rs', 'promises_name_existing_code_and_tests')).toBe(true);
  expect(isThere('engine/core/src/repo_checks.rs', 'each_promise')).toBe(false);
});

test('the license is Apache 2.0 in its text and in the package', () => {
  expect(JSON.parse(read('package.json')).license).toBe('Apache-2.0');
  expect(read('LICENSE').replace(/\s+/g, ' ')).toContain('Apache License Version 2.0, January 2004');
});
