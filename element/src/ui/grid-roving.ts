// A grid that is one tab stop: four arrows, Page Up and Page Down, and what a list has (roving.ts; docs/spec/views.md section 1.2).

import type { KeyboardEvent } from 'react';
import { itemsOf, useRoving } from './roving';

const page_rows = 4;

/** `onEnd`: the focus has moved down and is in the last row. */
export function useGridRoving(onEnd: () => void) {
  const { list, tabIndexOf } = useRoving();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { gridTemplateColumns, direction } = getComputedStyle(event.currentTarget);
    const columns = gridTemplateColumns.split(' ').length;
    const ahead = direction == 'rtl' ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: ahead,
      ArrowLeft: -ahead,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: columns * page_rows,
      PageUp: -columns * page_rows,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return list.onKeyDown(event);
    event.preventDefault();
    const items = itemsOf(event.currentTarget);
    const now = items.indexOf(event.target as HTMLElement);
    const last = items.length - 1;
    const rowOf = (index: number) => Math.floor(index / columns);
    let next = now + step;
    // Downwards to the end of a shorter row, page by page to the first and the last row; sideways not beyond the ends.
    if (next > last) next = rowOf(now) < rowOf(last) ? last : now;
    if (next < 0) next = event.key == 'PageUp' ? now % columns : now;
    items[next]?.focus();
    if (step >= columns && rowOf(next) == rowOf(last)) onEnd();
  };

  return { list: { ...list, onKeyDown }, tabIndexOf };
}
