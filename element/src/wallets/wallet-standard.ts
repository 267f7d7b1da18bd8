// The Wallet Standard (docs/spec/page-wallets.md section 2, docs/spec/security.md T3): how wallets put themselves into a page. Fetched only
// where a network of the page is of a family that has it. A wallet is a class instance with live getters: each is read by a plain get, in
// one place, once for each need; what throws is not there. What it says becomes the one shape in the family's own file.

import type { Namespace } from '../contract';
import type { PageWallet } from '../engine/border';
import { freeze, keys, listen, Some } from '../captured';
import { entries_max, readable, type Expects } from './expected';
import type { Around } from './index';
import { numbering } from './numbering';
import { cleaned, toSlug } from './slug';
import type { StandardWallet } from './standard';

/** What a family makes of such wallets. */
export interface StandardFamily {
  family: Namespace;
  /** whether a wallet is one of it: by what it can do, or by the networks it names */
  isOf(wallet: StandardWallet): boolean;
  adapt(wallet: StandardWallet): Pick<PageWallet, 'request' | 'on'>;
  /** what stands for the wallet in this family, where that is not its own object; null: it is in the list already */
  toProvider?(wallet: StandardWallet): object | null;
}

const name_length_max = 64;
/** that one call may register; the engine bounds all of them */
const strangers_max = 64;

/** By its own mark: one on every object's prototype would hide all wallets. */
function hasOwn(wallet: object, mark: string): boolean {
  const names = keys(wallet);
  for (let i = 0; i < names.length; i++) if (names[i] == mark) return true;
  return false;
}

/** The wallet, or null when it is none of this family's. `isRead`: by its id; `place` counts those that have said this name before it. */
function toPageWallet(
  of: StandardFamily,
  wallet: StandardWallet,
  isRead: Expects,
  place: (id: string) => number,
): PageWallet | null {
  const { family } = of;
  const { name, icon } = wallet;
  if (typeof name != 'string' || !cleaned(name) || name.length > name_length_max) return null;
  const id = `${family}:${toSlug(cleaned(name))}`;
  if (!isRead(id) || !of.isOf(wallet)) return null;
  const provider = of.toProvider ? of.toProvider(wallet) : wallet;
  if (!provider) return null;
  const number = place(id);
  return {
    id: number > 1 ? `${id}~${number}` : id,
    name: cleaned(name),
    icon: null,
    picture: icon,
    rdns: null,
    namespaces: [family],
    provider,
    ...of.adapt(wallet),
  };
}

/** What the page hands to a wallet: a wallet may call it at once, later, or from inside itself. */
type Register = (...wallets: unknown[]) => () => void;

/** The standard lets nobody stop these events on their way. */
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
  gone: AbortSignal,
  expects: Expects,
): void {
  // Whom the engine has no place for is offered again when it registers again.
  const taken = new Some<object>();
  const numberOf = numbering();
  const hear = (wallet: unknown, isRead: Expects): void => {
    try {
      if (gone.aborted || typeof wallet != 'object' || !wallet || taken.has(wallet)) return;
      // What we hand to the page is no wallet, also when another copy of us registers its own (option `announce`).
      if (hasOwn(wallet, 'isWalletModal')) return;
      const found = toPageWallet(of, wallet as StandardWallet, isRead, (id) => numberOf(id, wallet));
      if (found && announce(found)) taken.add(wallet);
    } catch {
      // one broken wallet must not silence those after it
    }
  };
  const register: Register = (...wallets) => {
    const isRead = readable(strangers_max, expects);
    for (let i = 0; i < wallets.length && i < entries_max; i++) hear(wallets[i], isRead);
    // A wallet that takes itself out of the list while it is connected is still the wallet of that connection.
    return () => undefined;
  };
  const api = freeze({ register });
  listen(
    'wallet-standard:register-wallet',
    (event) => {
      try {
        (event as CustomEvent<(api: object) => void>).detail(api);
      } catch {
        // its own trouble
      }
    },
    gone,
  );
  // eslint-disable-next-line no-restricted-globals -- the same event
  const ask = (): void => void dispatchEvent(new AppReady(register));
  ask();
  // With every opening, and every intent to open, wallets are asked again (wallets/announced.ts).
  listen('eip6963:requestProvider', ask, gone);
}

/** The finder of a family's wallets. */
export const finderOf =
  (of: StandardFamily) =>
  (
    announce: (wallet: PageWallet) => boolean,
    gone: AbortSignal,
    { expects }: Pick<Around, 'expects'>,
  ): void =>
    find(of, announce, gone, expects);
