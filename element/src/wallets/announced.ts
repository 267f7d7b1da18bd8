// The ear for EIP-6963, part of the entry: it costs no request, copies what a wallet says once, and hands it over when the
// engine is there (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3). Validation and icons are done later, in eip6963.ts.

import { taken } from '../primordials';

const freeze = taken[1];
// eslint-disable-next-line no-restricted-globals -- taken while the entry loads
const describe = Object.getOwnPropertyDescriptors;

/** What a wallet says of itself, copied exactly once: own data values, unchecked; a getter is there without ever being run. */
export type Introduction = Record<string, PropertyDescriptor>;

/** A wallet's `request` as it was when the wallet announced itself: a later replacement is never called (T2). */
export type Request = (args: { method: string; params?: unknown }) => unknown;

export interface Heard {
  info: Introduction;
  provider: object;
  request: Request;
}

/** more announcements than this are a flood: no more are kept for the engine, which asks all wallets to announce again */
const announced_max = 200;

/** What came before the engine, in order, each provider with its first words. Read by number: a collection's methods are the page's. */
const found: Heard[] = [];
let receiver: ((heard: Heard) => void) | undefined;

const hear = (event: Event): void => {
  // Getters, proxies and toString traps of a hostile extension run in here, or not at all.
  try {
    const { info, provider } = (event as CustomEvent).detail;
    const { request } = provider;
    if (!request) return;
    const copy = describe(info);
    // Some wallets announce a new Proxy each time they are asked: one wallet has one `request` and says the same of itself.
    const isIt = (one: Heard): boolean =>
      one.provider == provider ||
      (one.request == request &&
        one.info.uuid?.value == copy.uuid?.value &&
        one.info.rdns?.value == copy.rdns?.value);
    let i = 0;
    while (i < found.length && !isIt(found[i]!)) i++;
    const heard = i < found.length ? found[i]! : freeze({ info: copy, provider, request });
    if (i < announced_max) found[i] = heard;
    receiver?.({ ...heard, info: copy });
  } catch {
    // one broken announcer must not silence the others
  }
};

/** Asks every wallet to announce itself; again on intent, since wallets may wake late. */
// eslint-disable-next-line no-restricted-globals -- an event that carries nothing
export const askWallets = (): void => void dispatchEvent(new Event('eip6963:requestProvider'));

/** Listens for the page's life. */
export function listenForWallets(): void {
  // eslint-disable-next-line no-restricted-globals -- while the entry loads
  addEventListener('eip6963:announceProvider', hear);
  askWallets();
}

/** Who has been heard, to be read only. */
export const heard = (): readonly Heard[] => found;

/** Hands over what was kept, in order, and everything that will be heard, repetitions included. */
export function receiveWallets(fn: NonNullable<typeof receiver>): void {
  receiver = fn;
  for (let i = 0; i < found.length; i++) fn(found[i]!);
}
