// @vitest-environment node
// The gate on sizes: which part of the engine may download how much is said in one place, for every part.
import { describe, expect, it } from 'vitest';
import { partMoments } from './size.mjs';

describe('moments of the later parts', () => {
  const parts = { money: ['shared-1-aa.wasm', 'money-bb.wasm'], words: ['words-cc.wasm'] };

  it('count a shared file for every part that fetches it', () => {
    expect(partMoments({ ...parts, words: ['shared-1-aa.wasm'] }, { words: 2, money: 1 })).toEqual([
      ['part money', new Set(['shared-1-aa.wasm', 'money-bb.wasm']), 1],
      ['part words', new Set(['shared-1-aa.wasm']), 2],
    ]);
  });

  it('want a budget for a new part, and say where', () => {
    expect(() => partMoments(parts, { money: 1 })).toThrow(
      'part words of the engine has no budget: add what it may download to PART_MAX_BYTES in scripts/size.mjs',
    );
  });

  it('do not keep the budget of a part that is gone', () => {
    expect(() => partMoments(parts, { money: 1, words: 2, swap: 3 })).toThrow('no part swap');
  });
});
