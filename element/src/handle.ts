// createWalletModal: the one handle of a page (public-api.md section 3). Getters answer at once, before the engine with the
// initialising state; what needs the engine is a table of names that wait for it.

import type {
  AccountState,
  Command,
  ConnectionItem,
  ConnectionsSlice,
  ConnectorItem,
  Namespace,
  Network,
  NetworksSlice,
  Slices,
  ThemeSlice,
} from './contract';
import { make } from './dom';
import { checkOptions, type Options } from './options';
import { ownOptions } from './engine/own-options';
import { changed, dispatch, ignore, page, setOptions, start, warn } from './page';
import { Eip1193Provider } from './provider';
import { define } from './register';
import { aborted } from './wallet-error';
import { initialState, WalletModal, type OpenArguments } from './wallet-modal';

/** name -> the command it sends once the engine is there */
const commands = {
  connect: ({
    connectorId,
    walletId,
    namespace,
  }: {
    connectorId?: string;
    walletId?: string;
    namespace?: Namespace;
  }): Command => ({ type: 'connect.start', connectorId: connectorId ?? walletId ?? '', namespace }),
  disconnect: (namespace?: Namespace): Command => ({ type: 'accounts.disconnect', namespace }),
  switchConnection: ({ connection }: { connection: ConnectionItem }): Command => ({
    type: 'connections.switch',
    connection,
  }),
  setThemeMode: (themeMode: ThemeSlice['themeMode']): Command => ({ type: 'theme.mode', themeMode }),
  setThemeVariables: (themeVariables: Record<string, string | number>): Command => ({
    type: 'theme.variables',
    themeVariables,
  }),
  showSuccess: (message: string): Command => ({ type: 'toasts.show', message, variant: 'success' }),
  showError: (message: string): Command => ({ type: 'toasts.show', message, variant: 'error' }),
} satisfies Record<string, (...args: never[]) => Command>;

type Commands = {
  [K in keyof typeof commands]: (...args: Parameters<(typeof commands)[K]>) => Promise<unknown>;
};

const noAccount = (namespace: Namespace): AccountState => ({
  namespace,
  allAccounts: [],
  caipAddress: null,
  address: null,
  isConnected: false,
  status: 'disconnected',
  balance: null,
  balanceSymbol: null,
  connectorId: null,
  connectedWalletInfo: null,
});

const noConnections: ConnectionsSlice = { connectors: [], connections: [] };

const noNetworks: NetworksSlice = { active: null, supported: true, list: [] };

export class Handle extends (globalThis.EventTarget ?? Object) {
  readonly #modal: WalletModal;
  /** the element is the host's: it stays in the page, for the next handle */
  readonly #isHosts: boolean;
  readonly #provider = new Eip1193Provider(this, (ask) => this.#owe(ask));
  /** who waits for an answer of ours */
  readonly #owed = new Set<(error: Error) => void>();
  #ready = false;

  /** @internal use createWalletModal */
  constructor(modal: WalletModal, isHosts: boolean) {
    super();
    this.#modal = modal;
    this.#isHosts = isHosts;
    this.addEventListener('wallet-ready', () => (this.#ready = true));
  }

  static {
    for (const [name, command] of Object.entries(commands)) {
      Object.defineProperty(this.prototype, name, {
        value(this: Handle, ...args: never[]) {
          return this.#owe(() => dispatch((command as (...args: never[]) => Command)(...args)));
        },
      });
    }
  }

  // ---- life
  ready(): Promise<void> {
    return this.#owe(() => start().then((run) => run.ready));
  }
  get isReady(): boolean {
    return this.#ready;
  }
  /**
   * Takes the engine away and the element that came with this handle; the page is as it was. What is still owed rejects with
   * 4001 'Request was aborted', and so does whatever this handle is asked from now on.
   */
  destroy(): void {
    if (page.handle != this) return;
    const modal = this.#modal;
    const element = this.#isHosts ? modal : null;
    page.life++;
    page.running?.destroy();
    Object.assign(page, { running: null, starting: null, element, handle: null, options: {} });
    for (const reject of this.#owed) reject(aborted());
    if (element) {
      modal.close().catch(ignore);
      // What the host says by attributes holds for the next one too.
      for (const name of WalletModal.observedAttributes)
        if (name != 'open' && modal.hasAttribute(name))
          modal.attributeChangedCallback(name, null, modal.getAttribute(name));
    } else modal.remove();
    changed();
  }

  // ---- modal
  open(args?: OpenArguments): Promise<void> {
    return this.#owe(() => this.#modal.open(args));
  }
  close(): Promise<void> {
    return this.#modal.close();
  }
  isOpen(): boolean {
    return this.getState().open;
  }

  // ---- connections and networks
  getConnectors(namespace?: Namespace): ConnectorItem[] {
    return this.#slice('connections', noConnections).connectors.filter(
      ({ chain }) => !namespace || chain == namespace,
    );
  }
  getConnections(namespace?: Namespace): ConnectionItem[] {
    return this.#slice('connections', noConnections).connections.filter(
      (one) => !namespace || one.namespace == namespace,
    );
  }
  /** A refusal goes to the modal; with throwOnFailure to the caller too. */
  async switchNetwork(network: Network | string, { throwOnFailure = false } = {}): Promise<void> {
    const done = this.#owe(() => this.#modal.switchNetwork(network));
    await (throwOnFailure ? done : done.catch(() => {}));
  }
  getNetworks(namespace?: Namespace): Network[] {
    return this.#slice('networks', noNetworks).list.filter(
      (network) => !namespace || network.chainNamespace == namespace,
    );
  }
  getNetwork(namespace?: Namespace): Network | null {
    const { active } = this.#slice('networks', noNetworks);
    return !namespace || active?.chainNamespace == namespace ? active : null;
  }
  getChainId(): number | string | null {
    return this.getNetwork()?.id ?? null;
  }

  // ---- account
  getAccount(namespace?: Namespace): AccountState {
    const wanted = namespace ?? this.getState().activeChain ?? 'eip155';
    return (
      this.#slice('accounts', { list: [] }).list.find((one) => one.namespace == wanted) ?? noAccount(wanted)
    );
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
  /** Always the same object; other families come with their issues. */
  getProvider(namespace: Namespace): Eip1193Provider | undefined {
    return namespace == 'eip155' ? this.#provider : undefined;
  }

  // ---- state
  getState(): Slices['state'] {
    return this.#slice('state', initialState);
  }
  getTheme(): ThemeSlice {
    const { themeMode = 'system' } = page.options;
    return this.#slice('theme', { themeMode, themeVariables: {} });
  }
  getOptions(): Options {
    return { ...page.options };
  }
  /** Rejects for the mistakes createWalletModal throws for, then for what the engine says; until then nothing is merged. */
  async updateOptions(options: Options): Promise<void> {
    const { siwx, siweConfig } = page.options;
    checkOptions({ siwx, siweConfig, ...options });
    ownOptions(options);
    page.options = { ...page.options, ...options };
    page.element?.sync();
    if (page.starting) await this.#owe(() => dispatch({ type: 'options.update', options }));
  }

  // ---- subscribe: at once with the present value, then at each change
  subscribeState(fn: (state: Slices['state']) => void): () => void {
    return this.#watch('state', () => fn(this.getState()));
  }
  subscribeAccount(fn: (account: AccountState) => void, namespace?: Namespace): () => void {
    return this.#watch('accounts', () => fn(this.getAccount(namespace)));
  }
  subscribeConnections(fn: (connections: ConnectionItem[]) => void): () => void {
    return this.#watch('connections', () => fn(this.getConnections()));
  }
  subscribeNetwork(fn: (networks: NetworksSlice) => void): () => void {
    return this.#watch('networks', () => fn(this.#slice('networks', noNetworks)));
  }
  subscribeTheme(fn: (theme: ThemeSlice) => void): () => void {
    return this.#watch('theme', () => fn(this.getTheme()));
  }
  subscribeWalletInfo(fn: (info: AccountState['connectedWalletInfo']) => void): () => void {
    return this.#watch('accounts', () => fn(this.getWalletInfo()));
  }

  /** Never throws, also when the engine has died too often or the handle is gone: then it is as before the start. */
  #slice<K extends keyof Slices>(slice: K, before: Slices[K]): Slices[K] {
    try {
      return (page.handle == this && page.running?.snapshot(slice)) || before;
    } catch {
      return before;
    }
  }

  /** An answer, or the end of this handle. Asked at once: a wallet's window needs the tap. */
  #owe<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (page.handle != this) return reject(aborted());
      this.#owed.add(reject);
      const done = () => this.#owed.delete(reject);
      ask().then(
        (value) => (done(), resolve(value)),
        (error: unknown) => (done(), reject(error as Error)),
      );
    });
  }

  #watch(slice: keyof Slices, fn: () => void): () => void {
    const hear = (event: Event) => (event as CustomEvent).detail.changed.includes(slice) && fn();
    this.addEventListener('wallet-state', hear);
    fn();
    return () => this.removeEventListener('wallet-state', hear);
  }
}

export type WalletModalHandle = Handle & Commands;

/** Makes the modal of this page, or gives the one there is. Throws for the mistakes of design.md section 5. */
export function createWalletModal(options: Options): WalletModalHandle {
  const { handle } = page;
  const known = page.options.projectId;
  if (handle) {
    if (options.projectId != known) throw new Error('wallet-modal is already running');
    checkOptions({ ...page.options, ...options });
    setOptions(options);
    warn('createWalletModal was called again: its options were merged');
    return handle as WalletModalHandle;
  }
  if (known && options.projectId && options.projectId != known)
    throw new Error('wallet-modal is already running');
  checkOptions({ networks: [], ...page.options, ...options });
  define();
  setOptions(options);
  // One that the host took out of the page again is not there.
  const there = page.element?.isConnected ? page.element : document.querySelector('wallet-modal');
  const modal = (there ?? make('wallet-modal', {})) as WalletModal;
  page.element = modal;
  page.handle = new Handle(modal, !!there);
  if (there) {
    // It was attached before these options were known.
    if (options.enableEmbedded) modal.open().catch(ignore);
  } else if (!options.disableAppend && !options.enableEmbedded) (options.root ?? document.body).append(modal);
  return page.handle as WalletModalHandle;
}
