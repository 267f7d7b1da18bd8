// Wallets of cosmos (docs/spec/page-wallets.md section 5): `window.keplr` and those that speak as it does. The object is read as the page
// has it at load and at each opening; what it says becomes the one shape in cosmos.ts.

import { listen, Some } from '../captured';
import type { PageWallet } from '../engine/border';
import { adaptCosmos, type Keplr } from './cosmos';
import { keplrPicture } from './keplr-picture';
import { numbering } from './numbering';

const family = 'cosmos';
/** a wallet may put itself there a moment after the page asked */
const late_ms = 300;

/** Where a wallet stands, what it is called there, and by which event it says that another account is there. */
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

/** Those with a place of their own first: one may sit on `window.keplr`, too, and has its own name then. */
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

/** Whether it says of itself what Keplr does; others that sit there say less. */
const isKeplr = ({ mode, version }: Keplr): boolean => typeof mode == 'string' && typeof version == 'string';

export function findKeplr(announce: (wallet: PageWallet) => boolean, gone: AbortSignal): void {
  // Whom the engine has no place for is offered again.
  const taken = new Some<object>();
  const numberOf = numbering();

  const hear = (place: Place): void => {
    const own = place.read() as Keplr | null | undefined;
    if (typeof own != 'object' || !own || taken.has(own)) return;
    const { enable, getKey } = own;
    if (typeof enable != 'function' || typeof getKey != 'function') return;
    const isOwn = place.id != 'keplr' || isKeplr(own);
    // Another object at a place that was taken is another wallet that says the same of itself.
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
    if (announce(wallet)) taken.add(own);
  };

  const look = (): void => {
    if (gone.aborted) return;
    for (let i = 0; i < places.length; i++)
      try {
        hear(places[i]!);
      } catch {
        // one broken wallet must not silence those after it
      }
  };
  look();
  listen('load', look, gone);
  // With every opening, and every intent to open, wallets are asked again (wallets/announced.ts).
  listen(
    'eip6963:requestProvider',
    () => {
      look();
      setTimeout(look, late_ms);
    },
    gone,
  );
}
