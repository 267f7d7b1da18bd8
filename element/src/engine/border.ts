// The boundary to the Rust engine in TypeScript: the glue's exports, and the functions that the engine calls (ARCHITECTURE.md, "The
// boundary"). Only types: this file compiles to nothing.

import type { Command, Namespace, Slices } from '../contract';

/** One engine. Every method throws a RuntimeError after the instance has panicked. */
export interface Engine {
  /** rejects with ErrorData as a plain object */
  dispatch(command: Command): Promise<unknown>;
  /** a request of EIP-1193 and similar providers; rejects in the same way */
  request(namespace: string, args: RequestArguments): Promise<unknown>;
  /** a new object at each call; store.ts keeps it until the slice's next event */
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  /** whether the engine accepts it; announcing the same object again updates its icon */
  announce(wallet: PageWallet): boolean;
  /** whether the engine reserves a place for a wallet with this id, even if many others are announced */
  expects(id: string): boolean;
  destroy(): void;
}

export interface EngineHost {
  emit(name: string, detail: unknown): void;
  /**
   * the page's own response instead of a service's, as JSON text; null if the page has no function for it (engine/core/src/ports/data.rs)
   */
  data(name: string, url: string, body?: string): Promise<string | null>;
  /** a name normalized with the tables of ENSIP-15, as JSON text (engine/core/src/ports/host.rs) */
  normalized(name: string): Promise<string>;
  /** a method of the page's sign-in object: `settings` returns at once, the others a promise (engine/core/src/ports/siwx.rs) */
  siwx(method: string, given: unknown): unknown;
  /** the page's own storage: `load`, `commit`, `change` (engine/web/src/ports/hosted.rs) */
  store(method: string, given: never): Promise<unknown>;
  /** the frame of the embedded wallet; `tell` gets its messages as JSON text */
  frame(url: string, tell: (text: string) => void): FrameHandle;
  /** the window that the last click opened (engine/popup.ts); null if the browser blocked it */
  popup(origin: string, tell: (text: string) => void): PopupHandle | null;
  /** a blob: URL of a fetched image, or null */
  picture(bytes: Uint8Array): Promise<string | null>;
}

export interface FrameHandle {
  /** sends JSON text to its exact origin */
  post(text: string): void;
  show(visible: boolean): void;
  /** removes the frame from the page */
  end(): void;
}

export interface PopupHandle {
  go(url: string): void;
  isClosed(): boolean;
  focus(): void;
  /** closes the window */
  end(): void;
}

export interface EngineGlue {
  /** compiles and starts the first part */
  default(asked: Response): Promise<unknown>;
  Engine: new (host: EngineHost, options: object) => Engine;
  __wbg_reset_state(): void;
  /** `tell` is called for a panic, whichever call caused it; the instance can't be used after that (engine/xtask/src/enter.js) */
  whenDead(tell: () => void): void;
  /** sets the URL next to which the engine's later parts are */
  locate(wasmUrl: string): void;
}

export interface RequestArguments {
  method: string;
  params?: unknown;
}

/** The one shape of every browser wallet (docs/spec/page-wallets.md section 0). */
export interface PageWallet {
  id: string;
  name: string;
  /** a blob: URL of the checked image, once it is available */
  icon: string | null;
  /** the icon that the wallet provides; unchecked */
  picture?: unknown;
  rdns: string | null;
  namespaces: Namespace[];
  /** its source: a global, the page's own connector, the page around ours; otherwise it was announced */
  type?: 'INJECTED' | 'EXTERNAL' | 'HOST' | 'SAFE';
  /** only compared by reference */
  provider: object;
  /**
   * `params` as JSON text. Throws without calling the wallet if the request would differ from that text. Rejects for every failure of the
   * wallet.
   */
  request(method: string, params: string): Promise<unknown>;
  on(event: 'accounts' | 'chain' | 'disconnect' | 'message', fn: (payload: unknown) => void): () => void;
}
