// The vectors have one case a line.
// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { caseLines } from './lib/case-lines.mjs';
import { at } from './lib/project.mjs';

const folder = 'engine/core/tests/vectors';
const lines = (text) => text.split('\n').length;

test.each(readdirSync(at(folder)))('%s has one case a line', (name) => {
  const text = readFileSync(at(folder, name), 'utf8');
  expect(lines(text)).toBe(lines(caseLines(JSON.parse(text))));
});

test('writes a case a line, and everything else as one line', () => {
  const vectors = { about: 'Cases', cases: [{ a: [1, 2] }, { a: null }], none: [], more: { b: [3] } };
  expect(caseLines(vectors)).toBe(
    '{\n "about": "Cases",\n "cases": [\n {"a":[1,2]},\n {"a":null}\n ],\n "none": [],\n "more": {"b":[3]}\n}\n',
  );
  expect(caseLines([1, [2]])).toBe('[\n1,\n[2]\n]\n');
  expect(JSON.parse(caseLines(vectors))).toEqual(vectors);
});
