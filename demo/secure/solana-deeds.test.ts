// The frame's words on a transaction of solana: never lighter than those of the engine, of the same bytes.
import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { decimal, deedOf, feeDeed, feeOf } from './solana-deeds';
import { readTransaction } from './solana-wire';

type Weight = 'plain' | 'look' | 'risky' | 'grave';
type Step = { kind: string; weight: Weight; amount?: string; token?: string }[];
type Case = { name: string; transaction: string; steps: Step[] };
const { from, cases } = JSON.parse(readFileSync('engine/core/tests/vectors/solana.json', 'utf8')) as {
  from: string;
  cases: Case[];
};
const WEIGHTS: Weight[] = ['plain', 'look', 'risky', 'grave'];
const heaviest = (all: readonly Weight[]) => Math.max(0, ...all.map((one) => WEIGHTS.indexOf(one)));
const read = (text: string) => readTransaction(new Uint8Array(base64.decode(text)));
const deeds = (text: string) => read(text).instructions.map((one) => deedOf(one, from));

describe('what a transaction of solana does, beside the engine', () => {
  it.each(cases.map((one) => [one.name, one] as const))('@10.44 %s', (_, { transaction, steps }) => {
    const said = deeds(transaction);
    const engines = steps.flat().map(({ weight }) => weight);
    expect(heaviest(said.map(({ weight }) => weight))).toBeGreaterThanOrEqual(heaviest(engines));
    // each by itself, where each instruction has its own
    if (steps.length === said.length)
      steps.forEach((step, i) =>
        expect(heaviest([said[i]!.weight])).toBeGreaterThanOrEqual(
          heaviest(step.map(({ weight }) => weight)),
        ),
      );
    for (const { weight, warning, accept } of said) {
      expect(warning !== undefined).toBe(weight === 'risky' || weight === 'grave');
      expect(accept !== undefined).toBe(weight === 'grave');
    }
  });

  it('a payment is plain and has its amount, of coins and of a token', () => {
    for (const name of ['transfer', 'token transfer']) {
      const { transaction, steps } = cases.find((one) => one.name === name)!;
      const [deed] = deeds(transaction).slice(-1);
      expect([deed!.weight, steps.flat()[0]!.weight]).toEqual(['plain', 'plain']);
      const amount = deed!.facts.find(({ kind }) => kind === 'amount')!;
      expect('value' in amount && amount.value).toMatch(name === 'transfer' ? /^0\.000000006 SOL$/ : /6$/);
    }
  });

  it('amounts keep their decimals', () => {
    expect([decimal(1_500_000_000n, 9), decimal(7n, 0), decimal(0n, 9), decimal(5n, 2)]).toEqual([
      '1.5',
      '7',
      '0',
      '0.05',
    ]);
  });

  it('the fee is what the budget allows, and a high one is said', () => {
    const budget = (code: number, value: bigint, size: number) => ({
      program: 'ComputeBudget111111111111111111111111111111',
      accounts: [],
      data: new Uint8Array([code, ...new Uint8Array(new BigUint64Array([value]).buffer).slice(0, size)]),
    });
    expect(feeOf([budget(2, 50_000n, 4), budget(3, 10_000n, 8)], 1)).toBe(5_500n);
    // without a limit it is all that a transaction may use
    expect(feeOf([budget(3, 10_000_000n, 8)], 2)).toBe(14_010_000n);
    expect([feeDeed(14_010_000n).weight, feeDeed(5_500n).weight]).toEqual(['risky', 'plain']);
  });
});
