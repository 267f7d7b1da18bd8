// The ear for EIP-6963, part of the entry: it costs no request, copies what a wallet says once, and hands it over when the
// engine is there (page-wallets.md section 1.1, security.md T3). Validation and icons are done later, in eip6963.ts.

/** What one wallet announced: unchecked values, read exactly once. */
export interface Announced {
  uuid: unknown;
  name: unknown;
  icon: unknown;
  rdns: unknown;
  provider: object;
}

/** more announcers than this are a flood, not wallets */
const announced_max = 64;

const found: Announced[] = [];
let receiver: ((wallet: Announced) => void) | undefined;

const hear = (event: Event): void => {
  // Getters, proxies and toString traps of a hostile extension run in here, or not at all.
  try {
    const { info, provider } = (event as CustomEvent).detail;
    if (
      !provider?.request ||
      found.length >= announced_max ||
      found.some((known) => known.provider === provider)
    )
      return;
    // Own data values only: a getter could answer differently each time it is asked.
    const own = (key: string): unknown => Object.getOwnPropertyDescriptor(info, key)?.value;
    const wallet = { uuid: own('uuid'), name: own('name'), icon: own('icon'), rdns: own('rdns'), provider };
    found.push(wallet);
    receiver?.(wallet);
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

/** Hands over what was heard so far, in order, and what will be heard. */
export function receiveWallets(fn: (wallet: Announced) => void): void {
  receiver = fn;
  found.forEach(fn);
}
