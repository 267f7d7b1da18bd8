// @vitest-environment node
// The table of effects against the engine's: engine/core/tests/vectors/effects.json is written from it.
import { readFileSync } from 'node:fs';
import { getAddress, type Address, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { effectsOfCall, effectsOfTyped, settled, type Effect, type Keeps } from './effects';

type Said = {
  words: string;
  risk: string;
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
  effects: Said[];
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
  risk: string;
  words: string;
};

const vectors = JSON.parse(readFileSync('engine/core/tests/vectors/effects.json', 'utf8')) as {
  requests: Vector[];
  standings: Standing[];
};

const told = (effect: Effect): Said => ({
  words: effect.words,
  risk: effect.risk,
  place: effect.place,
  token: effect.token ?? null,
  party: effect.party ?? null,
  amount:
    typeof effect.amount === 'object'
      ? 'number' in effect.amount
        ? null
        : 'any' in effect.amount
          ? { any: String(effect.amount.any) }
          : effect.amount.map(String)
      : effect.amount === undefined
        ? null
        : String(effect.amount),
  power: effect.power ?? null,
  on: effect.on ?? null,
  until: effect.until === undefined ? null : String(effect.until ?? 'never'),
});

const called = ({ to, value = '0x0', data = '0x' }: Call, place = 0, from: Address | null = null): Effect[] =>
  effectsOfCall({ to: to ?? null, value: BigInt(value), data }, place, from);

function read({ method, params: [first, typed] }: Vector): Effect[] {
  switch (method) {
    case 'eth_sendTransaction':
      return called(first, 0, first.from);
    case 'wallet_sendCalls':
      return first.calls!.flatMap((call, place) => called(call, place));
    default:
      return effectsOfTyped(typed.primaryType, typed.domain, typed.message, {
        signer: getAddress(String(first)),
        types: typed.types,
      });
  }
}

const SPENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('the table of effects', () => {
  it.each(vectors.requests.map((of) => [of.name, of] as const))('@10.12 %s: as the engine says', (_, of) => {
    expect(read(of).map(told)).toEqual(of.effects);
  });

  it('has the effects of many requests', () => expect(vectors.requests.length).toBeGreaterThan(200));

  it('grades an approval by the balance and by the spender @10.12', () => {
    for (const { number, keeps, holding, isContract, risk, words } of vectors.standings) {
      const units = BigInt(number);
      const data =
        `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as const;
      const [effect] = effectsOfCall({ to: TOKEN, value: 0n, data });
      const standing = { keeps, holding: holding === null ? null : BigInt(holding), isContract };
      const said = settled(effect!, standing);
      expect([number, keeps, holding, isContract, said.risk, said.words]).toEqual([
        number,
        keeps,
        holding,
        isContract,
        risk,
        words,
      ]);
    }
  });
});
