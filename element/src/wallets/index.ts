// TABLE of the standards for browser wallets: each finder gives every wallet the one shape that the engine knows
// (docs/spec/page-wallets.md section 0). A new standard is one file and one row. engine/find-wallets.ts decides which rows run.

import type { Namespace, Network } from '../contract';
import type { PageWallet } from '../engine/border';
import { announcedProviders, findAnnounced } from './eip6963';
import type { Expects } from './expected';

/** The parts of the page that finders can use. */
export interface PageContext {
  /** as the page wrote them */
  options: Readonly<Record<string, unknown>>;
  networks(): readonly Network[];
  expects: Expects;
  /** reports that an earlier page stored this id, and that its object belongs to an announced wallet */
  renamed(id: string, rdns: string): void;
}

/** Announces every wallet it finds, until the signal aborts (the engine was destroyed). Gets back whether the engine accepted it. */
export type Finder = (
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  around: PageContext,
) => unknown;

export interface Standard {
  /** only pages with networks of this namespace load and run the finder */
  family: Namespace;
  /** the finder, if it is in the engine's chunk */
  find?: Finder;
  /** loads the finder from its own chunk */
  load?(): Promise<Finder>;
  /** whether the page might have such a wallet; always, if missing */
  isThere?(options: PageContext['options']): boolean;
}

/** Whether `window.ethereum` might be a provider that hasn't announced itself. Its getters might throw: legacy.ts handles that. */
function hasUnannounced(): boolean {
  try {
    const { ethereum } = window as { ethereum?: { providers?: unknown; providerMap?: unknown } };
    return !!ethereum && !(announcedProviders.has(ethereum) && !ethereum.providers && !ethereum.providerMap);
  } catch {
    return true;
  }
}

/** Whether a Polkadot wallet has defined its global. A page without one loads nothing for it. */
function hasInjectedWeb3(): boolean {
  try {
    return !!(window as { injectedWeb3?: unknown }).injectedWeb3;
  } catch {
    return true;
  }
}

/** Whether a wallet with Keplr's interface has defined its global. */
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

/** The globals of Bitcoin wallets (btc-providers.ts reads them). */
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
  // Nearly every page has this namespace. In its own chunk, it would cost one request and 100 bytes more.
  { family: 'eip155', find: findAnnounced },
  {
    family: 'eip155',
    isThere: hasUnannounced,
    load: async () => (await import('./legacy')).findLegacy,
  },
  // Inside a frame: the loaded file finds out which site is around the page.
  { family: 'eip155', isThere: () => parent != window, load: async () => (await import('./safe')).findSafe },
  // Without the extension, if the page has turned it on.
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
