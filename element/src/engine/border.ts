// The border to the Rust engine as TypeScript sees it: what the glue exports, what it needs from us (ARCHITECTURE.md, "The boundary").
// Types only: this file compiles to nothing.

import type { Command, Namespace, Slices } from '../contract';

/** One engine. Every method may throw a RuntimeError when the instance has panicked. */
export interface Engine {
  /** rejects with ErrorData as a plain object */
  dispatch(command: Command): Promise<unknown>;
  /** EIP-1193 and its relatives; same rejection */
  request(namespace: string, args: RequestArguments): Promise<unknown>;
  /** a fresh plain object at each call: store.ts keeps it until that slice's event */
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  /** whether it is taken; the same object again brings its icon */
  announce(wallet: PageWallet): boolean;
  /** whether a wallet of this id has its place behind any flood of others */
  expects(id: string): boolean;
  destroy(): void;
}

export interface EngineHost {
  emit(name: string, detail: unknown): void;
  /** what the host answers itself in place of a service, as JSON text; null where it does not (engine/core/src/ports/data.rs) */
  data(name: string, url: string, body?: string): Promise<string | null>;
  /** a name by the tables of ENSIP-15, as JSON text (engine/core/src/ports/host.rs) */
  normalized(name: string): Promise<string>;
  /** of the host's sign-in object: `settings` at once, the others with a promise (engine/core/src/ports/siwx.rs) */
  siwx(method: string, given: unknown): unknown;
  /** the host's own storage: `load`, `commit`, `change` (engine/web/src/ports/hosted.rs) */
  store(method: string, given: never): Promise<unknown>;
  /** the frame of the embedded wallet: what it says comes as JSON text */
  frame(url: string, tell: (text: string) => void): FrameHandle;
  /** the window that the last click opened (engine/popup.ts); null where the browser let none open */
  popup(origin: string, tell: (text: string) => void): PopupHandle | null;
  /** a blob: url of a fetched picture, or null */
  picture(bytes: Uint8Array): Promise<string | null>;
}

export interface FrameHandle {
  /** JSON text, to its exact origin */
  post(text: string): void;
  show(visible: boolean): void;
  /** takes it out of the page */
  end(): void;
}

export interface PopupHandle {
  go(url: string): void;
  isClosed(): boolean;
  focus(): void;
  /** closes it */
  end(): void;
}

export interface EngineGlue {
  /** compiles and starts the first part */
  default(asked: Response): Promise<unknown>;
  Engine: new (host: EngineHost, options: object) => Engine;
  __wbg_reset_state(): void;
  /** `tell` hears of a panic, whichever way into the engine led to it; the instance is dead from there on (engine/xtask/src/enter.js) */
  whenDead(tell: () => void): void;
  /** where the engine's later parts are looked for: beside this url */
  locate(wasmUrl: string): void;
}

export interface RequestArguments {
  method: string;
  params?: unknown;
}

/** The one shape of a wallet found in the page (docs/spec/page-wallets.md section 0). */
export interface PageWallet {
  id: string;
  name: string;
  /** a blob: url of a checked image, once it is there */
  icon: string | null;
  /** what the wallet says its icon is; unchecked */
  picture?: unknown;
  rdns: string | null;
  namespaces: Namespace[];
  /** how it came: found as a global, given by the host, the page around ours, else announced */
  type?: 'INJECTED' | 'EXTERNAL' | 'HOST' | 'SAFE';
  /** identity only: the engine compares references */
  provider: object;
  /** `params` as JSON text. Throws without asking the wallet where the request would differ from that text; every fault of the wallet rejects. */
  request(method: string, params: string): Promise<unknown>;
  on(event: 'accounts' | 'chain' | 'disconnect' | 'message', fn: (payload: unknown) => void): () => void;
}
