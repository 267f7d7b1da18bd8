'use client';
// `wallet-modal/react`: the modal for React 18 and later (docs/spec/public-api.md section 7).
//
// On a server, and in the frame that a page hydrates with, nobody is connected and nothing is initialised: what the server has drawn is what
// the browser draws first, then what is stored comes back.

import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import type {
  AccountState,
  BitcoinProvider,
  CosmosProvider,
  Eip1193Provider,
  Namespace,
  Network,
  NetworksSlice,
  OpenArguments,
  Options,
  PolkadotProvider,
  PublicEvent,
  SolanaProvider,
  StateSlice,
  ThemeSlice,
  TokenItem,
  WalletInfo,
  WalletModalHandle,
} from 'wallet-modal';
import { beforeStart, nobody, noNetworks, ownTheme } from '../shared/nobody';
import type { Store } from '../shared/store';
import { currentModal, shown, tell, enter } from './current';
import type { WalletElements } from './elements';

export type { WalletElements };

/** A server has no layout, and React 18 says so of every layout effect there. */
const useMounted = typeof document == 'undefined' ? useEffect : useLayoutEffect;

export interface WalletModalProps {
  /** as of `createWalletModal`; what changes later is told to the modal, another `projectId` makes another one */
  options?: Options;
  /** a modal that the page has made by `createWalletModal` itself: it is used, and never taken away */
  modal?: WalletModalHandle;
  children?: ReactNode;
}

/**
 * The modal of the page, while this is mounted. There is one for a page: hooks find it in every tree of React, not only below. Draws nothing of
 * its own.
 */
export function WalletModal({ options, modal, children }: WalletModalProps): ReactElement {
  return (
    <>
      <Start options={options} modal={modal} />
      {children}
    </>
  );
}

/** Before the children: the effects of what is drawn first run first, and those of the children may use the modal. */
function Start({ options, modal }: Pick<WalletModalProps, 'options' | 'modal'>): null {
  const first = useRef(options);
  useMounted(() => enter(first.current, modal), [modal]);
  useMounted(() => {
    first.current = options;
    tell(options);
  }, [options]);
  return null;
}

/** The handle, with everything there is to call: null on a server and until <WalletModal> is mounted. */
export function useWalletModal(): WalletModalHandle | null {
  return useSyncExternalStore(currentModal.subscribe, currentModal.get, noModal);
}

const noModal = () => null;

/** A store for each name, made once: React subscribes anew to another one. */
const stores = new Map<string, Store<unknown>>();

function useShown<T>(
  name: string,
  without: T,
  read: (modal: WalletModalHandle) => T,
  follow: (modal: WalletModalHandle, changed: () => void) => () => void,
): T {
  let store = stores.get(name) as Store<T> | undefined;
  if (!store) stores.set(name, (store = shown(read, follow, without)));
  // The value without a modal, for ever the same object.
  return useSyncExternalStore(store.subscribe, store.get, () => firstOf(name, without));
}

const firsts = new Map<string, unknown>();
function firstOf<T>(name: string, value: T): T {
  if (!firsts.has(name)) firsts.set(name, value);
  return firsts.get(name) as T;
}

/** The account of a family, else of the active one. */
export function useAccount(namespace?: Namespace): AccountState {
  return useShown(
    `account ${namespace}`,
    nobody(namespace),
    (modal) => modal.getAccount(namespace),
    (modal, changed) => modal.subscribeAccount(changed, namespace),
  );
}

export interface NetworkState {
  /** the one that is active; of a family only while that family is */
  network: Network | null;
  networks: Network[];
  /** false while the wallet is on a network that the page has not listed */
  supported: boolean;
  switchNetwork: (network: Parameters<WalletModalHandle['switchNetwork']>[0]) => Promise<void>;
}

export function useNetwork(namespace?: Namespace): NetworkState {
  const { active, list, supported } = useShown(
    'networks',
    noNetworks,
    (modal) => now<NetworksSlice>((told) => modal.subscribeNetwork(told)),
    (modal, changed) => modal.subscribeNetwork(changed),
  );
  const isOf = (network: Network | null) => !namespace || network?.chainNamespace == namespace;
  return { network: isOf(active) ? active : null, networks: list.filter(isOf), supported, switchNetwork };
}

/** What a `subscribe...` of the handle says at once. */
function now<T>(follow: (told: (value: T) => void) => () => void): T {
  let value!: T;
  follow((told) => (value = told))();
  return value;
}

/** Asks the wallet where it has to; a refusal is seen in the modal and rejects here too. */
const switchNetwork: NetworkState['switchNetwork'] = (network) =>
  needed().switchNetwork(network, { throwOnFailure: true });

function needed(): WalletModalHandle {
  const modal = currentModal.get();
  if (!modal) throw new Error('No <WalletModal> is mounted');
  return modal;
}

/** The provider of a family: one object, whoever is connected; null while there is no modal. */
export function useProvider(namespace: 'eip155'): Eip1193Provider | null;
export function useProvider(namespace: 'solana'): SolanaProvider | null;
export function useProvider(namespace: 'bip122'): BitcoinProvider | null;
export function useProvider(namespace: 'polkadot'): PolkadotProvider | null;
export function useProvider(namespace: 'cosmos'): CosmosProvider | null;
export function useProvider(namespace: Namespace): Eip1193Provider | null {
  return useWalletModal()?.getProvider(namespace) ?? null;
}

/** What the modal is doing: `open`, `view`, `initialized`, `connecting`, ... */
export function useWalletState(): StateSlice {
  return useShown(
    'state',
    beforeStart,
    (modal) => modal.getState(),
    (modal, changed) => modal.subscribeState(changed),
  );
}

export interface BalanceState {
  /** of the network's own coin, as text: "1.5" */
  balance: string | null;
  symbol: string | null;
  /** the first hundred by value */
  tokens: TokenItem[] | null;
}

export function useBalance(namespace?: Namespace): BalanceState {
  const { balance, balanceSymbol, tokenBalance } = useAccount(namespace);
  return { balance, symbol: balanceSymbol, tokens: tokenBalance };
}

/** Which wallet is connected. */
export function useWalletInfo(namespace?: Namespace): WalletInfo | null {
  return useAccount(namespace).connectedWalletInfo;
}

/** Disconnects a family, or all of them. */
export function useDisconnect(): (namespace?: Namespace) => Promise<void> {
  return disconnect;
}

const disconnect = async (namespace?: Namespace): Promise<void> => {
  await needed().disconnect(namespace);
};
const open = async (args?: OpenArguments): Promise<void> => needed().open(args);
const close = async (): Promise<void> => currentModal.get()?.close();

export interface ThemeState extends ThemeSlice {
  setThemeMode: (mode: ThemeSlice['themeMode']) => Promise<void>;
  setThemeVariables: (variables: Record<string, string | number>) => Promise<void>;
}

export function useTheme(): ThemeState {
  const theme = useShown(
    'theme',
    ownTheme,
    (modal) => modal.getTheme(),
    (modal, changed) => modal.subscribeTheme(changed),
  );
  return { ...theme, ...themeSetters };
}

const themeSetters = {
  setThemeMode: async (mode: ThemeSlice['themeMode']) => void (await needed().setThemeMode(mode)),
  setThemeVariables: async (variables: Record<string, string | number>) =>
    void (await needed().setThemeVariables(variables)),
};

/** Hears every public event from now on; the listener may be a new function at each render. */
export function useWalletEvents(listener: (event: PublicEvent) => void): void {
  const modal = useWalletModal();
  const last = useRef(listener);
  useMounted(() => {
    last.current = listener;
  });
  useEffect(() => modal?.subscribeEvents((event) => last.current(event)), [modal]);
}

export interface Wallet extends Pick<
  AccountState,
  'address' | 'caipAddress' | 'isConnected' | 'namespace' | 'status'
> {
  /** what is stored is known: before that, `disconnected` means "not yet" */
  initialized: boolean;
  network: Network | null;
  chainId: number | string | null;
  modal: WalletModalHandle | null;
  open: (args?: OpenArguments) => Promise<void>;
  close: () => Promise<void>;
  disconnect: (namespace?: Namespace) => Promise<void>;
  switchNetwork: NetworkState['switchNetwork'];
}

/** What most pages need, in one: who is connected, where, and what can be asked. */
export function useWallet(namespace?: Namespace): Wallet {
  const account = useAccount(namespace);
  const { network } = useNetwork(namespace);
  const { initialized } = useWalletState();
  const { address, caipAddress, isConnected, status } = account;
  return {
    address,
    caipAddress,
    isConnected,
    namespace: account.namespace,
    status,
    initialized,
    network,
    chainId: network?.id ?? null,
    modal: useWalletModal(),
    open,
    close,
    disconnect,
    switchNetwork,
  };
}
