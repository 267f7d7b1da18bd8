// What money passes through on its way to a wallet and to what is shown, taken before anything else of ours runs (docs/spec/security.md T1,
// T2): the page may exchange `JSON.parse`, `Promise.prototype.then` or `Reflect.apply` afterwards. First import of the entries, and no more
// than must be here; captured.ts gives each its name and is what it is used by, the glue of the engine is built on it
// (scripts/rollup/primordials.mjs).

export const { keys } = Object;
/** One list: every name that the entry exports costs a page bytes before any intent to connect. */
export const taken = [
  keys,
  Object.freeze,
  Reflect.apply,
  JSON.parse,
  JSON.stringify,
  Promise,
  Promise.prototype.then,
  Uint8Array,
  TextDecoder,
  TextDecoder.prototype.decode,
  Event.prototype.composedPath,
] as const;

type Descriptors = Record<string, PropertyDescriptor>;
const here = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
/**
 * What else a request, a response, a key, a code or a token passes through (10.60), by name: the thing itself, its prototype, and the
 * prototype's properties.
 */
export const kept = { __proto__: null } as unknown as Record<
  string,
  readonly [unknown, object | undefined, Descriptors]
>;
for (const name of 'compile compileStreaming Instance Memory Table open fetch btoa atob crypto parent addEventListener setTimeout Request indexedDB IDBKeyRange WeakMap String AbortSignal Event EventTarget URL URLSearchParams Headers MessageEvent MessagePort MessageChannel Document Node Element HTMLElement HTMLIFrameElement Crypto SubtleCrypto TextEncoder AbortController WebSocket BroadcastChannel Response ReadableStream ReadableStreamDefaultReader IDBFactory IDBDatabase IDBTransaction IDBObjectStore IDBRequest Storage'.split(
  ' ',
)) {
  let it: (typeof here)[string];
  try {
    // an element of the page with such an id is a property of the window: `compile` is WebAssembly's
    it = (here.WebAssembly as typeof here | undefined)?.[name] ?? here[name];
  } catch {
    // a browser that denies storage throws at its name
  }
  // `parent` may be a window of another origin, of which no property can be read
  const of = typeof it == 'function' ? (it as { prototype?: object }).prototype : undefined;
  const descriptors = Object.getOwnPropertyDescriptors(of ?? {});
  for (const one of Object.values(descriptors)) Object.freeze(one);
  kept[name] = Object.freeze([
    it,
    of,
    Object.freeze({ __proto__: null, ...descriptors } as unknown as Descriptors),
  ] as const);
}
// a script of the page may import this file
Object.freeze(kept);
Object.freeze(taken);
