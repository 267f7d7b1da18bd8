// A list that is one tab stop: arrows, Home, End and type-ahead move inside (docs/spec/views.md section 1.2, ARIA practices).

import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, useState } from 'react';

/** a pause this long starts a new word */
const typed_pause_ms = 700;

export const itemsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('button, a'),
];

/** What has been typed in a list so far, and when. */
export interface Typed {
  text: string;
  at: number;
}

/** What has been typed with this letter, and from which item on its name is looked for. */
export function typing(
  typed: Typed,
  { key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
  now: number,
) {
  const fresh = timeStamp - typed.at > typed_pause_ms;
  typed.text = (fresh ? '' : typed.text) + key.toLowerCase();
  typed.at = timeStamp;
  // A first letter again goes to the next of that letter; a longer word stays where it already fits.
  return { text: typed.text, start: now + (typed.text.length > 1 ? 0 : 1) };
}

/** The first of so many items from `start` on, and round, that is called so. */
export function byName(
  text: string,
  start: number,
  count: number,
  nameOf: (index: number) => string,
): number | undefined {
  for (let step = 0; step < count; step++) {
    const index = (start + step) % count;
    if (nameOf(index).trim().toLowerCase().startsWith(text)) return index;
  }
  return undefined;
}

/** Whether a key is a letter that finds by name. */
export const isLetter = (key: string): boolean => key.length == 1 && key != ' ';

/** A list of which not all items are drawn. */
interface Long {
  count: number;
  nameOf(index: number): string;
  /** the item is about to have the focus */
  draw(index: number): void;
}

/** `start`: where Tab enters the list first. */
export function useRoving(start = 0, long?: Long) {
  const [active, setActive] = useState(Math.max(0, start));
  const typed = useRef<Typed>({ text: '', at: 0 });
  const awaited = useRef<{ list: HTMLElement; index: number } | null>(null);
  useLayoutEffect(() => {
    const { list, index } = awaited.current ?? {};
    const item = list && itemsOf(list)[index!];
    if (!item) return;
    awaited.current = null;
    item.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = itemsOf(event.currentTarget);
    const now = items.indexOf(event.target as HTMLElement);
    const { key } = event;
    const count = long?.count ?? items.length;
    let next: number | undefined;
    if (key == 'ArrowDown') next = (now + 1) % count;
    else if (key == 'ArrowUp') next = (now - 1 + count) % count;
    else if (key == 'Home') next = 0;
    else if (key == 'End') next = count - 1;
    else if (isLetter(key)) {
      const { text, start } = typing(typed.current, event, now);
      next = byName(text, start, count, long?.nameOf ?? ((i) => items[i]!.textContent!));
    } else return;
    if (next === undefined) return;
    event.preventDefault();
    awaited.current = null;
    const item = items[next];
    if (item) item.focus();
    else if (long) {
      awaited.current = { list: event.currentTarget, index: next };
      long.draw(next);
    }
  };

  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const index = itemsOf(event.currentTarget).indexOf(event.target as HTMLElement);
    if (index >= 0) setActive(index);
  };

  return {
    list: { onKeyDown, onFocus },
    tabIndexOf: (index: number, count: number) => (index == Math.min(active, count - 1) ? 0 : -1),
  };
}
