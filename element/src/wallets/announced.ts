// The ear for EIP-6963, part of the entry: it costs no request, copies what a wallet says once, and hands it over when the
// engine is there (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3). Validation and icons are done later, in eip6963.ts.

/** What a wallet says of itself, copied exactly once: own data values, unchecked; a getter is there without ever being run. */
export type Introduction = Record<string, PropertyDescriptor>;

/** more announcers than this are a flood, not wallets; before there is a subscriber, no more are kept */
const announced_max = 64;

/** by reference: what came before the engine, each provider with its first words */
const found = new Map<object, Introduction>();
let receiver: ((info: Introduction, provider: object) => void) | undefined;

const hear = (event: Event): void => {
  // Getters, proxies and toString traps of a hostile extension run in here, or not at all.
  try {
    const { info, provider } = (event as CustomEvent).detail;
    if (!provider.request) return;
    const copy = Object.getOwnPropertyDescriptors(info);
    found.size >= announced_max || found.has(provider) || found.set(provider, copy);
    receiver?.(copy, provider);
  } catch {
    // one broken announcer must not silence the others
  }
};

/** Asks every wallet to announce itself; again on intent, since wallets may wake late. */
export const askWallets = (): void => void dispatchEvent(new Event('eip6963:requestProvider'));

/** Listens for the page's life. */
export function listenForWallets(): void {
  addEventListener('eip6963:announceProvider', hear);
  askWallets();
}

/** Hands over what was kept, in order, and everything that will be heard, repetitions included. */
export function receiveWallets(fn: NonNullable<typeof receiver>): void {
  found.forEach((receiver = fn));
}
