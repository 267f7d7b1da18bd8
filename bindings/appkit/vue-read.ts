// Reads of a Vue composable: a ref or an object that follows the engine while the component or scope exists.

import {
  getCurrentInstance,
  getCurrentScope,
  onMounted,
  onScopeDispose,
  shallowReactive,
  shallowRef,
  type ShallowRef,
} from 'vue';
import { follow } from './kit';

interface Reads<T> {
  read(): T;
  /** the value on a server and in the first frame after it, which must be equal */
  before(): T;
  /** the part to compare, if the value can't be written as JSON */
  key?(): unknown;
}

function keep<T>({ read, before, key = read }: Reads<T>, write: (value: T) => void): void {
  if (!globalThis.document) return write(before());
  let last: string | undefined;
  const look = (): void => {
    const text = JSON.stringify(key()) ?? '';
    if (text === last) return;
    last = text;
    write(read());
  };
  let leave: (() => void) | undefined;
  const begin = (): void => {
    look();
    leave = follow(look);
  };
  if (getCurrentScope()) onScopeDispose(() => leave?.());
  // A component rendered on a server has its element before setup: its first frame must match the server's.
  if (!getCurrentInstance()?.vnode.el) return begin();
  write(before());
  onMounted(begin);
}

/** `value` is the same object until it changes. */
export function refOf<T>(reads: Reads<T>): ShallowRef<T> {
  const value = shallowRef() as ShallowRef<T>;
  keep(reads, (now) => (value.value = now));
  return value;
}

/** Shallow: our provider must not become a Vue proxy. */
export function reactiveOf<T extends object>(reads: Reads<T>): T {
  const state = shallowReactive({} as T);
  keep(reads, (now) => Object.assign(state, now));
  return state;
}
