// What is common to the families of the Wallet Standard (docs/spec/page-wallets.md section 2): a wallet is a class instance with live getters,
// so each thing is read by a plain get, bounded, at the time of need. What throws is not there.

import { add, apply, builtIn, keys, method, size, vow } from '../captured';
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
  const length = typeof from == 'object' && from ? tried(() => size(from)) : 0;
  for (let i = 0; typeof length == 'number' && i < length && i < count_max; i++)
    add(
      list,
      tried(() => from![i]),
    );
  return list;
}

type Run = (...args: unknown[]) => unknown;
interface Kept {
  of: Foreign;
  run: Run;
}

const Weak = builtIn<typeof WeakMap>('WeakMap');
const weakGet = method('WeakMap', 'get');
const weakSet = method('WeakMap', 'set');
const met = new Weak<StandardWallet, Record<string, Kept>>();
const features_max = 64;

/** The part of a feature's name after its colon: what its one method is called. */
function methodIn(feature: string): string {
  let name = '';
  for (let i = 0; i < feature.length; i++) name = feature[i] == ':' ? '' : name + feature[i]!;
  return name;
}

/** A method of a feature: the one that was there first, while the wallet still has one. Features are live, too. */
function keptOf(kept: Record<string, Kept>, wallet: StandardWallet, feature: string, name: string) {
  const of = tried(() => (wallet.features as Foreign)[feature]) as Foreign | undefined;
  const run = of && tried(() => of[name]);
  if (typeof run != 'function') return null;
  return (kept[`${feature} ${name}`] ??= { of: of!, run: run as Run });
}

/** Keeps the wallet's methods when the wallet is found (10.60): a function that a script puts there later is never called. */
function find(wallet: StandardWallet, feature: string, name: string): Kept | null {
  let kept = apply(weakGet, met, [wallet]) as Record<string, Kept> | undefined;
  if (!kept) {
    kept = { __proto__: null } as unknown as Record<string, Kept>;
    apply(weakSet, met, [wallet, kept]);
    const names = tried(() => keys(wallet.features as object)) ?? [];
    for (let i = 0; i < names.length && i < features_max; i++) {
      keptOf(kept, wallet, names[i]!, methodIn(names[i]!));
      keptOf(kept, wallet, names[i]!, 'on');
    }
  }
  return keptOf(kept, wallet, feature, name);
}

export function methodOf(
  wallet: StandardWallet,
  feature: string,
  name: string,
): ((inputs: unknown[]) => Promise<unknown>) | null {
  const kept = find(wallet, feature, name);
  return kept ? (inputs) => vow(() => apply(kept.run, kept.of, inputs)) : null;
}

/** The first output of a wallet, which answers a list. */
export const first = (outputs: unknown): Foreign => {
  const output = listed(outputs, 1)[0];
  if (typeof output != 'object' || !output) throw unreadable();
  return output as Foreign;
};

export function bytesOf(output: Foreign, name: string, length_max: number): Uint8Array {
  const bytes = tried(() => copied(output[name], length_max));
  if (!bytes || !size(bytes)) throw unreadable();
  return bytes;
}

/** Subscribes to the one event of the standard; its answer takes it back. */
export function methodOfEvents(
  wallet: StandardWallet,
  feature = 'standard:events',
): ((fn: (change: unknown) => void) => unknown) | null {
  const on = find(wallet, feature, 'on');
  return on && ((fn) => tried(() => apply(on.run, on.of, ['change', fn])));
}
