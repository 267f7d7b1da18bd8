// The Wallet Standard (docs/spec/page-wallets.md section 2, docs/spec/security.md T3): how wallets of solana put themselves into a page.
// Fetched only where a network of the page is solana's. A wallet is a class instance with live getters: each is read by a plain get, in
// one place, once for each need; what throws is not there. What it says becomes the one shape in solana.ts.

import type { PageWallet } from '../engine/border';
import { freeze, keys } from '../captured';
import { toSlug } from './slug';
import { adaptSolana, isOfSolana, type StandardWallet } from './solana';

const family = 'solana';
const name_length_max = 64;
/** that one call may register; the engine bounds all of them */
const wallets_max = 64;

/** By its own mark: one on every object's prototype would hide all wallets. */
function hasOwn(wallet: object, mark: string): boolean {
  const names = keys(wallet);
  for (let i = 0; i < names.length; i++) if (names[i] == mark) return true;
  return false;
}

/** The wallet, or null when it is none of this family's. `place` counts those that have said this name before it. */
export function toPageWallet(wallet: StandardWallet, place: (id: string) => number): PageWallet | null {
  const { name, icon } = wallet;
  if (typeof name != 'string' || !name.trim() || name.length > name_length_max || !isOfSolana(wallet))
    return null;
  const id = `${family}:${toSlug(name.normalize('NFC'))}`;
  const number = place(id);
  return {
    id: number > 1 ? `${id}~${number}` : id,
    name: name.normalize('NFC').trim(),
    icon: null,
    picture: icon,
    rdns: null,
    namespaces: [family],
    provider: wallet,
    ...adaptSolana(wallet),
  };
}

/** What the page hands to a wallet: a wallet may call it at once, later, or from inside itself. */
type Register = (...wallets: unknown[]) => () => void;

/** The standard lets nobody stop these events on their way. */
class AppReady extends Event {
  readonly detail: Readonly<{ register: Register }>;
  constructor(register: Register) {
    super('wallet-standard:app-ready', { bubbles: false, cancelable: false, composed: false });
    this.detail = freeze({ register });
  }
  override stopPropagation(): never {
    throw new Error('not to be stopped');
  }
  override stopImmediatePropagation(): never {
    throw new Error('not to be stopped');
  }
  override preventDefault(): never {
    throw new Error('not to be prevented');
  }
}

export function findStandard(announce: (wallet: PageWallet) => boolean, gone: AbortSignal): void {
  // Whom the engine has no place for is offered again when it registers again.
  const taken = new Set<object>();
  const said = new Map<string, Set<object>>();
  const hear = (wallet: unknown): void => {
    try {
      if (gone.aborted || typeof wallet != 'object' || !wallet || taken.has(wallet)) return;
      // What we hand to the page is no wallet, also when another copy of us registers its own (option `announce`).
      if (hasOwn(wallet, 'isWalletModal')) return;
      const place = (id: string): number => {
        const all = said.get(id) ?? new Set();
        said.set(id, all.add(wallet));
        return [...all].indexOf(wallet) + 1;
      };
      const found = toPageWallet(wallet as StandardWallet, place);
      if (found && announce(found)) taken.add(wallet);
    } catch {
      // one broken wallet must not silence those after it
    }
  };
  const register: Register = (...wallets) => {
    for (let i = 0; i < wallets.length && i < wallets_max; i++) hear(wallets[i]);
    // A wallet that takes itself out of the list while it is connected is still the wallet of that connection.
    return () => undefined;
  };
  const api = freeze({ register });
  addEventListener(
    'wallet-standard:register-wallet',
    (event) => {
      try {
        (event as CustomEvent<(api: object) => void>).detail(api);
      } catch {
        // its own trouble
      }
    },
    { signal: gone },
  );
  const ask = (): void => void dispatchEvent(new AppReady(register));
  ask();
  // With every opening, and every intent to open, wallets are asked again (wallets/announced.ts).
  addEventListener('eip6963:requestProvider', ask, { signal: gone });
}
