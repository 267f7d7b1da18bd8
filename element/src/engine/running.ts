// The engine with its life around it: events out, errors wrapped, a trap survived (design.md section 4, public-api.md section 4).

import type { Command, ErrorData, Namespace, Slices, Status } from '../contract';
import type { Options } from '../options';
import type { page as Page } from '../page';
import { initialState } from '../wallet-modal';
import { aborted, WalletError } from '../wallet-error';
import type { Finder } from '../wallets';
import { releaseIcons } from '../wallets/icon';
import { drawAccount } from './account-button';
import type { Engine, EngineGlue, PageWallet, RequestArguments } from './border';
import { ownOptions } from './own-options';
import { Store } from './store';
import { applyTheme } from './theme';

const trapped: ErrorData = {
  name: 'WalletError',
  code: -32603,
  message: 'An error occurred',
  title: null,
  details: null,
};

/** of the events a provider comes and goes with */
interface ProviderNews {
  namespace: Namespace;
  connectorId: string;
  status?: Status;
}

/** an engine that dies more often than this within `trap_window_ms` has a fault a new start does not mend */
const traps_max = 3;
const trap_window_ms = 10_000;

export class Runner {
  readonly #glue: EngineGlue;
  readonly #page: typeof Page;
  readonly #wallets: PageWallet[] = [];
  readonly #pending = new Set<(error: WalletError) => void>();
  readonly #store = new Store((slice) => this.#engine.snapshot(slice));
  #engine!: Engine;
  /** events told while the engine is still being made */
  #early: [string, unknown][] | null = [];
  #traps: number[] = [];
  /** which engine an event came from: a dead one has nothing to say any more */
  #life = 0;
  readonly #gone = new AbortController();
  /** the connector behind each family's provider, as last told */
  readonly #providers = new Map<Namespace, string>();
  #settle!: () => void;
  #fail!: (error: WalletError) => void;

  readonly ready = new Promise<void>((settle, fail) => {
    this.#settle = settle;
    this.#fail = fail;
  });

  constructor(glue: EngineGlue, page: typeof Page) {
    this.#glue = glue;
    this.#page = page;
    // Whoever waits hears of it; nobody need wait.
    this.ready.catch(() => {});
  }

  /** Makes the engine and lets the finders announce. Throws what the engine throws: wrong options, for one. */
  begin(find: Finder): void {
    try {
      this.#start();
    } catch (error) {
      this.#life++;
      this.#glue.__wbg_reset_state();
      throw error;
    }
    find((wallet) => {
      this.#wallets.push(wallet);
      this.#engine.announce(wallet);
    }, this.#gone.signal);
  }

  dispatch(command: Command): Promise<unknown> {
    if (this.#isKeptOpen(command)) return Promise.resolve();
    return this.#call(() =>
      this.#engine.dispatch(
        command.type == 'options.update'
          ? { ...command, options: ownOptions(command.options as Options) }
          : command,
      ),
    );
  }

  request(namespace: string, args: RequestArguments): Promise<unknown> {
    return this.#call(() => this.#engine.request(namespace, args));
  }

  snapshot<K extends keyof Slices>(slice: K): Slices[K] {
    try {
      return this.#store.snapshot(slice);
    } catch (error) {
      // A trapped engine that was never asked: the state's getters must not throw (public-api.md section 3).
      if (slice == 'state') return initialState as Slices[K];
      throw error;
    }
  }

  subscribe(slice: keyof Slices, fn: () => void): () => void {
    return this.#store.subscribe(slice, fn);
  }

  drawButton(host: HTMLElement, button: HTMLElement): boolean {
    if (!this.#gone.signal.aborted) return drawAccount(this, host, button);
    button.querySelector('.account')?.remove();
    button.dataset.state = '';
    return false;
  }

  /** Ends everything and takes the views out of the card: they are bound to this engine. */
  destroy(): void {
    const { element, watchers } = this.#page;
    this.#life++;
    this.#gone.abort();
    this.#fail(aborted());
    this.#reject(aborted());
    try {
      this.#engine.destroy();
    } catch {
      // a trapped instance has nothing left to end
    }
    releaseIcons();
    element?.shadowRoot?.querySelector('wallet-modal-views')?.remove();
    watchers.forEach((draw) => draw());
  }

  #start(): void {
    const life = ++this.#life;
    const { options } = this.#page;
    this.#early = [];
    this.#engine = new this.#glue.Engine(
      {
        emit: (name, detail) => life == this.#life && this.#emit(name, detail),
        // Called from inside the dying instance: it must unwind before anything else happens.
        panicked: () => setTimeout(() => life == this.#life && this.#recover()),
      },
      ownOptions(options),
    );
    const early = this.#early;
    this.#early = null;
    for (const [name, detail] of early) this.#emit(name, detail);
  }

  /** To element and handle; says whether nobody prevented it. */
  #emit(name: string, detail: unknown): boolean {
    if (this.#early) return !!this.#early.push([name, detail]);
    const { element, handle } = this.#page;
    if (name == 'wallet-state') {
      const { changed } = detail as { changed: string[] };
      this.#store.changed(changed);
      if (changed.includes('theme') && element) applyTheme(element, this.snapshot('theme').themeVariables);
      element?.sync();
    }
    if (name == 'wallet-ready') this.#settle();
    const cancelable = name == 'wallet-before-close';
    const goes = [
      element?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable })),
      handle?.dispatchEvent(new CustomEvent(name, { detail, cancelable })),
    ];
    this.#followProvider(name, detail as ProviderNews);
    return !goes.includes(false);
  }

  /**
   * The one way of every close by the user (Esc, X, overlay, drag, back from the first view): the page is asked first, at once,
   * and may keep the modal open.
   */
  #isKeptOpen(command: Command): boolean {
    const byUser =
      command.type == 'router.back' || (command.type == 'router.close' && command.reason == 'user');
    if (!byUser || this.#gone.signal.aborted) return false;
    const { open, depth } = this.snapshot('router');
    const closes = open && (command.type == 'router.close' || depth < 2);
    return closes && !this.#emit('wallet-before-close', { reason: 'user' });
  }

  /** `wallet-provider-change`: a family's provider is there, is another wallet's, or has gone. */
  #followProvider(name: string, { namespace, connectorId, status }: ProviderNews): void {
    // A listener may just have taken the modal away.
    if (this.#gone.signal.aborted) return;
    const known = this.#providers.get(namespace);
    if (name == 'wallet-connect' && known != connectorId) {
      this.#providers.set(namespace, connectorId);
      const connector = this.snapshot('connections').connectors.find(({ id }) => id == connectorId);
      const handle = this.#page.handle as { getProvider?(of: Namespace): unknown } | undefined;
      const provider = handle?.getProvider?.(namespace) ?? null;
      this.#emit('wallet-provider-change', { namespace, type: connector?.type ?? null, provider });
    } else if (name == 'wallet-status' && status == 'disconnected' && known) {
      this.#providers.delete(namespace);
      this.#emit('wallet-provider-change', { namespace, type: null, provider: null });
    }
  }

  /** Owes an answer until the engine gives one; a trap answers for it. Called at once: a wallet's popup needs the tap. */
  #call(ask: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#gone.signal.aborted) throw aborted();
      this.#pending.add(reject);
      const done = () => this.#pending.delete(reject);
      const fail = (error: unknown) => {
        done();
        reject(error instanceof Error ? error : new WalletError(error as ErrorData));
      };
      try {
        ask().then((value) => (done(), resolve(value)), fail);
      } catch (error) {
        // A trap unwinds through the call itself. If the panic hook could not tell (stack overflow), this does.
        const life = this.#life;
        if (error instanceof WebAssembly.RuntimeError)
          setTimeout(() => life == this.#life && this.#recover());
        else fail(error);
      }
    });
  }

  #reject(error: WalletError): void {
    for (const reject of [...this.#pending]) reject(error);
    this.#pending.clear();
  }

  /** A panic leaves borrows taken: a clean instance, a new engine from storage, the same wallets, and the dialog as open as it was. */
  #recover(): void {
    const now = Date.now();
    this.#traps = [...this.#traps.filter((at) => now - at < trap_window_ms), now];
    this.#reject(new WalletError(trapped));
    this.#early = null;
    this.#emit('wallet-error', trapped);
    if (this.#traps.length > traps_max) return this.#giveUp();
    const { element } = this.#page;
    const isOpen = !!element?.shadowRoot?.querySelector('dialog')?.open;
    try {
      this.#glue.__wbg_reset_state();
      this.#start();
      for (const wallet of this.#wallets) this.#engine.announce(wallet);
      // Whoever was in the dialog stays in it, at its first view.
      if (isOpen) this.dispatch({ type: 'router.open' }).catch(() => {});
    } catch {
      const life = this.#life;
      setTimeout(() => life == this.#life && this.#recover());
      return;
    }
    this.#store.changed();
    element?.sync();
  }

  /** The page is as it was before an engine was started: getters say so, and whoever wants something starts one again. */
  #giveUp(): void {
    const page = this.#page;
    this.destroy();
    try {
      this.#glue.__wbg_reset_state();
    } catch {
      // said by the next start
    }
    if (page.running == this) Object.assign(page, { running: null, starting: null });
    void page.element?.close();
  }
}
