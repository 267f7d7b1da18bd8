// What money passes through, taken before anything else of ours runs (docs/spec/security.md T1, T2): the page may exchange `JSON.parse`,
// `Promise.prototype.then` or `Reflect.apply` afterwards, and neither what is shown nor what a wallet is asked passes through what it
// put there. First import of the entries. Nothing in here looks anything up that a property on a prototype could answer.

export const { apply } = Reflect;
export const { parse, stringify } = JSON;
export const { freeze, keys } = Object;
export const { isArray } = Array;
export const { sort } = Array.prototype;
export const Vow = Promise;
// Not exported by this name: a module with a `then` is taken for a promise by whoever imports it.
const { then } = Promise.prototype;

/** Plain data that nobody can change any more, through all its levels. */
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
      apply(then, answer, [resolve, reject]);
    } catch {
      resolve(answer as T);
    }
  });

/** `promise.then(kept, broken)` of a native promise. */
export const after = <T, U>(
  promise: Promise<T>,
  kept?: (value: T) => U | Promise<U>,
  broken?: (error: unknown) => U | Promise<U>,
): Promise<U> => apply(then, promise, [kept, broken]) as Promise<U>;
