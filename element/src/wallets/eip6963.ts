// EIP-6963: from what was announced to a wallet the engine may show (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3).
// Nothing is merged here, by name or otherwise: two providers that claim one identity both go on, and the engine marks them.

import type { PageWallet } from '../engine/border';
import { keys, Some } from '../captured';
import { type Introduction, receiveWallets, type Request } from './announced';
import { adaptEip1193, type Eip1193Like } from './eip1193';
import { introduced } from './introduction';

/** The wallet, or null when it does not introduce itself as the standard says. */
export function toPageWallet(info: Introduction, provider: object, request?: Request): PageWallet | null {
  const words = introduced(info);
  return (
    words && {
      id: words.uuid,
      name: words.name,
      icon: null,
      picture: info.icon?.value as unknown,
      rdns: words.rdns,
      namespaces: ['eip155'],
      provider,
      ...adaptEip1193(provider as Eip1193Like, request),
    }
  );
}

/** providers that came by announcement, with their rdns: legacy.ts must not show them again */
// eslint-disable-next-line no-restricted-globals -- objects and names, which the page has itself
export const announcedProviders = new Map<object, string | null>();

/** By its own mark: one on every object's prototype would hide all wallets. */
function isOurs(provider: object): boolean {
  const names = keys(provider);
  for (let i = 0; i < names.length; i++) if (names[i] == 'isWalletModal') return true;
  return false;
}

export function findAnnounced(announce: (wallet: PageWallet) => boolean, gone: AbortSignal): void {
  // The first valid announcement of a provider counts: an invalid one before it, of another script, must not hide the wallet. A wallet
  // that the engine refuses in a flood is offered again with its next announcement: by then it may be known as the stored one.
  const taken = new Some<object>();
  receiveWallets(({ info, provider, request }) => {
    try {
      // What we hand to the host is no wallet, also when another copy of us announces its own (option `announce`).
      if (gone.aborted || taken.has(provider) || isOurs(provider)) return;
      const wallet = toPageWallet(info, provider, request);
      if (!wallet || !announce(wallet)) return;
      if (introduced(info)!.isOdd)
        // eslint-disable-next-line no-console -- for the developer of the wallet
        console.warn(
          `[wallet-modal] ${wallet.name} (${wallet.rdns}) announces a uuid that isn't a UUID v4 (EIP-6963)`,
        );
      taken.add(provider);
      announcedProviders.set(provider, wallet.rdns);
    } catch {
      // one broken announcer must not silence those after it
    }
  });
}
