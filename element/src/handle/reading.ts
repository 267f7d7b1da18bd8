// What can be read from the handle and followed (docs/spec/public-api.md section 3). Getters answer at once, never throw and load nothing:
// before the engine they give the initialising state.

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
import { checkFamily, checkListened } from './mistakes';
import { noAccount, noConnections, noLogin, noNetworks, noPairing, noTransactions } from './initial';

/** A way to reach a wallet (3.6), with the object behind it. */
export type Connector = ConnectorItem & { provider?: unknown };

type Features = Slices['state']['features'];

/** what carries every public event to subscribeEvents; no event of ours is named so */
const any_event = '*';

/** Whoever listens is a function: a mistake is told on the line it is made. */
export function mustBeFunction(fn: unknown): void {
  if (typeof fn != 'function') throw new TypeError('a listener must be a function');
}

/** The same for the same: a store of React compares what it gets. */
const known = new WeakMap<object, Slices['state']>();
function settled(state: Slices['state']): Slices['state'] {
  const one = known.get(state) ?? { ...state, initialized: true };
  known.set(state, one);
  return one;
}

export abstract class Reading extends (globalThis.EventTarget ?? Object) {
  /** The provider of a family, always the same object: of eip155 an EIP-1193 one. */
  abstract getProvider(namespace: Namespace): Eip1193Provider | undefined;

  // ---- connections and networks
  getConnectors(namespace?: Namespace): Connector[] {
    checkFamily('getConnectors', namespace);
    const { connectors } = this.#slice('connections', noConnections);
    // A wallet of several families is one connector; each family has its own object.
    const partOf = ({ parts, chain, id }: (typeof connectors)[number]) =>
      parts.find((part) => part.chain == (namespace ?? chain)) ??
      (!namespace || chain == namespace ? { id, chain } : null);
    return connectors.flatMap((one) => {
      const part = partOf(one);
      return part ? [{ ...one, provider: page.running?.providerOf(part.id, part.chain) }] : [];
    });
  }
  getConnections(namespace?: Namespace): ConnectionItem[] {
    checkFamily('getConnections', namespace);
    return this.#slice('connections', noConnections).connections.filter(
      (one) => !namespace || one.namespace == namespace,
    );
  }
  getRecentWallets(): RecentWallet[] {
    return this.#slice('connections', noConnections).recentWallets;
  }
  getNetworks(namespace?: Namespace): Network[] {
    checkFamily('getNetworks', namespace);
    return this.#slice('networks', noNetworks).list.filter(
      (network) => !namespace || network.chainNamespace == namespace,
    );
  }
  getNetwork(namespace?: Namespace): Network | null {
    checkFamily('getNetwork', namespace);
    const { active } = this.#slice('networks', noNetworks);
    return !namespace || active?.chainNamespace == namespace ? active : null;
  }
  getChainId(): number | string | null {
    return this.getNetwork()?.id ?? null;
  }
  /** CAIP-2 ids of the configured networks the connected wallet serves; a wallet that does not say serves all. */
  getApprovedNetworkIds(namespace?: Namespace): string[] {
    const { approved } = this.#slice('networks', noNetworks);
    const ids = this.getNetworks(namespace).map(({ caipNetworkId }) => caipNetworkId);
    return approved ? ids.filter((id) => approved.includes(id)) : ids;
  }

  // ---- account
  getAccount(namespace?: Namespace): AccountState {
    checkFamily('getAccount', namespace);
    const wanted = namespace ?? this.getState().activeChain ?? 'eip155';
    const found = this.#slice('accounts', { list: [] }).list.find((one) => one.namespace == wanted);
    // Whoever logs in has none yet, and hosts may show the code of Farcaster themselves.
    return found ?? { ...noAccount(wanted), farcasterUrl: this.#slice('embedded', noLogin).url };
  }
  getAddress(namespace?: Namespace): string | null {
    return this.getAccount(namespace).address;
  }
  getCaipAddress(namespace?: Namespace): string | null {
    return this.getAccount(namespace).caipAddress;
  }
  getIsConnected(): boolean {
    return this.#slice('accounts', { list: [] }).list.some((one) => one.isConnected);
  }
  getBalance(namespace?: Namespace): string | null {
    return this.getAccount(namespace).balance;
  }
  getWalletInfo(namespace?: Namespace): AccountState['connectedWalletInfo'] {
    return this.getAccount(namespace).connectedWalletInfo;
  }
  /** What kind of connector is behind the provider while it is connected. */
  getProviderType(namespace: Namespace): string | null {
    const { isConnected, connectorId } = this.getAccount(namespace);
    const { connectors } = this.#slice('connections', noConnections);
    return (isConnected && connectors.find(({ id }) => id == connectorId)?.type) || null;
  }

  /** What a wallet scans, while the host shows it itself (option `manualPairing`). */
  getPairingUri(): string | null {
    return page.options.manualPairing ? this.#slice('pairing', noPairing).uri : null;
  }

  /** What was sent from this page, newest first: by the modal, and for the page. */
  getTransactions(): TransactionItem[] {
    return this.#slice('transactions', noTransactions).list;
  }

  // ---- state
  isOpen(): boolean {
    return this.getState().open;
  }
  getState(): Slices['state'] {
    const isOurs = page.handle == (this as EventTarget);
    const state = this.#slice('state', isOurs ? stateBefore() : initialState);
    if (state.initialized) this.#settled = isOurs && !page.running;
    return isOurs && this.#settled ? settled(state) : state;
  }
  getTheme(): ThemeSlice {
    const { themeMode = 'system', themeVariables } = page.options;
    const variables = Object.entries(themeVariables ?? {}).map(([name, value]) => [name, `${value}`]);
    return this.#slice('theme', { themeMode, themeVariables: Object.fromEntries(variables) });
  }
  getOptions(): Options {
    return { ...page.options };
  }
  /** The host's own object, or what was made of it: then null until the engine runs. */
  getSIWX(): SIWX | null {
    const { siwx, siweConfig } = page.options;
    const { of, made } = page.signIn ?? {};
    if (made && of === (siwx ?? siweConfig)) return made;
    return (siwx as SIWX | undefined)?.createMessage ? (siwx as SIWX) : null;
  }
  // ---- subscribe: at once with the present value, then at each change; gives the way to leave
  subscribeState(fn: (state: Slices['state']) => void): () => void {
    return this.#watch('state', fn, () => this.getState());
  }
  subscribeAccount(fn: (account: AccountState) => void, namespace?: Namespace): () => void {
    return this.#watch('accounts', fn, () => this.getAccount(namespace));
  }
  subscribeNetwork(fn: (networks: NetworksSlice) => void): () => void {
    return this.#watch('networks', fn, () => this.#slice('networks', noNetworks));
  }
  subscribeConnections(fn: (connections: ConnectionItem[]) => void): () => void {
    return this.#watch('connections', fn, () => this.getConnections());
  }
  subscribeTransactions(fn: (transactions: TransactionItem[]) => void): () => void {
    return this.#watch('transactions', fn, () => this.getTransactions());
  }
  subscribeTheme(fn: (theme: ThemeSlice) => void): () => void {
    return this.#watch('theme', fn, () => this.getTheme());
  }
  subscribeWalletInfo(fn: (info: AccountState['connectedWalletInfo']) => void): () => void {
    return this.#watch('accounts', fn, () => this.getWalletInfo());
  }
  subscribeFeatures(fn: (features: Features) => void): () => void {
    return this.#watch(
      'state',
      fn,
      () => this.getState().features,
      () => JSON.stringify(this.getState().features),
    );
  }
  /** The providers that have a wallet behind them, by family. */
  subscribeProviders(fn: (providers: { [N in Namespace]?: Eip1193Provider }) => void): () => void {
    const connected = () => this.getAccount('eip155').isConnected;
    const now = () => (connected() ? { eip155: this.getProvider('eip155') } : {});
    return this.#watch('accounts', fn, now, connected);
  }
  /** The public events are emitted on it too. */
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
  /** Every public event from now on. What has happened has no present value: nothing is told at once. */
  subscribeEvents(fn: (event: PublicEvent) => void): () => void {
    mustBeFunction(fn);
    const hear = (event: Event) => fn((event as CustomEvent<PublicEvent>).detail);
    this.addEventListener(any_event, hear);
    return () => this.removeEventListener(any_event, hear);
  }
  /** @internal what is emitted on the handle is emitted to subscribeEvents too */
  override dispatchEvent(event: Event): boolean {
    // happy-dom calls this method again for each phase.
    if (event.eventPhase) return super.dispatchEvent(event);
    const goes = super.dispatchEvent(event);
    const { type, detail } = event as CustomEvent;
    super.dispatchEvent(new CustomEvent(any_event, { detail: { type, detail } }));
    return goes;
  }

  /** it was said that there is no connection to wait for: an engine that begins later doesn't take that back */
  #settled = false;

  /** Never throws, also when the engine was given up or the handle destroyed: then it returns the state before the start. */
  #slice<K extends keyof Slices>(slice: K, before: Slices[K]): Slices[K] {
    try {
      const { handle }: { handle?: EventTarget | null } = page;
      return (handle == this && page.running?.snapshot(slice)) || before;
    } catch {
      return before;
    }
  }

  /** `key`: what must be another one than before; without it every change of the slice counts. */
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
      // Who throws at its first call never gets the way to leave.
      leave();
      throw error;
    }
    return leave;
  }
}
