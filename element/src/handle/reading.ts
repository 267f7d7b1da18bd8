// The getters and subscriptions of the handle (docs/spec/public-api.md section 3). Getters return at once, never throw and load nothing.
// Before the engine runs, they return the initial state.

import type {
  AccountState,
  ConnectionItem,
  ConnectorItem,
  Namespace,
  Network,
  NetworksSlice,
  RecentWallet,
  Slices,
  ThemeSlice,
  TransactionItem,
} from '../contract';
import type { PublicEvent, WalletEventMap } from '../events';
import type { Options } from '../options';
import { initialState, page, stateBefore } from '../page';
import type { Eip1193Provider } from '../provider';
import type { SIWX } from '../siwx/types';
import { checkNamespace, checkListened } from './mistakes';
import { noAccount, noConnections, noLogin, noNetworks, noPairing, noTransactions } from './initial';

/** A way to reach a wallet (3.6), with the object behind it. */
export type Connector = ConnectorItem & { provider?: unknown };

type AppliedFeatures = Slices['state']['features'];

/** the listener name for every public event (subscribeEvents); no event of ours has this name */
const any_event = '*';

/** Throws a TypeError for a listener that isn't a function, at the line with the mistake. */
export function mustBeFunction(fn: unknown): void {
  if (typeof fn != 'function') throw new TypeError('A listener must be a function');
}

/** Returns the same object for the same state, because React's stores compare objects. */
const cachedStates = new WeakMap<object, Slices['state']>();
function settledState(state: Slices['state']): Slices['state'] {
  const one = cachedStates.get(state) ?? { ...state, initialized: true };
  cachedStates.set(state, one);
  return one;
}

/** The part of the handle that reads. Getters respond at once and never throw; before the engine runs they return the initial state. */
export abstract class Reading extends (globalThis.EventTarget ?? Object) {
  /** Returns the provider of a namespace: always the same object, for `eip155` an EIP-1193 one. */
  abstract getProvider(namespace: Namespace): Eip1193Provider | undefined;

  // ---- connections and networks
  /** Returns the ways to reach a wallet, for all namespaces or one. A wallet with several namespaces is one connector. */
  getConnectors(namespace?: Namespace): Connector[] {
    checkNamespace('getConnectors', namespace);
    const { connectors } = this.#slice('connections', noConnections);
    // A wallet with several namespaces is one connector, with one provider object per namespace.
    const partOf = ({ parts, chain, id }: (typeof connectors)[number]) =>
      parts.find((part) => part.chain == (namespace ?? chain)) ??
      (!namespace || chain == namespace ? { id, chain } : null);
    return connectors.flatMap((one) => {
      const part = partOf(one);
      return part ? [{ ...one, provider: page.running?.providerOf(part.id, part.chain) }] : [];
    });
  }
  /** Returns the connections, active and stored, for all namespaces or one. */
  getConnections(namespace?: Namespace): ConnectionItem[] {
    checkNamespace('getConnections', namespace);
    return this.#slice('connections', noConnections).connections.filter(
      (one) => !namespace || one.namespace == namespace,
    );
  }
  /** Returns the wallets that the user connected last, newest first. */
  getRecentWallets(): RecentWallet[] {
    return this.#slice('connections', noConnections).recentWallets;
  }
  /** Returns the networks of the page, for all namespaces or one. */
  getNetworks(namespace?: Namespace): Network[] {
    checkNamespace('getNetworks', namespace);
    return this.#slice('networks', noNetworks).list.filter(
      (network) => !namespace || network.chainNamespace == namespace,
    );
  }
  /** Returns the active network, or null if there is none or it has another namespace. */
  getNetwork(namespace?: Namespace): Network | null {
    checkNamespace('getNetwork', namespace);
    const { active } = this.#slice('networks', noNetworks);
    return !namespace || active?.chainNamespace == namespace ? active : null;
  }
  /** Returns the ID of the active network: a number for `eip155`. */
  getChainId(): number | string | null {
    return this.getNetwork()?.id ?? null;
  }
  /** Returns the CAIP-2 IDs of the page's networks that the connected wallet serves. A wallet that doesn't say serves all. */
  getApprovedNetworkIds(namespace?: Namespace): string[] {
    const { approved } = this.#slice('networks', noNetworks);
    const ids = this.getNetworks(namespace).map(({ caipNetworkId }) => caipNetworkId);
    return approved ? ids.filter((id) => approved.includes(id)) : ids;
  }

  // ---- account
  /** Returns the account of a namespace. Default: the active namespace. */
  getAccount(namespace?: Namespace): AccountState {
    checkNamespace('getAccount', namespace);
    const requested = namespace ?? this.getState().activeChain ?? 'eip155';
    const account = this.#slice('accounts', { list: [] }).list.find((one) => one.namespace == requested);
    // During a login there is no account yet, and pages can show Farcaster's QR code themselves.
    return account ?? { ...noAccount(requested), farcasterUrl: this.#slice('embedded', noLogin).url };
  }
  /** Returns the address of the account, or null. */
  getAddress(namespace?: Namespace): string | null {
    return this.getAccount(namespace).address;
  }
  /** Returns the CAIP-10 ID of the account, or null. */
  getCaipAddress(namespace?: Namespace): string | null {
    return this.getAccount(namespace).caipAddress;
  }
  /** Returns true if any namespace has a connected account. */
  getIsConnected(): boolean {
    return this.#slice('accounts', { list: [] }).list.some((one) => one.isConnected);
  }
  /** Returns the balance of the account in the network's native token, or null until it is known. */
  getBalance(namespace?: Namespace): string | null {
    return this.getAccount(namespace).balance;
  }
  /** Returns the name and the icon of the connected wallet, or null. */
  getWalletInfo(namespace?: Namespace): AccountState['connectedWalletInfo'] {
    return this.getAccount(namespace).connectedWalletInfo;
  }
  /** Returns the type of the connector behind the provider, or null without a connection. */
  getProviderType(namespace: Namespace): string | null {
    const { isConnected, connectorId } = this.getAccount(namespace);
    const { connectors } = this.#slice('connections', noConnections);
    return (isConnected && connectors.find(({ id }) => id == connectorId)?.type) || null;
  }

  /** Returns the URI for your own QR code, with the option `manualPairing`. Otherwise null. */
  getPairingUri(): string | null {
    return page.options.manualPairing ? this.#slice('pairing', noPairing).uri : null;
  }

  /** Returns the transactions that were sent from this page, newest first. */
  getTransactions(): TransactionItem[] {
    return this.#slice('transactions', noTransactions).list;
  }

  // ---- state
  /** Returns true while the modal is open. */
  isOpen(): boolean {
    return this.getState().open;
  }
  /** Returns the state of the modal: the view, loading, the active namespace, features and the last error. */
  getState(): Slices['state'] {
    const isOurs = page.handle == (this as EventTarget);
    const state = this.#slice('state', isOurs ? stateBefore() : initialState);
    if (state.initialized) this.#settled = isOurs && !page.running;
    return isOurs && this.#settled ? settledState(state) : state;
  }
  /** Returns the color mode and the CSS variables. */
  getTheme(): ThemeSlice {
    const { themeMode = 'system', themeVariables } = page.options;
    const variables = Object.entries(themeVariables ?? {}).map(([name, value]) => [name, `${value}`]);
    return this.#slice('theme', { themeMode, themeVariables: Object.fromEntries(variables) });
  }
  /** Returns a copy of the options. */
  getOptions(): Options {
    return { ...page.options };
  }
  /** Returns the sign-in object. If the modal completes yours, null until the engine runs. */
  getSIWX(): SIWX | null {
    const { siwx, siweConfig } = page.options;
    const { of, made } = page.signIn ?? {};
    if (made && of === (siwx ?? siweConfig)) return made;
    return (siwx as SIWX | undefined)?.createMessage ? (siwx as SIWX) : null;
  }
  // ---- subscriptions: call back at once with the current value, then at each change; return the unsubscribe function
  /** Calls back with the state, at once and at each change. Returns a function that ends it. */
  subscribeState(fn: (state: Slices['state']) => void): () => void {
    return this.#watch('state', fn, () => this.getState());
  }
  /** Calls back with the account of a namespace, at once and at each change. Returns a function that ends it. */
  subscribeAccount(fn: (account: AccountState) => void, namespace?: Namespace): () => void {
    return this.#watch('accounts', fn, () => this.getAccount(namespace));
  }
  /** Calls back with the networks, at once and at each change. Returns a function that ends it. */
  subscribeNetwork(fn: (networks: NetworksSlice) => void): () => void {
    return this.#watch('networks', fn, () => this.#slice('networks', noNetworks));
  }
  /** Calls back with the connections, at once and at each change. Returns a function that ends it. */
  subscribeConnections(fn: (connections: ConnectionItem[]) => void): () => void {
    return this.#watch('connections', fn, () => this.getConnections());
  }
  /** Calls back with the transactions, at once and at each change. Returns a function that ends it. */
  subscribeTransactions(fn: (transactions: TransactionItem[]) => void): () => void {
    return this.#watch('transactions', fn, () => this.getTransactions());
  }
  /** Calls back with the theme, at once and at each change. Returns a function that ends it. */
  subscribeTheme(fn: (theme: ThemeSlice) => void): () => void {
    return this.#watch('theme', fn, () => this.getTheme());
  }
  /** Calls back with the connected wallet, at once and at each change. Returns a function that ends it. */
  subscribeWalletInfo(fn: (info: AccountState['connectedWalletInfo']) => void): () => void {
    return this.#watch('accounts', fn, () => this.getWalletInfo());
  }
  /** Calls back with the features, at once and at each change. Returns a function that ends it. */
  subscribeFeatures(fn: (features: AppliedFeatures) => void): () => void {
    return this.#watch(
      'state',
      fn,
      () => this.getState().features,
      () => JSON.stringify(this.getState().features),
    );
  }
  /** Calls back with the providers that have a wallet, by namespace, at once and at each change. Returns a function that ends it. */
  subscribeProviders(fn: (providers: { [N in Namespace]?: Eip1193Provider }) => void): () => void {
    const connected = () => this.getAccount('eip155').isConnected;
    const now = () => (connected() ? { eip155: this.getProvider('eip155') } : {});
    return this.#watch('accounts', fn, now, connected);
  }
  /** Listens for an event, such as `wallet-connect`. The element emits the same events. */
  override addEventListener<K extends keyof WalletEventMap>(
    type: K,
    listener: (event: WalletEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    if (type != any_event) checkListened(type);
    super.addEventListener(type, listener as EventListener, options);
  }
  /** Calls back with every event from now on. Returns a function that ends it. */
  subscribeEvents(fn: (event: PublicEvent) => void): () => void {
    mustBeFunction(fn);
    const hear = (event: Event) => fn((event as CustomEvent<PublicEvent>).detail);
    this.addEventListener(any_event, hear);
    return () => this.removeEventListener(any_event, hear);
  }
  /** @internal events of the handle also go to subscribeEvents */
  override dispatchEvent(event: Event): boolean {
    // happy-dom calls this method again for each phase.
    if (event.eventPhase) return super.dispatchEvent(event);
    const goes = super.dispatchEvent(event);
    const { type, detail } = event as CustomEvent;
    super.dispatchEvent(new CustomEvent(any_event, { detail: { type, detail } }));
    return goes;
  }

  /** whether the state has reported that no connection is being restored; an engine that starts later doesn't change that back */
  #settled = false;

  /** Never throws, also if the engine gave up or the handle was destroyed: then it returns the initial state. */
  #slice<K extends keyof Slices>(slice: K, before: Slices[K]): Slices[K] {
    try {
      const { handle }: { handle?: EventTarget | null } = page;
      return (handle == this && page.running?.snapshot(slice)) || before;
    } catch {
      return before;
    }
  }

  /** `key`: the part that must differ from before. Without it, every change of the slice counts. */
  #watch<T>(slice: keyof Slices, fn: (value: T) => void, read: () => T, key?: () => unknown): () => void {
    mustBeFunction(fn);
    let last = key?.();
    const hear = (event: Event) => {
      if (!(event as CustomEvent).detail.changed.includes(slice)) return;
      const before = last;
      last = key?.();
      if (!key || before !== last) fn(read());
    };
    const leave = () => this.removeEventListener('wallet-state', hear);
    this.addEventListener('wallet-state', hear);
    try {
      fn(read());
    } catch (error) {
      // If the first callback throws, the caller never gets the unsubscribe function.
      leave();
      throw error;
    }
    return leave;
  }
}
