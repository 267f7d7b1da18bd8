// Several wallets that say the same of themselves: each has its number, so that a row always leads to its own object (docs/spec/security.md T3).

import { add } from '../captured';

/** The place of a wallet among those that have said this name, in their order: 1 for the first. */
export function numbering(): (name: string, wallet: object) => number {
  const said = { __proto__: null } as unknown as Record<string, object[]>;
  return (name, wallet) => {
    const all = (said[name] ??= []);
    let i = 0;
    while (i < all.length && all[i] != wallet) i++;
    if (i == all.length) add(all, wallet);
    return i + 1;
  };
}
