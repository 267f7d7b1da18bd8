// Captures the built-ins that handle requests and what the user sees, before any other code of ours runs (docs/spec/security.md T1, T2):
// the page can replace `JSON.parse`, `Promise.prototype.then` or `Reflect.apply` later. This is the first import of the entries, and has
// only what must be captured there. Other files use it through captured.ts, which names each item. The engine's glue is built on it
// (scripts/rollup/primordials.mjs).

export const { keys } = Object;
const { apply } = Reflect;
const hear = Promise.prototype.then;
const Vow = Promise;

/** `promise.then(fulfilled, rejected)` for a native promise. If the handlers return a promise, it is awaited without its `then`, too. */
const after = <T, U = T>(
  promise: Promise<T>,
  fulfilled?: (value: T) => U | Promise<U>,
  broken?: (error: unknown) => U | Promise<U>,
): Promise<U> =>
  new Vow<U>((resolve, reject) => {
    const go = (fn: (value: never) => U | Promise<U>) => (value: unknown) => {
      try {
        const answer = fn(value as never);
        try {
          if (typeof answer == 'object' && answer) return apply(hear, answer, [resolve, reject]) as never;
        } catch {
          // not a promise
        }
        resolve(answer);
      } catch (error) {
        reject(error);
      }
    };
    apply(hear, promise, [fulfilled ? go(fulfilled) : resolve, broken ? go(broken) : reject]);
  });
/** One array, because every exported name of the entry adds bytes that each page loads. */
export const builtIns = [
  keys,
  Object.freeze,
  apply,
  JSON.parse,
  JSON.stringify,
  Vow,
  hear,
  Uint8Array,
  // jest's jsdom lacks it
  globalThis.TextDecoder,
  globalThis.TextDecoder?.prototype.decode,
  Event.prototype.composedPath,
  after,
] as const;

type Descriptors = Record<string, PropertyDescriptor>;
const here = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
/**
 * The other built-ins that requests, responses, keys, codes or tokens pass through (10.60), by name: the value, its prototype, the
 * prototype's properties and its own.
 */
export const captures = { __proto__: null } as unknown as Record<
  string,
  readonly [unknown, object | undefined, Descriptors, Descriptors]
>;
const read = Object.getOwnPropertyDescriptors;
const descriptors = (of: unknown): Descriptors => {
  const all = read(of ?? {}) as Descriptors;
  for (const one of Object.values(all)) Object.freeze(one);
  return Object.freeze({ __proto__: null, ...all } as unknown as Descriptors);
};
for (const name of 'compile compileStreaming Instance Memory Table RuntimeError open fetch btoa atob crypto parent addEventListener removeEventListener dispatchEvent localStorage setTimeout Reflect Object Array Typed Map Set RegExp Float64Array indexedDB IDBKeyRange WeakMap String AbortSignal Event CustomEvent EventTarget URL URLSearchParams Headers MessageEvent MessagePort MessageChannel Document Node Element HTMLElement HTMLIFrameElement Crypto CryptoKey SubtleCrypto TextEncoder AbortController Request WebSocket BroadcastChannel Response ReadableStream ReadableStreamDefaultReader IDBFactory IDBDatabase IDBTransaction IDBObjectStore IDBRequest Storage BigInt'.split(
  ' ',
)) {
  let it: (typeof here)[string];
  try {
    // an element of the page with such an id is a property of the window; `compile` is WebAssembly's
    it = (here.WebAssembly as typeof here | undefined)?.[name] ?? here[name];
    if (name == 'Typed') it = Object.getPrototypeOf(Uint8Array);
  } catch {
    // a browser that denies storage throws when it is read
  }
  // `parent` might be a window of another origin, whose properties can't be read
  const isClass = typeof it == 'function';
  const of = isClass ? (it as { prototype?: object }).prototype : undefined;
  captures[name] = Object.freeze([
    it,
    of,
    descriptors(of),
    descriptors(isClass || name == 'Reflect' ? it : of),
  ] as const);
}
// a page script can import this file
Object.freeze(captures);
Object.freeze(builtIns);

// `await` reads a promise's `constructor`, and `then` its species, to create the next promise: a function that a script puts there would
// receive every value. So both are frozen. A class of the page that extends Promise has its own, also if it assigns it.
const vows = Vow.prototype;
const { defineProperty } = Object;
/**
 * The descriptor of a property as an assignment creates it. With `defineProperty`, a setter that a script added to Object.prototype isn't
 * called.
 */
export const field = (value: unknown): PropertyDescriptor =>
  ({ __proto__: null, value, writable: true, enumerable: true, configurable: true }) as PropertyDescriptor;
const ofVows = {
  __proto__: null,
  get: () => Vow,
  set(this: object, value: unknown) {
    if (this != vows) defineProperty(this, 'constructor', field(value));
  },
  configurable: false,
} as PropertyDescriptor;
try {
  defineProperty(vows, 'constructor', ofVows);
  defineProperty(Vow, Symbol.species, { __proto__: null, configurable: false } as PropertyDescriptor);
} catch {
  // the page has frozen them itself
}
