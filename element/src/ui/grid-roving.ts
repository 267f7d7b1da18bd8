// A grid that is one tab stop: four arrows, Page Up, Page Down, and the keys of a list (roving.ts; docs/spec/views.md section 1.2). It
// uses item indexes, because only some items of a long grid are in the document.

import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { isLetter, typing, type Typed } from './roving';

const page_rows = 4;

interface Grid {
  count: number;
  /** finds the next item from `start` (wrapping around) whose name begins with `text`, in the data that has the names */
  find(text: string, start: number): number | undefined | Promise<number | undefined>;
  /** the index of the item that contains an element; -1 if none does */
  placeOf(element: HTMLElement): number;
  focus(index: number): void;
  /** the focus has moved down into the last row */
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
      // Down goes to the end of a shorter last row, and Page keys to the first and last row; left and right stop at the ends.
      if (next > last) next = rowOf(now) < rowOf(last) ? last : now;
      if (next < 0) next = key == 'PageUp' ? now % columns : now;
    } else if (key == 'Home') next = 0;
    else if (key == 'End') next = last;
    else if (isLetter(key)) {
      const { text, start } = typing(typed.current, event, now);
      const lead = (to?: number) => {
        if (to !== undefined && currentTarget.matches(':focus-within')) focus(to);
      };
      const index = find(text, start);
      if (index instanceof Promise) void index.then(lead);
      else lead(index);
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
