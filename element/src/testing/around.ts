// The page's parts that a finder of browser wallets gets, for tests.
import type { PageContext } from '../wallets';

/** A page in which the engine expects wallets with these ids. */
export const pageContextOf = (...ids: string[]): PageContext => ({
  options: {},
  networks: () => [],
  expects: (id) => ids.includes(id),
  renamed: () => {},
});
export const around = pageContextOf();
