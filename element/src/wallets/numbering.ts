// Numbers wallets with the same info, so that a row always leads to its own object (docs/spec/security.md T3).

import { add } from '../captured';

/** Returns a wallet's number among those with this name, in order: 1 for the first. */
export function numbering(): (name: string, wallet: object) => number {
  const walletsByName = { __proto__: null } as unknown as Record<string, object[]>;
  return (name, wallet) => {
    const all = (walletsByName[name] ??= []);
    let i = 0;
    while (i < all.length && all[i] != wallet) i++;
    if (i == all.length) add(all, wallet);
    return i + 1;
  };
}
