// @vitest-environment node
// Each event has a row in the guide and in the specification, and neither has a row for an unknown event.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './lib/project.mjs';

const read = (file) => readFileSync(at(file), 'utf8');
/** The names in the first column of the table below a heading. */
const rows = (text, heading) =>
  text
    .split(/^## /m)
    .find((part) => part.startsWith(heading))
    .split('\n')
    .filter((line) => /^\| `?wallet-/.test(line))
    .flatMap((line) => line.split('|')[1].match(/wallet-[a-z-]+/g));

test('every event is once in the guide and once in the spec', () => {
  const there = [...read('element/src/events.ts').matchAll(/^ {2}'(wallet-[a-z-]+)':/gm)].map(
    ([, name]) => name,
  );
  const declared = there.filter((name) => !/^wallet-(modal|(\w+-)?button)$/.test(name)).sort();
  expect(declared.length).toBeGreaterThan(20);
  expect(rows(read('docs/guide/events-and-errors.md'), 'Events').sort()).toEqual(declared);
  expect(rows(read('docs/spec/public-api.md'), '4. Events').sort()).toEqual(declared);
});
