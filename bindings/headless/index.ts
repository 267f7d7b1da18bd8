// `wallet-modal/headless`: the engine without views (10.26). The same handle and events, for a page that renders everything itself: it
// adds no element to the page, and never loads views or logos of wallets.
//
// Methods that need a view report an error: opening, paying, signing in, logging in with email.

import {
  createWalletModal,
  WalletError,
  type Eip1193Provider,
  type Namespace,
  type Options,
  type RequestArguments,
  type WalletModalHandle,
} from 'wallet-modal';

const VIEWS = ['open', 'redirect', 'replace', 'pay', 'updateEmail', 'showSuccess', 'showError'] as const;

/** The handle without the methods that need a view. */
export type Engine = Omit<WalletModalHandle, (typeof VIEWS)[number] | 'prefetch'>;

/** Without an account, these would open the list of wallets. */
const ASKS_FOR_A_WALLET = /requestAccounts$|^wallet_requestPermissions$/;

const providers = new WeakSet<object>();

/**
 * Creates the engine of this page, with the options of `createWalletModal`. `reviewRequests` defaults to `never`, because there is no
 * view for a request: the page and the wallet show it.
 */
export function createEngine(options: Options): Engine {
  if (options.siwx || options.siweConfig)
    throw new TypeError(
      'createEngine has no sign-in view. Request a signature with getProvider(namespace).request',
    );
  const handle = createWalletModal({
    reviewRequests: 'never',
    manualPairing: true,
    ...options,
    features: { ...options.features, email: false, socials: false },
    enableEmbedded: false,
    disableAppend: true,
  });
  if (providers.has(handle)) return handle;
  providers.add(handle);
  for (const name of VIEWS)
    own(handle, name, () =>
      Promise.reject(refused(`${name}() needs the modal. Use createWalletModal instead of createEngine`)),
    );
  const { getProvider } = handle;
  const providerOf = (namespace: Namespace) =>
    withoutList(handle, namespace, getProvider.call(handle, namespace));
  own(handle, 'getProvider', providerOf);
  // If it is announced (option `announceProvider`), libraries call it directly.
  providerOf('eip155');
  return handle;
}

/** A provider whose requests never open a list: without an account, they reject. */
function withoutList(handle: WalletModalHandle, namespace: Namespace, provider: Eip1193Provider | undefined) {
  if (!provider || providers.has(provider)) return provider;
  providers.add(provider);
  const { request } = provider;
  own(provider, 'request', async (asked: RequestArguments) => {
    if (!ASKS_FOR_A_WALLET.test(asked?.method)) return request.call(provider, asked);
    // A stored connection might be being restored.
    await handle.ready();
    if (handle.getAccount(namespace).isConnected) return request.call(provider, asked);
    throw refused('No account is connected. Call connect({ connectorId }) first');
  });
  return provider;
}

const refused = (message: string): WalletError => new WalletError({ code: 4100, message });

/** Overrides the method of the object's class. */
function own(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}
