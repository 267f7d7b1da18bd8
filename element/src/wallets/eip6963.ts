// EIP-6963: turns announcements into wallets that the engine can show (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3).
// It merges no wallets: if two providers claim one identity, both are passed on, and the engine marks them.

import type { PageWallet } from '../engine/border';
import { keys, Unique } from '../captured';
import { type Introduction, receiveWallets, type Request } from './announced';
import { adaptEip1193, type Eip1193Like } from './eip1193';
import { readInfo } from './introduction';

/** The wallet, or null if its info doesn't follow the standard. */
export function toPageWallet(info: Introduction, provider: object, request?: Request): PageWallet | null {
  const words = readInfo(info);
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

/** announced providers with their rdns: legacy.ts must not list them again */
// eslint-disable-next-line no-restricted-globals -- objects and names, which the page has itself
export const announcedProviders = new Map<object, string | null>();

/** Reads an own property: a mark on Object.prototype would hide all wallets. */
function isOurs(provider: object): boolean {
  const names = keys(provider);
  for (let i = 0; i < names.length; i++) if (names[i] == 'isWalletModal') return true;
  return false;
}

export function findAnnounced(announce: (wallet: PageWallet) => boolean, gone: AbortSignal): void {
  // The first valid announcement of a provider counts. An invalid one before it, from another script, must not hide the wallet. A wallet
  // that the engine rejects in a flood is offered again with its next announcement, because it might match the stored one by then.
  const accepted = new Unique<object>();
  receiveWallets(({ info, provider, request }) => {
    try {
      // The provider that we give to the page isn't a wallet, also if another copy of the package announces it (option
      // `announceProvider`).
      if (gone.aborted || accepted.has(provider) || isOurs(provider)) return;
      const wallet = toPageWallet(info, provider, request);
      if (!wallet || !announce(wallet)) return;
      if (readInfo(info)!.isOdd)
        // eslint-disable-next-line no-console -- for the developer of the wallet
        console.warn(
          `[wallet-modal] ${wallet.name} (${wallet.rdns}) announces a uuid that isn't a UUID v4 (EIP-6963)`,
        );
      accepted.add(provider);
      announcedProviders.set(provider, wallet.rdns);
    } catch {
      // one broken announcer must not hide those after it
    }
  });
}
