// The common part of the Wallet Standard's namespaces (docs/spec/page-wallets.md section 2). A wallet is a class instance with getters,
// so each value is read when needed, with limits. A value whose getter throws counts as missing.

import { add, apply, builtIn, keys, method, size, vow } from '../captured';
import { copyBytes } from './bytes';
import { attempt, unreadable } from './foreign';

/** The members of a wallet that are used. Every property might be a getter, and other members are foreign. */
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

/** A list of the wallet, limited to what can be read. */
export function readList(foreign: unknown, count_max: number): unknown[] {
  const list: unknown[] = [];
  const from = foreign as ArrayLike<unknown> | null | undefined;
  const length = typeof from == 'object' && from ? attempt(() => size(from)) : 0;
  for (let i = 0; typeof length == 'number' && i < length && i < count_max; i++)
    add(
      list,
      attempt(() => from![i]),
    );
  return list;
}

type Run = (...args: unknown[]) => unknown;
interface StoredMethod {
  of: Foreign;
  run: Run;
}

const Weak = builtIn<typeof WeakMap>('WeakMap');
const weakGet = method('WeakMap', 'get');
const weakSet = method('WeakMap', 'set');
const storedMethods = new Weak<StandardWallet, Record<string, StoredMethod>>();
const features_max = 64;

/** The part of a feature's name after its colon, which is the name of its one method. */
function methodIn(feature: string): string {
  let name = '';
  for (let i = 0; i < feature.length; i++) name = feature[i] == ':' ? '' : name + feature[i]!;
  return name;
}

/** A feature's method as first seen, as long as the wallet still has one. Features can change, too. */
function keptOf(kept: Record<string, StoredMethod>, wallet: StandardWallet, feature: string, name: string) {
  const of = attempt(() => (wallet.features as Foreign)[feature]) as Foreign | undefined;
  const run = of && attempt(() => of[name]);
  if (typeof run != 'function') return null;
  return (kept[`${feature} ${name}`] ??= { of: of!, run: run as Run });
}

/** Stores the wallet's methods when the wallet is found (10.60): a function that a script replaces later is never called. */
function find(wallet: StandardWallet, feature: string, name: string): StoredMethod | null {
  let methods = apply(weakGet, storedMethods, [wallet]) as Record<string, StoredMethod> | undefined;
  if (!methods) {
    methods = { __proto__: null } as unknown as Record<string, StoredMethod>;
    apply(weakSet, storedMethods, [wallet, methods]);
    const names = attempt(() => keys(wallet.features as object)) ?? [];
    for (let i = 0; i < names.length && i < features_max; i++) {
      keptOf(methods, wallet, names[i]!, methodIn(names[i]!));
      keptOf(methods, wallet, names[i]!, 'on');
    }
  }
  return keptOf(methods, wallet, feature, name);
}

export function methodOf(
  wallet: StandardWallet,
  feature: string,
  name: string,
): ((inputs: unknown[]) => Promise<unknown>) | null {
  const method = find(wallet, feature, name);
  return method ? (inputs) => vow(() => apply(method.run, method.of, inputs)) : null;
}

/** The first output of a wallet, which returns a list. */
export const first = (outputs: unknown): Foreign => {
  const output = readList(outputs, 1)[0];
  if (typeof output != 'object' || !output) throw unreadable();
  return output as Foreign;
};

export function bytesOf(output: Foreign, name: string, length_max: number): Uint8Array {
  const bytes = attempt(() => copyBytes(output[name], length_max));
  if (!bytes || !size(bytes)) throw unreadable();
  return bytes;
}

/** Subscribes to the standard's one event; returns the unsubscribe function. */
export function methodOfEvents(
  wallet: StandardWallet,
  feature = 'standard:events',
): ((fn: (change: unknown) => void) => unknown) | null {
  const on = find(wallet, feature, 'on');
  return on && ((fn) => attempt(() => apply(on.run, on.of, ['change', fn])));
}
