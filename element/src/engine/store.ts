// The last object of each slice, kept until `wallet-state` names that slice: useSyncExternalStore and the host need the same
// object back.

import type { Slices } from '../contract';

type Name = keyof Slices;

export class Store {
  readonly #read: <K extends Name>(slice: K) => Slices[K];
  readonly #kept = new Map<Name, unknown>();
  /** what was read last, for the moments in which a dead engine cannot be read */
  readonly #last = new Map<Name, unknown>();
  readonly #listeners = new Map<Name, Set<() => void>>();

  constructor(read: <K extends Name>(slice: K) => Slices[K]) {
    this.#read = read;
  }

  snapshot<K extends Name>(slice: K): Slices[K] {
    if (!this.#kept.has(slice)) {
      try {
        this.#last.set(slice, Object.freeze(this.#read(slice)));
        this.#kept.set(slice, this.#last.get(slice));
      } catch (error) {
        if (!this.#last.has(slice)) throw error;
        return this.#last.get(slice) as Slices[K];
      }
    }
    return this.#kept.get(slice) as Slices[K];
  }

  subscribe(slice: Name, fn: () => void): () => void {
    const set = this.#listeners.get(slice) ?? new Set();
    this.#listeners.set(slice, set.add(fn));
    return () => set.delete(fn);
  }

  /** `wallet-state`: drops the cached slices that changed, then notifies; without names all of them. */
  changed(slices?: readonly string[]): void {
    const names = (slices as Name[] | undefined) ?? [...this.#kept.keys(), ...this.#listeners.keys()];
    for (const name of names) this.#kept.delete(name);
    for (const name of new Set(names)) for (const fn of [...(this.#listeners.get(name) ?? [])]) fn();
  }
}
