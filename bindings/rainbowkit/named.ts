// The wallets that RainbowKit names, and how the modal finds each of them.

import type { CreateConnectorFn } from 'wagmi';
import { walletModal } from '../wagmi';
import { walletIcon } from './icons';
import type { AskedRow } from '../wagmi/asked';
import type { Wallet } from './types';

export type Make = (parameters?: { projectId?: string; [more: string]: unknown }) => Wallet;

/** id -> display name, and the wallet's announced rdns (EIP-6963) */
const WALLETS = {
  argent: ['Argent'],
  anchorageDigital: ['Anchorage Digital'],
  backpack: ['Backpack', 'app.backpack'],
  base: ['Base'],
  baseAccount: ['Base'],
  berasig: ['Berasig'],
  best: ['Best Wallet'],
  bifrost: ['Bifrost'],
  binance: ['Binance'],
  bitget: ['Bitget', 'com.bitget.web3'],
  bitski: ['Bitski'],
  bitverse: ['Bitverse'],
  bloom: ['Bloom'],
  brave: ['Brave Wallet', 'com.brave.wallet'],
  bybit: ['Bybit'],
  clv: ['CLV'],
  coin98: ['Coin98'],
  coinbase: ['Coinbase Wallet', 'com.coinbase.wallet'],
  compass: ['Compass'],
  core: ['Core', 'app.core.extension'],
  ctrl: ['Ctrl'],
  dawn: ['Dawn'],
  desig: ['Desig'],
  enkrypt: ['Enkrypt', 'com.enkrypt'],
  fox: ['Fox'],
  frame: ['Frame', 'sh.frame'],
  frontier: ['Frontier'],
  gate: ['Gate'],
  gemini: ['Gemini'],
  imToken: ['imToken'],
  injected: ['Browser Wallet'],
  iopay: ['Iopay'],
  kaia: ['Kaia'],
  kaikas: ['Kaikas'],
  kraken: ['Kraken'],
  kresus: ['Kresus'],
  ledger: ['Ledger'],
  magicEden: ['Magic Eden'],
  metaMask: ['MetaMask', 'io.metamask'],
  mew: ['MEW'],
  meco: ['Meco'],
  nest: ['Nest'],
  nova: ['Nova'],
  okto: ['Okto'],
  okx: ['OKX Wallet', 'com.okex.wallet'],
  omni: ['Omni'],
  oneInch: ['1inch Wallet'],
  oneKey: ['OneKey', 'so.onekey.app.wallet'],
  paraSwap: ['ParaSwap'],
  phantom: ['Phantom', 'app.phantom'],
  porto: ['Porto'],
  rabby: ['Rabby', 'io.rabby'],
  rainbow: ['Rainbow', 'me.rainbow'],
  ready: ['Ready'],
  ramper: ['Ramper'],
  ronin: ['Ronin', 'com.roninchain.wallet'],
  safeheron: ['Safeheron'],
  safepal: ['Safepal'],
  safe: ['Safe'],
  seif: ['Seif'],
  sub: ['Sub'],
  taho: ['Taho'],
  talisman: ['Talisman'],
  tokenary: ['Tokenary'],
  tokenPocket: ['Token Pocket'],
  trust: ['Trust Wallet', 'com.trustwallet.app'],
  universalProfiles: ['Universal Profiles'],
  uniswap: ['Uniswap', 'org.uniswap.app'],
  valora: ['Valora'],
  walletConnect: ['WalletConnect'],
  wigwam: ['Wigwam'],
  xdefi: ['XDEFI'],
  xPortal: ['xPortal'],
  zeal: ['Zeal'],
  zerion: ['Zerion', 'io.zerion.wallet'],
  zilPay: ['ZilPay'],
} as const satisfies Record<string, readonly [name: string, rdns?: string]>;

type Row = readonly [name: string, rdns?: string];
const all = Object.entries(WALLETS) as [id: string, row: Row][];
const rows = new Map(all.map(([id, row]) => [id.toLowerCase(), row]));
const ours = new WeakSet<object>();

/** The IDs that a page can look for in its config's connectors. */
export const CONNECTOR_IDS: readonly AskedRow[] = all.map(([id, [name, rdns]]) => [id, name, rdns]);

/** Ignores case, and accepts the older IDs (`coinbaseWallet`). */
function rowOf(name: string): Row | undefined {
  const id = name.toLowerCase();
  return rows.get(id) ?? rows.get(id.replace(/wallet$/, ''));
}

export const isOurs = (make: object): boolean => ours.has(make);
/** Returns the wallet's announced rdns, or otherwise the page's own ID. */
export const rdnsOf = (name: string): string => rowOf(name)?.[1] ?? name;
/** Returns the display name. */
export const titleOf = (name: string): string =>
  rowOf(name)?.[0] ?? name.charAt(0).toUpperCase() + name.slice(1);

export function wallet(id: keyof typeof WALLETS): Make {
  const [name, rdns]: readonly [name: string, rdns?: string] = WALLETS[id];
  const make: Make = (parameters = {}) => ({
    id,
    name,
    ...(rdns ? { rdns } : {}),
    iconUrl: walletIcon(id),
    iconBackground: 'transparent',
    createConnector: () =>
      walletModal({ projectId: parameters.projectId ?? '' }) as unknown as CreateConnectorFn,
  });
  ours.add(make);
  return make;
}
