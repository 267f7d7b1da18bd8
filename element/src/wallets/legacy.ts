// window.ethereum, only for what no announcement covers (page-wallets.md section 1.3). Read and never written.

import type { PageWallet } from '../engine/border';
import { t } from '../i18n/t';
import { adaptEip1193, type Eip1193Like } from './eip1193';
import { announcedProviders } from './eip6963';

/** announcing wallets get this long to do it before their global is shown as a nameless one */
const grace_ms = 300;

/** Every provider behind the global, read once and with care: it may be a getter of anybody. */
export function legacyProviders(): Eip1193Like[] {
  try {
    const { ethereum } = window as { ethereum?: Eip1193Like & { providers?: unknown } };
    if (!ethereum) return [];
    const many = Array.isArray(ethereum.providers) ? [...(ethereum.providers as unknown[])].slice(0, 16) : [];
    return (many.length ? many : [ethereum]).filter(
      (one): one is Eip1193Like => typeof (one as Eip1193Like | null)?.request == 'function',
    );
  } catch {
    return [];
  }
}

export function findLegacy(announce: (wallet: PageWallet) => void, gone: AbortSignal): void {
  const known = new Set<object>();
  const look = (): void => {
    for (const provider of gone.aborted ? [] : legacyProviders()) {
      if (announcedProviders.has(provider) || known.has(provider)) continue;
      known.add(provider);
      const id = known.size == 1 ? 'injected' : `injected-${known.size}`;
      announce({
        id,
        name: t('wallet.browser'),
        icon: null,
        rdns: null,
        namespaces: ['eip155'],
        provider,
        ...adaptEip1193(provider),
      });
    }
  };
  setTimeout(look, grace_ms);
  addEventListener('ethereum#initialized', look, { signal: gone });
  // Whoever is asked again (open, look again) may have appeared since.
  addEventListener('eip6963:requestProvider', () => setTimeout(look, grace_ms), { signal: gone });
}
