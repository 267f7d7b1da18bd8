// State for frameworks: a value that stays the same object until it changes, and a subscription.

export interface Store<T> {
  /** the current value: the same object until it changes */
  get(): T;
  /** calls back after each change; returns a function that unsubscribes */
  subscribe(changed: () => void): () => void;
}

/**
 * Wraps a `subscribe...` method of the handle, which calls back at once and creates a new object each time. It is only subscribed while
 * this store has listeners; without them, each read is fresh.
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
