// What the entry has taken, by name, and what is built on it and can wait until there is an engine (docs/spec/security.md T2).

import { taken } from './primordials';

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

/** Where it is switched off there is none: then nothing is started. Taken with the first of the engine's chunks. */
export const { compile, compileStreaming, Instance, Memory } = (globalThis.WebAssembly ??
  {}) as typeof WebAssembly;
type Getters = { __lookupGetter__(name: string): () => never } | undefined;
export const exportsOf = (Instance?.prototype as unknown as Getters)?.__lookupGetter__('exports');
export const memoryBuffer = (Memory?.prototype as unknown as Getters)?.__lookupGetter__('buffer');

/** For the frame of the embedded wallet, where its site takes a port. A code to log in goes through it. */
export const Channel = globalThis.MessageChannel as typeof MessageChannel | undefined;
export const postTo = globalThis.MessagePort?.prototype.postMessage as (message: unknown) => void;
