// What this shop is: the chains that it takes, and whom one pays. Of the demo, so whoever opens the page says it.
import type { Address, Chain } from 'viem';

declare const shop: { chains: readonly [Chain, Chain]; payee: Address };

export const { chains, payee } = shop;
