// The modal object that createAppKit returns: the methods of AppKit 1.7, implemented with the page's handle. It stores only what the page
// has set on it, and reads everything else from the engine.

import type {
  AccountState,
  CustomConnector,
  OpenArguments,
  OpenView,
  SIWX,
  WalletModalHandle,
} from 'wallet-modal';
import { warnUnsupported } from '../shared/warn-once';
import { Adapter } from './adapter';
import { UNSUPPORTED_METHODS, UNSUPPORTED_PROMISES, UNSUPPORTED_PROPERTIES } from './gone';
import { accountOf, connectionOf, NO_ACCOUNT, walletOf } from './mapping';
import { caipOf, ourFeatures, ourOptions } from './options';
import { ourVariables, seenMode } from './theme';
import type {
  AccountKind,
  AppKitNetwork,
  AppKitOptions,
  CaipAddress,
  CaipNetwork,
  CaipNetworkId,
  ChainId,
  ChainNamespace,
  Connection,
  ConnectedWalletInfo,
  ConnectionControllerState,
  ConnectMethod,
  Connector,
  ConnectorType,
  EventsControllerState,
  Features,
  NetworkState,
  OpenOptions,
  PublicStateControllerState,
  RemoteFeatures,
  SocialProvider,
  ThemeControllerState,
  ThemeMode,
  ThemeVariables,
  UseAppKitAccountReturn,
  Views,
  WalletFeature,
} from './types';

type Unsupported = Record<
  keyof typeof UNSUPPORTED_METHODS,
  (...args: unknown[]) => Promise<undefined> | undefined
>;
const WithGone = class {} as new () => Unsupported;

export type Providers = Partial<Record<ChainNamespace, unknown>>;

const FAMILIES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'];

/** The modal shows failures or reports an alert; AppKit's method returns nothing to wait for. */
const quiet = (done: Promise<unknown> | undefined): void => {
  done?.catch(() => {});
};

const listeners = new Set<() => void>();

/** Calls back when the modal's state might have changed, also for a modal created later. Returns a function that unsubscribes. */
export function follow(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** @internal */
export const tell = (): void => {
  for (const changed of [...listeners]) changed();
};

function mustBeFunction(callback: unknown): void {
  if (typeof callback != 'function') throw new TypeError('A listener must be a function');
}

export class AppKit extends WithGone {
  static instance?: AppKit;
  static getInstance(): AppKit | undefined {
    return AppKit.instance;
  }

  /** our handle, for what AppKit has no method for; null on a server */
  readonly handle: WalletModalHandle | null;
  readonly version = 'wallet-modal';
  readonly adapters: readonly Adapter[];
  options: AppKitOptions;
  #themeVariables: ThemeVariables;
  #event: EventsControllerState = {
    timestamp: Date.now(),
    reportedErrors: {},
    data: { type: 'track', event: 'MODAL_CREATED' },
  };
  /** no stored connection is being restored */
  #settled = false;
  readonly #loading = new Set<ChainNamespace | 'all'>();

  /** @internal use createAppKit */
  constructor(options: AppKitOptions, handle: WalletModalHandle | null) {
    super();
    this.options = options;
    this.handle = handle;
    this.#themeVariables = options.themeVariables ?? {};
    this.adapters = (options.adapters ?? []).filter((one) => one instanceof Adapter);
    if (!handle) return;
    for (const adapter of this.adapters) adapter.attach(handle);
    // So that ready() also loads the methods with bytes.
    for (const namespace of this.chainNamespaces) handle.getProvider(namespace);
    handle.addEventListener('wallet-state', tell);
    handle.addEventListener('wallet-track', (event) => {
      const { detail } = event as CustomEvent<{ event: string; properties?: Record<string, unknown> }>;
      this.#event = {
        timestamp: Date.now(),
        reportedErrors: {},
        data: {
          type: 'track',
          event: detail.event,
          ...(detail.properties && { properties: detail.properties }),
        },
      };
      tell();
    });
    // Resolves at once if no connection is stored, otherwise once it has been restored or not. It doesn't start an engine.
    handle
      .getProvider('eip155')
      .request({ method: 'eth_accounts' })
      .then(
        () => {
          this.#settled = true;
          tell();
        },
        () => {},
      );
  }

  /** Calls back from now on when the value changes. */
  #watch<T>(read: () => T, callback: (value: T) => void, key: () => unknown = read): () => void {
    mustBeFunction(callback);
    const text = () => JSON.stringify(key()) ?? '';
    let last = text();
    return follow(() => {
      const now = text();
      if (now == last) return;
      last = now;
      callback(read());
    });
  }

  // ---- lifecycle
  ready(): Promise<void> {
    return this.handle?.ready() ?? Promise.resolve();
  }
  get chainNamespaces(): ChainNamespace[] {
    const networks = this.options.networks.map((one) => caipOf(one).chainNamespace);
    return FAMILIES.filter(
      (family) => networks.includes(family) || this.adapters.some((one) => one.namespace == family),
    );
  }
  get remoteFeatures(): RemoteFeatures {
    return this.handle?.getState().features ?? {};
  }
  get activeChainNamespace(): ChainNamespace | undefined {
    return this.getActiveChainNamespace();
  }
  get activeAdapter(): Adapter | undefined {
    return this.adapters.find((one) => one.namespace == this.getActiveChainNamespace());
  }
  get adapter(): Adapter | undefined {
    return this.activeAdapter;
  }

  // ---- modal
  open<V extends Views>(options?: OpenOptions<V>): Promise<void> {
    return this.handle?.open(options as OpenArguments | undefined) ?? Promise.resolve();
  }
  close(): Promise<void> {
    return this.handle?.close() ?? Promise.resolve();
  }
  isOpen = (): boolean => !!this.handle?.isOpen();
  replace(view: Views): void {
    quiet(this.handle?.replace(view as OpenView));
  }
  redirect(view: Views): void {
    quiet(this.handle?.redirect(view as OpenView));
  }
  showErrorMessage(message: string): void {
    quiet(this.handle?.showError(message));
  }
  showSuccessMessage(message: string): void {
    quiet(this.handle?.showSuccess(message));
  }
  /** The page is busy: our buttons and `getState().loading` show it. */
  setLoading(loading: boolean, namespace?: ChainNamespace): void {
    if (loading) this.#loading.add(namespace ?? 'all');
    else this.#loading.delete(namespace ?? 'all');
    tell();
  }
  /** @internal for the buttons */
  isLoading(namespace?: string | null): boolean {
    return namespace
      ? this.#loading.has('all') || this.#loading.has(namespace as ChainNamespace)
      : this.#loading.size > 0;
  }

  // ---- state
  getState(): PublicStateControllerState {
    const state = this.handle?.getState();
    return {
      loading: !!state?.loading || this.isLoading(),
      open: !!state?.open,
      selectedNetworkId: this.getNetworkState().caipNetworkId,
      activeChain: this.getActiveChainNamespace(),
      initialized: this.#settled,
    };
  }
  subscribeState(callback: (state: PublicStateControllerState) => void): () => void {
    return this.#watch(() => this.getState(), callback);
  }
  getRemoteFeatures(): RemoteFeatures {
    return this.remoteFeatures;
  }
  subscribeRemoteFeatures(callback: (features: RemoteFeatures) => void): () => void {
    return this.#watch(() => this.remoteFeatures, callback);
  }
  getError(): string {
    return this.handle?.getState().error?.message ?? '';
  }
  getEvent(): EventsControllerState {
    return this.#event;
  }
  subscribeEvents(callback: (event: EventsControllerState) => void): () => void {
    mustBeFunction(callback);
    let last = this.#event;
    return follow(() => {
      if (last === this.#event) return;
      last = this.#event;
      callback(last);
    });
  }

  // ---- account
  #account(namespace?: ChainNamespace): AccountState | undefined {
    return this.handle?.getAccount(namespace);
  }
  getAccount(namespace?: ChainNamespace): UseAppKitAccountReturn {
    const account = this.#account(namespace);
    return account ? accountOf(account) : NO_ACCOUNT;
  }
  subscribeAccount(
    callback: (account: UseAppKitAccountReturn) => void,
    namespace?: ChainNamespace,
  ): () => void {
    return this.#watch(() => this.getAccount(namespace), callback);
  }
  getAddress = (namespace?: ChainNamespace): string | undefined => this.getAccount(namespace).address;
  getAddressByChainNamespace = (namespace: ChainNamespace): string | undefined => this.getAddress(namespace);
  getCaipAddress = (namespace?: ChainNamespace): CaipAddress | undefined =>
    this.getAccount(namespace).caipAddress;
  getIsConnectedState = (): boolean => !!this.handle?.getIsConnected();
  getWalletInfo(namespace?: ChainNamespace): ConnectedWalletInfo | undefined {
    const account = this.#account(namespace);
    return account && walletOf(this.handle!, account);
  }
  subscribeWalletInfo(
    callback: (info?: ConnectedWalletInfo) => void,
    namespace?: ChainNamespace,
  ): () => void {
    return this.#watch(() => this.getWalletInfo(namespace), callback);
  }
  getPreferredAccountType = (namespace: ChainNamespace): AccountKind | undefined =>
    this.#account(namespace)?.preferredAccountTypes[namespace];
  setPreferredAccountType(type: AccountKind, namespace: ChainNamespace): void {
    quiet(this.handle?.setPreferredAccountType(type as 'eoa' | 'smartAccount', namespace));
  }
  addAddressLabel(address: string, label: string): void {
    quiet(this.handle?.addAddressLabel(address, label));
  }
  removeAddressLabel(address: string): void {
    quiet(this.handle?.removeAddressLabel(address));
  }
  getSIWX<S = SIWX>(): S | undefined {
    return (this.handle?.getSIWX() as S | null) ?? undefined;
  }

  // ---- connecting
  async disconnect(namespace?: ChainNamespace): Promise<void> {
    const isNobody = FAMILIES.every((family) => this.getAccount(family).status == 'disconnected');
    // Disconnecting without an account isn't an error.
    if (!this.getState().initialized || !isNobody) await this.handle?.disconnect(namespace);
  }
  getConnectors = (namespace?: ChainNamespace): Connector[] => this.handle?.getConnectors(namespace) ?? [];
  getConnectorImage = (connector?: { id?: string; imageUrl?: string | null }): string | undefined =>
    connector?.imageUrl ?? this.getConnectors().find(({ id }) => id == connector?.id)?.imageUrl ?? undefined;
  addConnector(connector: Partial<Connector>): void {
    this.handle?.addConnector(connector as unknown as CustomConnector);
  }
  #connections(namespace: ChainNamespace, recent: boolean): Connection[] {
    const list = this.handle?.getConnections(namespace) ?? [];
    return list.filter((one) => one.recent == recent).map((one) => connectionOf(this.handle!, one));
  }
  getConnections = (namespace: ChainNamespace): Connection[] => this.#connections(namespace, false);
  getRecentConnections = (namespace: ChainNamespace): Connection[] => this.#connections(namespace, true);
  subscribeConnections(callback: (state: ConnectionControllerState) => void): () => void {
    const of = (recent: boolean) =>
      new Map(this.chainNamespaces.map((namespace) => [namespace, this.#connections(namespace, recent)]));
    return this.#watch(
      () => ({ connections: of(false), recentConnections: of(true) }),
      callback,
      () => [...of(false), ...of(true)],
    );
  }
  async switchConnection({
    connection,
    address,
    namespace,
  }: {
    connection: Pick<Connection, 'connectorId'>;
    address?: string;
    namespace?: ChainNamespace;
  }): Promise<void> {
    const match = this.handle
      ?.getConnections(namespace)
      .find(({ connectorId }) => connectorId == connection.connectorId);
    if (!match) throw new Error(`Unknown connection: ${connection.connectorId}`);
    await this.handle!.switchConnection({ connection: { ...match, ...(address && { address }) } });
  }
  deleteConnection({ connectorId, namespace }: { connectorId: string; namespace?: ChainNamespace }): void {
    quiet(this.handle?.deleteConnection({ connectorId, ...(namespace && { namespace }) }));
  }

  // ---- providers
  /** The provider of a connected account; the same object for the life of the page. */
  getProvider<T = unknown>(namespace: ChainNamespace): T | undefined {
    if (!this.#account(namespace)?.isConnected) return undefined;
    const adapter = this.adapters.find((one) => one.namespace == namespace);
    return (adapter ? adapter.providerOf(this.handle!) : this.handle!.getProvider(namespace)) as T;
  }
  getProviderType = (namespace: ChainNamespace): ConnectorType | undefined =>
    (this.handle?.getProviderType(namespace) as ConnectorType | null) ?? undefined;
  getWalletProvider(): unknown {
    const namespace = this.getActiveChainNamespace();
    return namespace && this.getProvider(namespace);
  }
  getWalletProviderType(): ConnectorType | undefined {
    const namespace = this.getActiveChainNamespace();
    return namespace && this.getProviderType(namespace);
  }
  #providers(): Providers {
    return Object.fromEntries(FAMILIES.map((family) => [family, this.getProvider(family)]));
  }
  subscribeProviders(callback: (providers: Providers) => void): () => void {
    return this.#watch(
      () => this.#providers(),
      callback,
      () =>
        FAMILIES.map((family) => [this.#account(family)?.isConnected, this.#account(family)?.connectorId]),
    );
  }

  // ---- networks
  getCaipNetworks = (namespace?: ChainNamespace): CaipNetwork[] => {
    const networks = (this.handle?.getNetworks() ?? []) as unknown as CaipNetwork[];
    const all = networks.length ? networks : this.options.networks.map(caipOf);
    return all.filter((one) => !namespace || one.chainNamespace == namespace);
  };
  #active(): CaipNetwork | undefined {
    const active = this.handle?.getNetwork() as unknown as CaipNetwork | null | undefined;
    if (active) return active;
    // The wallet is on a network that the page doesn't have.
    if (this.handle?.getState().selectedNetworkId) return undefined;
    const { defaultNetwork } = this.options;
    return defaultNetwork ? caipOf(defaultNetwork) : this.getCaipNetworks()[0];
  }
  getCaipNetwork = (namespace?: ChainNamespace, id?: ChainId): CaipNetwork | undefined => {
    if (id !== undefined)
      return this.getCaipNetworks(namespace).find((one) => one.id == id || one.caipNetworkId == id);
    const active = this.#active();
    if (!namespace || active?.chainNamespace == namespace) return active;
    const address = this.getCaipAddress(namespace);
    const of = this.getCaipNetworks(namespace);
    return of.find(({ caipNetworkId }) => address?.startsWith(`${caipNetworkId}:`)) ?? of[0];
  };
  /** @internal the network state for hooks and subscriptions */
  getNetworkState(): NetworkState {
    const caipNetwork = this.#active();
    const selected = (this.handle?.getState().selectedNetworkId ?? undefined) as CaipNetworkId | undefined;
    const caipNetworkId = caipNetwork?.caipNetworkId ?? selected;
    const [namespace, reference] = caipNetworkId?.split(':') ?? [];
    const chainId = caipNetwork?.id ?? (namespace == 'eip155' ? Number(reference) : reference);
    return { caipNetwork, chainId, caipNetworkId };
  }
  getCaipNetworkId = <T extends ChainId>(): T | undefined => this.getChainId() as T | undefined;
  getChainId(): ChainId | undefined {
    return this.getNetworkState().chainId;
  }
  getActiveChainNamespace = (): ChainNamespace | undefined =>
    this.handle?.getState().activeChain ?? this.#active()?.chainNamespace;
  getApprovedCaipNetworkIds = (): CaipNetworkId[] =>
    (this.handle?.getApprovedNetworkIds() ?? []) as CaipNetworkId[];
  subscribeNetwork(callback: (state: NetworkState) => void): () => void {
    return this.#watch(() => this.getNetworkState(), callback);
  }
  subscribeCaipNetworkChange(callback: (network?: CaipNetwork) => void): () => void {
    return this.#watch(() => this.getCaipNetwork(), callback);
  }
  async switchNetwork(network: AppKitNetwork): Promise<void> {
    await this.handle?.switchNetwork(caipOf(network));
  }
  addNetwork(namespace: ChainNamespace, network: AppKitNetwork): void {
    quiet(this.handle?.addNetwork(namespace, caipOf(network) as never));
  }
  removeNetwork(namespace: ChainNamespace, id: ChainId): void {
    quiet(this.handle?.removeNetwork(namespace, id));
  }

  // ---- settings
  getThemeMode = (): ThemeMode => seenMode(this.handle?.getTheme().themeMode ?? this.options.themeMode);
  getThemeVariables = (): ThemeVariables => this.#themeVariables;
  setThemeMode(themeMode: ThemeMode): void {
    quiet(this.handle?.setThemeMode(themeMode));
    tell();
  }
  setThemeVariables(variables: ThemeVariables): void {
    this.#themeVariables = { ...this.#themeVariables, ...variables };
    quiet(this.handle?.setThemeVariables(ourVariables(this.#themeVariables)));
    tell();
  }
  getTheme(): ThemeControllerState {
    return { themeMode: this.getThemeMode(), themeVariables: this.#themeVariables };
  }
  subscribeTheme(callback: (theme: ThemeControllerState) => void): () => void {
    return this.#watch(() => this.getTheme(), callback);
  }
  updateOptions(options: Partial<AppKitOptions>): void {
    this.options = { ...this.options, ...options };
    quiet(this.handle?.updateOptions(ourOptions(options)));
  }
  updateFeatures(features: Features): void {
    this.options = { ...this.options, features: { ...this.options.features, ...features } };
    quiet(this.handle?.updateFeatures(ourFeatures(features)));
  }
  updateRemoteFeatures(features: Features): void {
    this.updateFeatures(features);
  }
  setTermsConditionsUrl(termsConditionsUrl: string): void {
    this.updateOptions({ termsConditionsUrl });
  }
  setPrivacyPolicyUrl(privacyPolicyUrl: string): void {
    this.updateOptions({ privacyPolicyUrl });
  }
  setEIP6963Enabled(enableEIP6963: boolean): void {
    this.updateOptions({ enableEIP6963 });
  }
  setConnectMethodsOrder(connectMethodsOrder: ConnectMethod[]): void {
    this.updateFeatures({ connectMethodsOrder });
  }
  getConnectMethodsOrder(): ConnectMethod[] {
    const order = this.options.features?.connectMethodsOrder ?? this.remoteFeatures.connectMethodsOrder;
    return (order as ConnectMethod[] | undefined) ?? ['wallet', 'email', 'social'];
  }
  setWalletFeaturesOrder(walletFeaturesOrder: WalletFeature[]): void {
    this.updateFeatures({ walletFeaturesOrder });
  }
  setSocialsOrder(socials: SocialProvider[]): void {
    this.updateFeatures({ socials });
  }
  setCollapseWallets(collapseWallets: boolean): void {
    this.updateFeatures({ collapseWallets });
  }

  static {
    for (const [name, way] of Object.entries(UNSUPPORTED_METHODS))
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        writable: true,
        value: () => {
          warnUnsupported(`modal.${name}`, way);
          return UNSUPPORTED_PROMISES.includes(name) ? Promise.resolve(undefined) : undefined;
        },
      });
    for (const [name, way] of Object.entries(UNSUPPORTED_PROPERTIES))
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        get: () => (warnUnsupported(`modal.${name}`, way), {}),
      });
  }
}
