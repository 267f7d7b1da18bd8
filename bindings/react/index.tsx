'use client';
// `wallet-modal/react`: the modal for React 18 and later (docs/spec/public-api.md section 7).
//
// On a server, and in the frame that hydrates the page, no account is connected: the browser first renders what the server rendered, then
// restores the stored connection.

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
  ThemeVariables,
  TokenItem,
  WalletInfo,
  WalletModalHandle,
} from 'wallet-modal';
import { beforeStart, nobody, noNetworks, ownTheme } from '../shared/nobody';
import type { Store } from '../shared/store';
import { currentModal, shownState, tell, enter } from './current';
import type { WalletElements } from './elements';

export type { WalletElements };

/** A server has no layout, and React 18 warns about every layout effect there. */
const useMounted = typeof document == 'undefined' ? useEffect : useLayoutEffect;

/** The props of `<WalletModal>`: `options` or `modal`. */
export interface WalletModalProps {
  /** The options of `createWalletModal`. If they change, the modal is updated; another `projectId` creates another modal. */
  options?: Options;
  /** A modal that you created with `createWalletModal`. The component never removes it. */
  modal?: WalletModalHandle;
  /** The part of the page that follows the modal. */
  children?: ReactNode;
}

/**
 * Creates the modal of the page while it is mounted. There is one modal in a page: hooks find it in every React tree. It renders only its children.
 *
 * @example <WalletModal options={options}><App /></WalletModal>
 */
export function WalletModal({ options, modal, children }: WalletModalProps): ReactElement {
  return (
    <>
      <Start options={options} modal={modal} />
      {children}
    </>
  );
}

/** Rendered before the children: effects run in this order, and those of the children might use the modal. */
function Start({ options, modal }: Pick<WalletModalProps, 'options' | 'modal'>): null {
  const first = useRef(options);
  useMounted(() => enter(first.current, modal), [modal]);
  useMounted(() => {
    first.current = options;
    tell(options);
  }, [options]);
  return null;
}

/** Returns the handle with all methods, or null on a server and until `<WalletModal>` is mounted. */
export function useWalletModal(): WalletModalHandle | null {
  return useSyncExternalStore(currentModal.subscribe, currentModal.get, noModal);
}

const noModal = () => null;

/** One store per name, created once, because React subscribes again to a new one. */
const stores = new Map<string, Store<unknown>>();

function useShown<T>(
  name: string,
  without: T,
  read: (modal: WalletModalHandle) => T,
  follow: (modal: WalletModalHandle, changed: () => void) => () => void,
): T {
  let store = stores.get(name) as Store<T> | undefined;
  if (!store) stores.set(name, (store = shownState(read, follow, without)));
  // Without a modal, always the same object.
  return useSyncExternalStore(store.subscribe, store.get, () => firstOf(name, without));
}

const firsts = new Map<string, unknown>();
function firstOf<T>(name: string, value: T): T {
  if (!firsts.has(name)) firsts.set(name, value);
  return firsts.get(name) as T;
}

/** Returns the account of a namespace. Default: the active namespace. */
export function useAccount(namespace?: Namespace): AccountState {
  return useShown(
    `account ${namespace}`,
    nobody(namespace),
    (modal) => modal.getAccount(namespace),
    (modal, changed) => modal.subscribeAccount(changed, namespace),
  );
}

/** What `useNetwork` returns. */
export interface NetworkState {
  /** The active network, or null while another namespace is active. */
  network: Network | null;
  /** The networks of the page. */
  networks: Network[];
  /** False while the wallet is on a network that isn't in `networks`. */
  supported: boolean;
  /** Switches to a network. Rejects if the user declines; the modal shows it as well. */
  switchNetwork: (network: Parameters<WalletModalHandle['switchNetwork']>[0]) => Promise<void>;
}

/** Returns the active network, the page's networks, and a function to switch. */
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

/** Reads the value with which a `subscribe...` method calls back at once. */
function now<T>(follow: (told: (value: T) => void) => () => void): T {
  let value!: T;
  follow((told) => (value = told))();
  return value;
}

/** Asks the wallet if needed. The modal shows a rejection, and the promise rejects too. */
const switchNetwork: NetworkState['switchNetwork'] = (network) =>
  needed().switchNetwork(network, { throwOnFailure: true });

function needed(): WalletModalHandle {
  const modal = currentModal.get();
  if (!modal) throw new Error('No <WalletModal> is mounted');
  return modal;
}

/** Returns the provider of a namespace: always the same object, or null without a modal. */
export function useProvider(namespace: 'eip155'): Eip1193Provider | null;
export function useProvider(namespace: 'solana'): SolanaProvider | null;
export function useProvider(namespace: 'bip122'): BitcoinProvider | null;
export function useProvider(namespace: 'polkadot'): PolkadotProvider | null;
export function useProvider(namespace: 'cosmos'): CosmosProvider | null;
export function useProvider(namespace: Namespace): Eip1193Provider | null {
  return useWalletModal()?.getProvider(namespace) ?? null;
}

/** Returns the state of the modal: `open`, `view`, `initialized`, `connecting` and more. */
export function useWalletState(): StateSlice {
  return useShown(
    'state',
    beforeStart,
    (modal) => modal.getState(),
    (modal, changed) => modal.subscribeState(changed),
  );
}

/** What `useBalance` returns. */
export interface BalanceState {
  /** The amount of the network's native token, such as `1.5`, or null until it is known. */
  balance: string | null;
  /** The symbol of the native token. */
  symbol: string | null;
  /** The first 100 tokens by value. */
  tokens: TokenItem[] | null;
}

/** Returns the balance of the account and its tokens. */
export function useBalance(namespace?: Namespace): BalanceState {
  const { balance, balanceSymbol, tokenBalance } = useAccount(namespace);
  return { balance, symbol: balanceSymbol, tokens: tokenBalance };
}

/** Returns the name and the icon of the connected wallet, or null. */
export function useWalletInfo(namespace?: Namespace): WalletInfo | null {
  return useAccount(namespace).connectedWalletInfo;
}

/** Returns a function that disconnects the account of a namespace, or all accounts. */
export function useDisconnect(): (namespace?: Namespace) => Promise<void> {
  return disconnect;
}

const disconnect = async (namespace?: Namespace): Promise<void> => {
  await needed().disconnect(namespace);
};
const open = async (args?: OpenArguments): Promise<void> => needed().open(args);
const close = async (): Promise<void> => currentModal.get()?.close();

/** What `useTheme` returns. */
export interface ThemeState extends ThemeSlice {
  /** Sets the color mode. */
  setThemeMode: (mode: ThemeSlice['themeMode']) => Promise<void>;
  /** Sets CSS variables, such as `--wm-accent`. */
  setThemeVariables: (variables: ThemeVariables) => Promise<void>;
}

/** Returns the theme and functions to change it. */
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
  setThemeVariables: async (variables: ThemeVariables) => void (await needed().setThemeVariables(variables)),
};

/** Calls the listener for every event from now on. The listener can be a new function at each render. */
export function useWalletEvents(listener: (event: PublicEvent) => void): void {
  const modal = useWalletModal();
  const last = useRef(listener);
  useMounted(() => {
    last.current = listener;
  });
  useEffect(() => modal?.subscribeEvents((event) => last.current(event)), [modal]);
}

/** What `useWallet` returns. */
export interface Wallet extends Pick<
  AccountState,
  'address' | 'caipAddress' | 'isConnected' | 'namespace' | 'status'
> {
  /** True once stored connections are settled. Before that, `disconnected` isn't final. */
  initialized: boolean;
  /** The active network. */
  network: Network | null;
  /** The ID of the active network. */
  chainId: number | string | null;
  /** The handle, or null until `<WalletModal>` is mounted. */
  modal: WalletModalHandle | null;
  /** Opens the modal. */
  open: (args?: OpenArguments) => Promise<void>;
  /** Closes the modal. */
  close: () => Promise<void>;
  /** Disconnects the account of a namespace, or all accounts. */
  disconnect: (namespace?: Namespace) => Promise<void>;
  /** Switches to a network. */
  switchNetwork: NetworkState['switchNetwork'];
}

/** Returns what most pages need: the account, the network, and functions to open, disconnect and switch. */
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
