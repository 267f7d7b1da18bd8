// Renders a long list in steps: a first number of rows, more when their end is near, and as far as the keyboard goes. For the keyboard,
// it is the whole list.

import { useState } from 'react';
import { useRoving } from '../ui/roving';
import { useListEnd } from './use-end';

/** more than a card shows on any screen */
const rows_step = 40;

/** `names`: of all rows. `start`: the row that Tab enters first. */
export function useLongList(names: string[], start = 0) {
  const [asked, setAsked] = useState(() => Math.max(0, start) + rows_step);
  const rowCount = Math.min(asked, names.length);
  const more = (index: number) => setAsked((now) => Math.max(now, index + rows_step));
  const roving = useRoving(start, {
    count: names.length,
    nameOf: (index) => names[index]!,
    draw: more,
  });
  const isCut = rowCount < names.length;
  const end = useListEnd<HTMLDivElement>(isCut ? rowCount : 0, () => more(rowCount));
  return {
    list: roving.list,
    tabIndexOf: (index: number) => roving.tabIndexOf(index, names.length),
    /** the number of rows to render, from the first */
    drawn: rowCount,
    /** the ref for an element after the last row, while there are more */
    end: isCut ? end : null,
  };
}
