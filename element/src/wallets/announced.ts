// The listener for EIP-6963 announcements, part of the entry. It sends no request, copies each wallet's info once, and passes it to the
// engine when that runs (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3). eip6963.ts validates it and loads icons later.

import { builtIns } from '../primordials';

const freeze = builtIns[1];
// eslint-disable-next-line no-restricted-globals -- taken while the entry loads
const describe = Object.getOwnPropertyDescriptors;

/** A wallet's announced info, copied exactly once as property descriptors: unchecked data values, and getters that are never called. */
export type Introduction = Record<string, PropertyDescriptor>;

/** A wallet's `request` at the time of its announcement: a later replacement is never called (T2). */
export type Request = (args: { method: string; params?: unknown }) => unknown;

export interface Announcement {
  info: Introduction;
  provider: object;
  request: Request;
}

/** the limit of stored announcements; the engine asks all wallets to announce again, so later ones aren't lost */
const announced_max = 200;

/**
 * Announcements before the engine, in order, each provider with its first info. Read by index, because the page can replace collection
 * methods.
 */
const stored: Announcement[] = [];
let receiver: ((heard: Announcement) => void) | undefined;

const hear = (event: Event): void => {
  // Getters, proxies and toString traps of a hostile extension only run inside this try.
  try {
    const { info, provider } = (event as CustomEvent).detail;
    const { request } = provider;
    if (!request) return;
    const copy = describe(info);
    // Some wallets announce a new Proxy each time: the same wallet has the same `request` and the same info.
    const isSameWallet = (one: Announcement): boolean =>
      one.provider == provider ||
      (one.request == request &&
        one.info.uuid?.value == copy.uuid?.value &&
        one.info.rdns?.value == copy.rdns?.value);
    let i = 0;
    while (i < stored.length && !isSameWallet(stored[i]!)) i++;
    const announcement = i < stored.length ? stored[i]! : freeze({ info: copy, provider, request });
    if (i < announced_max) stored[i] = announcement;
    receiver?.({ ...announcement, info: copy });
  } catch {
    // one broken announcer must not hide the others
  }
};

/** Asks every wallet to announce itself. Called again on intent, since wallets might start late. */
// eslint-disable-next-line no-restricted-globals -- an event that carries nothing
export const askWallets = (): void => void dispatchEvent(new Event('eip6963:requestProvider'));

/** Listens for the life of the page. */
export function listenForWallets(): void {
  // eslint-disable-next-line no-restricted-globals -- while the entry loads
  addEventListener('eip6963:announceProvider', hear);
  askWallets();
}

/** The wallets announced so far, read-only. */
export const announced = (): readonly Announcement[] => stored;

/** Passes on the stored announcements, in order, and then every later one, including repetitions. */
export function receiveWallets(fn: NonNullable<typeof receiver>): void {
  receiver = fn;
  for (let i = 0; i < stored.length; i++) fn(stored[i]!);
}
