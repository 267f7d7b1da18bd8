// Keeps the last object of each slice until `wallet-state` names that slice, because useSyncExternalStore and the page need the same
// object back.

import { freeze, keys, Unique } from '../captured';
import type { Slices } from '../contract';

type Name = keyof Slices;

/** An object by name, without a prototype. */
const none = <T>(): Partial<Record<Name, T>> => ({ __proto__: null }) as unknown as Partial<Record<Name, T>>;

export class Store {
  readonly #read: <K extends Name>(slice: K) => Slices[K];
  #kept = none<unknown>();
  /** the last object read, for when a panicked engine can't be read */
  readonly #last = none<unknown>();
  readonly #listeners = none<Unique<() => void>>();

  constructor(read: <K extends Name>(slice: K) => Slices[K]) {
    this.#read = read;
  }

  snapshot<K extends Name>(slice: K): Slices[K] {
    if (!(slice in this.#kept)) {
      try {
        this.#kept[slice] = this.#last[slice] = freeze(this.#read(slice));
      } catch (error) {
        if (!(slice in this.#last)) throw error;
        return this.#last[slice] as Slices[K];
      }
    }
    return this.#kept[slice] as Slices[K];
  }

  subscribe(slice: Name, fn: () => void): () => void {
    const all = (this.#listeners[slice] ??= new Unique()).add(fn);
    return () => all.delete(fn);
  }

  /** `wallet-state`: drops the cached slices that changed, then notifies. Without names, all slices. */
  changed(slices?: readonly string[]): void {
    const names = slices as readonly Name[] | undefined;
    if (names) for (let i = 0; i < names.length; i++) delete this.#kept[names[i]!];
    else this.#kept = none();
    const changedNames = names ?? (keys(this.#listeners) as Name[]);
    const listenerNames = new Unique<Name>();
    for (let i = 0; i < changedNames.length; i++) {
      if (listenerNames.has(changedNames[i]!)) continue;
      listenerNames.add(changedNames[i]!);
      // A listener removed during the calls is still called, and an added one isn't.
      this.#listeners[changedNames[i]!]?.copy().each((fn) => fn());
    }
  }
}
