// What there is once in a page: options, the element, the engine while it starts and runs (ARCHITECTURE.md, "The element").
// Part of the entry; nothing else is fetched before the first need, but the file of the first list once the page is idle.

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

/** What a host names a network by where it is switched to. */
export type NamedNetwork = string | number | { caipNetworkId: string } | { id: number | string };

/** The engine with everything around it that a page needs (engine/running.ts). */
export interface Running {
  /** one that spends needs the person's click, while it is on its way (engine/trusted-click.ts) */
  dispatch(command: Command, event?: Event): Promise<unknown>;
  request(args: RequestArguments, namespace?: Namespace): Promise<unknown>;
  /** the same object until that slice's event */
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  subscribe(slice: keyof Slices, fn: () => void): () => void;
  /** the stored connection is settled or reconnecting */
  ready: Promise<void>;
  /** the methods of <wallet-modal> that need an engine */
  disconnect(namespace?: Namespace): Promise<unknown>;
  switchNetwork(network: NamedNetwork): Promise<unknown>;
  /** a wallet of the host's own (wallets/host.ts) */
  addConnector(connector: HostConnector): void;
  /** whether the engine keeps a place for a wallet of this id (wallets/expected.ts) */
  expects(id: string): boolean;
  /** the page's object behind a connector */
  providerOf(connectorId: string, namespace: Namespace): object | undefined;
  /** draws what a button shows once there is an engine; says whether it is busy */
  drawButton(host: HTMLElement, button: HTMLElement): boolean;
  destroy(): void;
}

/** What the engine's runner may ask of the element. */
export interface ModalElement extends HTMLElement {
  /** follows the engine: open or closed, theme */
  sync(): void;
  open(args?: object): Promise<void>;
  close(): Promise<void>;
  /** leads, unless another one in the page does */
  connectedCallback(): unknown;
}

/** What the engine's runner may ask of the handle (handle.ts). */
export interface PageHandle extends EventTarget {
  /** commands that were not worth starting an engine for */
  readonly kept: Command[];
  readonly connectors: HostConnector[];
  getProvider(of: Namespace): unknown;
}

interface Page {
  options: Options;
  element?: ModalElement | null;
  /** hears every public event as well (docs/spec/public-api.md section 4) */
  handle?: PageHandle | null;
  running?: Running | null;
  /** the engine's first part, as it was asked for */
  bytes?: Promise<Response> | null;
  /** the engine while it starts, and after */
  starting?: Promise<Running> | null;
  /** the sign-in object in use, and what it was made of (siwx/ask.ts) */
  signIn?: { of: unknown; made: SIWX } | null;
  /** the window that the last click opened (engine/popup.ts) */
  popup?: EngineHost['popup'] | undefined;
  openWindow?: (url: string) => void;
  /** a request succeeded although the browser reports no connection (reach.ts) */
  reached?: boolean;
  /** settled once what a host keeps elsewhere is where the engine looks (take-own.ts) */
  own?: Promise<unknown>;
  /** the host's own for texts that are shown without a view (data/own-words.ts) */
  words?: Record<string, string>;
  /** settled once the first card is on screen, with its list where that is known: the engine begins after it */
  first?: unknown;
  /** what was pressed before there was an engine; to be called once it has opened (first/list.ts) */
  chosen?: ((run: Running) => void) | undefined;
  /** counts destroy(): what was started before it ends instead of running beside the next one */
  life: number;
  /** calls of open() the engine has not answered yet */
  opening: number;
  /** counts closes: what was asked before one is not asked after it (handle/unless-closed.ts) */
  closes: number;
  /** called whenever something a button shows may have changed */
  watchers: Set<() => void>;
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

/** Options over earlier ones, without what a script of the page has put on every object's prototype (docs/spec/security.md T2). */
export const merged = (earlier: Options, later?: object): Options =>
  ({ __proto__: null, ...earlier, ...later }) as Options;

export const page: Page = { options: merged({}), life: 0, opening: 0, closes: 0, watchers: new Set() };

export const changed = (): void => page.watchers.forEach((fn) => fn());

export const ignore = (): void => {};

/** Fields and no assignments: where prototypes are frozen, `name` could not be assigned. */
class LoadError extends Error {
  override name = 'WalletError';
  code = -32603;
}

/**
 * Whether the browser reports no connection, and no request has succeeded since. Browsers remember for the life of a page that a module
 * failed to load. So where this is true, a request that isn't remembered goes first.
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
    // The browser shows this page later, or never. Until then nothing is contacted.
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
    // The class comes with the chunk that may be what is missing: its shape has to do.
    throw cause.code ? cause : new LoadError(loadFailed, { cause });
  }));
}

let views: typeof import('./views/root') | undefined;
/** Once they are there they are not imported again: a browser gives also what it has in a later task, after the next frame. */
const fetchViews = async () => (views ??= await import('./views/root'));

/** Fetches engine and views, when the modal opens. */
export const prepare = () => {
  const run = start();
  return Promise.all([run, isOffline() ? run.then(fetchViews) : fetchViews()]);
};

/** The list, as far as it is known before the engine: comes with the first card. Skipped if the browser reports no connection. */
export const firstList = async () => (isOffline() ? null : import('./first/list'));

/**
 * Intent (hover, focus, touch): fetches what the list needs. The engine begins when the modal opens: a click that comes meanwhile would wait for
 * it. A failure is told when it matters, at open().
 */
export const intend = (): void => {
  askWallets();
  if (page.running || isOffline() || !globalThis.WebAssembly) return;
  Promise.all([firstList(), fetchEngine(), fetchViews()]).catch(ignore);
};

let isAhead: boolean | undefined;

/**
 * Fetches the file of the first list once the page has loaded, is idle, and shows this button (decision 266): the one file that no user
 * asked for. Not with `prefetch: 'intent'`, on a slow or metered connection, or where an account is stored.
 */
export function fetchListAhead(button: Element): void {
  // The options are known once there is a modal. A button with a project of its own makes one that has none.
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

/** Merges options. What is wrong with them the engine says when it starts; createWalletModal says some of it at once (options.ts). */
export function setOptions(options: Options): void {
  page.options = merged(page.options, options);
  page.starting?.then((run) => run.dispatch({ type: 'options.update', options })).catch(ignore);
  page.element?.sync();
}

/** A text of the entry, or the host's in its place. */
export const word = (ours: string): string => page.words?.[ours] ?? ours;

/**
 * Whether the engine is worth loading without an intent: a connection is stored, the person is back from a login provider, a host has not said
 * yet that it has signed them out, or a payment at an exchange is open (docs/spec/services.md C, `connection_status`: "connected" or "away").
 */
export function isStored(): boolean | void {
  try {
    return (
      /"[ac]/.test(localStorage['wallet-modal:connection_status']) || !!localStorage['wallet-modal:payments']
    );
  } catch {
    // without storage no connection is remembered
  }
}

/** A Safe may be around us: its account is connected without a press. Whether it is one, its own file finds out (wallets/safe.ts). */
export const maybeInSafe = (): unknown =>
  parent != window &&
  (page.options.safeHosts ||
    (location.ancestorOrigins?.[0] ?? document.referrer).startsWith('https://app.safe.global'));

const newcomer: StateSlice = { ...initialState, initialized: true };
/** The state before there is an engine. If nothing is stored, here or where the host keeps it, there is no connection to wait for. */
export const stateBefore = (): StateSlice =>
  page.running || isStored() || maybeInSafe() || page.options.storage || page.options.migrateFrom
    ? initialState
    : newcomer;

/** Emits a public event on the element (on the document too while it is not in it) and on the handle; true unless a listener prevented it (docs/spec/public-api.md section 4). */
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

/** What most pages never need: options that are left out, warnings, elements that do not lead or are not in the page. */
export const aside = <T>(fn: (chunk: typeof import('./warn')) => T): Promise<Awaited<T>> =>
  import('./warn').then(fn) as Promise<Awaited<T>>;
