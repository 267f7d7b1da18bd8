// Messages of other windows in unit tests: jsdom's events are never trusted, so the listeners are called directly.
import { vi } from 'vitest';

/** The listeners for messages of this window. */
export const messageListeners = new Set<(event: MessageEvent) => void>();

/** Call it before you import the modules under test: they capture `addEventListener` when they load. */
export function messages(): void {
  messageListeners.clear();
  const add = window.addEventListener;
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (...[type, fn, options]: Parameters<typeof add>) => {
      if (type != 'message') return add.call(window, type, fn, options);
      messageListeners.add(fn as (event: MessageEvent) => void);
    },
  );
}
