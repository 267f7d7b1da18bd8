// TABLE of the ways a page can hold a wallet: each finder gives every wallet the one shape the engine knows
// (docs/spec/page-wallets.md section 0). A new standard is one file and one row.

import type { PageWallet } from '../engine/border';
import { findAnnounced } from './eip6963';
import { findLegacy } from './legacy';

/** Announces every wallet it finds until the signal says that the engine was destroyed; hears whether it was taken. */
export type Finder = (announce: (wallet: PageWallet) => boolean, gone: AbortSignal) => void;

const finders: readonly Finder[] = [findAnnounced, findLegacy];

export const connectWallets: Finder = (announce, gone) => finders.forEach((find) => find(announce, gone));
