// @vitest-environment node
// The table of deeds against the engine's: engine/core/tests/vectors/deeds.json is written from it.
import { readFileSync } from 'node:fs';
import { getAddress, type Address, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { deedsOfCall, deedsOfTyped, settled, type Deed, type Keeps } from './deeds';

type Said = {
  words: string;
  weight: string;
  place: number;
  amount: string | readonly string[] | { any: string } | null;
  until: string | null;
} & {
  [name in 'token' | 'party' | 'power' | 'on']: string | null;
};
type Call = { to?: Address; value?: Hex; data?: Hex };
type Vector = {
  name: string;
  method: string;
  params: [Call & { calls?: Call[]; from?: Address }, Typed];
  deeds: Said[];
};
type Typed = {
  types?: unknown;
  primaryType: string;
  domain: Record<string, unknown>;
  message: Record<string, unknown>;
};
type Standing = {
  number: string;
  keeps: Keeps;
  holding: string | null;
  isContract: boolean | null;
  weight: string;
  words: string;
};

const vectors = JSON.parse(readFileSync('engine/core/tests/vectors/deeds.json', 'utf8')) as {
  requests: Vector[];
  standings: Standing[];
};

const told = (deed: Deed): Said => ({
  words: deed.words,
  weight: deed.weight,
  place: deed.place,
  token: deed.token ?? null,
  party: deed.party ?? null,
  amount:
    typeof deed.amount === 'object'
      ? 'number' in deed.amount
        ? null
        : 'any' in deed.amount
          ? { any: String(deed.amount.any) }
          : deed.amount.map(String)
      : deed.amount === undefined
        ? null
        : String(deed.amount),
  power: deed.power ?? null,
  on: deed.on ?? null,
  until: deed.until === undefined ? null : String(deed.until ?? 'never'),
});

const called = ({ to, value = '0x0', data = '0x' }: Call, place = 0, from: Address | null = null): Deed[] =>
  deedsOfCall({ to: to ?? null, value: BigInt(value), data }, place, from);

function read({ method, params: [first, typed] }: Vector): Deed[] {
  switch (method) {
    case 'eth_sendTransaction':
      return called(first, 0, first.from);
    case 'wallet_sendCalls':
      return first.calls!.flatMap((call, place) => called(call, place));
    default:
      return deedsOfTyped(typed.primaryType, typed.domain, typed.message, {
        signer: getAddress(String(first)),
        types: typed.types,
      });
  }
}

const SPENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('the table of deeds', () => {
  it.each(vectors.requests.map((of) => [of.name, of] as const))('@10.12 %s: as the engine says', (_, of) => {
    expect(read(of).map(told)).toEqual(of.deeds);
  });

  it('is read of many requests', () => expect(vectors.requests.length).toBeGreaterThan(200));

  it('@10.12 an allowance weighs by what is there, and by who gets it', () => {
    for (const { number, keeps, holding, isContract, weight, words } of vectors.standings) {
      const units = BigInt(number);
      const data =
        `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as const;
      const [deed] = deedsOfCall({ to: TOKEN, value: 0n, data });
      const standing = { keeps, holding: holding === null ? null : BigInt(holding), isContract };
      const said = settled(deed!, standing);
      expect([number, keeps, holding, isContract, said.weight, said.words]).toEqual([
        number,
        keeps,
        holding,
        isContract,
        weight,
        words,
      ]);
    }
  });
});
