// Of a long list the engine gives the rows near the one that is seen first (`activity.look`). This finds which one that is: all rows
// are equally high, and a month has the height of all its rows, whether they are here or not.

import { useEffect, useRef, type RefObject } from 'react';

/** a shorter way needs no other rows */
const way_rows = 5;

/** How many rows are above the edge of what scrolls. Each month's list says in `data-count` how many it has. */
function firstSeen(list: HTMLElement, edge: number): number {
  let rows = 0;
  for (const month of list.querySelectorAll<HTMLElement>('ul[data-count]')) {
    const count = Number(month.dataset.count);
    const { top, bottom, height } = month.getBoundingClientRect();
    if (bottom > edge) return rows + Math.max(0, Math.floor(((edge - top) / (height || 1)) * count));
    rows += count;
  }
  return rows;
}

/** @returns the row that was seen first when the engine was told last */
export function useLookAt(
  list: RefObject<HTMLElement | null>,
  isLong: boolean,
  onLook: (at: number) => void,
): RefObject<number> {
  const seen = useRef(0);
  const tell = useRef(onLook);
  useEffect(() => {
    tell.current = onLook;
  });
  useEffect(() => {
    const body = list.current?.closest('.body');
    if (!isLong || !body) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const at = list.current ? firstSeen(list.current, body.getBoundingClientRect().top) : 0;
      if (Math.abs(at - seen.current) < way_rows) return;
      seen.current = at;
      tell.current(at);
    };
    const later = (): void => void (frame ||= requestAnimationFrame(look));
    body.addEventListener('scroll', later, { passive: true });
    // Whoever comes back stands at the top, wherever the list was left.
    seen.current = Infinity;
    look();
    return () => {
      cancelAnimationFrame(frame);
      body.removeEventListener('scroll', later);
    };
  }, [list, isLong]);
  return seen;
}
