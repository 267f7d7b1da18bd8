// Limits which wallets of a long list are read (docs/spec/security.md T3, decision 211, "Floods in lists of the page"): a number of unknown
// wallets, and every wallet that the engine expects, wherever it is in the list.

/** Whether the engine reserves a place for a wallet with this id: it is well known, connected, or was used before. */
export type Expects = (id: string) => boolean;

/** limits one list, which might be endless */
export const entries_max = 10_000;

/** Returns a function for one pass over a list: whether the next wallet is read. Expected wallets don't count towards the limit. */
export function readable(strangers_max: number, expects: Expects): Expects {
  let strangers = 0;
  return (id) => expects(id) || ++strangers <= strangers_max;
}
