// The engine with its life around it: events out, errors wrapped, a trap survived (design.md section 4, public-api.md section 4).

import type { Command, ErrorData, Slices } from '../contract';
import type { page as Page } from '../page';
import { WalletError } from '../wallet-error';
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
  #settle!: () => void;

  readonly ready = new Promise<void>((settle) => (this.#settle = settle));

  constructor(glue: EngineGlue, page: typeof Page) {
    this.#glue = glue;
    this.#page = page;
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
    return this.#call(() => this.#engine.dispatch(command));
  }

  request(namespace: string, args: RequestArguments): Promise<unknown> {
    return this.#call(() => this.#engine.request(namespace, args));
  }

  snapshot<K extends keyof Slices>(slice: K): Slices[K] {
    return this.#store.snapshot(slice);
  }

  subscribe(slice: keyof Slices, fn: () => void): () => void {
    return this.#store.subscribe(slice, fn);
  }

  drawButton(host: HTMLElement, button: HTMLElement): boolean {
    return drawAccount(this, host, button);
  }

  destroy(): void {
    this.#life++;
    this.#gone.abort();
    this.#engine.destroy();
    this.#reject();
    releaseIcons();
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

  #emit(name: string, detail: unknown): void {
    if (this.#early) return void this.#early.push([name, detail]);
    const { element, handle } = this.#page;
    if (name == 'wallet-state') {
      const { changed } = detail as { changed: string[] };
      this.#store.changed(changed);
      if (changed.includes('theme') && element) applyTheme(element, this.snapshot('theme').themeVariables);
      element?.sync();
    }
    if (name == 'wallet-ready') this.#settle();
    element?.dispatchEvent(
      new CustomEvent(name, {
        detail,
        bubbles: true,
        composed: true,
        cancelable: name == 'wallet-before-close',
      }),
    );
    handle?.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Owes an answer until the engine gives one; a trap answers for it. Called at once: a wallet's popup needs the tap. */
  #call(ask: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
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

  #reject(): void {
    for (const reject of [...this.#pending]) reject(new WalletError(trapped));
    this.#pending.clear();
  }

  /** A panic leaves borrows taken: a clean instance, a new engine from storage, the same wallets, and the dialog as open as it was. */
  #recover(): void {
    const now = Date.now();
    this.#traps = [...this.#traps.filter((at) => now - at < trap_window_ms), now];
    this.#reject();
    this.#early = null;
    this.#emit('wallet-error', trapped);
    if (this.#traps.length > traps_max) return;
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
}
