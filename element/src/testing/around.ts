// What a finder of page wallets is told of the page.
import type { Around } from '../wallets';

/** A page in which the engine expects the wallets of these ids. */
export const aroundOf = (...ids: string[]): Around => ({
  options: {},
  networks: () => [],
  expects: (id) => ids.includes(id),
  renamed: () => {},
});
export const around = aroundOf();
