// Which wallets of a long list of the page are read (docs/spec/security.md T3, docs/spec/decisions.md 211): so many strangers, and each that
// the engine expects, wherever it stands in the list.

/** Whether the engine keeps a place for a wallet of this id: many people know it, it is connected, or it was used before. */
export type Expects = (id: string) => boolean;

/** of one list: a list without an end ends here */
export const entries_max = 10_000;

/** For one look at one list: whether its next wallet is read. Those that the engine expects are never counted. */
export function readable(strangers_max: number, expects: Expects): Expects {
  let strangers = 0;
  return (id) => expects(id) || ++strangers <= strangers_max;
}
