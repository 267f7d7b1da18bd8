// A list that is one tab stop: arrows, Home, End and typing a name move inside it (docs/spec/views.md section 1.2, ARIA practices).

import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, useState } from 'react';

/** a pause of this length starts a new word */
const typed_pause_ms = 700;

export const itemsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('button, a'),
];

/** The text typed in a list so far, and the time of the last key. */
export interface Typed {
  text: string;
  at: number;
}

/** The typed text with this letter, and the index from which to search. */
export function typing(
  typed: Typed,
  { key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
  now: number,
) {
  const fresh = timeStamp - typed.at > typed_pause_ms;
  typed.text = (fresh ? '' : typed.text) + key.toLowerCase();
  typed.at = timeStamp;
  // Repeating the first letter goes to the next item with it. A longer text stays at an item that still matches.
  return { text: typed.text, start: now + (typed.text.length > 1 ? 0 : 1) };
}

/** The first item from `start` (wrapping around) whose name matches. */
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

/** Whether a key is a letter for finding an item by name. */
export const isLetter = (key: string): boolean => key.length == 1 && key != ' ';

/** A list that renders only some of its items. */
interface Long {
  count: number;
  nameOf(index: number): string;
  /** called before the item gets the focus */
  draw(index: number): void;
}

/** `start`: the item that Tab enters first. */
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
