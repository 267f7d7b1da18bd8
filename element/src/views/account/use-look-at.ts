// For a long list, the engine returns the rows near the first visible one (`activity.look`). This hook finds that row: all rows have the
// same height, and a month has the height of all its rows, whether they are in the document or not.

import { useEffect, useRef, type RefObject } from 'react';

/** scrolling by fewer rows needs no other rows */
const way_rows = 5;

/** The number of rows above the top edge of the scroll container. Each month's list has its count in `data-count`. */
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

/** @returns the first visible row that was last reported to the engine */
export function useLookAt(
  list: RefObject<HTMLElement | null>,
  isLong: boolean,
  onLook: (at: number) => void,
): RefObject<number> {
  const firstVisible = useRef(0);
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
      if (Math.abs(at - firstVisible.current) < way_rows) return;
      firstVisible.current = at;
      tell.current(at);
    };
    const later = (): void => void (frame ||= requestAnimationFrame(look));
    body.addEventListener('scroll', later, { passive: true });
    // A user who returns starts at the top, wherever the list was scrolled to.
    firstVisible.current = Infinity;
    look();
    return () => {
      cancelAnimationFrame(frame);
      body.removeEventListener('scroll', later);
    };
  }, [list, isLong]);
  return firstVisible;
}
