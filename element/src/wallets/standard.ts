// What is common to the families of the Wallet Standard (docs/spec/page-wallets.md section 2): a wallet is a class instance with live getters,
// so each thing is read by a plain get, bounded, at the time of need. What throws is not there.

import { apply, vow } from '../captured';
import { copied } from './bytes';
import { tried, unreadable } from './foreign';

/** what of a wallet we rely on; every property may be a live getter, and the rest is foreign */
export interface StandardWallet {
  readonly name?: unknown;
  readonly icon?: unknown;
  readonly chains?: unknown;
  readonly accounts?: unknown;
  readonly features?: unknown;
}

export interface Foreign {
  readonly [name: string]: unknown;
}

export function renamed(names: readonly (readonly [string, string])[], name: unknown): unknown {
  for (let i = 0; i < names.length; i++) if (names[i]![0] == name) return names[i]![1];
  return name;
}

export const isText = (value: unknown, length_max: number): value is string =>
  typeof value == 'string' && value.length <= length_max;

/** A list of the wallet's, bounded, with what can be read of it. */
export function listed(foreign: unknown, count_max: number): unknown[] {
  const list: unknown[] = [];
  const from = foreign as ArrayLike<unknown> | null | undefined;
  const length = typeof from == 'object' && from ? tried(() => from.length) : 0;
  for (let i = 0; typeof length == 'number' && i < length && i < count_max; i++)
    list[i] = tried(() => from![i]);
  return list;
}

/** A feature's method, as it is now: features are live, too. */
export function methodOf(
  wallet: StandardWallet,
  feature: string,
  method: string,
): ((inputs: unknown[]) => Promise<unknown>) | null {
  const of = tried(() => (wallet.features as Foreign)[feature]) as Foreign | undefined;
  const run = of && tried(() => of[method]);
  return typeof run == 'function'
    ? (inputs) => vow(() => apply(run as (...args: unknown[]) => unknown, of, inputs))
    : null;
}

/** The first output of a wallet, which answers a list. */
export const first = (outputs: unknown): Foreign => {
  const output = listed(outputs, 1)[0];
  if (typeof output != 'object' || !output) throw unreadable();
  return output as Foreign;
};

export function bytesOf(output: Foreign, name: string, length_max: number): Uint8Array {
  const bytes = tried(() => copied(output[name], length_max));
  if (!bytes?.length) throw unreadable();
  return bytes;
}

/** Subscribes to the one event of the standard; its answer takes it back. */
export function methodOfEvents(
  wallet: StandardWallet,
  feature = 'standard:events',
): ((fn: (change: unknown) => void) => unknown) | null {
  const of = tried(() => (wallet.features as Foreign)[feature]) as Foreign | undefined;
  const on = of && tried(() => of.on);
  if (typeof on != 'function') return null;
  return (fn) => tried(() => apply(on as (...args: unknown[]) => unknown, of, ['change', fn]) as unknown);
}
