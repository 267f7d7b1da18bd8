// <wallet-modal>: shadow root, native dialog, and a first card that renders immediately. Calls and properties wait here for the engine
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
import { builtIns } from './primordials';
import {
  aside,
  changed,
  emit,
  firstList,
  ignore,
  maybeInSafe,
  isStored,
  page,
  onIntent,
  loadModal,
  setOptions,
  start,
  stateBefore,
  entryText,
  type NamedNetwork,
} from './page';
import firstCard from './styles/first-card.css';
import { followTheme, sheet } from './styles/sheets';
import tokens from './styles/tokens.css';
import { askWallets } from './wallets/announced';

/** Safari 16 lacks checkVisibility(). */
const isRendered = (card: HTMLElement): unknown =>
  card.checkVisibility?.() ??
  // jsdom has no layout and no `CSS`.
  (!globalThis.CSS || card.getClientRects().length);

/** methods that pass their arguments to the engine unchanged */
type Methods = Record<string, (...args: [never, never]) => Promise<unknown>>;

/**
 * The modal: a dialog, or a card inline in the page. If the page has only buttons, the first one that is pressed creates it.
 *
 * @tag wallet-modal
 * @attr project-id - your project ID
 * @attr theme-mode - `light`, `dark` or `system`
 * @attr locale - the language of texts, such as `en`
 * @attr embedded - renders the card inline in the page, without a dialog
 * @attr debug - shows alerts for developers in the card; on localhost they always appear
 * @attr open - present while the modal should be open
 * @slot footer - below the views
 * @csspart overlay - covers the page
 * @csspart card - contains the views
 * @csspart header - the bar above a view
 * @csspart title - the text in the header
 * @csspart back - the button that returns to the previous view
 * @csspart close - the button that closes the modal
 * @csspart view - the content of a view
 * @csspart footer - below the list of the first view
 * @csspart toast - a message that disappears after a few seconds
 * @csspart alert - a message for developers
 * @csspart row - a row of a list, or a tile
 * @csspart button - every button; also has one of the next two
 * @csspart button-primary - the main action of a view
 * @csspart button-secondary - another action
 * @csspart field - a text field
 * @csspart icon - the image of a row, or in a ring
 * @csspart qr - a QR code
 * @csspart tab - one of the choices above a list
 * @csspart badge - the mark on a row, or on a ring
 */
export class WalletModal extends Base {
  // Attributes as properties (dom.ts).
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

  /** @internal lets another copy of the package, which finds this class in the page, return this copy's handle */
  declare static create?: (options: Options) => unknown;

  static observedAttributes = ['open', 'project-id', 'theme-mode', 'locale', 'embedded', 'debug'];

  static {
    reflect(this, this.observedAttributes.slice(1));
    for (const name of ['disconnect', 'switchNetwork', 'request'] as const)
      (this.prototype as unknown as Methods)[name] = (...args) =>
        builtIns[11](start(), (run) => builtIns[2](run[name] as () => unknown, run, args as never));
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
      // Esc and Android's back gesture ask the engine first.
      cancel: (event: Event) => {
        event.preventDefault();
        this.close('user');
      },
    },
    make('div', { class: 'overlay', 'data-testid': 'w3m-modal-overlay', click: () => this.close('user') }),
    this.#card,
  );
  /** contains the dialog; embedded, it contains the card directly */
  readonly #frame = make('div', { dir: 'ltr' }, this.#box);
  /** the card's content until the first view renders */
  #first?: HTMLElement;
  /** the life of the page (page.ts) for which views are loading into the card */
  #fills?: number | undefined;
  /** the engine whose views are in the card */
  #filled: unknown = 0;
  /** whether the card shows "Couldn't load", until the user retries or closes */
  #failed?: boolean;
  /** attributes that changed while another element was active */
  readonly #waitingNames = new Set<string>();
  /** counts opens and closes, so that a close cancels an open() that still waits for the engine */
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
    // These changed while another element was active. A handle of the page has already set its options.
    if (!page.handle) for (const name of this.#waitingNames) this.#setOption(name, this.getAttribute(name));
    this.#waitingNames.clear();
    // The element moved while open: the attribute is still set, but the dialog left the top layer.
    if (this.#box.open) {
      this.#hide();
      this.#show();
    }
    this.sync();
    if (this.hasAttribute('open')) this.open().catch(ignore);
    else if (isStored() || maybeInSafe()) start().catch(ignore);
  }

  disconnectedCallback(): void {
    // A move calls connectedCallback within the same task; a removal doesn't. An inactive element closes nothing, and neither does an old
    // removal after a new opening.
    const turn = this.#turn;
    queueMicrotask(() => this.isConnected || page.element != this || turn != this.#turn || this.close());
  }

  attributeChangedCallback(name: string, _old: unknown, value: string | null): void {
    if (name != 'open') this.#isActive() ? this.#setOption(name, value) : this.#waitingNames.add(name);
    else if (this.isConnected && this.#isActive()) (value == null ? this.close() : this.open()).catch(ignore);
  }

  #setOption(name: string, value: string | null): void {
    setOptions({ [name == 'embedded' ? 'enableEmbedded' : camel(name)]: value || value == '' || undefined });
  }

  /**
   * Whether this element is the active one and the page has no handle. Foreign markup might contain a <wallet-modal>, and that must not
   * set options (docs/spec/security.md T1).
   */
  #isActive(): boolean {
    return page.element == this || !(page.element?.isConnected || page.handle);
  }

  get options(): Options {
    return page.options;
  }
  /** merged into the earlier options */
  set options(options: Options) {
    if (this.#isActive()) setOptions(options);
  }

  get state(): Readonly<StateSlice> {
    return page.running?.snapshot('state') ?? stateBefore();
  }

  /** Loads the engine if it isn't running. */
  get ready(): Promise<void> {
    return start().then((run) => run.ready);
  }

  /** Fetches the files of the list, like a pointer over one of our buttons. Contacts no service. */
  prefetch(): void {
    onIntent();
  }

  async open(args?: OpenArguments): Promise<void> {
    const turn = ++this.#turn;
    askWallets();
    // Another element is active, or this one isn't visible in the page.
    if (page.element != this || (this.#show(args ?? {}), !isRendered(this.#card)))
      return aside((chunk) => chunk.openLead(this, args));
    page.opening++;
    changed();
    try {
      const [run] = await loadModal().catch((cause) => {
        // #fill is about to show the failure. It stays, also if only the views failed to load.
        this.#failed ||= this.#fills === page.life;
        throw cause;
      });
      if (turn == this.#turn) await run.dispatch({ ...args, type: 'router.open' });
      if (turn == this.#turn) page.select?.(run);
    } finally {
      page.opening--;
      // Without an engine, the card stays with its retry button. With one, the engine decides whether the modal is open.
      page.element == this && this.sync();
    }
  }

  /** Safe close: the engine asks the view first. Without an engine, only the page is asked. */
  async close(reason: 'host' | 'user' = 'host'): Promise<void> {
    const run = page.running;
    const isOpen = run?.snapshot('router').open;
    if (!isOpen && reason != 'host' && !emit('wallet-before-close', { reason })) return;
    this.#turn++;
    page.closes++;
    page.select = undefined;
    if (!isOpen) {
      this.#hide();
      // The next opening ignores a selection in the first card.
      this.#fills = undefined;
    }
    changed();
    await run?.dispatch({ type: 'router.close', reason });
  }

  /** Follows the state of the engine, and updates the buttons. Safe to call at any time. @internal */
  sync(): void {
    const run = page.running;
    const { enableEmbedded } = page.options;
    followTheme((this.#frame.dataset.theme = (run?.snapshot('theme') ?? page.options).themeMode));
    // Embedded, the card renders inline: no dialog, no scroll lock, always visible.
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
    // jsdom has neither method.
    if (box.showModal) box.showModal();
    else box.open = true;
    // Explicit: an `autofocus` on the card would move the focus of a page with an embedded card.
    this.#card.focus({ preventScroll: true });
  }

  /**
   * Renders the views into the card once they have loaded; again for the next engine. `args`: of an opening, which might show the list
   * first.
   */
  #fill(args?: OpenArguments): void {
    // A card that is still loading isn't rendered twice: it holds the user's selection.
    if (this.#filled === page.running || this.#fills === page.life) return;
    const life = (this.#fills = page.life);
    this.#failed = false;
    this.#first?.remove();
    const { enableEmbedded, enableWalletGuide, projectId, features: has = {} } = page.options;
    // A user with a stored connection sees the account. A page's own message for the title loads with the views.
    const title = isStored() || page.options.messages ? '' : connectTitle;
    // Based only on the page's options; the next opening corrects it (views/shell/anchor.ts).
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
              'aria-label': entryText(close),
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
    loadModal().then(
      ([run, { mount }]) => {
        if (this.#filled != run) mount(this.#card, run, this, this.#first!);
        this.#filled = run;
        this.#fills = undefined;
      },
      ({ code, details }) => {
        // The engine was destroyed meanwhile: the next one renders the card again.
        if (code == 4001 || life != page.life) return;
        this.#fills = undefined;
        this.#failed = true;
        page.select = undefined;
        if (!globalThis.WebAssembly) {
          head.textContent = entryText(noWebAssembly);
          return import('./first/no-engine').then(({ draw }) => draw(head, body)).catch(ignore);
        }
        const again = make(
          'button',
          { class: 'primary', click: () => this.open().catch(ignore) },
          entryText(retry),
        );
        head.textContent = entryText(loadFailed);
        body.className = 'skeleton';
        body.replaceChildren(make('p', { role: 'alert' }, details || entryText(loadFailedText)), again);
        // Only while the retry button is visible.
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
