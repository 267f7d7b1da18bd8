// Every pattern of the element is linear: twice the text is at most twice the steps (docs/spec/security.md T3): an icon must not freeze
// the tab. Steps are counted by a matcher of our own; time says nothing on a busy machine.

import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { attacks, run, steps_max } from './steps';

const files = readdirSync('element/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$|^testing/.test(file))
  .map((file) => `element/src/${file}`);

/** Each literal with its position. */
const literals = files.flatMap((file) => {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const patterns: [place: string, pattern: RegExp][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const cut = node.text.lastIndexOf('/');
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      patterns.push([
        `${file}:${line} ${node.text}`,
        new RegExp(node.text.slice(1, cut), node.text.slice(cut + 1)),
      ]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return patterns;
});

/** The steps of the slowest text of this size. */
const worst = (pattern: RegExp, times: number): number =>
  Math.max(...attacks(pattern, times).map((text) => run(pattern, text).steps), 1);

/** Twice the text needs twice the steps, and a little more for a constant part. */
function isLinear(pattern: RegExp): boolean {
  const [once, twice] = [worst(pattern, 40), worst(pattern, 80)];
  return twice < steps_max && twice <= 2.3 * once;
}

describe('patterns over foreign text', () => {
  test('all are literals: none is built from text', () => {
    expect(literals.length).toBeGreaterThan(20);
    // One is built from our own field names: a whole line, read once.
    const line = "RegExp(`^${name}: (.*)$`, 'm')";
    for (const file of files)
      expect(readFileSync(file, 'utf8').replace(line, ''), file).not.toMatch(/\bRegExp\(/);
  });

  test.each(literals)('%s takes linear time', (_place, pattern) => {
    expect(isLinear(pattern)).toBe(true);
  });
});

describe('isLinear', () => {
  test.each([
    // the earlier pattern of icon.ts: a comment could end at any "-->"
    /^\ufeff?(?:\s|<\?xml[^>]*>|<!--[^]*?-->|<!doctype\s[^>[]*>)*<svg[\s>]/i,
    /^(a+)+$/,
    /^(a|a)*$/,
    /^(a|aa)+$/,
    /^(\w+\s?)*$/,
    /^a*a*$/,
    /\s+$/,
    /a.*b.*c/s,
    /^(?=(a+)+$)b/,
  ])(
    'notices %s',
    (pattern) => {
      expect(isLinear(pattern)).toBe(false);
    },
    // steps are measured, so a slow machine doesn't matter
    60_000,
  );

  test.each([/^a+$/, /^(?:a,)*b$/, /^[a-z0-9]+(?:\.[a-z0-9]+)*$/i, /abc/, /^x{3,9}y/, /^(?:ab?c)*$/])(
    'lets %s pass',
    (pattern) => {
      expect(isLinear(pattern)).toBe(true);
    },
  );

  test('matches what the browser’s own engine matches', () => {
    for (const [, pattern] of literals)
      for (const text of attacks(pattern, 3)) {
        const one = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
        expect([pattern, text, run(pattern, text).isFound]).toEqual([pattern, text, one.test(text)]);
      }
  });
});
