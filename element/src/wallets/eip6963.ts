// EIP-6963: from what was announced to a wallet the engine may show (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3).
// Nothing is merged here, by name or otherwise: two providers that claim one identity both go on, and the engine marks them.

import type { PageWallet } from '../engine/border';
import { keys } from '../captured';
import { type Introduction, receiveWallets, type Request } from './announced';
import { adaptEip1193, type Eip1193Like } from './eip1193';

const uuid_v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** a reverse domain name: at least two labels; capitals are seen in the wild */
const rdns_grammar =
  /^(?=.{3,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;
const name_length_max = 64;

/** The wallet, or null when it does not introduce itself as the standard says. */
export function toPageWallet(info: Introduction, provider: object, request?: Request): PageWallet | null {
  // Own data values only: a getter could answer differently each time it is asked, so its descriptor has no value here.
  const [uuid, name, rdns] = ['uuid', 'name', 'rdns'].map((key) => info[key]?.value as unknown);
  if (typeof uuid != 'string' || !uuid_v4.test(uuid)) return null;
  if (typeof rdns != 'string' || !rdns_grammar.test(rdns)) return null;
  if (typeof name != 'string' || !name.trim() || name.length > name_length_max) return null;
  return {
    id: uuid,
    name: name.normalize('NFC').trim(),
    icon: null,
    picture: info.icon?.value as unknown,
    rdns: rdns.toLowerCase(),
    namespaces: ['eip155'],
    provider,
    ...adaptEip1193(provider as Eip1193Like, request),
  };
}

/** providers that came by announcement: legacy.ts must not show them again */
export const announcedProviders = new Set<object>();

/** By its own mark: one on every object's prototype would hide all wallets. */
function isOurs(provider: object): boolean {
  const names = keys(provider);
  for (let i = 0; i < names.length; i++) if (names[i] == 'isWalletModal') return true;
  return false;
}

export function findAnnounced(announce: (wallet: PageWallet) => boolean, gone: AbortSignal): void {
  // The first valid announcement of a provider counts: an invalid one before it, of another script, must not hide the wallet. A wallet
  // that the engine refuses in a flood is offered again with its next announcement: by then it may be known as the stored one.
  const taken = new Set<object>();
  receiveWallets(({ info, provider, request }) => {
    try {
      // What we hand to the host is no wallet, also when another copy of us announces its own (option `announce`).
      if (gone.aborted || taken.has(provider) || isOurs(provider)) return;
      const wallet = toPageWallet(info, provider, request);
      if (!wallet || !announce(wallet)) return;
      taken.add(provider);
      announcedProviders.add(provider);
    } catch {
      // one broken announcer must not silence those after it
    }
  });
}
