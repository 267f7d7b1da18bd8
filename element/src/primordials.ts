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
