// @vitest-environment node
// The table of deeds against the engine's: engine/core/tests/vectors/deeds.json is written from it.
import { readFileSync } from 'node:fs';
import { getAddress, type Address, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { deedsOfCall, deedsOfTyped, weightOf, type Deed } from './deeds';

type Said = {
  words: string;
  weight: string;
  place: number;
  amount: string | readonly string[] | null;
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
type Standing = { amount: string; holding: string | null; isContract: boolean | null; weight: string };

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
      ? deed.amount.map(String)
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

describe('the table of deeds', () => {
  it.each(vectors.requests.map((of) => [of.name, of] as const))('@10.12 %s: as the engine says', (_, of) => {
    expect(read(of).map(told)).toEqual(of.deeds);
  });

  it('is read of many requests', () => expect(vectors.requests.length).toBeGreaterThan(200));

  it('@10.12 an allowance weighs by what is there, and by who gets it', () => {
    for (const { amount, holding, isContract, weight } of vectors.standings) {
      const isAny = amount === 'any';
      const deed: Deed = {
        words: isAny ? 'approve_unlimited' : 'approve',
        weight: isAny ? 'risky' : 'plain',
        place: 0,
        amount: isAny ? 'any' : BigInt(amount),
      };
      const standing = { holding: holding === null ? null : BigInt(holding), isContract };
      expect([amount, holding, isContract, weightOf(deed, standing)]).toEqual([
        amount,
        holding,
        isContract,
        weight,
      ]);
    }
  });
});
