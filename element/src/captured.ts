// What the entry has taken, by name, and what is built on it and can wait until there is an engine (docs/spec/security.md T2).

import { kept, taken } from './primordials';

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

const fresh = () => new Decoder('utf-8', { __proto__: null, ignoreBOM: true } as TextDecoderOptions);
let decoder = fresh();
let decoded_bytes = 0;
/** one decoder of Safari reads no more than this */
const decoder_bytes_max = 2e9;

export function decoded(bytes: Uint8Array, length: number): string {
  if ((decoded_bytes += length) > decoder_bytes_max) {
    decoder = fresh();
    decoded_bytes = length;
  }
  return apply(decode, decoder, [bytes]);
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

/** `promise.then(kept, broken)` of a native promise. */
export const after = <T, U>(
  promise: Promise<T>,
  kept?: (value: T) => U | Promise<U>,
  broken?: (error: unknown) => U | Promise<U>,
): Promise<U> => apply(hear, promise, [kept, broken]) as Promise<U>;

// The browser's own, as the entry found them (10.60).
const { getPrototypeOf, get: plainGet, set: plainSet } = Reflect;

/** A function of the page's global scope, or a class. */
export const global = <T>(name: string): T => kept[name]![0] as T;
/** A method of a class. */
export const method = (of: string, name: string): ((...args: never[]) => unknown) =>
  kept[of]![2][name]?.value;
export const getter = (of: string, name: string): (() => unknown) => kept[of]![2][name]?.get as () => unknown;
export const setter = (of: string, name: string): ((value: never) => void) =>
  kept[of]![2][name]?.set as (value: never) => void;

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
    for (let at = getPrototypeOf(of); at; at = getPrototypeOf(at)) {
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

const addHere = global<() => void>('addEventListener');
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
const [dataOf, originOf, sourceOf] = [readOf('data'), readOf('origin'), readOf('source')];
/** What a window of that origin said, if the browser itself brought it from there; a script of this page can make an event that says so. */
export const saidBy = (event: MessageEvent, source: unknown, origin: string): { data: unknown } | null =>
  // `isTrusted` is the event's own and can't be replaced.
  event.isTrusted && source && sourceOf(event) == source && originOf(event) == origin
    ? { data: dataOf(event) }
    : null;

/** Where it is switched off there is none: then nothing is started. */
export const compile = global<typeof WebAssembly.compile>('compile');
export const compileStreaming = global<typeof WebAssembly.compileStreaming>('compileStreaming');
export const Instance = global<typeof WebAssembly.Instance>('Instance');
export const exportsOf = getter('Instance', 'exports') as () => never;
export const memoryBuffer = getter('Memory', 'buffer') as () => never;

/** For the frame of the embedded wallet, where its site takes a port. A code to log in goes through it. */
export const Channel = global<typeof MessageChannel | undefined>('MessageChannel');
export const postTo = method('MessagePort', 'postMessage') as (message: unknown) => void;
const hearPort = setter('MessagePort', 'onmessage');
export const hearOn = (port: MessagePort, fn: (data: unknown) => void): void => {
  apply(hearPort, port, [(event: MessageEvent) => fn(dataOf(event))]);
};
