// The page's parts that a finder of browser wallets gets, for tests.
import type { Around } from '../wallets';

/** A page in which the engine expects wallets with these ids. */
export const aroundOf = (...ids: string[]): Around => ({
  options: {},
  networks: () => [],
  expects: (id) => ids.includes(id),
  renamed: () => {},
});
export const around = aroundOf();
