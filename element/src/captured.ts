// Built-ins that the entry captured at load time (primordials.ts), by name, and helpers that are only needed once the engine runs
// (docs/spec/security.md T2).

import { field, captures, builtIns } from './primordials';

// One statement each: destructuring would call the page's iterators.
export const keys = builtIns[0];
export const freeze = builtIns[1];
export const apply = builtIns[2];
export const parse = builtIns[3];
export const stringify = builtIns[4];
export const Vow = builtIns[5];
const hear = builtIns[6];
export const Bytes = builtIns[7];
const Decoder = builtIns[8];
const decode = builtIns[9];
export const composedPath = builtIns[10];

/* @__NO_SIDE_EFFECTS__ */
const fresh = () => new Decoder('utf-8', { __proto__: null, ignoreBOM: true } as TextDecoderOptions);
let decoder: TextDecoder | undefined;
let decoded_bytes = 0;
/** a decoder in Safari reads at most this many bytes */
const decoder_bytes_max = 2e9;

export function decoded(bytes: Uint8Array, length: number): string {
  if ((decoded_bytes += length) > decoder_bytes_max) {
    decoder = fresh();
    decoded_bytes = length;
  }
  return apply(decode, (decoder ??= fresh()), [bytes]);
}

/** Freezes plain data recursively. */
export function sealed<T>(value: T): T {
  if (typeof value == 'object' && value) {
    const names = keys(value);
    for (let i = 0; i < names.length; i++) sealed((value as Record<string, unknown>)[names[i]!]);
    freeze(value);
  }
  return value;
}

/** A promise that rejects. */
export const rejectedWith = (error: unknown): Promise<never> => new Vow((_, reject) => reject(error));

/**
 * Returns the function's result as a native promise, also if it throws. A native promise is awaited without its `then`, which a page
 * script might have replaced.
 */
export const vow = <T = unknown>(ask: () => unknown): Promise<T> =>
  new Vow<T>((resolve, reject) => {
    const answer = ask();
    try {
      apply(hear, answer, [resolve, reject]);
    } catch {
      resolve(answer as T);
    }
  });

/** `promise.then(fulfilled, rejected)` for a native promise, without a `then` that the page replaced. */
export const after = builtIns[11];

// The browser's own functions, as the entry found them (10.60).

/** A function of the page's global scope, or a class. */
/* @__NO_SIDE_EFFECTS__ */
export const builtIn = <T>(name: string): T => captures[name]![0] as T;
/** A method of a class. */
/* @__NO_SIDE_EFFECTS__ */
export const method = (of: string, name: string): ((...args: never[]) => unknown) =>
  captures[of]![2][name]?.value;
/* @__NO_SIDE_EFFECTS__ */
export const getter = (of: string, name: string): (() => unknown) =>
  captures[of]![2][name]?.get as () => unknown;
/* @__NO_SIDE_EFFECTS__ */
export const setter = (of: string, name: string): ((value: never) => void) =>
  captures[of]![2][name]?.set as (value: never) => void;

/** A function of a class itself, or of a namespace: `Array.isArray`. */
/* @__NO_SIDE_EFFECTS__ */
export const own = <T extends (...args: never[]) => unknown>(of: string, name: string): T =>
  captures[of]![3][name]?.value as T;

const getPrototypeOf = own<typeof Reflect.getPrototypeOf>('Reflect', 'getPrototypeOf');
const plainGet = own<typeof Reflect.get>('Reflect', 'get');
const plainSet = own<typeof Reflect.set>('Reflect', 'set');
export const construct = own<typeof Reflect.construct>('Reflect', 'construct');
export const isArray = own<typeof Array.isArray>('Array', 'isArray');
const lengthOf = getter('Typed', 'length');
/** The `length` of a list or of bytes. For bytes, it is a getter that a page script can replace, so it is called as captured. */
export function size(of: ArrayLike<unknown>): number {
  if (isArray(of)) return of.length;
  try {
    return apply(lengthOf, of, []) as number;
  } catch {
    return of.length;
  }
}
const bufferOf = getter('Typed', 'buffer');
/** The first bytes. `subarray` would ask the constructor that the page has set. */
export const head = (bytes: Uint8Array, length: number): Uint8Array =>
  new Bytes(apply(bufferOf, bytes, []) as ArrayBuffer, 0, length);
const exec = method('RegExp', 'exec');
/** Whether the pattern matches. `test` would call the page's `exec`. */
export const matches = (pattern: RegExp, text: string): boolean => apply(exec, pattern, [text]) !== null;
const sliceText = method('String', 'slice');
const lowerText = method('String', 'toLowerCase');
const findText = method('String', 'indexOf');
export const cut = (text: string, from: number, to?: number): string =>
  apply(sliceText, text, [from, to]) as string;
export const lower = (text: string): string => apply(lowerText, text, []) as string;
export const has = (text: string, part: string): boolean => (apply(findText, text, [part]) as number) >= 0;

// Lists by index: the page can replace array methods and the array iterator. A script can also define a setter for an index on
// Object.prototype, which would receive assigned items. defineProperty avoids it.
export const defineProperty = own<typeof Reflect.defineProperty>('Reflect', 'defineProperty');
/** Appends to a list. */
export function add<T>(list: T[], value: T): T {
  defineProperty(list, list.length, field(value));
  return value;
}
export function mapped<T, U>(list: readonly T[], fn: (one: T, at: number) => U): U[] {
  const all: U[] = [];
  for (let i = 0; i < list.length; i++) add(all, fn(list[i]!, i));
  return all;
}
export function filterItems<T, S extends T>(list: readonly T[], is: (one: T, at: number) => one is S): S[];
export function filterItems<T>(list: readonly T[], is: (one: T, at: number) => boolean): T[];
export function filterItems<T>(list: readonly T[], is: (one: T, at: number) => boolean): T[] {
  const all: T[] = [];
  for (let i = 0; i < list.length; i++) if (is(list[i]!, i)) add(all, list[i]!);
  return all;
}
export function findItem<T>(list: readonly T[], is: (one: T) => boolean): T | undefined {
  for (let i = 0; i < list.length; i++) if (is(list[i]!)) return list[i];
  return undefined;
}
const setAdd = method('Set', 'add');
const setDelete = method('Set', 'delete');
const setHas = method('Set', 'has');
const setEach = method('Set', 'forEach');
/** A list of listeners, or a set of other values without duplicates. */
export class Unique<T> {
  readonly #all = new (builtIn<typeof Set<T>>('Set'))();
  add(one: T): this {
    apply(setAdd, this.#all, [one]);
    return this;
  }
  delete(one: T): boolean {
    return apply(setDelete, this.#all, [one]) as boolean;
  }
  has(one: T): boolean {
    return apply(setHas, this.#all, [one]) as boolean;
  }
  copy(): Unique<T> {
    const same = new Unique<T>();
    this.each((one) => same.add(one));
    return same;
  }
  each(fn: (one: T) => void): void {
    apply(setEach, this.#all, [fn]);
  }
}

const classes = keys(captures);
/** Whether the object really is an instance. A monitoring proxy has the same prototype, but native functions throw on it. */
function isOne(of: object, known: Record<string, PropertyDescriptor>): boolean {
  const names = keys(known);
  let isTried = false;
  for (let i = 0; i < names.length; i++) {
    const read = known[names[i]!]!.get;
    if (!read || names[i] == 'closed') continue;
    isTried = true;
    try {
      apply(read, of, []);
      return true;
    } catch {
      // not available yet, or not an instance
    }
  }
  return !isTried;
}

/**
 * The object whose property descriptor applies for a browser object. If a class of the page is in between, it might override the
 * property, so the captured one isn't used.
 */
function descriptorOf(of: unknown, name: unknown): PropertyDescriptor | undefined {
  if (typeof of != 'object' || !of || typeof name != 'string') return;
  try {
    // Named elements shadow members of the document, and the class of the document doesn't declare them itself.
    for (
      let at = of === globalThis.document ? captures.Document![1]! : getPrototypeOf(of);
      at;
      at = getPrototypeOf(at)
    ) {
      let descriptors: Record<string, PropertyDescriptor> | undefined;
      for (let i = classes.length - 1; !descriptors && classes[i] != 'AbortSignal'; i--)
        if (captures[classes[i]!]![1] === at) descriptors = captures[classes[i]!]![2];
      if (!descriptors) return;
      if (descriptors[name]) return isOne(of, descriptors) ? descriptors[name] : undefined;
    }
  } catch {
    // a proxy from the page: read it as it is
  }
  return;
}

/** Reads a property. For a browser object, calls the getter that the entry captured. */
export function get(of: unknown, name: PropertyKey): unknown {
  if (of === globalThis && typeof name == 'string' && captures[name]?.[0]) return captures[name][0];
  const owner = descriptorOf(of, name);
  return owner ? (owner.get ? apply(owner.get, of, []) : owner.value) : plainGet(of as object, name);
}

/** Sets a property in the same way. */
export function set(of: unknown, name: PropertyKey, value: unknown): boolean {
  const owner = descriptorOf(of, name);
  if (!owner?.set) return plainSet(of as object, name, value);
  apply(owner.set, of, [value]);
  return true;
}

/** Calls a method in the same way. */
export const call = <T>(of: unknown, name: string, args: readonly unknown[]): T =>
  apply(get(of, name) as () => T, of, args as unknown[]) as T;

// A page can replace timers and clocks, so what they return isn't trusted for security.
export const delay = (ms: number): Promise<void> => new Vow((resolve) => void setTimeout(resolve, ms));
/** The promise's value, or undefined after `ms`. */
export const within = <T>(ms: number, asked: Promise<T>): Promise<T | null> =>
  new Vow((resolve) => {
    setTimeout(() => resolve(null), ms);
    void after(asked, resolve, () => resolve(null));
  });

const addHere = builtIn<() => void>('addEventListener');
const addTo = method('EventTarget', 'addEventListener');
/** Adds an event listener to the window, or to another target. */
export const listen = <E extends Event>(
  type: string,
  fn: (event: E) => unknown,
  signal: AbortSignal,
  target?: EventTarget,
): void => {
  apply(target ? addTo : addHere, target ?? globalThis.window, [type, fn, { __proto__: null, signal }]);
};

const removeHere = builtIn<() => void>('removeEventListener');
/** Listens for each of these events on the window, until the returned function is called. */
export function listenAll(types: readonly string[], fn: () => void): () => void {
  mapped(types, (type) => apply(addHere, globalThis.window, [type, fn] as never));
  return () => void mapped(types, (type) => apply(removeHere, globalThis.window, [type, fn] as never));
}

/* @__NO_SIDE_EFFECTS__ */
const readOf = (name: string) => {
  const read = getter('MessageEvent', name);
  return (event: MessageEvent): unknown => {
    try {
      return apply(read, event, []);
    } catch {
      return event[name as 'data'];
    }
  };
};
export const dataOf = readOf('data');
const originOf = readOf('origin');
const sourceOf = readOf('source');
/**
 * Whether the browser delivered this message event from that window and origin. A page script can create an event with any source and
 * origin.
 */
export const isFrom = (event: MessageEvent, source: unknown, origin: string): { data: unknown } | null =>
  // `isTrusted` is an own property of the event and can't be redefined.
  event.isTrusted && source && sourceOf(event) == source && originOf(event) == origin
    ? { data: dataOf(event) }
    : null;

/** Undefined if WebAssembly is disabled. The engine then isn't started. */
export const compile = builtIn<typeof WebAssembly.compile>('compile');
export const compileStreaming = builtIn<typeof WebAssembly.compileStreaming>('compileStreaming');
export const Instance = builtIn<typeof WebAssembly.Instance>('Instance');
export const exportsOf = getter('Instance', 'exports') as () => never;
export const memoryBuffer = getter('Memory', 'buffer') as () => never;

/** Used by the embedded wallet's frame if its site takes a port. Login codes pass through it. */
export const Channel = builtIn<typeof MessageChannel | undefined>('MessageChannel');
/** Creates two connected ports. */
export const pair = (): { port1: MessagePort; port2: MessagePort } => {
  const channel = new Channel!();
  return { port1: get(channel, 'port1') as MessagePort, port2: get(channel, 'port2') as MessagePort };
};
export const closePort = (port: MessagePort | null): void => void (port && call(port, 'close', []));
export const postTo = method('MessagePort', 'postMessage') as (message: unknown) => void;
const hearPort = setter('MessagePort', 'onmessage');
export const listenOnPort = (port: MessagePort, fn: (data: unknown) => void): void => {
  apply(hearPort, port, [(event: MessageEvent) => fn(dataOf(event))]);
};
