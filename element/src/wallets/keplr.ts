// Cosmos wallets (docs/spec/page-wallets.md section 5): `window.keplr` and wallets with the same interface. The globals are read at load
// and at each opening; cosmos.ts gives them the engine's shape.

import { listen, Unique } from '../captured';
import type { PageWallet } from '../engine/border';
import { adaptCosmos, type Keplr } from './cosmos';
import { keplrPicture } from './keplr-picture';
import { numbering } from './numbering';

const family = 'cosmos';
/** a wallet might define its global shortly after the page reads it */
const late_ms = 300;

/** A wallet's global, its name, and the event for a changed account. */
interface Place {
  id: string;
  name: string;
  rdns: string | null;
  event: string;
  read(): unknown;
}

type Globals = {
  keplr?: unknown;
  leap?: unknown;
  cosmostation?: { providers?: { keplr?: unknown } };
};
const globals = window as unknown as Globals;

/** Wallets with their own global come first: one might also define `window.keplr`, and then keeps its own name. */
const places: readonly Place[] = [
  { id: 'leap', name: 'Leap', rdns: null, event: 'leap_keystorechange', read: () => globals.leap },
  {
    id: 'cosmostation',
    name: 'Cosmostation',
    rdns: null,
    event: 'cosmostation_keystorechange',
    read: () => globals.cosmostation?.providers?.keplr,
  },
  {
    id: 'keplr',
    name: 'Keplr',
    rdns: 'app.keplr',
    event: 'keplr_keystorechange',
    read: () => globals.keplr,
  },
];

/** Whether it has Keplr's own fields; other wallets that define this global lack them. */
const isKeplr = ({ mode, version }: Keplr): boolean => typeof mode == 'string' && typeof version == 'string';

export function findKeplr(announce: (wallet: PageWallet) => boolean, gone: AbortSignal): void {
  // A wallet that the engine rejected for lack of space is offered again.
  const accepted = new Unique<object>();
  const numberOf = numbering();

  const hear = (place: Place): void => {
    const own = place.read() as Keplr | null | undefined;
    if (typeof own != 'object' || !own || accepted.has(own)) return;
    const { enable, getKey } = own;
    if (typeof enable != 'function' || typeof getKey != 'function') return;
    const isOwn = place.id != 'keplr' || isKeplr(own);
    // Another object at a known global is another wallet with the same info.
    const id = `${family}:${place.id}`;
    const number = numberOf(id, own);
    const wallet: PageWallet = {
      id: number > 1 ? `${id}~${number}` : id,
      name: isOwn ? place.name : 'Keplr-compatible',
      icon: null,
      picture: isOwn && place.rdns ? keplrPicture : null,
      rdns: isOwn ? place.rdns : null,
      namespaces: [family],
      type: 'INJECTED',
      provider: own,
      ...adaptCosmos(own, place.event),
    };
    if (announce(wallet)) accepted.add(own);
  };

  const look = (): void => {
    if (gone.aborted) return;
    for (let i = 0; i < places.length; i++)
      try {
        hear(places[i]!);
      } catch {
        // one broken wallet must not hide those after it
      }
  };
  look();
  listen('load', look, gone);
  // Each opening, and each intent to open, requests announcements again (wallets/announced.ts).
  listen(
    'eip6963:requestProvider',
    () => {
      look();
      setTimeout(look, late_ms);
    },
    gone,
  );
}
