// What is read by a composable of Vue: a ref or an object that follows the engine, as long as the component or scope lives that asked for it.

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
  /** on a server, and in the first frame after it: what both say alike */
  before(): T;
  /** what makes it another value, where that cannot be written as JSON */
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
  // A component has its element before it is set up when that came from a server: its first frame has to be the server's.
  if (!getCurrentInstance()?.vnode.el) return begin();
  write(before());
  onMounted(begin);
}

/** `value` is the same object until it is another value. */
export function refOf<T>(reads: Reads<T>): ShallowRef<T> {
  const value = shallowRef() as ShallowRef<T>;
  keep(reads, (now) => (value.value = now));
  return value;
}

/** What it has is as it is: a provider of ours is no proxy. */
export function reactiveOf<T extends object>(reads: Reads<T>): T {
  const state = shallowReactive({} as T);
  keep(reads, (now) => Object.assign(state, now));
  return state;
}
