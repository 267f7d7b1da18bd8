// What an entry exports as a type is no value in its declarations.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { apart, typesOf } from './types-only.mjs';

test('keeps type exports as types, also renamed @10.39', () => {
  const types = typesOf(
    ts,
    "export type { A } from './a'; export { type B, c } from './b'; export type { D as E } from './d';",
  );
  expect([...types]).toEqual(['A', 'B', 'E']);
  expect(apart('declare class A {}\n\nexport { A, B, c, D as E };\nexport type { F };', types)).toBe(
    'declare class A {}\n\nexport { c };\nexport type { A, B, D as E };\nexport type { F };',
  );
  expect(apart('export { A };', types)).toBe('export type { A };');
});
