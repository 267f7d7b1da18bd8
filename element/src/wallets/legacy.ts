// window.ethereum, only for providers that no announcement covers (docs/spec/page-wallets.md section 1.3). It is read and never written.

import {
  add,
  apply,
  filterItems,
  matches,
  findItem,
  isArray,
  listen,
  mapped,
  method,
  own,
  Unique,
} from '../captured';
import type { PageWallet } from '../engine/border';
import { t } from '../i18n/t';
import { adaptEip1193, type Eip1193Like } from './eip1193';
import { announcedProviders } from './eip6963';
import { entries_max, readable } from './expected';
import { attempt } from './foreign';
import type { PageContext } from './index';
import { asciiSlug } from './slug';

/** how long a wallet has to announce itself before its global is listed without a name */
const grace_ms = 300;
const strangers_max = 16;
const depth_max = 8;

/**
 * flag -> label and reverse DNS name, the most specific first, because nearly every wallet sets isMetaMask. A label never proves an
 * identity.
 */
const labels: readonly [flag: string, name: string, rdns: string][] = [
  ['isSubWallet', 'SubWallet', 'app.subwallet'],
  ['isEnkrypt', 'Enkrypt', 'com.enkrypt'],
  ['isTalisman', 'Talisman', 'xyz.talisman'],
  ['isRabby', 'Rabby', 'io.rabby'],
  ['isBraveWallet', 'Brave Wallet', 'com.brave.wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet', 'com.coinbase.wallet'],
  ['isPhantom', 'Phantom', 'app.phantom'],
  ['isTrust', 'Trust Wallet', 'com.trustwallet.app'],
  ['isTrustWallet', 'Trust Wallet', 'com.trustwallet.app'],
  ['isOkxWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isOKExWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isBitKeep', 'Bitget Wallet', 'com.bitget.web3'],
  ['isBitgetWallet', 'Bitget Wallet', 'com.bitget.web3'],
  ['isTokenPocket', 'TokenPocket', 'pro.tokenpocket'],
  ['isZerion', 'Zerion', 'io.zerion.wallet'],
  ['isRainbow', 'Rainbow', 'me.rainbow'],
  ['isFrame', 'Frame', 'sh.frame'],
  ['isKeplr', 'Keplr', 'app.keplr'],
  ['isMetaMask', 'MetaMask', 'io.metamask'],
];

const mapEach = method('Map', 'forEach');
const ownKeys = own<typeof Reflect.ownKeys>('Reflect', 'ownKeys');
const getPrototypeOf = own<typeof Reflect.getPrototypeOf>('Reflect', 'getPrototypeOf');

interface Global extends Eip1193Like {
  providers?: unknown;
  providerMap?: unknown;
}

/** The values of a Map; undefined for anything else. */
function valuesOf(map: unknown): unknown[] | undefined {
  return attempt(() => {
    const all: unknown[] = [];
    apply(mapEach, map, [(one: unknown) => add(all, one)]);
    return all;
  });
}

/** Every provider behind the global, read once and with care: any script might have defined a getter there. */
export function legacyProviders(): Eip1193Like[] {
  const ethereum = attempt(() => (window as { ethereum?: Global }).ethereum);
  if (!ethereum) return [];
  const listed = attempt(() => {
    const { providers, providerMap } = ethereum;
    const list = valuesOf(providerMap) ?? providers;
    return isArray(list) ? filterItems(list as unknown[], (_, at) => at < entries_max) : [];
  });
  const visited = new Unique<unknown>();
  return filterItems(listed?.length ? listed : [ethereum], (one): one is Eip1193Like => {
    if (visited.has(one)) return false;
    visited.add(one);
    return typeof attempt(() => (one as Eip1193Like | null)?.request) == 'function';
  });
}

/** A provider's flags, own and inherited. */
function flagsOf(provider: object): string[] {
  const flags: string[] = [];
  for (let of: object | null = provider, deep = 0; of && deep < depth_max; deep++) {
    const from: object = of;
    mapped(attempt(() => ownKeys(from)) ?? [], (name) => {
      if (typeof name == 'string' && matches(/^is[A-Z]/, name)) add(flags, name);
    });
    of = attempt<object | null>(() => getPrototypeOf(from)) ?? null;
  }
  return filterItems(flags, (name) => isSet(provider, name));
}
const isSet = (provider: object, flag: string): boolean =>
  attempt(() => (provider as Record<string, unknown>)[flag]) === true;

/**
 * Whether it belongs to a wallet that has announced itself with another object: a Proxy of the announced one, or the object behind that
 * Proxy (SubWallet 1.3, packages/extension-inject/src/bundle.ts, `inject6963EIP`; Rabby 0.94). It does if its most specific flag is that
 * wallet's and only one provider claims that name. `isMetaMask` counts only without a flag of another wallet, known or not.
 */
function isGhost(provider: object): boolean {
  const label = labelOf(provider);
  if (!label || (label[0] == 'isMetaMask' && findItem(flagsOf(provider), (flag) => flag != label[0])))
    return false;
  return filterItems(valuesOf(announcedProviders) ?? [], (rdns) => rdns == label[2]).length == 1;
}
const labelOf = (provider: object) => findItem(labels, (one) => isSet(provider, one[0]));

/** A single provider is "Browser Wallet"; one of several needs its own name. */
function nameOf(provider: Eip1193Like, isAlone: boolean): string {
  const flags = provider as unknown as Record<string, unknown>;
  const label = isAlone ? undefined : findItem(labels, (one) => attempt(() => flags[one[0]]) === true);
  return label?.[1] ?? t('wallet.browser');
}

export function findLegacy(
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  { expects, renamed }: Pick<PageContext, 'expects' | 'renamed'>,
): void {
  // A wallet that the engine rejected for lack of space is offered again.
  const accepted = new Unique<object>();
  const ids = new Unique<string>();
  let count = 0;
  const look = (): void => {
    const unannounced = signal.aborted
      ? []
      : filterItems(legacyProviders(), (one) => !announcedProviders.has(one));
    const isGhostAlone = unannounced.length == 1;
    const all = filterItems(unannounced, (one) => {
      if (!isGhost(one)) return true;
      // Before its wallet announced itself, it had its own row, and might be stored under that id.
      const { 1: name, 2: rdns } = labelOf(one)!;
      const id = isGhostAlone ? 'injected' : `injected-${asciiSlug(name)}`;
      if (expects(id)) renamed(id, rdns);
      return false;
    });
    const isAlone = all.length == 1 && !count;
    const isRead = readable(strangers_max, expects);
    for (let i = 0; i < all.length; i++) {
      const provider = all[i]!;
      const name = nameOf(provider, isAlone);
      // The same wallet has the same id after a reload, whatever the order of the list.
      const own = isAlone ? 'injected' : `injected-${asciiSlug(name)}`;
      if (!isRead(own) || accepted.has(provider)) continue;
      const id = ids.has(own) ? `${own}-${count + 1}` : own;
      const isTaken = announce({
        id,
        name,
        icon: null,
        rdns: null,
        namespaces: ['eip155'],
        type: 'INJECTED',
        provider,
        ...adaptEip1193(provider),
      });
      if (!isTaken) continue;
      accepted.add(provider);
      count++;
      ids.add(id);
    }
  };
  const lookSoon = (): void => void setTimeout(look, grace_ms);
  lookSoon();
  // SubWallet 1.3 fires it before it announces itself (packages/extension-inject/src/bundle.ts, `injectEvmExtension`).
  listen('ethereum#initialized', lookSoon, signal);
  // A global might have appeared since the last request for announcements.
  listen('eip6963:requestProvider', lookSoon, signal);
}
