// TABLE of the standards by which a page holds a wallet: each finder gives every wallet the one shape the engine knows
// (docs/spec/page-wallets.md section 0). A new standard is one file and one row. Which rows run is engine/find-wallets.ts.

import type { Namespace, Network } from '../contract';
import type { PageWallet } from '../engine/border';
import { announcedProviders, findAnnounced } from './eip6963';
import type { Expects } from './expected';

/** What a finder may want to know of the page. */
export interface Around {
  /** as the host wrote them */
  options: Readonly<Record<string, unknown>>;
  networks(): readonly Network[];
  expects: Expects;
  /** an earlier page has stored this id, and the object behind it is of an announced wallet */
  renamed(id: string, rdns: string): void;
}

/** Announces every wallet it finds until the signal says that the engine was destroyed; hears whether it was taken. */
export type Finder = (
  announce: (wallet: PageWallet) => boolean,
  gone: AbortSignal,
  around: Around,
) => unknown;

export interface Standard {
  /** a page whose networks name other families only fetches and runs nothing of it */
  family: Namespace;
  /** of the engine's chunk */
  find?: Finder;
  /** of a chunk of its own */
  load?(): Promise<Finder>;
  /** whether the page may hold a wallet of it; without this it always may */
  isThere?(options: Around['options']): boolean;
}

/** Whether `window.ethereum` may hold a provider that has not announced itself. A getter of a wallet may throw: legacy.ts reads it with care. */
function hasUnannounced(): boolean {
  try {
    const { ethereum } = window as { ethereum?: { providers?: unknown; providerMap?: unknown } };
    return !!ethereum && !(announcedProviders.has(ethereum) && !ethereum.providers && !ethereum.providerMap);
  } catch {
    return true;
  }
}

/** Whether a wallet of polkadot has put itself there; a page without one fetches nothing for it. */
function hasInjectedWeb3(): boolean {
  try {
    return !!(window as { injectedWeb3?: unknown }).injectedWeb3;
  } catch {
    return true;
  }
}

/** Whether a wallet that speaks as Keplr does has put itself there. */
function hasKeplr(): boolean {
  try {
    const { keplr, leap, cosmostation } = window as {
      keplr?: unknown;
      leap?: unknown;
      cosmostation?: unknown;
    };
    return !!(keplr || leap || cosmostation);
  } catch {
    return true;
  }
}

/** Where wallets of bitcoin put themselves (btc-providers.ts reads them). */
const bitcoinGlobals = [
  'btc_providers',
  'webbtc_providers',
  'XverseProviders',
  'BitcoinProvider',
  'LeatherProvider',
  'unisat_wallet',
  'unisat',
  'bitcoin_keplr',
  'keplr',
  'bitkeep',
  'binancew3w',
  'okxwallet',
] as const;
function hasBitcoin(): boolean {
  try {
    const globals = window as unknown as Record<string, unknown>;
    const { bitcoin } = (globals.phantom ?? {}) as { bitcoin?: unknown };
    return !!bitcoin || bitcoinGlobals.some((name) => globals[name]);
  } catch {
    return true;
  }
}

export const standards: readonly Standard[] = [
  // Nearly every page names this family: as a chunk of its own it would cost one request and 100 bytes more.
  { family: 'eip155', find: findAnnounced },
  {
    family: 'eip155',
    isThere: hasUnannounced,
    load: async () => (await import('./legacy')).findLegacy,
  },
  // Inside of a frame: who is around us, its file finds out.
  { family: 'eip155', isThere: () => parent != window, load: async () => (await import('./safe')).findSafe },
  // Without an extension, where the page has switched it on.
  {
    family: 'eip155',
    isThere: ({ enableCoinbase }) => enableCoinbase === true,
    load: async () => (await import('./coinbase')).findCoinbase,
  },
  { family: 'solana', load: async () => (await import('./solana')).findSolana },
  {
    family: 'polkadot',
    isThere: hasInjectedWeb3,
    load: async () => (await import('./injected-web3')).findInjectedWeb3,
  },
  {
    family: 'cosmos',
    isThere: hasKeplr,
    load: async () => (await import('./keplr')).findKeplr,
  },
  { family: 'bip122', load: async () => (await import('./bitcoin-standard')).findBitcoin },
  {
    family: 'bip122',
    isThere: hasBitcoin,
    load: async () => (await import('./btc-providers')).findBitcoinGlobals,
  },
];
