// `window.injectedWeb3` (docs/spec/page-wallets.md section 4), the global of Polkadot wallets. It has one entry per wallet, under a key
// that is the wallet's only info. A wallet is enabled only after a click, because a locked one would prompt, and some prompt each time.

import type { PageWallet } from '../engine/border';
import { keys, listen, Unique } from '../captured';
import { entries_max, readable } from './expected';
import type { PageContext } from './index';
import { knownKey } from './injected-known';
import { numbering } from './numbering';
import { adaptPolkadot, type Enable } from './polkadot';
import { normalName, toSlug } from './slug';

const family = 'polkadot';
const strangers_max = 32;
const key_length_max = 64;
/** A wallet might add its entry some time after the page reads it, without an event. */
const late_ms = [300, 1_000, 3_000];

interface Entry {
  readonly enable?: unknown;
  /** the newer name of `enable` */
  readonly connect?: unknown;
}

/** The wallet's function as it was when found: a later replacement is never called. */
function enableOf(entry: Entry): Enable | null {
  const { enable, connect } = entry;
  const run = typeof enable == 'function' ? enable : connect;
  return typeof run == 'function' ? (run as Enable) : null;
}

const idOf = (key: string): string => `${family}:${toSlug(normalName(key))}`;

export function findInjectedWeb3(
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  { expects }: Pick<PageContext, 'expects'>,
): void {
  // A wallet that the engine rejected for lack of space is offered again.
  const accepted = new Unique<object>();
  const place = numbering();

  const hear = (key: string, entry: unknown): void => {
    if (typeof entry != 'object' || !entry || accepted.has(entry)) return;
    const knownRow = knownKey(key);
    const name = knownRow?.name ?? normalName(key);
    const enable = enableOf(entry);
    if (!enable || !name) return;
    // Another object under a known key is another wallet with the same info.
    const own = idOf(key);
    const number = place(own, entry);
    const wallet: PageWallet = {
      id: number > 1 ? `${own}~${number}` : own,
      name,
      icon: null,
      picture: knownRow?.picture,
      rdns: knownRow?.rdns ?? null,
      namespaces: [family],
      type: 'INJECTED',
      provider: entry,
      ...adaptPolkadot(entry, enable),
    };
    if (announce(wallet)) accepted.add(entry);
  };

  const look = (): void => {
    if (signal.aborted) return;
    try {
      const all = (window as { injectedWeb3?: Record<string, unknown> }).injectedWeb3;
      const names = typeof all == 'object' && all ? keys(all) : [];
      const read = (name: string): void => {
        try {
          hear(name, all![name]);
        } catch {
          // one broken wallet must not hide those after it
        }
      };
      const isRead = readable(strangers_max, expects);
      for (let i = 0; i < names.length && i < entries_max; i++)
        if (names[i]!.length <= key_length_max && isRead(idOf(names[i]!))) read(names[i]!);
    } catch {
      // not an object of plain fields: nothing to read
    }
  };
  const lookOn = (): void => {
    look();
    for (let i = 0; i < late_ms.length; i++) setTimeout(look, late_ms[i]);
  };
  lookOn();
  listen('load', look, signal);
  // Each opening, and each intent to open, requests announcements again (wallets/announced.ts).
  listen('eip6963:requestProvider', lookOn, signal);
}
