// `wallet-modal/headless`: the engine without a view (10.26). The same handle and the same events, for a page that draws everything itself: no
// element is in the page, and neither views nor the logos of wallets are ever fetched.
//
// What only a view can do is not there, and says so: opening, paying, signing in, logging in by mail.

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

/** The handle without what needs a view. */
export type Engine = Omit<WalletModalHandle, (typeof VIEWS)[number] | 'prefetch'>;

/** They would open the list of wallets while nobody is connected. */
const ASKS_FOR_A_WALLET = /requestAccounts$|^wallet_requestPermissions$/;

const made = new WeakSet<object>();

/**
 * Makes the engine of this page. Options as of `createWalletModal`; `reviewRequests` is `never` unless it is given, since there is nothing
 * that could show a request: the page and the wallet do.
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
  if (made.has(handle)) return handle;
  made.add(handle);
  for (const name of VIEWS)
    own(handle, name, () =>
      Promise.reject(refused(`${name}() needs the modal. Use createWalletModal instead of createEngine`)),
    );
  const { getProvider } = handle;
  const providerOf = (namespace: Namespace) =>
    guarded(handle, namespace, getProvider.call(handle, namespace));
  own(handle, 'getProvider', providerOf);
  // Announced (option `announceProvider`), it is asked without us.
  providerOf('eip155');
  return handle;
}

/** A provider whose requests never open a list: while nobody is connected they say so. */
function guarded(handle: WalletModalHandle, namespace: Namespace, provider: Eip1193Provider | undefined) {
  if (!provider || made.has(provider)) return provider;
  made.add(provider);
  const { request } = provider;
  own(provider, 'request', async (asked: RequestArguments) => {
    if (!ASKS_FOR_A_WALLET.test(asked?.method)) return request.call(provider, asked);
    // A stored connection may be on its way back.
    await handle.ready();
    if (handle.getAccount(namespace).isConnected) return request.call(provider, asked);
    throw refused('No account is connected. Call connect({ connectorId }) first');
  });
  return provider;
}

const refused = (message: string): WalletError => new WalletError({ code: 4100, message });

/** In place of the method of its class. */
function own(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}
