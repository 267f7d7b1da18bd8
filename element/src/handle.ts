// createWalletModal: the single handle of a page (docs/spec/public-api.md section 3). Properties are in handle/reading.ts. The methods
// that need the engine are a table of names (handle/commands.ts).

import type { AccountState, Command, Namespace, Network } from './contract';
import { add, after, apply, findItem, keys, lower, mapped, rejectedWith, Vow } from './captured';
import { make } from './dom';
import { ownOptions } from './engine/own-options';
import { openWindow } from './engine/popup';
import { announceProvider } from './handle/announce';
import { commands, keptCommands, settings, type Commands } from './handle/commands';
import { checkEnded, checkNamespace } from './handle/mistakes';
import type { PayOptions, PayResult } from './handle/pay';
import { loadOptionFiles } from './handle/own';
import { Reading } from './handle/reading';
import type { Features, SocialProvider } from './option-types';
import { checkOptions, type Options } from './options';
import { unlessClosed } from './handle/unless-closed';
import { aside, changed, ignore, merged, page, setOptions, start, type NamedNetwork } from './page';
import { Eip1193Provider } from './provider';
import type { BitcoinProvider } from './handle/bitcoin';
import type { CosmosProvider } from './handle/cosmos';
import type { PolkadotProvider } from './handle/polkadot';
import type { SolanaProvider } from './handle/solana';
import { define } from './register';
import { aborted, walletError, WalletError } from './wallet-error';
import type { OpenArguments } from './open-types';
import { WalletModal } from './wallet-modal';
import type { HostConnector } from './wallets/host';

/** What `addConnector` takes: an EIP-1193 provider of your page. */
export interface CustomConnector extends HostConnector {
  /** The namespace. Only `eip155` is supported, and it is the default. */
  chain?: Namespace;
}

/** The parts of the namespaces' providers that build bytes. Each is its own file, loaded for pages that use it. */
const inBytes = {
  __proto__: null,
  solana: () => import('./handle/solana'),
  polkadot: () => import('./handle/polkadot'),
  cosmos: () => import('./handle/cosmos'),
  bip122: () => import('./handle/bitcoin'),
} as unknown as Record<
  Namespace,
  (() => Promise<{ complete(provider: Eip1193Provider, account: () => AccountState): void }>) | undefined
>;
const none = <T>(): Record<string, T | undefined> => ({ __proto__: null }) as never;

/** the same address as in the engine (engine/core/src/options/mod.rs) */
const secure = 'https://secure.walletconnect.org';

const dispatch = (command: Command): Promise<unknown> => after(start(), (run) => run.dispatch(command));

/** The same for calls that open a wallet. A close before the engine has loaded rejects them. */
const ask = (command: Command): Promise<unknown> => unlessClosed(start(), (run) => run.dispatch(command));

/** Ends the engine and clears the options: the page is as before, and `element` becomes the active one. */
function forget(element: WalletModal | null): void {
  page.life++;
  page.running?.destroy();
  page.running = page.starting = page.bytes = page.handle = null;
  page.element = element;
  page.options = merged({});
}

type Method<T> = (this: Handle, ...args: never[]) => T;

/** The class with its properties, and with the methods that the static block below creates from the tables. */
const WithMethods = Reading as abstract new () => Reading & Commands;

/** The modal of a page, as `createWalletModal` returns it. Every promise rejects with a `WalletError`. */
export class Handle extends WithMethods {
  /** the element created for this handle; an element that the page created stays, for the next handle */
  readonly #made: WalletModal | null;
  readonly #provider = new Eip1193Provider(this, (ask) => this.#untilEnd(ask));
  readonly #providers = none<Eip1193Provider>();
  /** resolves when the parts that build bytes have loaded */
  readonly #loadedBytes = none<Promise<unknown>>();
  /** rejects the pending calls of the page */
  // eslint-disable-next-line no-restricted-globals -- functions that reject: no answer passes through them
  readonly #pendingRejects = new Set<(error: Error) => void>();
  // eslint-disable-next-line no-restricted-globals -- ends listeners
  readonly #ended = new AbortController();
  readonly #storedCommands = none<Command>();
  /** @internal the connectors that the page added; each new engine gets them */
  readonly connectors: CustomConnector[] = [];
  #ready = false;

  /** @internal use createWalletModal */
  constructor(made: WalletModal | null) {
    super();
    this.#made = made;
    this.addEventListener('wallet-ready', () => (this.#ready = true));
    const { announceProvider: isAnnounced, metadata } = page.options;
    if (!isAnnounced) return;
    const name = metadata?.name || document.title || location.host;
    announceProvider(this.#provider, name, this.#ended.signal);
    if (
      findItem(
        page.options.networks ?? [],
        (network) => (network as Partial<Network>).chainNamespace == 'solana',
      )
    )
      void after(
        import('./handle/announce-solana'),
        (chunk) => chunk.announceSolana(this, name, this.#ended.signal),
        ignore,
      );
  }

  static {
    const method = (name: string, value: Method<unknown>) =>
      // eslint-disable-next-line no-restricted-globals -- while the entry loads
      Object.defineProperty(this.prototype, name, {
        __proto__: null,
        value,
        configurable: true,
        writable: true,
      } as PropertyDescriptor);
    // eslint-disable-next-line no-restricted-syntax, no-restricted-globals -- while the entry loads
    for (const [name, command] of Object.entries(commands))
      method(name, function (...args) {
        return this.#untilEnd(() => {
          const engineCommand = apply(command as () => Command, undefined, args as []) as Command;
          // Opens the popup now, in the click. Later, the browser would block it.
          if (
            engineCommand.type == 'embedded.start' &&
            engineCommand.provider &&
            engineCommand.provider != 'farcaster'
          )
            openWindow(
              page.running?.snapshot('connect').logins.window ??
                `${page.options.services?.secure ?? secure}/loading`,
            );
          // eslint-disable-next-line no-restricted-syntax -- the name of a command
          return (/start|connections.switch/.test(engineCommand.type) ? ask : dispatch)(engineCommand);
        });
      });
    // eslint-disable-next-line no-restricted-syntax, no-restricted-globals -- while the entry loads
    for (const [name, command] of Object.entries(keptCommands))
      method(name, function (...args) {
        return this.#keep(apply(command as () => Command, undefined, args as []) as Command);
      });
    // eslint-disable-next-line no-restricted-syntax, no-restricted-globals -- while the entry loads
    for (const [name, setting] of Object.entries(settings))
      method(name, function (...args) {
        return this.#untilEnd(async () => {
          const update = apply(setting as () => unknown, undefined, args as []) as [object, Command];
          page.options = merged(page.options, update[0]);
          page.element?.sync();
          loadOptionFiles(update[0] as Options);
          if (page.starting) await dispatch(update[1]);
        });
      });
  }

  // ---- lifecycle
  /** Starts the engine. Resolves when stored connections are restored or reconnecting, and the providers have all their methods. */
  ready(): Promise<void> {
    return this.#untilEnd(async () => {
      await (
        await start()
      ).ready;
      const names = keys(this.#loadedBytes);
      for (let i = 0; i < names.length; i++) await this.#loadedBytes[names[i]!];
    });
  }
  /** True once the engine runs and stored connections are settled. */
  get isReady(): boolean {
    return this.#ready;
  }
  /**
   * Ends the engine and removes the element that this handle added. Pending and later calls reject with 4001 'Request was aborted'. The user stays
   * connected: the next `createWalletModal` restores the connection.
   */
  destroy(): void {
    if (page.handle != this) return;
    const element = this.#made;
    // An element that the page has removed has no effect on the next handle.
    const hosts = page.element?.isConnected && page.element != element ? (page.element as WalletModal) : null;
    this.#ended.abort();
    forget(hosts);
    // eslint-disable-next-line no-restricted-syntax -- the same
    for (const reject of this.#pendingRejects) reject(aborted());
    element?.remove();
    if (hosts) {
      void after(hosts.close(), ignore, ignore);
      // The options that the page set as attributes also apply to the next handle.
      mapped(WalletModal.observedAttributes, (name) => {
        if (name != 'open' && hosts.hasAttribute(name))
          hosts.attributeChangedCallback(name, null, hosts.getAttribute(name));
      });
    }
    changed();
    // Ends the subscriptions: they must not keep reporting a connected account, or wait for a close.
    // eslint-disable-next-line no-restricted-globals -- names
    this.dispatchEvent(new CustomEvent('wallet-state', { detail: { changed: ['accounts', 'state'] } }));
  }

  // ---- modal
  /** Fetches the files of the list, for your own button when it gets the pointer or the focus. It contacts no service. */
  prefetch(): void {
    if (page.handle == this) this.#modal.prefetch();
  }
  /**
   * Opens the modal. Resolves when the view is visible.
   *
   * Rejects with 'Modal closed' if the user closes it first, with `unknown_name` for an unknown view, and with -32602 for other invalid arguments.
   *
   * @example await modal.open({ view: 'Send', arguments: { to: 'vitalik.eth', amount: '0.1' } });
   */
  open(args?: OpenArguments): Promise<void> {
    const opened = this.#untilEnd(() => {
      if (args && typeof args != 'object') {
        // No other call waits for this one if it rejects
        void after(
          aside((chunk) => chunk.warnOpen(args)),
          ignore,
          ignore,
        );
        throw new TypeError(`Invalid parameter: ${args as string}`);
      }
      return unlessClosed(this.#modal.open(args), ignore);
    });
    // The card shows errors, and the caller knows that it closed. This prevents unhandled rejections.
    void after(opened, ignore, ignore);
    return opened;
  }
  /** Closes the modal. Calls that wait for the user reject with 'Modal closed'. */
  async close(): Promise<void> {
    // A later handle owns what is open now.
    if (page.handle != this) return;
    try {
      await this.#modal.close();
    } catch (error) {
      throw walletError(error);
    }
  }

  /**
   * Shows a payment. Resolves with its result when it has ended, also after the modal was closed (docs/payments.md).
   *
   * Rejects with an `INVALID_…` code, and opens nothing, if `options` are invalid.
   */
  pay(options: PayOptions): Promise<PayResult> {
    return this.#untilEnd(() => ask({ type: 'pay.start', options })) as Promise<PayResult>;
  }

  /**
   * Adds a wallet of your page to the list. A second one with the same provider is ignored.
   *
   * Throws a TypeError if `id`, `name` or `provider` is missing, and for a namespace other than `eip155`.
   */
  addConnector(connector: CustomConnector): void {
    const { id, name, provider, chain = 'eip155' } = connector ?? {};
    if (!id || !name || typeof (provider as { request?: unknown })?.request != 'function')
      throw new TypeError('A connector must have id, name and provider');
    if (chain != 'eip155') throw new TypeError(`A connector's chain must be eip155, not ${chain}`);
    if (page.handle != this) return void checkEnded('addConnector');
    if (findItem(this.connectors, (one) => one.provider === provider)) return;
    add(this.connectors, connector);
    page.running?.addConnector(connector);
  }
  /**
   * Switches to a network: one of `networks`, a viem chain, its chain ID or its CAIP-2 ID. If it fails, the modal shows the reason; the promise
   * only rejects with `throwOnFailure`.
   */
  async switchNetwork(network: NamedNetwork, options?: { throwOnFailure?: boolean } | null): Promise<void> {
    const result = this.#untilEnd(() => this.#modal.switchNetwork(network));
    await (options?.throwOnFailure ? result : after(result, ignore, ignore));
  }
  /** Changes options; those that you omit stay. Rejects for the mistakes for which `createWalletModal` throws, and then changes nothing. */
  updateOptions(options: Options): Promise<void> {
    return this.#untilEnd(async () => {
      const { siwx, siweConfig } = page.options;
      checkOptions({ siwx, siweConfig, ...options });
      ownOptions(options);
      page.options = merged(page.options, options);
      page.element?.sync();
      loadOptionFiles(options);
      if (page.starting) await dispatch({ type: 'options.update', options });
    });
  }
  /** Changes features; those that you omit stay. */
  updateFeatures(features: Features): Promise<void> {
    return this.#untilEnd(async () => {
      page.options = merged(page.options, { features: { ...page.options.features, ...features } });
      if (page.starting) await dispatch({ type: 'options.features', features });
    });
  }

  /**
   * Returns a text to attach to a report: the state, the requests to services, and the events since the first call. It has no keys, tokens,
   * pairing URIs or email addresses, and addresses are shortened.
   *
   * @example console.log(await modal.exportLogs());
   */
  exportLogs(): Promise<string> {
    return this.#untilEnd(() => aside((chunk) => chunk.exportLogs(this)));
  }
  /**
   * Forgets this site: disconnects every account, ends the engine, and removes all of the modal's records from this browser, in every tab.
   * Rejects with the first failure of a wallet or the storage, after everything else was removed.
   */
  clearSiteData(): Promise<void> {
    return this.#untilEnd(() => aside((chunk) => chunk.clearSiteData(this)));
  }

  /** Sets the order of the ways to connect. */
  setConnectMethodsOrder(order: NonNullable<Features['connectMethodsOrder']>): Promise<void> {
    return this.updateFeatures({ connectMethodsOrder: order });
  }
  /** Sets the login providers and their order. */
  setSocialsOrder(order: readonly SocialProvider[]): Promise<void> {
    return this.updateFeatures({ socials: order });
  }

  /** Returns the provider of a namespace: always the same object. Call `ready()` before you use the methods with bytes. */
  override getProvider(namespace: 'eip155'): Eip1193Provider;
  override getProvider(namespace: 'solana'): SolanaProvider;
  override getProvider(namespace: 'polkadot'): PolkadotProvider;
  override getProvider(namespace: 'cosmos'): CosmosProvider;
  override getProvider(namespace: 'bip122'): BitcoinProvider;
  override getProvider(namespace: Namespace): Eip1193Provider | undefined;
  override getProvider(namespace: Namespace): Eip1193Provider | undefined {
    const load = inBytes[namespace];
    checkNamespace('getProvider', namespace, true);
    if (!load) return namespace == 'eip155' ? this.#provider : undefined;
    const provider =
      this.#providers[namespace] ?? new Eip1193Provider(this, (ask) => this.#untilEnd(ask), namespace);
    this.#providers[namespace] = provider;
    // The methods that build bytes are in their own file, which ready() awaits.
    this.#loadedBytes[namespace] ??= after(
      after(load(), (chunk) => chunk.complete(provider, () => this.getAccount(namespace))),
      ignore,
      () => void delete this.#loadedBytes[namespace],
    );
    return provider;
  }

  /** @internal commands that the next engine runs first */
  get kept(): Command[] {
    return mapped(keys(this.#storedCommands), (name) => this.#storedCommands[name]!);
  }

  /** The active element. The page might have added its own since. */
  get #modal(): WalletModal {
    return (page.element ?? this.#made) as WalletModal;
  }

  #keep(command: Command): Promise<unknown> {
    // A later command replaces an earlier one of the same type and address.
    this.#storedCommands[`${command.type} ${'address' in command ? lower(`${command.address}`) : ''}`] =
      command;
    return this.#untilEnd(async () => (page.starting ? dispatch(command) : undefined));
  }

  /**
   * Resolves with the response, or rejects when this handle is destroyed. Calls `ask` synchronously, because a wallet's window needs the
   * user's click.
   */
  #untilEnd<T>(ask: () => Promise<T>): Promise<T> {
    return new Vow((resolve, reject) => {
      if (page.handle != this) return reject(aborted());
      this.#pendingRejects.add(reject);
      const fail = (error: unknown) => {
        this.#pendingRejects.delete(reject);
        reject(walletError(error));
      };
      try {
        void after(
          ask(),
          (answer) => {
            this.#pendingRejects.delete(reject);
            resolve(answer);
          },
          fail,
        );
      } catch (error) {
        fail(error);
      }
    });
  }
}

/** The modal of a page, as `createWalletModal` returns it. */
export type WalletModalHandle = Handle;

const running = 'wallet-modal is already running with another projectId. Call destroy() first';

const copied = 'wallet-modal is loaded twice. Load one version from one URL';

/**
 * Creates the modal of this page, or returns the existing one and merges the options. It contacts no service until the modal
 * opens, unless a connection is stored.
 *
 * Throws if an option is invalid in a way that `Options` describes, if a modal with another `projectId` is running, and on a server.
 *
 * @example const modal = createWalletModal({ projectId: 'YOUR_PROJECT_ID', networks: [mainnet] });
 */
export function createWalletModal(options: Options): WalletModalHandle {
  // A server has no document, and scripts of a browser extension have no custom elements.
  if (!globalThis.document || !globalThis.customElements)
    throw new Error(
      'createWalletModal only works in the page itself, in a browser. See node_modules/wallet-modal/docs/guide/errors.md#no_document',
    );
  if (!options || typeof options != 'object')
    throw new TypeError('createWalletModal needs options: { networks: [...] }');
  const others = customElements.get('wallet-modal') as typeof WalletModal | undefined;
  if (others && others != WalletModal) {
    define(); // it logs a warning
    if (others.create) return others.create(options) as Handle;
    // A second engine would control an element that belongs to another copy of the package: its views would be invisible.
    page.starting = rejectedWith(new WalletError({ code: -32603, message: copied }));
    void after(page.starting, ignore, ignore);
  }
  WalletModal.create = createWalletModal;
  const { handle } = page;
  const projectId = page.options.projectId;
  // eslint-disable-next-line no-restricted-syntax -- our own class
  if (handle instanceof Handle) {
    if (options.projectId != projectId) throw new Error(running);
    checkOptions(merged(page.options, options));
    setOptions(options);
    loadOptionFiles(options);
    void after(
      aside((chunk) => chunk.warnMerged()),
      ignore,
      ignore,
    );
    return handle;
  }
  // Foreign markup might contain an element too (decision 222, "Several elements, and elements in foreign HTML"). With several elements,
  // the page's own is unknown; one with another project isn't the page's.
  const all = document.querySelectorAll('wallet-modal');
  const last = page.element as WalletModal | null;
  const isForeign =
    all.length > +(!last?.isConnected || all[0] == last) ||
    (projectId && options.projectId && options.projectId != projectId);
  if (isForeign) forget(null);
  // An element that the page has removed no longer counts, and neither do its options.
  const removed = page.element?.isConnected ? null : (page.element as WalletModal | null);
  mapped(removed ? WalletModal.observedAttributes : [], (name, at) => {
    if (at > 1 && removed!.hasAttribute(name)) removed!.attributeChangedCallback(name, null, null);
  });
  const allOptions = merged(page.options, options);
  // Missing, or undefined because a setting of the page was missing.
  checkOptions({ ...allOptions, networks: allOptions.networks ?? [] });
  define();
  setOptions(options);
  loadOptionFiles(allOptions);
  // With `enableEmbedded`, the page places the element itself.
  const { disableAppend, enableEmbedded, root } = page.options;
  const isPlaced = disableAppend || enableEmbedded;
  const there =
    isForeign && !isPlaced
      ? null
      : (!removed && page.element) || (root ?? document).querySelector('wallet-modal');
  const element = there ? null : (make('wallet-modal', {}) as WalletModal);
  page.element = (there as WalletModal | null) ?? element;
  const created = (page.handle = new Handle(element));
  if (element && !isPlaced) (root ?? document.body).append(element);
  // It is no longer active, so it closes.
  if (isForeign && last && page.element != last) void after(last.close(), ignore, ignore);
  return created;
}
