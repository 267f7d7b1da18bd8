// The Wallet Standard (docs/spec/page-wallets.md section 2, docs/spec/security.md T3), through which wallets register in a page. Loaded
// only if one of the page's networks has a namespace that uses it. A wallet is a class instance with getters: each is read in one place,
// once per use, and one that throws counts as missing. The namespace's own file gives it the engine's shape.

import type { Namespace } from '../contract';
import type { PageWallet } from '../engine/border';
import { freeze, keys, listen, Unique } from '../captured';
import { entries_max, readable, type Expects } from './expected';
import type { PageContext } from './index';
import { numbering } from './numbering';
import { normalName, toSlug } from './slug';
import type { StandardWallet } from './standard';

/** How a namespace handles such wallets. */
export interface StandardFamily {
  family: Namespace;
  /** whether a wallet supports it, according to its features or its networks */
  isOf(wallet: StandardWallet): boolean;
  adapt(wallet: StandardWallet): Pick<PageWallet, 'request' | 'on'>;
  /** the object that represents the wallet in this namespace, if not the wallet itself; null: it is already listed */
  toProvider?(wallet: StandardWallet): object | null;
}

const name_length_max = 64;
/** the limit for one register call; the engine limits the total */
const strangers_max = 64;

/** Reads an own property: a mark on Object.prototype would hide all wallets. */
function hasOwn(wallet: object, mark: string): boolean {
  const names = keys(wallet);
  for (let i = 0; i < names.length; i++) if (names[i] == mark) return true;
  return false;
}

/**
 * The wallet, or null if it doesn't support this namespace. `isRead` decides by its id; `place` counts the wallets with this name before
 * it.
 */
function toPageWallet(
  of: StandardFamily,
  wallet: StandardWallet,
  isRead: Expects,
  place: (id: string) => number,
): PageWallet | null {
  const { family } = of;
  const { name, icon } = wallet;
  if (typeof name != 'string' || !normalName(name) || name.length > name_length_max) return null;
  const id = `${family}:${toSlug(normalName(name))}`;
  if (!isRead(id) || !of.isOf(wallet)) return null;
  const provider = of.toProvider ? of.toProvider(wallet) : wallet;
  if (!provider) return null;
  const number = place(id);
  return {
    id: number > 1 ? `${id}~${number}` : id,
    name: normalName(name),
    icon: null,
    picture: icon,
    rdns: null,
    namespaces: [family],
    provider,
    ...of.adapt(wallet),
  };
}

/** The function that wallets get from the page. A wallet can call it at once, later, or recursively. */
type Register = (...wallets: unknown[]) => () => void;

/** The standard doesn't let anyone stop the propagation of these events. */
// eslint-disable-next-line no-restricted-globals -- it carries what the standard gives to every script of the page
class AppReady extends Event {
  readonly detail: Readonly<{ register: Register }>;
  constructor(register: Register) {
    super('wallet-standard:app-ready', { bubbles: false, cancelable: false, composed: false });
    this.detail = freeze({ register });
  }
  override stopPropagation(): never {
    throw new Error("This event can't be stopped");
  }
  override stopImmediatePropagation(): never {
    throw new Error("This event can't be stopped");
  }
  override preventDefault(): never {
    throw new Error("This event can't be prevented");
  }
}

function find(
  of: StandardFamily,
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  expects: Expects,
): void {
  // A wallet that the engine rejected for lack of space is offered when it registers again.
  const accepted = new Unique<object>();
  const numberOf = numbering();
  const hear = (wallet: unknown, isRead: Expects): void => {
    try {
      if (signal.aborted || typeof wallet != 'object' || !wallet || accepted.has(wallet)) return;
      // The wallet that we register isn't a foreign one, also if another copy of the package registers it (option `announceProvider`).
      if (hasOwn(wallet, 'isWalletModal')) return;
      const result = toPageWallet(of, wallet as StandardWallet, isRead, (id) => numberOf(id, wallet));
      if (result && announce(result)) accepted.add(wallet);
    } catch {
      // one broken wallet must not hide those after it
    }
  };
  const register: Register = (...wallets) => {
    const isRead = readable(strangers_max, expects);
    for (let i = 0; i < wallets.length && i < entries_max; i++) hear(wallets[i], isRead);
    // A wallet that unregisters while it is connected still serves that connection.
    return () => undefined;
  };
  const api = freeze({ register });
  listen(
    'wallet-standard:register-wallet',
    (event) => {
      try {
        (event as CustomEvent<(api: object) => void>).detail(api);
      } catch {
        // the wallet's own error
      }
    },
    signal,
  );
  // eslint-disable-next-line no-restricted-globals -- the same event
  const ask = (): void => void dispatchEvent(new AppReady(register));
  ask();
  // Each opening, and each intent to open, requests announcements again (wallets/announced.ts).
  listen('eip6963:requestProvider', ask, signal);
}

/** Returns the finder for a namespace's wallets. */
export const finderOf =
  (of: StandardFamily) =>
  (
    announce: (wallet: PageWallet) => boolean,
    signal: AbortSignal,
    { expects }: Pick<PageContext, 'expects'>,
  ): void =>
    find(of, announce, signal, expects);
