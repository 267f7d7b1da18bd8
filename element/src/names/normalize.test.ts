import { describe, expect, test } from 'vitest';
import { normalize } from 'viem/ens';
import { ensNormalize } from 'ethers';
import { normalized, read } from './normalize';

describe('names by ENSIP-15', () => {
  test.each([
    ['NICK.eth', 'nick.eth'],
    ['bücher.eth', 'bücher.eth'],
    ['ＮＩＣＫ.eth', 'nick.eth'],
    ['①.eth', '1.eth'],
    ['1️⃣2️⃣.eth', '1⃣2⃣.eth'],
    ['👨‍👩‍👧.eth', '👨‍👩‍👧.eth'],
    ["nick's.eth", 'nick’s.eth'],
    ['_$€.eth', '_$€.eth'],
    [`${'ä'.repeat(130)}.eth`, `${'ä'.repeat(130)}.eth`],
    ['алиса.eth', 'алиса.eth'],
  ])('@10.56 normalizes %s as viem and ethers do', (typed, name) => {
    expect(read(typed)).toEqual({ name });
    expect([normalize(typed), ensNormalize(typed)]).toEqual([name, name]);
  });

  test.each([
    ['a\u200db.eth', 'character', '200D'],
    ['a\u200cb.eth', 'character', '200C'],
    ['\u202ea.eth', 'character', '202E'],
    ['\u2066alice.eth\u2069', 'character', '2066'],
    ['al\u00a0ice.eth', 'character', 'A0'],
    ['alice\u2024eth.eth', 'character', '2024'],
    ['а/b.eth', 'character', '2F'],
    ['аlice.eth', 'mixed', '6C'],
    ['аррӏе.eth', 'alike', undefined],
    ['bücher..eth', 'empty', undefined],
    ['xn--bcher-kva.ä', 'hyphens', undefined],
    ['ä_b.eth', 'place', undefined],
    ['’ä.eth', 'place', undefined],
    ['ä’’b.eth', 'place', undefined],
    ['\u0327a.eth', 'marks', undefined],
    ['💩\u0301.eth', 'marks', undefined],
    ['a\u0328\u0301\u0301.eth', 'mixed', '301'],
    // a label that has a reason that another one lacks
    ['illegal mixture.ä’', 'character', '20'],
  ])('@10.56 refuses %s with its reason, as viem and ethers do', (typed, fault, character) => {
    expect(read(typed)).toEqual(character ? { fault, character } : { fault });
    expect(() => normalize(typed)).toThrow();
    expect(() => ensNormalize(typed)).toThrow();
  });

  test("@10.56 a page's toJSON doesn't change the engine's text", () => {
    const objects = Object.prototype as { toJSON?: () => unknown };
    objects.toJSON = () => ({ name: 'other.eth' });
    try {
      expect(normalized('NICK.eth')).toBe('{"name":"nick.eth"}');
      expect(normalized('a\u200db.eth')).toBe('{"character":"200D","fault":"character"}');
      expect(normalized('bücher..eth')).toBe('{"fault":"empty"}');
    } finally {
      delete objects.toJSON;
    }
  });
});
