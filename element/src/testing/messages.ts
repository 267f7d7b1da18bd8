// Messages of other windows in unit tests: jsdom's events are never trusted, so what listens is called directly.
import { vi } from 'vitest';

/** What listens to messages of this window. */
export const heard = new Set<(event: MessageEvent) => void>();

/** Call it before the modules under test are imported: they take `addEventListener` at their start. */
export function messages(): void {
  heard.clear();
  const add = window.addEventListener;
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (...[type, fn, options]: Parameters<typeof add>) => {
      if (type != 'message') return add.call(window, type, fn, options);
      heard.add(fn as (event: MessageEvent) => void);
    },
  );
}
