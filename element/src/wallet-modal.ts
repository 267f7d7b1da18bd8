// <wallet-modal>: shadow root, native dialog, the card painted at once; calls and properties wait here for the engine
// (views.md section 1, design.md section 5, public-api.md section 2). Safe to import on a server.

import type { Namespace, StateSlice } from './contract';
import { make } from './dom';
import type { RequestArguments } from './engine/border';
import { first } from './i18n/first';
import type { Options } from './options';
import {
  alreadyThere,
  changed,
  dispatch,
  ignore,
  isStored,
  page,
  prepare,
  setOptions,
  start,
  warn,
} from './page';
import firstCard from './styles/first-card.css';
import { adopt, drop } from './styles/sheets';
import tokens from './styles/tokens.css';
import { askWallets } from './wallets/announced';

export interface OpenArguments {
  view?: string;
  namespace?: string;
  arguments?: unknown;
}

/** what `state` says before the engine is there */
export const initialState: StateSlice = {
  open: false,
  loading: false,
  connecting: false,
  initialized: false,
  view: null,
  activeChain: null,
  selectedNetworkId: null,
  features: {},
  overriddenFeatures: [],
  configSource: 'default',
  error: null,
};

/**
 * @tag wallet-modal
 * @attr project-id, theme-mode, locale, embedded, debug, open
 * @slot footer - content under the views
 * @csspart overlay, card, header, title, back, close, view, footer, toast, alert, row, button, field, icon
 */
export class WalletModal extends ((globalThis.HTMLElement ?? Object) as typeof HTMLElement) {
  static observedAttributes = ['project-id', 'theme-mode', 'locale', 'embedded', 'debug', 'open'];

  readonly #card = make('div', {
    class: 'card',
    'data-testid': 'w3m-modal-card',
    tabindex: '-1',
    autofocus: '',
  });
  readonly #box = make<HTMLDialogElement>(
    'dialog',
    {
      class: 'box',
      'data-testid': 'w3m-modal',
      'aria-labelledby': 'wm-title',
      // Esc and Android's back ask the engine first.
      cancel: (event: Event) => {
        event.preventDefault();
        this.close('user');
      },
    },
    make('div', { class: 'overlay', 'data-testid': 'w3m-modal-overlay', click: () => this.close('user') }),
    this.#card,
  );
  /** the card's content until the first view has been drawn */
  #first?: HTMLElement;
  /** whose views are in the card */
  #filled?: unknown;
  #lock = '';
  /** "Could not load" is shown: it stays until it is tried again or closed */
  #failed = false;
  /** counts opens and closes, so that a close in between cancels an open() that still waits for the engine */
  #turn = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    adopt(root, tokens, firstCard);
    root.append(this.#box);
  }

  connectedCallback(): void {
    if (page.element != this && page.element?.isConnected) return warn(alreadyThere);
    page.element = this;
    // A property set before the class was defined hides our accessor: take it off and set it again.
    if (Object.hasOwn(this, 'options')) {
      const { options } = this;
      delete (this as { options?: Options }).options;
      this.options = options;
    }
    // Moved while open: the attribute is still there, the top layer is not.
    if (this.#box.open) {
      this.#box.close();
      this.#show();
    }
    this.sync();
    if (page.options.enableEmbedded || this.hasAttribute('open')) this.open().catch(ignore);
    else if (isStored()) start().catch(ignore);
  }

  disconnectedCallback(): void {
    this.#unlock();
    // A move ends in connectedCallback within the same task; a removal does not.
    queueMicrotask(() => this.isConnected || this.close());
  }

  attributeChangedCallback(name: string, _old: unknown, value: string | null): void {
    if (name != 'open') {
      const key =
        name == 'embedded' ? 'enableEmbedded' : name.replace(/-./, ([, letter]) => letter!.toUpperCase());
      setOptions({ [key]: value || (value == null ? undefined : true) });
    } else if (this.isConnected) (value == null ? this.close() : this.open()).catch(ignore);
  }

  get options(): Options {
    return page.options;
  }
  /** merged into what was set before */
  set options(options: Options) {
    setOptions(options);
  }

  get state(): Readonly<StateSlice> {
    return Object.freeze({ ...(page.running?.snapshot('state') ?? initialState) });
  }

  /** Loads the engine if need be. */
  get ready(): Promise<void> {
    return start().then((run) => run.ready);
  }

  async open(args?: OpenArguments): Promise<void> {
    const turn = ++this.#turn;
    page.opening++;
    askWallets();
    this.#show();
    changed();
    try {
      const [run] = await prepare();
      if (turn == this.#turn) await run.dispatch({ ...args, type: 'router.open' });
    } finally {
      page.opening--;
      // Without an engine the card stays, with its retry; with one, it says whether we are open.
      this.sync();
    }
  }

  /** Safe close: the engine asks the view; without an engine there is nothing to ask. */
  async close(reason: 'host' | 'user' = 'host'): Promise<void> {
    this.#turn++;
    if (page.running?.snapshot('router').open) await page.running.dispatch({ type: 'router.close', reason });
    else this.#hide();
  }

  disconnect(namespace?: Namespace): Promise<unknown> {
    return dispatch({ type: 'accounts.disconnect', namespace });
  }

  switchNetwork(network: string | { caipNetworkId: string }): Promise<unknown> {
    return dispatch({
      type: 'networks.switch',
      network: (network as { caipNetworkId?: string }).caipNetworkId ?? (network as string),
    });
  }

  request(args: RequestArguments, namespace: Namespace = 'eip155'): Promise<unknown> {
    return start().then((run) => run.request(namespace, args));
  }

  /** Follows the engine, and has the buttons follow; harmless at any time. @internal */
  sync(): void {
    const run = page.running;
    this.#box.dataset.theme = (run?.snapshot('theme') ?? page.options).themeMode;
    if (run?.snapshot('router').open) this.#show();
    else if (run && !page.opening && !this.#failed) this.#hide();
    changed();
  }

  /** The card before React: title, close button, and what is said below. */
  #paint(...body: Node[]): void {
    this.#first?.remove();
    this.#first = make(
      'div',
      {},
      make(
        'div',
        { class: 'head' },
        make('h1', { id: 'wm-title', class: 'title' }, isStored() ? '' : first['connect.title']),
        make(
          'button',
          {
            class: 'icon-button',
            'aria-label': first.close,
            'data-testid': 'w3m-header-close',
            click: () => this.close('user'),
          },
          '✕',
        ),
      ),
      make('div', { class: 'skeleton', 'data-testid': 'wm-skeleton' }, ...body),
    );
    this.#card.append(this.#first);
  }

  #show(): void {
    const box = this.#box;
    if (!this.isConnected) return;
    this.#fill();
    if (box.open) return;
    // In the page's own place: nothing to lock, no focus to take.
    if (page.options.enableEmbedded) return void (box.open = true);
    this.#lock = `:root{overflow:hidden!important${innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable' : ''}}`;
    adopt(document, this.#lock);
    box.showModal();
  }

  /** Puts the views into the card as soon as they are there; again for the next engine. */
  #fill(): void {
    if (this.#filled === page.running) return;
    this.#failed = false;
    this.#paint(make('div', {}), make('div', {}), make('div', {}));
    prepare().then(
      ([run, { mount }]) => {
        if (this.#filled != run) mount(this.#card, run, this, () => this.#first?.remove());
        this.#filled = run;
      },
      ({ code }) => {
        // Taken away meanwhile: whoever comes next paints his own.
        if (code == 4001) return;
        this.#failed = true;
        const retry = make(
          'button',
          { class: 'primary', click: () => this.open().catch(ignore) },
          first.retry,
        );
        this.#paint(
          make('h2', { class: 'title' }, first['load.failed']),
          make('p', { role: 'alert' }, first['load.failed.text']),
          retry,
        );
        retry.focus();
      },
    );
  }

  #hide(): void {
    if (page.options.enableEmbedded || !this.#box.open) return;
    this.#unlock();
    this.#box.close();
  }

  #unlock(): void {
    drop(document, this.#lock);
  }
}
