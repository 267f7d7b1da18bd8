// Simulates a page script that replaces functions after the entry has loaded (10.60): recorders instead of the browser's functions.

const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

const owners: object[] = [
  ...[Array, String, RegExp, Map, Set, Promise, Number, BigInt].flatMap((one) => [
    one,
    one.prototype as object,
  ]),
  Function.prototype,
  Object,
  JSON,
];
const names = ['Map', 'Set', 'Promise', 'RegExp', 'String', 'Number', 'Object', 'Array'] as const;
/** Functions that the recorder and the test runner need. */
const left: readonly PropertyKey[] = [
  'constructor',
  'prototype',
  'length',
  'name',
  'caller',
  'callee',
  'arguments',
];

/** Runs a function with every built-in replaced, and returns the objects and arguments they were called with. */
export async function recorded(run: () => unknown): Promise<unknown[]> {
  const list: unknown[] = new Array(500_000).fill(null);
  let count = 0;
  const undo: [object, PropertyKey, PropertyDescriptor][] = [];
  const put = (on: object, name: PropertyKey): void => {
    const before = getOwnPropertyDescriptor(on, name);
    if (!before?.configurable || typeof before.value != 'function') return;
    const real = before.value as () => unknown;
    const recorder = function (this: unknown, ...args: unknown[]): unknown {
      if (count < list.length) list[count++] = this;
      for (let i = 0; i < args.length && count < list.length; i++) list[count++] = args[i];
      return new.target
        ? construct(real, args, new.target === recorder ? real : new.target)
        : apply(real, this, args as []);
    };
    // objects that it creates are also instances of the real class
    if (on === globalThis) recorder.prototype = real.prototype as object;
    if (on === globalThis)
      for (const key of ownKeys(real))
        if (!left.includes(key)) defineProperty(recorder, key, getOwnPropertyDescriptor(real, key)!);
    undo.push([on, name, before]);
    defineProperty(on, name, { ...before, value: recorder });
  };
  const all = owners.flatMap((on) =>
    ownKeys(on)
      .filter((name) => !left.includes(name))
      .map((name) => [on, name] as const),
  );
  for (const name of names) put(globalThis, name);
  for (let i = 0; i < all.length; i++) put(all[i]![0], all[i]![1]);
  try {
    await run();
  } finally {
    for (let i = undo.length - 1; i >= 0; i--) defineProperty(undo[i]![0], undo[i]![1], undo[i]![2]);
  }
  return list.slice(0, count);
}

/** Whether one of these values equals `secret`, contains it in its text, or contains it some levels down. */
export function holds(values: readonly unknown[], secret: unknown, depth = 4): boolean {
  return values.some((value) => {
    if (value === secret) return true;
    if (typeof value == 'string') return typeof secret == 'string' && value.includes(secret);
    if (typeof value != 'object' || !value || !depth) return false;
    try {
      return holds(Object.values(value), secret, depth - 1);
    } catch {
      return false;
    }
  });
}
