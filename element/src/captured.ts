// What the entry has taken, by name, and what is built on it and can wait until there is an engine (docs/spec/security.md T2).

import { field, kept, taken } from './primordials';

// One by one: a pattern asks the page's iterators.
export const keys = taken[0];
export const freeze = taken[1];
export const apply = taken[2];
export const parse = taken[3];
export const stringify = taken[4];
export const Vow = taken[5];
const hear = taken[6];
export const Bytes = taken[7];
const Decoder = taken[8];
const decode = taken[9];
export const composedPath = taken[10];

/* @__NO_SIDE_EFFECTS__ */
const fresh = () => new Decoder('utf-8', { __proto__: null, ignoreBOM: true } as TextDecoderOptions);
let decoder: TextDecoder | undefined;
let decoded_bytes = 0;
/** one decoder of Safari reads no more than this */
const decoder_bytes_max = 2e9;

export function decoded(bytes: Uint8Array, length: number): string {
  if ((decoded_bytes += length) > decoder_bytes_max) {
    decoder = fresh();
    decoded_bytes = length;
  }
  return apply(decode, (decoder ??= fresh()), [bytes]);
}

/** Freezes plain data, through all its levels. */
export function sealed<T>(value: T): T {
  if (typeof value == 'object' && value) {
    const names = keys(value);
    for (let i = 0; i < names.length; i++) sealed((value as Record<string, unknown>)[names[i]!]);
    freeze(value);
  }
  return value;
}

/** A promise that rejects. */
export const refused = (error: unknown): Promise<never> => new Vow((_, reject) => reject(error));

/** A function's answer as a promise of ours, whatever it is and however it fails; a native promise is heard without its `then`. */
export const vow = <T = unknown>(ask: () => unknown): Promise<T> =>
  new Vow<T>((resolve, reject) => {
    const answer = ask();
    try {
      apply(hear, answer, [resolve, reject]);
    } catch {
      resolve(answer as T);
    }
  });

/** `promise.then(kept, broken)` of a native promise, without any `then` of the page's. */
export const after = taken[11];

// The browser's own, as the entry found them (10.60).

/** A function of the page's global scope, or a class. */
/* @__NO_SIDE_EFFECTS__ */
export const builtIn = <T>(name: string): T => kept[name]![0] as T;
/** A method of a class. */
/* @__NO_SIDE_EFFECTS__ */
export const method = (of: string, name: string): ((...args: never[]) => unknown) =>
  kept[of]![2][name]?.value;
/* @__NO_SIDE_EFFECTS__ */
export const getter = (of: string, name: string): (() => unknown) => kept[of]![2][name]?.get as () => unknown;
/* @__NO_SIDE_EFFECTS__ */
export const setter = (of: string, name: string): ((value: never) => void) =>
  kept[of]![2][name]?.set as (value: never) => void;

/** A function of a class itself, or of a namespace: `Array.isArray`. */
/* @__NO_SIDE_EFFECTS__ */
export const own = <T extends (...args: never[]) => unknown>(of: string, name: string): T =>
  kept[of]![3][name]?.value as T;

const getPrototypeOf = own<typeof Reflect.getPrototypeOf>('Reflect', 'getPrototypeOf');
const plainGet = own<typeof Reflect.get>('Reflect', 'get');
const plainSet = own<typeof Reflect.set>('Reflect', 'set');
export const construct = own<typeof Reflect.construct>('Reflect', 'construct');
export const isArray = own<typeof Array.isArray>('Array', 'isArray');
const lengthOf = getter('Typed', 'length');
/** How many bytes, or what a list says of itself: `length` of bytes is a getter that a page can exchange. */
export function size(of: ArrayLike<unknown>): number {
  if (isArray(of)) return of.length;
  try {
    return apply(lengthOf, of, []) as number;
  } catch {
    return of.length;
  }
}
const bufferOf = getter('Typed', 'buffer');
/** The first of these bytes: `subarray` asks the class that the page has put there. */
export const upTo = (bytes: Uint8Array, length: number): Uint8Array =>
  new Bytes(apply(bufferOf, bytes, []) as ArrayBuffer, 0, length);
const exec = method('RegExp', 'exec');
/** Whether a pattern fits: `test` asks the `exec` that the page has. */
export const fits = (pattern: RegExp, text: string): boolean => apply(exec, pattern, [text]) !== null;
const sliceText = method('String', 'slice');
const lowerText = method('String', 'toLowerCase');
const findText = method('String', 'indexOf');
export const cut = (text: string, from: number, to?: number): string =>
  apply(sliceText, text, [from, to]) as string;
export const lower = (text: string): string => apply(lowerText, text, []) as string;
export const has = (text: string, part: string): boolean => (apply(findText, text, [part]) as number) >= 0;

// Lists, by their places: an array's methods and its iterator are the page's. So is a setter that a script adds to every object for a place
// that is still free: it would get what is assigned there.
export const defineProperty = own<typeof Reflect.defineProperty>('Reflect', 'defineProperty');
/** Adds to a list. */
export function add<T>(list: T[], value: T): T {
  defineProperty(list, list.length, field(value));
  return value;
}
export function mapped<T, U>(list: readonly T[], fn: (one: T, at: number) => U): U[] {
  const all: U[] = [];
  for (let i = 0; i < list.length; i++) add(all, fn(list[i]!, i));
  return all;
}
export function chosen<T, S extends T>(list: readonly T[], is: (one: T, at: number) => one is S): S[];
export function chosen<T>(list: readonly T[], is: (one: T, at: number) => boolean): T[];
export function chosen<T>(list: readonly T[], is: (one: T, at: number) => boolean): T[] {
  const all: T[] = [];
  for (let i = 0; i < list.length; i++) if (is(list[i]!, i)) add(all, list[i]!);
  return all;
}
export function found<T>(list: readonly T[], is: (one: T) => boolean): T | undefined {
  for (let i = 0; i < list.length; i++) if (is(list[i]!)) return list[i];
  return undefined;
}
const setAdd = method('Set', 'add');
const setDelete = method('Set', 'delete');
const setHas = method('Set', 'has');
const setEach = method('Set', 'forEach');
/** Those who listen to something, or whatever else is there once. */
export class Some<T> {
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
  copy(): Some<T> {
    const same = new Some<T>();
    this.each((one) => same.add(one));
    return same;
  }
  each(fn: (one: T) => void): void {
    apply(setEach, this.#all, [fn]);
  }
}

const classes = keys(kept);
/** Whether it is one itself: a monitor's proxy has the same prototype, and the browser's functions refuse it. */
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
      // not there yet, or not one
    }
  }
  return !isTried;
}

/** Where a property of the browser's stands. A class of the page's in between has its own meaning: then it isn't looked for. */
function standing(of: unknown, name: unknown): PropertyDescriptor | undefined {
  if (typeof of != 'object' || !of || typeof name != 'string') return;
  try {
    // Named elements hide members of the document itself, and its own class has none.
    for (
      let at = of === globalThis.document ? kept.Document![1]! : getPrototypeOf(of);
      at;
      at = getPrototypeOf(at)
    ) {
      let known: Record<string, PropertyDescriptor> | undefined;
      for (let i = classes.length - 1; !known && classes[i] != 'AbortSignal'; i--)
        if (kept[classes[i]!]![1] === at) known = kept[classes[i]!]![2];
      if (!known) return;
      if (known[name]) return isOne(of, known) ? known[name] : undefined;
    }
  } catch {
    // a proxy of the page's: it has what it says
  }
  return;
}

/** Reads a property, a browser object's as the entry found it. */
export function get(of: unknown, name: PropertyKey): unknown {
  if (of === globalThis && typeof name == 'string' && kept[name]?.[0]) return kept[name][0];
  const found = standing(of, name);
  return found ? (found.get ? apply(found.get, of, []) : found.value) : plainGet(of as object, name);
}

/** Sets one. */
export function set(of: unknown, name: PropertyKey, value: unknown): boolean {
  const found = standing(of, name);
  if (!found?.set) return plainSet(of as object, name, value);
  apply(found.set, of, [value]);
  return true;
}

/** Calls a method. */
export const call = <T>(of: unknown, name: string, args: readonly unknown[]): T =>
  apply(get(of, name) as () => T, of, args as unknown[]) as T;

// A timer and a clock see nothing: they are the page's.
export const pause = (ms: number): Promise<void> => new Vow((resolve) => void setTimeout(resolve, ms));
/** The answer, or nothing where there is none in time. */
export const within = <T>(ms: number, asked: Promise<T>): Promise<T | null> =>
  new Vow((resolve) => {
    setTimeout(() => resolve(null), ms);
    void after(asked, resolve, () => resolve(null));
  });

const addHere = builtIn<() => void>('addEventListener');
const addTo = method('EventTarget', 'addEventListener');
/** Listens to the window, or to another target. */
export const listen = <E extends Event>(
  type: string,
  fn: (event: E) => unknown,
  signal: AbortSignal,
  target?: EventTarget,
): void => {
  apply(target ? addTo : addHere, target ?? globalThis.window, [type, fn, { __proto__: null, signal }]);
};

const removeHere = builtIn<() => void>('removeEventListener');
/** Hears each of these events of the window until the answer is called. */
export function hearing(types: readonly string[], fn: () => void): () => void {
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
/** What a window of that origin said, if the browser itself brought it from there; a script of this page can make an event that says so. */
export const saidBy = (event: MessageEvent, source: unknown, origin: string): { data: unknown } | null =>
  // `isTrusted` is the event's own and can't be replaced.
  event.isTrusted && source && sourceOf(event) == source && originOf(event) == origin
    ? { data: dataOf(event) }
    : null;

/** Where it is switched off there is none: then nothing is started. */
export const compile = builtIn<typeof WebAssembly.compile>('compile');
export const compileStreaming = builtIn<typeof WebAssembly.compileStreaming>('compileStreaming');
export const Instance = builtIn<typeof WebAssembly.Instance>('Instance');
export const exportsOf = getter('Instance', 'exports') as () => never;
export const memoryBuffer = getter('Memory', 'buffer') as () => never;

/** For the frame of the embedded wallet, where its site takes a port. A code to log in goes through it. */
export const Channel = builtIn<typeof MessageChannel | undefined>('MessageChannel');
/** Two ports that hear each other. */
export const pair = (): { port1: MessagePort; port2: MessagePort } => {
  const channel = new Channel!();
  return { port1: get(channel, 'port1') as MessagePort, port2: get(channel, 'port2') as MessagePort };
};
export const closePort = (port: MessagePort | null): void => void (port && call(port, 'close', []));
export const postTo = method('MessagePort', 'postMessage') as (message: unknown) => void;
const hearPort = setter('MessagePort', 'onmessage');
export const hearOn = (port: MessagePort, fn: (data: unknown) => void): void => {
  apply(hearPort, port, [(event: MessageEvent) => fn(dataOf(event))]);
};
