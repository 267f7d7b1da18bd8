// What money passes through on its way to a wallet and to what is shown, taken before anything else of ours runs (docs/spec/security.md T1,
// T2): the page may exchange `JSON.parse`, `Promise.prototype.then` or `Reflect.apply` afterwards. First import of the entries, and no more
// than must be here; captured.ts is what it is used by, the glue of the engine is built on both (scripts/rollup/primordials.mjs).

export const { apply } = Reflect;
export const { parse, stringify } = JSON;
export const { freeze, keys } = Object;
export const Vow = Promise;
// Not by its own name: a module that exports `then` is taken for a promise by whoever imports it.
export const { then: hear } = Promise.prototype;
export const Bytes = Uint8Array;
export const Decoder = TextDecoder;
export const { decode } = Decoder.prototype;
export const { composedPath } = Event.prototype;
