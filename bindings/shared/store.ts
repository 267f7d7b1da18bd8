// What frameworks want of state that changes: a value that stays the same object until it changes, and a way to hear of it.

export interface Store<T> {
  /** the present value: the same object as long as nothing has changed */
  get(): T;
  /** calls back after each change; gives the way to leave */
  subscribe(changed: () => void): () => void;
}

/**
 * Of a `subscribe...` of the handle, which calls back at once and gives a new object each time. It is listened to only as long as somebody
 * listens here; who does not listen reads anew.
 */
export function storeOf<T>(read: () => T, follow: (changed: () => void) => () => void): Store<T> {
  let last: { text: string; value: T } | undefined;
  const get = () => {
    const value = read();
    const text = JSON.stringify(value) ?? '';
    if (last?.text !== text) last = { text, value };
    return last.value;
  };
  return { get, subscribe: follow };
}
