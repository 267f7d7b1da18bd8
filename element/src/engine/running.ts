// Runs the engine: emits its events, wraps errors, and recovers from a panic (ARCHITECTURE.md, "The boundary"; docs/spec/public-api.md
// section 4).

import type { Command, ErrorData, Namespace, Network, Slices } from '../contract';
import {
  add,
  after,
  apply,
  filterItems,
  findItem,
  builtIn,
  keys,
  listen,
  mapped,
  method,
  delay,
  rejectedWith,
  Unique,
  Vow,
} from '../captured';
import type { Options, OwnStorage } from '../options';
import { aside, emit, ignore, initialState, type NamedNetwork, type page as Page } from '../page';
import { aborted, walletError, WalletError } from '../wallet-error';
import { askWallets } from '../wallets/announced';
import { hostId, toHostWallet, type HostConnector } from '../wallets/host';
import { written } from '../written';
import { fetchBeside, followAsks } from './asked';
import type { Engine, EngineGlue, FrameHandle, PageWallet, RequestArguments } from './border';
import { showParts } from './button-parts';
import { checkNames, drawButton, pressed } from './buttons';
import { placeCard } from './card';
import { engineOptions } from './crossing';
import { directionOf } from './direction';
import { asJson } from './own-options';
import type { HostedStore } from './own-storage';
import { lockPage } from './page-lock';
import { isAllowed } from './trusted-click';
import { ProviderChange, type ProviderNews } from './provider-change';
import { callSIWX, makeSIWX } from './siwx';
import { Store } from './store';
import { applyTheme } from './theme';

const trapped: ErrorData = {
  name: 'WalletError',
  code: -32603,
  message: 'An error occurred',
  title: null,
  details: null,
};

/** The arguments of an opening (wallet-modal.ts). */
type Opening = Partial<Record<'view' | 'namespace' | 'uri' | 'arguments', unknown>>;

/** the slices that the element and the buttons depend on */
const shownSlices: readonly (keyof Slices)[] = ['theme', 'state', 'router', 'account', 'accounts'];

const untrustedClick = (): WalletError =>
  new WalletError({ code: 4100, message: 'Only a real user click can confirm this' });

/** the limit of requests in the engine at the same time: each takes 2 kB of memory that is never freed, and waiting ones take none */
const requests_max = 2_000;

/** if an engine panics more often than this within `trap_window_ms`, a new start doesn't help */
const traps_max = 3;
const trap_window_ms = 10_000;

const hex = method('BigInt', 'toString');
const shift = method('Array', 'shift');
const isIn = <T>(list: readonly T[], one: T): boolean => findItem(list, (of) => of === one) !== undefined;

/** A request that every transport can carry: without bigints, cycles, or getters that throw (docs/spec/rpc.md section 3). */
function transportable(args: RequestArguments): RequestArguments {
  try {
    return asJson(args, (big) => {
      // not a quantity: readers of '0x-5' would disagree
      if (big < 0) throw new RangeError('A bigint must not be negative');
      return `0x${apply(hex, big, [16]) as string}`;
    }) as RequestArguments;
  } catch (cause) {
    throw new WalletError({ code: -32602, message: 'Invalid parameter: params' }, cause);
  }
}

/** The connection status in the browser's storage. */
function stored(): string {
  try {
    const all = builtIn<Record<string, unknown>>('localStorage');
    return `${all['wallet-modal:connection_status']} ${all['wallet-modal:connections']}`;
  } catch {
    return ''; // no storage, so no stored connection
  }
}

/** Frees an icon. */
// eslint-disable-next-line no-restricted-globals -- a picture
const drop = (icon: string | null): void => void (icon && URL.revokeObjectURL(icon));

const redraw = ({ watchers }: typeof Page): void =>
  // eslint-disable-next-line no-restricted-syntax -- functions that draw, and nothing is given to them
  watchers.forEach((draw) => draw());

/** Whether the page added it (`addConnector`). */
const isHosts = ({ type }: PageWallet): boolean => type == 'HOST';

export class Runner {
  readonly #glue: EngineGlue;
  readonly #page: typeof Page;
  readonly #wallets: PageWallet[] = [];
  readonly #pending = new Unique<(error: WalletError) => void>();
  /** the number of the page's requests in the engine */
  #count = 0;
  /** requests above the limit, in order */
  #waiting: (() => void)[] = [];
  readonly #store = new Store((slice) => this.#engine.snapshot(slice));
  #engine!: Engine;
  /** events emitted before tell() */
  #early: [string, unknown][] | null = [];
  #traps: number[] = [];
  /** whether the card has moved from the page into its dialog */
  #left = false;
  /** the engine's number: events of an earlier engine are ignored */
  #life = 0;
  /** the state that the element and buttons last rendered */
  #drawnOf = '';
  /** the icons of wallets, drawn one after the other */
  #drawn: Promise<unknown> = delay(0);
  readonly #gone = new (builtIn<typeof AbortController>('AbortController'))();
  readonly #providers = new ProviderChange();
  /** the page's own storage, once it is used */
  #hosted?: Promise<HostedStore>;
  #settle!: () => void;
  #fail!: (error: WalletError) => void;

  readonly ready: Promise<void> = new Vow<void>((settle, fail) => {
    this.#settle = settle;
    this.#fail = fail;
  });

  constructor(glue: EngineGlue, page: typeof Page) {
    this.#glue = glue;
    this.#page = page;
    // `ready` might have no caller, so its rejection must not count as unhandled.
    void after(this.ready, ignore, ignore);
  }

  /** Creates the engine and starts the finders. Throws the engine's errors, such as for invalid options. Events wait for tell(). */
  begin(find: (announce: (wallet: PageWallet) => boolean, gone: AbortSignal) => unknown): void {
    try {
      this.#start();
    } catch (error) {
      this.#life++;
      this.#glue.__wbg_reset_state();
      throw error;
    }
    const { signal } = this.#gone;
    find((wallet) => this.#announce(wallet), signal);
    mapped(this.#page.handle?.connectors ?? [], (one) => this.addConnector(one));
    this.#page.watchers.add(this.#place);
    if (this.#page.element) checkNames(this.#page.element);
    makeSIWX(this.#page);
    // The storage `memory` belongs to this tab only.
    const follow = ({ key, newValue }: StorageEvent): void => {
      if (this.#page.options.storage == 'memory') return;
      if (key == 'wallet-modal:connections') this.#follow(newValue);
      if (key == 'wallet-modal:cleared' && newValue) void aside((chunk) => chunk.leave(+newValue));
      // The sender removes it immediately.
      if (key == 'wallet-modal:sent' && newValue) this.#order({ type: 'transactions.news' });
    };
    listen('storage', follow, signal);
    // While the browser keeps this page for Back, it gets no event of the other tabs.
    let before = '';
    const back = ({ persisted }: PageTransitionEvent): void => {
      const isChanged = before != stored();
      if (persisted) void aside((chunk) => chunk.comeBack(isChanged));
    };
    listen('pageshow', back, signal);
    // Sends the queue before the browser discards the page. Some phones don't fire `pagehide`.
    const flush = (): void => this.#order({ type: 'telemetry.flush' });
    listen('pagehide', () => ((before = stored()), flush()), signal);
    document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal });
  }

  /** Another tab has connected or disconnected, and this one follows (10.23). */
  readonly #follow = (record: string | null): void => this.#order({ type: 'connections.follow', record });

  /** Dispatches a command and ignores its failure. */
  #order(command: Command): void {
    void after(this.dispatch(command), ignore, ignore);
  }

  dispatch(command: Command, event?: Event): Promise<unknown> {
    if (!isAllowed(command.type, event, this.#page.element)) return rejectedWith(untrustedClick());
    if (this.#isKeptOpen(command)) return delay(0);
    if (command.type == 'router.open' && 'button' in command)
      return this.#press(command.button as HTMLElement);
    if (command.type == 'options.update') return this.#update(command.options as Options);
    // A string or an array: the element spreads it into the command.
    if (command.type == 'router.open' && '0' in command) {
      let lastOptions = '';
      mapped(keys(command), (name) => (lastOptions += name == 'type' ? '' : (command as never)[name]));
      void after(
        aside((chunk) => chunk.warnOpen(lastOptions)),
        ignore,
        ignore,
      );
      return rejectedWith(new WalletError({ code: -32602, message: 'Invalid parameter: view' }));
    }
    // Together with a request to a wallet.
    if (command.type == 'router.ahead' && findItem(this.#wallets, isHosts))
      void after(fetchBeside(), ignore, ignore);
    if (command.type == 'router.open') {
      this.#leave();
      this.#reveal(command as Opening);
    }
    return this.#call(() => this.#engine.dispatch(command));
  }

  /**
   * Shows the list within the click if it is already rendered (views/shell/shell.tsx) or still animating out, and this opening starts
   * with it: it names nothing else, and the engine accepts only what the list contains. Otherwise, the list appears when the engine opens
   * it.
   */
  #reveal({ view, namespace, uri, arguments: more }: Opening): void {
    const isPlain = (!view || view == 'Connect') && !namespace && !uri && !more;
    if (!isPlain || !this.snapshot('router').certain) return;
    // Without `:has()`, because a browser without it would throw, and the modal wouldn't open.
    const card = this.#page.element?.shadowRoot?.querySelector('.ahead, .going');
    if (card?.matches('.ahead') || card?.querySelector('.still > .connect'))
      card.classList.remove('ahead', 'going');
  }

  async #update(options: Options): Promise<unknown> {
    const own = engineOptions(options);
    const answer = await this.#call(() => this.#engine.dispatch({ type: 'options.update', options: own }));
    await this.#leave();
    return answer;
  }

  /**
   * The card is no longer embedded. Tells the engine: an embedded modal was always open, and now it is closed until it opens, even if the
   * opening comes first.
   */
  #leave(): Promise<unknown> | undefined {
    if (!this.#left) return;
    this.#left = false;
    return this.dispatch({ type: 'router.close', reason: 'host' });
  }

  request(args: RequestArguments, namespace: Namespace = 'eip155'): Promise<unknown> {
    if (this.#count >= requests_max) return this.#requestLater(args, namespace);
    return this.#call(() => this.#engine.request(namespace, transportable(args)));
  }

  async #requestLater(args: RequestArguments, namespace: Namespace): Promise<unknown> {
    // A copy: the page might change the object while the request waits.
    const request = transportable(args);
    while (this.#count >= requests_max) await new Vow<void>((turn) => void add(this.#waiting, turn));
    return await this.#call(() => this.#engine.request(namespace, request));
  }

  addConnector(connector: HostConnector): void {
    this.#announce(toHostWallet(connector));
  }

  expects(id: string): boolean {
    return this.#engine.expects(id);
  }

  providerOf(connectorId: string, namespace: Namespace): object | undefined {
    const by = (is: (one: PageWallet) => boolean) =>
      findItem(this.#wallets, (one) => isIn(one.namespaces, namespace) && is(one));
    // The page's connector responds only to the engine's id for it, never to a wallet's rdns, even if that wallet is missing.
    const wallet =
      by((one) => !isHosts(one) && one.id == connectorId) ??
      by((one) => !isHosts(one) && one.rdns == connectorId) ??
      by((one) => isHosts(one) && hostId(one.id) == connectorId);
    return wallet?.provider;
  }

  /** Keeps a wallet that the engine accepts, and only then reads its icon (T3, floods). */
  #announce(wallet: PageWallet): boolean {
    const isTaken = this.#engine.announce(wallet);
    if (isTaken) {
      followAsks(this.#page, wallet);
      add(this.#wallets, wallet);
      if (wallet.picture)
        this.#drawn = after(
          after(this.#drawn, () => this.#draw(wallet)),
          ignore,
          ignore,
        );
    }
    return isTaken;
  }

  /** Draws one icon after the other, each in its own task, so that 64 icons don't block the page. */
  async #draw(wallet: PageWallet): Promise<void> {
    await delay(0);
    if (this.#gone.signal.aborted) return;
    const icon = await (await import('../wallets/picture')).announcedUrl(wallet.picture);
    wallet.icon = icon;
    if (icon && !this.#gone.signal.aborted) this.#engine.announce(wallet);
    else drop(icon);
  }

  disconnect(namespace?: Namespace): Promise<unknown> {
    return this.dispatch({ type: 'accounts.disconnect', namespace });
  }

  /** Takes a network object, a viem chain, a CAIP-2 ID, or a chain ID. */
  switchNetwork(network: NamedNetwork): Promise<unknown> {
    const { caipNetworkId, chainNamespace, id } = (
      typeof network == 'object' && network ? network : { id: network }
    ) as Partial<Network>;
    const isNumber = chainNamespace || typeof id == 'number';
    const networkId = caipNetworkId ?? (isNumber ? `${chainNamespace ?? 'eip155'}:${id}` : `${id}`);
    return this.dispatch({ type: 'networks.switch', network: networkId });
  }

  snapshot<K extends keyof Slices>(slice: K): Slices[K] {
    try {
      return this.#store.snapshot(slice);
    } catch (error) {
      // An engine that panicked before its first read: the state's getters must not throw (docs/spec/public-api.md section 3).
      if (slice == 'state') return initialState as Slices[K];
      throw error;
    }
  }

  subscribe(slice: keyof Slices, fn: () => void): () => void {
    return this.#store.subscribe(slice, fn);
  }

  drawButton(host: HTMLElement, button: HTMLElement): boolean {
    const again = (): void => redraw(this.#page);
    button.dir = directionOf(this.#page.options.locale);
    if (!this.#gone.signal.aborted) return drawButton(this, host, button, again);
    showParts(button, null);
    return false;
  }

  /** Handles a press of a button: opens its view, and selects its wallet. */
  async #press(host: HTMLElement): Promise<unknown> {
    const { open, select } = pressed(this, host);
    const opened = await this.dispatch(open);
    if (!select || !this.snapshot('router').open) return opened;
    // The opening requests wallets again, so another one might claim the name by now.
    const isMeant = select.type != 'connect.select' || !!pressed(this, host).select;
    return isMeant ? this.dispatch(select) : opened;
  }

  readonly #place = (): void => {
    const { element, options } = this.#page;
    // It measures the page's width, so it runs before more style sheets apply to the card.
    lockPage(!!element?.shadowRoot?.querySelector('dialog')?.open);
    if (element && placeCard(element, options, this.#gone.signal)) this.#left = true;
  };

  /** Ends everything and removes the views from the card, because they are bound to this engine. */
  destroy(): void {
    const { element, watchers } = this.#page;
    this.#life++;
    this.#gone.abort();
    watchers.delete(this.#place);
    lockPage(false);
    this.#fail(aborted());
    this.#reject(aborted());
    try {
      this.#engine.destroy();
    } catch {
      // a panicked instance needs no cleanup
    }
    mapped(this.#wallets, ({ icon }) => drop(icon));
    element?.shadowRoot?.querySelector('wallet-modal-views')?.remove();
    redraw(this.#page);
  }

  #start(): void {
    const life = ++this.#life;
    const { options } = this.#page;
    this.#early = [];
    // Called inside the panicking instance, which must unwind first.
    this.#glue.whenDead(() => setTimeout(() => life == this.#life && this.#recover()));
    this.#engine = new this.#glue.Engine(
      {
        emit: (name, detail) => life == this.#life && this.#emit(name, detail),
        data: async (name, url, body) => (await import('../data/ask')).answer(this.#page, name, url, body),
        normalized: async (name) => (await import('../names/normalize')).normalized(name),
        siwx: (method, given) => callSIWX(this.#page, method, given),
        store: (method, given) => {
          this.#hosted ??= after(
            import('./own-storage'),
            (chunk) => new chunk.HostedStore(options.storage as OwnStorage, this.#follow, this.#gone.signal),
          );
          return after(this.#hosted, (store) => store.answer(method, given));
        },
        frame: (url, tell) => {
          const frame = after(import('./frame'), ({ openFrame }) =>
            openFrame(this.#page.element!, url, tell),
          );
          const then = (act: (of: FrameHandle) => void): void => void after(frame, act, ignore);
          return {
            post: (text) => then((of) => of.post(text)),
            show: (visible) => then((of) => of.show(visible)),
            end: () => then((of) => of.end()),
          };
        },
        popup: (origin, tell) => {
          const take = this.#page.popup;
          this.#page.popup = undefined;
          return take?.(origin, tell) ?? null;
        },
        // eslint-disable-next-line no-restricted-syntax -- a picture
        picture: async (bytes) => (await import('../wallets/picture')).pictureUrl(bytes.slice()),
      },
      engineOptions(options),
    );
    mapped(this.#page.handle?.kept ?? [], (command) => after(this.#engine.dispatch(command), ignore, ignore));
  }

  /** Emits the engine's events since its start, in order. */
  tell(): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (let i = 0; i < early.length; i++) this.#emit(early[i]![0], early[i]![1]);
  }

  /** Emits on the element and the handle. Returns false if a listener prevented it. */
  #emit(name: string, detail: unknown): boolean {
    if (this.#early) return !!add(this.#early, [name, detail]);
    const { element, handle } = this.#page;
    // Only for the provider's listeners: a wallet's message isn't emitted on the document.
    if (name == 'message')
      return !!handle?.dispatchEvent(new (builtIn<typeof CustomEvent>('CustomEvent'))(name, { detail }));
    if (name == 'wallet-state') {
      const { changed } = detail as { changed: string[] };
      this.#store.changed(changed);
      if (isIn(changed, 'theme') && element) applyTheme(element, this.snapshot('theme').themeVariables);
      if (this.#isNews(changed)) element?.sync();
    }
    if (name == 'wallet-ready') {
      this.#settle();
      // The stored records are known now. A wallet with a reserved place might have been dropped before.
      askWallets();
    }
    const goes = emit(name, detail, this.#page);
    // A listener might have destroyed the modal.
    if (this.#gone.signal.aborted) return goes;
    const change = this.#providers.after(name, detail as ProviderNews, this, (of) => {
      return this.#page.handle?.getProvider(of) ?? null;
    });
    if (change) this.#emit('wallet-provider-change', change);
    return goes;
  }

  /** Whether the element or a button would look different. A page can have a thousand buttons, and most changes don't affect them. */
  #isNews(changed: string[]): boolean {
    if (!findItem(shownSlices, (slice) => isIn(changed, slice))) return false;
    const { open, network } = this.snapshot('router');
    const { connecting } = this.snapshot('state');
    const rest = [this.snapshot('theme'), this.snapshot('account'), this.snapshot('accounts')];
    // Not the page's JSON.stringify: one that always returns the same text would keep the dialog open.
    const now = written([open, network, connecting, rest], (big) => `${big}`)!;
    const isNews = now != this.#drawnOf;
    this.#drawnOf = now;
    return isNews;
  }

  /**
   * Handles every close by the user (Esc, X, overlay, drag, back from the first view). The page's listener runs first, synchronously, and
   * can keep the modal open.
   */
  #isKeptOpen(command: Command): boolean {
    const byUser =
      command.type == 'router.back' || (command.type == 'router.close' && command.reason == 'user');
    if (!byUser || this.#gone.signal.aborted) return false;
    const { open, depth } = this.snapshot('router');
    const closes = open && (command.type == 'router.close' || depth < 2);
    return closes && !this.#emit('wallet-before-close', { reason: 'user' });
  }

  /** Returns the engine's response; a panic rejects it. Called synchronously: a wallet's popup needs the click. */
  #call(ask: () => Promise<unknown>): Promise<unknown> {
    return new Vow((resolve, reject) => {
      if (this.#gone.signal.aborted) throw aborted();
      this.#pending.add(reject);
      this.#count++;
      const finish = () => {
        if (this.#pending.delete(reject)) this.#count--;
        // Reading index 0 of an empty list might reach the page's Array.prototype.
        const next = this.#waiting.length ? this.#waiting[0] : undefined;
        apply(shift, this.#waiting, []);
        next?.();
      };
      const fail = (error: unknown) => {
        finish();
        reject(walletError(error));
      };
      try {
        void after(ask(), (value) => (finish(), resolve(value)), fail);
      } catch (error) {
        // A panic unwinds through the call itself, and recovery rejects this one too.
        // eslint-disable-next-line no-restricted-syntax, no-restricted-globals -- an error
        if (!(error instanceof WebAssembly.RuntimeError)) fail(error);
      }
    });
  }

  #reject(error: WalletError): void {
    this.#pending.copy().each((reject) => {
      if (this.#pending.delete(reject)) this.#count--;
      reject(error);
    });
    // They go to the new engine, or reject if there is none.
    const waiting = this.#waiting;
    this.#waiting = [];
    mapped(waiting, (turn) => turn());
  }

  /**
   * A panic leaves borrows locked. Starts a clean instance and a new engine from storage, announces the same wallets, and keeps the
   * dialog open or closed.
   */
  #recover(): void {
    const now = Date.now();
    this.#traps = filterItems(this.#traps, (at) => now - at < trap_window_ms);
    add(this.#traps, now);
    this.#reject(new WalletError(trapped));
    this.#early = null;
    this.#emit('wallet-error', trapped);
    const properties = { message: trapped.message };
    this.#emit('wallet-track', { event: 'INTERNAL_SDK_ERROR', properties });
    if (this.#traps.length > traps_max) return this.#giveUp();
    const { element } = this.#page;
    const isOpen = !!element?.shadowRoot?.querySelector('dialog')?.open;
    try {
      this.#glue.__wbg_reset_state();
      this.#start();
      this.tell();
      mapped(this.#wallets, (wallet) => this.#engine.announce(wallet));
      // A user with an open dialog stays in it, at its first view.
      if (isOpen) this.#order({ type: 'router.open' });
      if (this.#page.options.features?.analytics) this.#order({ type: 'telemetry.trapped' });
    } catch {
      const life = this.#life;
      setTimeout(() => life == this.#life && this.#recover());
      return;
    }
    this.#store.changed();
    this.#drawnOf = '';
    element?.sync();
  }

  /** Returns the page to the state before the engine's start: getters show it, and the next call starts an engine again. */
  #giveUp(): void {
    const page = this.#page;
    this.destroy();
    try {
      this.#glue.__wbg_reset_state();
    } catch {
      // reported by the next start
    }
    if (page.running == this) page.running = page.starting = null;
    void page.element?.close();
  }
}
