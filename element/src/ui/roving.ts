// A list that is one tab stop: arrows, Home, End and type-ahead move inside (docs/spec/views.md section 1.2, ARIA practices).

import { useRef, type FocusEvent, type KeyboardEvent, useState } from 'react';

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

/** `start`: where Tab enters the list first. */
export function useRoving(start = 0) {
  const [active, setActive] = useState(Math.max(0, start));
  const typed = useRef<Typed>({ text: '', at: 0 });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = itemsOf(event.currentTarget);
    const now = items.indexOf(event.target as HTMLElement);
    const { key } = event;
    let next: number | undefined;
    if (key == 'ArrowDown') next = (now + 1) % items.length;
    else if (key == 'ArrowUp') next = (now - 1 + items.length) % items.length;
    else if (key == 'Home') next = 0;
    else if (key == 'End') next = items.length - 1;
    else if (isLetter(key)) {
      const { text, start } = typing(typed.current, event, now);
      next = byName(text, start, items.length, (i) => items[i]!.textContent!);
    } else return;
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
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
