/** "Network fee, at most": a transaction that costs more than displayed isn't sent, and the user is asked again. */
import type { Fact } from './dom';

const LABEL = 'Network fee, at most';

export const feeFact = (value: string): Fact => ({ kind: 'text', label: LABEL, value });

/** The fee is above the displayed one. `wasShown`: whether one was displayed at all; `approve`: sends at the new fee. */
export class FeeRose extends Error {
  constructor(
    readonly fee: string,
    readonly wasShown: boolean,
    readonly approve: () => Promise<unknown>,
  ) {
    super('The network fee is above what was shown');
  }
}

/** The repeated request: the first fee is the new one, with the reason. */
export function withFee(
  facts: readonly Fact[],
  { fee, wasShown }: FeeRose,
): { facts: Fact[]; warning: string } {
  const at = facts.findIndex(({ label }) => label === LABEL);
  const to = at < 0 ? facts.length : at;
  return {
    facts: [...facts.slice(0, to), feeFact(fee), ...facts.slice(at < 0 ? to : at + 1)],
    warning: wasShown
      ? 'The network fee has risen since you looked. Look at it again.'
      : 'The network fee is known now. Look at it.',
  };
}
