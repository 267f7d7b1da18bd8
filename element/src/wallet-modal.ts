// <wallet-modal>: shadow root, native dialog, the card painted at once; calls and properties wait here for the engine
// (docs/spec/views.md section 1, docs/spec/public-api.md section 2). Safe to import on a server.

import type { Namespace, StateSlice } from './contract';
import { Base, camel, make, reflect, upgrade } from './dom';
import type { RequestArguments } from './engine/border';
import {
  close,
  connectLoading,
  connectTitle,
  loadFailed,
  loadFailedText,
  noWebAssembly,
  retry,
} from './i18n/en/entry';
import type { OpenArguments } from './open-types';
import type { Options } from './options';
import { taken } from './primordials';
import {
  aside,
  changed,
  emit,
  firstList,
  ignore,
  maybeInSafe,
  isStored,
  page,
  intend,
  prepare,
  setOptions,
  start,
  stateBefore,
  word,
  type NamedNetwork,
} from './page';
import firstCard from './styles/first-card.css';
import { followTheme, sheet } from './styles/sheets';
import tokens from './styles/tokens.css';
import { askWallets } from './wallets/announced';

/** Safari 16 has no checkVisibility(). */
const isRendered = (card: HTMLElement): unknown =>
  card.checkVisibility?.() ??
  // jsdom has no layout, and no `CSS`.
  (!globalThis.CSS || card.getClientRects().length);

/** what is asked of the engine as it is */
type Methods = Record<string, (...args: [never, never]) => Promise<unknown>>;

/**
 * The modal: a dialog, or a card in the page's own place. Alone in a page it is made by the first button that is pressed.
 *
 * @tag wallet-modal
 * @attr project-id - the key of the site's project
 * @attr theme-mode - `light`, `dark` or `system`
 * @attr locale - the language of texts, as `en`
 * @attr embedded - the card stands in the page, without a dialog
 * @attr debug - alerts for developers are shown in the card; on localhost they are anyway
 * @attr open - there while it is to be open
 * @slot footer - under the views
 * @csspart overlay - what covers the page
 * @csspart card - what the views are in
 * @csspart header - the line above a view
 * @csspart title - the words in it
 * @csspart back - its button to the view before
 * @csspart close - its button that closes
 * @csspart view - the content of a view
 * @csspart footer - under the list of the first view
 * @csspart toast - a message that goes by itself
 * @csspart alert - a message for developers
 * @csspart row - a line of a list, or a tile
 * @csspart button - every button; with one of the next two
 * @csspart button-primary - what a view is for
 * @csspart button-secondary - another way
 * @csspart field - where something is typed
 * @csspart icon - the picture of a row, or of a ring
 * @csspart qr - a code to be scanned
 * @csspart tab - one of the choices above a list
 * @csspart badge - the mark of a row, or of a ring
 */
export class WalletModal extends Base {
  // The attributes as properties (dom.ts).
  declare projectId: string | null;
  declare themeMode: 'light' | 'dark' | 'system' | null;
  declare locale: string | null;
  declare embedded: boolean | null;
  declare debug: boolean | null;
  /** Disconnects the account of a namespace, or all accounts. */
  declare disconnect: (namespace?: Namespace) => Promise<void>;
  /** Switches to a network: one of `networks`, a viem chain, its chain ID or its CAIP-2 ID. */
  declare switchNetwork: (network: NamedNetwork) => Promise<void>;
  /** Sends a JSON-RPC request to the wallet or the node of a namespace. Default: `eip155`. */
  declare request: (args: RequestArguments, namespace?: Namespace) => Promise<unknown>;

  /** @internal for another copy of our files, which finds this class in the page: its pages get this one's handle */
  declare static create?: (options: Options) => unknown;

  static observedAttributes = ['open', 'project-id', 'theme-mode', 'locale', 'embedded', 'debug'];

  static {
    reflect(this, this.observedAttributes.slice(1));
    for (const name of ['disconnect', 'switchNetwork', 'request'] as const)
      (this.prototype as unknown as Methods)[name] = (...args) =>
        taken[11](start(), (run) => taken[2](run[name] as () => unknown, run, args as never));
  }

  readonly #card = make('div', {
    class: 'card',
    'data-testid': 'w3m-modal-card',
    tabindex: '-1',
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
  /** around the dialog; embedded, the card is right in here */
  readonly #frame = make('div', { dir: 'ltr' }, this.#box);
  /** the card's content until the first view has been drawn */
  #first?: HTMLElement;
  /** the life of the page (page.ts) for which views are on their way into the card */
  #fills?: number | undefined;
  /** whose views are in the card */
  #filled: unknown = 0;
  /** "Couldn't load" is shown: it stays until it is tried again or closed */
  #failed?: boolean;
  /** attributes that wait until this one leads */
  readonly #unsaid = new Set<string>();
  /** counts opens and closes, so that a close in between cancels an open() that still waits for the engine */
  #turn = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet(tokens), sheet(firstCard)];
    root.append(this.#frame);
  }

  connectedCallback(): unknown {
    if (page.element != this && page.element?.isConnected)
      return aside((chunk) => chunk.warnTwice(this)).catch(ignore);
    page.element = this;
    upgrade(this);
    // Said while another one led. The host's handle has said what counts.
    if (!page.handle) for (const name of this.#unsaid) this.#say(name, this.getAttribute(name));
    this.#unsaid.clear();
    // Moved while open: the attribute is still there, the top layer is not.
    if (this.#box.open) {
      this.#hide();
      this.#show();
    }
    this.sync();
    if (this.hasAttribute('open')) this.open().catch(ignore);
    else if (isStored() || maybeInSafe()) start().catch(ignore);
  }

  disconnectedCallback(): void {
    // A move ends in connectedCallback within the same task; a removal does not. One that does not lead closes nothing, nor
    // what was opened since.
    const turn = this.#turn;
    queueMicrotask(() => this.isConnected || page.element != this || turn != this.#turn || this.close());
  }

  attributeChangedCallback(name: string, _old: unknown, value: string | null): void {
    if (name != 'open') this.#leads() ? this.#say(name, value) : this.#unsaid.add(name);
    else if (this.isConnected && this.#leads()) (value == null ? this.close() : this.open()).catch(ignore);
  }

  #say(name: string, value: string | null): void {
    setOptions({ [name == 'embedded' ? 'enableEmbedded' : camel(name)]: value || value == '' || undefined });
  }

  /** Whether there is neither another one nor a handle: markup of strangers may have one, and sets no option (docs/spec/security.md T1). */
  #leads(): boolean {
    return page.element == this || !(page.element?.isConnected || page.handle);
  }

  get options(): Options {
    return page.options;
  }
  /** merged into what was set before */
  set options(options: Options) {
    if (this.#leads()) setOptions(options);
  }

  get state(): Readonly<StateSlice> {
    return page.running?.snapshot('state') ?? stateBefore();
  }

  /** Loads the engine if need be. */
  get ready(): Promise<void> {
    return start().then((run) => run.ready);
  }

  /** Fetches what the list needs, as a hand over one of our buttons does; asks nobody. */
  prefetch(): void {
    intend();
  }

  async open(args?: OpenArguments): Promise<void> {
    const turn = ++this.#turn;
    askWallets();
    // Another one leads, or nothing of this one is in the page.
    if (page.element != this || (this.#show(args ?? {}), !isRendered(this.#card)))
      return aside((chunk) => chunk.openSeen(this, args));
    page.opening++;
    changed();
    try {
      const [run] = await prepare().catch((cause) => {
        // The card is about to say so (#fill): it stays, also where only the views are missing.
        this.#failed ||= this.#fills === page.life;
        throw cause;
      });
      if (turn == this.#turn) await run.dispatch({ ...args, type: 'router.open' });
      if (turn == this.#turn) page.chosen?.(run);
    } finally {
      page.opening--;
      // Without an engine the card stays, with its retry; with one, it says whether we are open.
      page.element == this && this.sync();
    }
  }

  /** Safe close: the engine asks the view; without an engine there is only the page to ask. */
  async close(reason: 'host' | 'user' = 'host'): Promise<void> {
    const run = page.running;
    const isOpen = run?.snapshot('router').open;
    if (!isOpen && reason != 'host' && !emit('wallet-before-close', { reason })) return;
    this.#turn++;
    page.closes++;
    page.chosen = undefined;
    if (!isOpen) {
      this.#hide();
      // What was pressed in the first card is not at the next opening.
      this.#fills = undefined;
    }
    changed();
    await run?.dispatch({ type: 'router.close', reason });
  }

  /** Follows the engine, and has the buttons follow; harmless at any time. @internal */
  sync(): void {
    const run = page.running;
    const { enableEmbedded } = page.options;
    followTheme((this.#frame.dataset.theme = (run?.snapshot('theme') ?? page.options).themeMode));
    // Embedded, the card is rendered in the page's own place: no dialog, nothing locked, always there.
    const place = enableEmbedded ? this.#frame : this.#box;
    if (this.#card.parentNode != place) {
      this.#hide();
      place.append(this.#card);
    }
    if ((enableEmbedded && !this.#failed) || run?.snapshot('router').open) this.#show();
    else if (run && !page.opening && !this.#failed) this.#hide();
    changed();
  }

  #show(args?: OpenArguments): void {
    const box = this.#box;
    if (!this.isConnected) return;
    this.#fill(args);
    if (box.open || page.options.enableEmbedded) return;
    // jsdom has neither of the two.
    if (box.showModal) box.showModal();
    else box.open = true;
    // By hand: an `autofocus` on the card would pull everybody into one that is embedded.
    this.#card.focus({ preventScroll: true });
  }

  /** Puts the views into the card as soon as they are there; again for the next engine. `args`: of an opening, whose list may come first. */
  #fill(args?: OpenArguments): void {
    // One that is on its way is not painted a second time: what was pressed in it is there.
    if (this.#filled === page.running || this.#fills === page.life) return;
    const life = (this.#fills = page.life);
    this.#failed = false;
    this.#first?.remove();
    const { enableEmbedded, enableWalletGuide, projectId, features: has = {} } = page.options;
    // Whoever was connected finds an account; a text of the host's own comes with the views.
    const title = isStored() || page.options.messages ? '' : connectTitle;
    // As far as the host alone decides; corrected at the next opening (views/shell/anchor.ts).
    this.#frame.className = title && projectId && (has.email ?? has.socials ?? 1) ? 'tall' : '';
    const bar = (): Node => make('div', {});
    const head = make('h1', { id: 'wm-title' }, title);
    const body = make(
      'div',
      { class: 'skeleton', 'data-testid': 'wm-skeleton' },
      bar(),
      bar(),
      bar(),
      bar(),
      bar(),
      make('span', {}, title && connectLoading),
    );
    const first = (this.#first = make(
      'div',
      { class: 'first' },
      make(
        'div',
        { class: 'head' },
        make('div', { class: title && enableWalletGuide != false ? 'help' : '' }),
        head,
        enableEmbedded
          ? ''
          : make('button', {
              class: 'x',
              'aria-label': word(close),
              'data-testid': 'w3m-header-close',
              click: () => this.close('user'),
            }),
      ),
      body,
    ));
    this.#card.append(first);
    page.first =
      args &&
      title &&
      firstList()
        .then((chunk) => this.#fills === life && chunk?.draw(first, args))
        .catch(ignore);
    prepare().then(
      ([run, { mount }]) => {
        if (this.#filled != run) mount(this.#card, run, this, this.#first!);
        this.#filled = run;
        this.#fills = undefined;
      },
      ({ code, details }) => {
        // The engine was destroyed meanwhile: the next one paints the card anew.
        if (code == 4001 || life != page.life) return;
        this.#fills = undefined;
        this.#failed = true;
        page.chosen = undefined;
        if (!globalThis.WebAssembly) {
          head.textContent = word(noWebAssembly);
          return import('./first/no-engine').then(({ draw }) => draw(head, body)).catch(ignore);
        }
        const again = make(
          'button',
          { class: 'primary', click: () => this.open().catch(ignore) },
          word(retry),
        );
        head.textContent = word(loadFailed);
        body.className = 'skeleton';
        body.replaceChildren(make('p', { role: 'alert' }, details || word(loadFailedText)), again);
        // While it is still there to be pressed.
        addEventListener('online', () => again.offsetParent && again.click(), { once: true });
        enableEmbedded || again.focus();
      },
    );
  }

  #hide(): void {
    const box = this.#box;
    if (box.close) box.close();
    else box.open = false;
  }
}
