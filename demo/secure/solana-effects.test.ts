// The frame's words on a transaction of solana: never lighter than those of the engine, of the same bytes.
import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { decimal, effectOf, feeEffect, feeOf } from './solana-effects';
import { readTransaction } from './solana-wire';

type Risk = 'normal' | 'review' | 'warning' | 'critical';
type Step = { kind: string; risk: Risk; amount?: string; token?: string }[];
type Case = { name: string; transaction: string; steps: Step[] };
const { from, cases } = JSON.parse(readFileSync('engine/core/tests/vectors/solana.json', 'utf8')) as {
  from: string;
  cases: Case[];
};
const RISKS: Risk[] = ['normal', 'review', 'warning', 'critical'];
const highest = (all: readonly Risk[]) => Math.max(0, ...all.map((one) => RISKS.indexOf(one)));
const read = (text: string) => readTransaction(new Uint8Array(base64.decode(text)));
const effects = (text: string) => read(text).instructions.map((one) => effectOf(one, from));

describe('effects of a Solana transaction, compared with the engine', () => {
  it.each(cases.map((one) => [one.name, one] as const))('@10.44 %s', (_, { transaction, steps }) => {
    const said = effects(transaction);
    const engines = steps.flat().map(({ risk }) => risk);
    expect(highest(said.map(({ risk }) => risk))).toBeGreaterThanOrEqual(highest(engines));
    // each by itself, where each instruction has its own
    if (steps.length === said.length)
      steps.forEach((step, i) =>
        expect(highest([said[i]!.risk])).toBeGreaterThanOrEqual(highest(step.map(({ risk }) => risk))),
      );
    for (const { risk, warning, accept } of said) {
      expect(warning !== undefined).toBe(risk === 'warning' || risk === 'critical');
      expect(accept !== undefined).toBe(risk === 'critical');
    }
  });

  it('names the amount of a plain payment, of SOL and of a token', () => {
    for (const name of ['transfer', 'token transfer']) {
      const { transaction, steps } = cases.find((one) => one.name === name)!;
      const [effect] = effects(transaction).slice(-1);
      expect([effect!.risk, steps.flat()[0]!.risk]).toEqual(['normal', 'normal']);
      const amount = effect!.facts.find(({ kind }) => kind === 'amount')!;
      expect('value' in amount && amount.value).toMatch(name === 'transfer' ? /^0\.000000006 SOL$/ : /6$/);
    }
  });

  it('keeps the decimals of amounts', () => {
    expect([decimal(1_500_000_000n, 9), decimal(7n, 0), decimal(0n, 9), decimal(5n, 2)]).toEqual([
      '1.5',
      '7',
      '0',
      '0.05',
    ]);
  });

  it('derives the fee from the compute budget, and warns of a high one', () => {
    const budget = (code: number, value: bigint, size: number) => ({
      program: 'ComputeBudget111111111111111111111111111111',
      accounts: [],
      data: new Uint8Array([code, ...new Uint8Array(new BigUint64Array([value]).buffer).slice(0, size)]),
    });
    expect(feeOf([budget(2, 50_000n, 4), budget(3, 10_000n, 8)], 1)).toBe(5_500n);
    // without a limit it is all that a transaction may use
    expect(feeOf([budget(3, 10_000_000n, 8)], 2)).toBe(14_010_000n);
    expect([feeEffect(14_010_000n).risk, feeEffect(5_500n).risk]).toEqual(['warning', 'normal']);
  });
});
