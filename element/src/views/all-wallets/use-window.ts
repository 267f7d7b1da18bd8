// For a long grid, the document has only the tiles near the visible ones, and the tab stop, which keeps the focus when it is scrolled
// away. All rows have the same height. Padding of the grid replaces the missing rows, so that nothing moves.

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { columnsOf } from '../../ui/grid-roving';

/** the number of tiles in the document; whole rows of two, three or four */
export const tiles_max = 60;
/** the number of rows kept above the visible ones */
const rows_above = 4;
/** the window moves by this number of rows */
const rows_step = 2;

interface Range {
  from: number;
  to: number;
}

interface Window extends Range {
  /** adds an item to the document and focuses it */
  focus(index: number): void;
}

/** `count`: the number of all items. Items have their index in `data-at`. */
export function useWindow(grid: RefObject<HTMLElement | null>, count: number): Window {
  const [{ start, columns, height }, set] = useState({ start: 0, columns: 4, height: 0 });
  const focusIndex = useRef<number>(null);
  const isLong = count > tiles_max;

  // After the last row, there is nothing to keep.
  const end = Math.max(0, Math.ceil(count / columns) * columns - tiles_max);
  const from = isLong ? Math.min(start, end) : 0;
  const to = isLong ? Math.min(count, from + tiles_max) : count;

  /** Starts the window at a row, or slightly above it. */
  const show = (row: number): void => {
    const list = grid.current!;
    const columns = columnsOf(list);
    const start = Math.max(0, Math.floor((row - rows_above) / rows_step) * rows_step) * columns;
    const height = heightOf(list);
    set((now) =>
      now.start == start && now.columns == columns && now.height == height ? now : { start, columns, height },
    );
  };
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });

  useEffect(() => {
    const body = grid.current?.closest('.body');
    if (!isLong || !body) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const list = grid.current;
      const height = list && heightOf(list);
      if (!list || !height) return;
      const above = body.getBoundingClientRect().top - list.getBoundingClientRect().top;
      latest.current(Math.max(0, Math.floor(above / height)));
    };
    const later = (): void => void (frame ||= requestAnimationFrame(look));
    body.addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    look();
    return () => {
      cancelAnimationFrame(frame);
      body.removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [grid, isLong]);

  useLayoutEffect(() => {
    const list = grid.current!;
    const rows = (items: number) => `${Math.ceil(items / columns) * height}px`;
    list.style.setProperty('--above', rows(from));
    list.style.setProperty('--below', rows(count - to));
    const away = list.querySelector<HTMLElement>('.away');
    if (away) {
      const at = Number(away.dataset.at);
      away.style.setProperty('--row', `${Math.floor(at / columns) * height}px`);
      away.style.setProperty('--column', `${(at % columns) / columns}`);
      away.style.setProperty('--columns', `${columns}`);
    }
    if (focusIndex.current == null) return;
    const item = itemAt(list, focusIndex.current);
    if (!item) return;
    focusIndex.current = null;
    item.focus();
  });

  return {
    from,
    to,
    focus(index) {
      const item = itemAt(grid.current!, index);
      if (item) return item.focus();
      focusIndex.current = index;
      show(Math.floor(index / columns));
    },
  };
}

const itemAt = (list: HTMLElement, at: number) =>
  list.querySelector<HTMLElement>(`[data-at="${at}"] > button`);

/** the height of a row: that of the first tile in its place */
const heightOf = (list: HTMLElement): number =>
  list.querySelector('li:not(.away)')?.getBoundingClientRect().height ?? 0;
