// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hostId } from './host';

const read = (path: string): string =>
  readFileSync(new URL(`../../../engine/core/src/${path}`, import.meta.url), 'utf8');

/** The engine's rule (`host_id`): the names and characters that mark an ID, and the mark. */
function rule(): { names: string[]; signs: string[]; mark: string } {
  const source = read('features/connect/model/page_wallets.rs');
  const constants = read('constants.rs');
  const body = /fn host_id\(id: String\) -> String \{\n([^]*?)\n\}/.exec(source)![1]!;
  const shape =
    /^let is_ours = \[([^\]]*)\]\.contains\(&id\.as_str\(\)\); match is_ours \|\| id\.contains\(\[([^\]]*)\]\) \{ true => alloc::format!\("\{OF_HOST\}\{id\}"\), false => id, \}$/;
  const match = shape.exec(body.trim().replace(/\s+/g, ' '));
  if (!match) throw new Error('host_id has another shape: change hostId in host.ts, and this test');
  const text = (name: string): string =>
    /^"(.*)"$/.exec(name)?.[1] ?? new RegExp(`const ${name}: &str = "([^"]*)"`).exec(source + constants)![1]!;
  return {
    names: match[1]!.split(', ').map(text),
    signs: match[2]!.split(', ').map((sign) => /^'(.)'$/.exec(sign)![1]!),
    mark: text('OF_HOST'),
  };
}

describe('ID of a host’s connector', () => {
  test('@10.33 follows the engine’s rule, read from its source', () => {
    const { names, signs, mark } = rule();
    expect([names.length, signs.length]).toEqual([4, 3]);
    for (const name of names) expect(hostId(name), name).toBe(mark + name);
    // every ASCII character, and some beyond
    for (const sign of [...Array.from({ length: 128 }, (_, i) => String.fromCharCode(i)), 'é', '·', '：']) {
      const id = `a${sign}b`;
      expect(hostId(id), id).toBe(signs.includes(sign) ? mark + id : id);
    }
    // Similar names are IDs like any other.
    for (const id of [
      '',
      'own',
      'Safe',
      'safes',
      'injected-',
      'walletconnect',
      'ID_AUTH2',
      ...names.map((one) => `x${one}`),
    ])
      expect(hostId(id), id).toBe(id);
  });
});
