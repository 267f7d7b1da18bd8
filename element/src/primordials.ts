// What money passes through on its way to a wallet and to what is shown, taken before anything else of ours runs (docs/spec/security.md T1,
// T2): the page may exchange `JSON.parse`, `Promise.prototype.then` or `Reflect.apply` afterwards. First import of the entries, and no more
// than must be here; captured.ts gives each its name and is what it is used by, the glue of the engine is built on it
// (scripts/rollup/primordials.mjs).

export const { keys } = Object;
const { apply } = Reflect;
const hear = Promise.prototype.then;
const Vow = Promise;

/** `promise.then(kept, broken)` of a native promise; what they answer, if it is a promise, is heard without its `then`, too. */
const after = <T, U = T>(
  promise: Promise<T>,
  kept?: (value: T) => U | Promise<U>,
  broken?: (error: unknown) => U | Promise<U>,
): Promise<U> =>
  new Vow<U>((resolve, reject) => {
    const go = (fn: (value: never) => U | Promise<U>) => (value: unknown) => {
      try {
        const answer = fn(value as never);
        try {
          if (typeof answer == 'object' && answer) return apply(hear, answer, [resolve, reject]) as never;
        } catch {
          // no promise
        }
        resolve(answer);
      } catch (error) {
        reject(error);
      }
    };
    apply(hear, promise, [kept ? go(kept) : resolve, broken ? go(broken) : reject]);
  });
/** One list: every name that the entry exports costs a page bytes before any intent to connect. */
export const taken = [
  keys,
  Object.freeze,
  apply,
  JSON.parse,
  JSON.stringify,
  Vow,
  hear,
  Uint8Array,
  // jest's jsdom has none
  globalThis.TextDecoder,
  globalThis.TextDecoder?.prototype.decode,
  Event.prototype.composedPath,
  after,
] as const;

type Descriptors = Record<string, PropertyDescriptor>;
const here = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
/**
 * What else a request, a response, a key, a code or a token passes through (10.60), by name: the thing itself, its prototype, the
 * prototype's properties and its own.
 */
export const kept = { __proto__: null } as unknown as Record<
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
    // an element of the page with such an id is a property of the window: `compile` is WebAssembly's
    it = (here.WebAssembly as typeof here | undefined)?.[name] ?? here[name];
    if (name == 'Typed') it = Object.getPrototypeOf(Uint8Array);
  } catch {
    // a browser that denies storage throws at its name
  }
  // `parent` may be a window of another origin, of which no property can be read
  const isClass = typeof it == 'function';
  const of = isClass ? (it as { prototype?: object }).prototype : undefined;
  kept[name] = Object.freeze([
    it,
    of,
    descriptors(of),
    descriptors(isClass || name == 'Reflect' ? it : of),
  ] as const);
}
// a script of the page may import this file
Object.freeze(kept);
Object.freeze(taken);

// `await` asks a promise's `constructor`, and `then` its species, for what is made next: a function that a script puts there would get every
// answer. Both stay as they are; a class of the page's that extends Promise has its own, also where it assigns it.
const vows = Vow.prototype;
const { defineProperty } = Object;
/** A property as an assignment makes it, for `defineProperty`: a setter that a script adds to every object isn't called. */
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
  // a page that has frozen them itself
}
