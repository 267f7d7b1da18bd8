// A grid that is one tab stop: four arrows, Page Up and Page Down, and what a list has (roving.ts; docs/spec/views.md section 1.2). It goes
// by the places of the items, since of a long grid only some are in the document.

import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { isLetter, typing, type Typed } from './roving';

const page_rows = 4;

interface Grid {
  count: number;
  /** the item from `start` on, and round, whose name begins with `text`; asked of who has the names */
  find(text: string, start: number): number | undefined | Promise<number | undefined>;
  /** the place of the item that an element is in; -1 for none */
  placeOf(element: HTMLElement): number;
  focus(index: number): void;
  /** the focus has moved down and is in the last row */
  onEnd(): void;
}

export const columnsOf = (grid: HTMLElement): number =>
  getComputedStyle(grid).gridTemplateColumns.split(' ').length;

export function useGridRoving({ count, find, placeOf, focus, onEnd }: Grid) {
  const [active, setActive] = useState(0);
  const typed = useRef<Typed>({ text: '', at: 0 });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key, currentTarget } = event;
    const now = placeOf(event.target as HTMLElement);
    const last = count - 1;
    const columns = columnsOf(currentTarget);
    const ahead = getComputedStyle(currentTarget).direction == 'rtl' ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: ahead,
      ArrowLeft: -ahead,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: columns * page_rows,
      PageUp: -columns * page_rows,
    };
    const step = steps[key] ?? 0;
    const rowOf = (index: number) => Math.floor(index / columns);
    let next: number | undefined;
    if (step) {
      next = now + step;
      // Downwards to the end of a shorter row, page by page to the first and the last row; sideways not beyond the ends.
      if (next > last) next = rowOf(now) < rowOf(last) ? last : now;
      if (next < 0) next = key == 'PageUp' ? now % columns : now;
    } else if (key == 'Home') next = 0;
    else if (key == 'End') next = last;
    else if (isLetter(key)) {
      const { text, start } = typing(typed.current, event, now);
      const lead = (to?: number) => {
        if (to !== undefined && currentTarget.matches(':focus-within')) focus(to);
      };
      const found = find(text, start);
      if (found instanceof Promise) void found.then(lead);
      else lead(found);
      event.preventDefault();
      return;
    }
    if (next === undefined) return;
    event.preventDefault();
    focus(next);
    if (step >= columns && rowOf(next) == rowOf(last)) onEnd();
  };

  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const place = placeOf(event.target as HTMLElement);
    if (place >= 0) setActive(place);
  };

  return { list: { onKeyDown, onFocus }, active: Math.min(active, count - 1) };
}
