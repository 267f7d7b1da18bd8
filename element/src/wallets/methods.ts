// A wallet's methods as they were when the wallet was found (10.60): a function that a script replaces later is never called.

import { attempt } from './foreign';

export type Run = (...args: unknown[]) => unknown;

/**
 * Reads `names` of the wallet's object now and stores each function. A missing one is stored at its first use, because some wallets add
 * methods after they are unlocked.
 */
export function methodsOf(of: object, names: readonly string[]): (name: string) => Run | null {
  const functions = { __proto__: null } as unknown as Record<string, Run>;
  const read = (name: string): Run | null => {
    if (functions[name]) return functions[name];
    const run = attempt(() => (of as Record<string, unknown>)[name]);
    return typeof run == 'function' ? (functions[name] = run as Run) : null;
  };
  for (let i = 0; i < names.length; i++) read(names[i]!);
  return read;
}
