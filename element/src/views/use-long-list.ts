// A list that may be long is drawn as far as somebody has looked: so many rows at first, more when their end comes near, and as far as
// the keyboard goes. To the keyboard it is the whole list.

import { useState } from 'react';
import { useRoving } from '../ui/roving';
import { useEnd } from './use-end';

/** more than a card shows, on any screen */
const rows_step = 40;

/** `names`: of all rows. `start`: the one that Tab enters first. */
export function useLongList(names: string[], start = 0) {
  const [asked, setAsked] = useState(() => Math.max(0, start) + rows_step);
  const drawn = Math.min(asked, names.length);
  const more = (index: number) => setAsked((now) => Math.max(now, index + rows_step));
  const roving = useRoving(start, {
    count: names.length,
    nameOf: (index) => names[index]!,
    draw: more,
  });
  const isCut = drawn < names.length;
  const end = useEnd<HTMLDivElement>(isCut ? drawn : 0, () => more(drawn));
  return {
    list: roving.list,
    tabIndexOf: (index: number) => roving.tabIndexOf(index, names.length),
    /** rows from the first one on that are to be drawn */
    drawn,
    /** of what stands behind the last row, as long as there are more */
    end: isCut ? end : null,
  };
}
