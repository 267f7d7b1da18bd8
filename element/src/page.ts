// The state of the page, which exists once: options, the element, the engine while it starts and runs (ARCHITECTURE.md, "The element").
// Part of the entry. Nothing else loads before the first need, except the file of the first list once the page is idle.

import { wasmIntegrity, wasmUrl } from 'virtual:engine';
import type { EngineHost } from './engine/border';
import type { Command, Namespace, Slices, StateSlice } from './contract';
import type { RequestArguments } from './engine/border';
import { loadFailed, noWebAssembly } from './i18n/en/entry';
import { askDocument } from './dom';
import type { Options } from './options';
import type { SIWX } from './siwx/types';
import { askWallets } from './wallets/announced';
import type { HostConnector } from './wallets/host';

/** The ways in which a page can name a network to switch to. */
export type NamedNetwork = string | number | { caipNetworkId: string } | { id: number | string };

/** The engine with everything that a page needs around it (engine/running.ts). */
export interface Running {
  /** a command that spends needs the user's click event while it is dispatched (engine/trusted-click.ts) */
  dispatch(command: Command, event?: Event): Promise<unknown>;
  request(args: RequestArguments, namespace?: Namespace): Promise<unknown>;
  /** returns the same object until the slice's next event */
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  subscribe(slice: keyof Slices, fn: () => void): () => void;
  /** resolves when the stored connection is restored or reconnecting */
  ready: Promise<void>;
  /** the methods of <wallet-modal> that need an engine */
  disconnect(namespace?: Namespace): Promise<unknown>;
  switchNetwork(network: NamedNetwork): Promise<unknown>;
  /** adds a connector of the page (wallets/host.ts) */
  addConnector(connector: HostConnector): void;
  /** whether the engine reserves a place for a wallet with this id (wallets/expected.ts) */
  expects(id: string): boolean;
  /** the wallet's object behind a connector */
  providerOf(connectorId: string, namespace: Namespace): object | undefined;
  /** renders a button's content once the engine runs; returns whether the button is busy */
  drawButton(host: HTMLElement, button: HTMLElement): boolean;
  destroy(): void;
}

/** The parts of the element that the engine's runner calls. */
export interface ModalElement extends HTMLElement {
  /** follows the engine: open state and theme */
  sync(): void;
  open(args?: object): Promise<void>;
  close(): Promise<void>;
  /** makes this element active, unless another one is */
  connectedCallback(): unknown;
}

/** The parts of the handle that the engine's runner calls (handle.ts). */
export interface PageHandle extends EventTarget {
  /** commands that don't need to start an engine */
  readonly kept: Command[];
  readonly connectors: HostConnector[];
  getProvider(of: Namespace): unknown;
}

interface Page {
  options: Options;
  element?: ModalElement | null;
  /** also emits every public event (docs/spec/public-api.md section 4) */
  handle?: PageHandle | null;
  running?: Running | null;
  /** the response with the engine's first part */
  bytes?: Promise<Response> | null;
  /** the engine, from its start on */
  starting?: Promise<Running> | null;
  /** the sign-in object in use, and the option it was created from (siwx/ask.ts) */
  signIn?: { of: unknown; made: SIWX } | null;
  /** the window that the last click opened (engine/popup.ts) */
  popup?: EngineHost['popup'] | undefined;
  openWindow?: (url: string) => void;
  /** a request succeeded although the browser reports no connection (reach.ts) */
  reached?: boolean;
  /** resolves once the page's own records are available to the engine (take-own.ts) */
  own?: Promise<unknown>;
  /** the page's own messages for texts that are shown without a view (data/own-words.ts) */
  words?: Record<string, string>;
  /** resolves once the first card is on screen, with its list if known; the engine starts after it */
  first?: unknown;
  /** applies a click in the first list, once the engine has opened (first/list.ts) */
  select?: ((run: Running) => void) | undefined;
  /** counts destroy(): work that started before one ends instead of running beside the next engine */
  life: number;
  /** the number of open() calls that the engine hasn't handled yet */
  opening: number;
  /** counts closes: a call made before a close isn't sent after it (handle/unless-closed.ts) */
  closes: number;
  /** called whenever the content of a button might have changed */
  watchers: Set<() => void>;
}

/** the slice `state` before the engine runs */
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

/** Merges options into earlier ones, without what a page script added to Object.prototype (docs/spec/security.md T2). */
export const merged = (earlier: Options, later?: object): Options =>
  ({ __proto__: null, ...earlier, ...later }) as Options;

export const page: Page = { options: merged({}), life: 0, opening: 0, closes: 0, watchers: new Set() };

export const changed = (): void => page.watchers.forEach((fn) => fn());

export const ignore = (): void => {};

/** Class fields instead of assignments: if prototypes are frozen, assigning `name` throws. */
class LoadError extends Error {
  override name = 'WalletError';
  code = -32603;
}

/**
 * Whether the browser reports no connection, and no request has succeeded since. Browsers remember for the life of a page that a module
 * failed to load. So if this is true, a request that isn't remembered goes first.
 */
export const isOffline = (): boolean => navigator.onLine === false && !page.reached;

/** Fetches the engine's bytes and code at the same time. If the browser reports no connection, the bytes go first. */
function fetchEngine(): Promise<[typeof import('./engine/load'), Response]> {
  const isOff = isOffline();
  page.bytes ??= fetch(page.options.wasmUrl ?? wasmUrl, {
    __proto__: null,
    integrity: wasmIntegrity,
    cache: isOff ? 'no-store' : 'default',
  } as RequestInit).then(
    (bytes) => ((page.reached ||= isOff), bytes),
    (cause) => {
      page.bytes = null;
      throw cause;
    },
  );
  const code = () => import('./engine/load');
  return Promise.all([isOff ? page.bytes.then(code) : code(), page.bytes]);
}

/** Loads and starts the engine; once. After a failure the next call tries again. */
export function start(): Promise<Running> {
  const { life } = page;
  const boot = async (): Promise<Running> => {
    // A prerendered page might never be displayed. Until then, no service is contacted.
    if ((document as { prerendering?: boolean }).prerendering)
      await new Promise((next) =>
        askDocument(document, 'addEventListener', 'prerenderingchange', next, { once: true }),
      );
    askWallets();
    if (!globalThis.WebAssembly) throw new LoadError(noWebAssembly);
    const [{ run }, response] = await fetchEngine();
    page.bytes = null;
    return run(response, life);
  };
  return (page.starting ??= boot().catch((cause) => {
    page.bytes = null;
    if (life == page.life) page.starting = null;
    changed();
    // The chunk with the error's class might be the one that failed to load, so this only has its shape.
    throw cause.code ? cause : new LoadError(loadFailed, { cause });
  }));
}

let views: typeof import('./views/root') | undefined;
/** Imports them once: even for a loaded module, a browser resolves an import in a later task, after the next frame. */
const fetchViews = async () => (views ??= await import('./views/root'));

/** Loads the engine and the views when the modal opens. */
export const loadModal = () => {
  const run = start();
  return Promise.all([run, isOffline() ? run.then(fetchViews) : fetchViews()]);
};

/** The list as far as it is known before the engine, for the first card. Skipped if the browser reports no connection. */
export const firstList = async () => (isOffline() ? null : import('./first/list'));

/**
 * Called on an intent (hover, focus, touch): fetches the files of the list. The engine starts only when the modal opens, because a click
 * during its start would have to wait. A failure is reported by open().
 */
export const onIntent = (): void => {
  askWallets();
  if (page.running || isOffline() || !globalThis.WebAssembly) return;
  Promise.all([firstList(), fetchEngine(), fetchViews()]).catch(ignore);
};

let isAhead: boolean | undefined;

/**
 * Fetches the file of the first list once the page has loaded, is idle, and shows this button (decision 266, "The file of the first list").
 * No other file loads without an action of the user. Skipped with `prefetch: 'intent'`, on a slow or metered connection, and if an account
 * is stored.
 */
export function fetchListAhead(button: Element): void {
  // The options are known once a modal exists. A button with its own project ID creates a modal without options.
  if (isAhead || !(page.element || button.getAttribute('project-id')) || !globalThis.IntersectionObserver)
    return;
  isAhead = true;
  const fetchIt = (): void => {
    const { saveData, effectiveType } =
      (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
    const isSlow = saveData || /[23]g/.test(`${effectiveType}`);
    if (!isSlow && !page.running && page.options.prefetch != 'intent' && !isStored())
      firstList().catch(ignore);
  };
  const idle = (): unknown =>
    typeof requestIdleCallback == 'function' ? requestIdleCallback(fetchIt) : setTimeout(fetchIt, 200);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    if (document.readyState == 'complete') idle();
    else addEventListener('load', idle, { once: true });
  });
  seen.observe(button);
}

/** Merges options. The engine reports mistakes when it starts; createWalletModal throws for a few of them (options.ts). */
export function setOptions(options: Options): void {
  page.options = merged(page.options, options);
  page.starting?.then((run) => run.dispatch({ type: 'options.update', options })).catch(ignore);
  page.element?.sync();
}

/** A text of the entry, or the page's own message for it. */
export const entryText = (ours: string): string => page.words?.[ours] ?? ours;

/**
 * Whether to load the engine without an intent: a connection is stored, the user returns from a social login, a sign-out hasn't reached
 * the page's sign-in object yet, or a payment at an exchange is open (docs/spec/services.md C, `connection_status`: "connected" or
 * "away").
 */
export function isStored(): boolean | void {
  try {
    return (
      /"[ac]/.test(localStorage['wallet-modal:connection_status']) || !!localStorage['wallet-modal:payments']
    );
  } catch {
    // without storage, no connection is stored
  }
}

/** Whether a Safe might frame the page: its account connects without a click. wallets/safe.ts checks whether it is a Safe. */
export const maybeInSafe = (): unknown =>
  parent != window &&
  (page.options.safeHosts ||
    (location.ancestorOrigins?.[0] ?? document.referrer).startsWith('https://app.safe.global'));

const newcomer: StateSlice = { ...initialState, initialized: true };
/** The state before the engine runs. If no connection is stored, in the browser or in the page's own storage, it doesn't wait for one. */
export const stateBefore = (): StateSlice =>
  page.running || isStored() || maybeInSafe() || page.options.storage || page.options.migrateFrom
    ? initialState
    : newcomer;

/**
 * Emits a public event on the element (also on the document, until the element is in it) and on the handle. Returns false if a listener
 * prevented it (docs/spec/public-api.md section 4).
 */
export const emit = (name: string, detail: unknown, { element, handle } = page): boolean =>
  ![element, element?.isConnected ? null : document, handle]
    .map(
      (target) =>
        target &&
        askDocument(
          target,
          'dispatchEvent',
          new CustomEvent(name, {
            detail,
            bubbles: true,
            composed: true,
            cancelable: name == 'wallet-before-close',
          }),
        ),
    )
    .includes(false);

/** Loads code that most pages never need: rare options, warnings, elements that are inactive or not in the page. */
export const aside = <T>(fn: (chunk: typeof import('./warn')) => T): Promise<Awaited<T>> =>
  import('./warn').then(fn) as Promise<Awaited<T>>;
