// Rows of a page, or of a window that has moved, come to the document some at a time: no frame has to lay out fifty of them.

import { useEffect, useRef, useState } from 'react';

/** more in one frame than on a slow phone would be late */
const rows_of_frame = 15;

export interface Range {
  from: number;
  to: number;
}

/** Grows towards this range from what was drawn before; all of it at once where there was nothing near. */
export function useGradually({ from, to }: Range): Range {
  const before = useRef<Range>({ from: 0, to: 0 });
  const [, again] = useState(0);
  const { from: first, to: end } = before.current;
  const isNear = first < end && first < to && from < end;
  const now = isNear
    ? { from: Math.max(from, first - rows_of_frame), to: Math.min(to, end + rows_of_frame) }
    : { from, to };
  useEffect(() => {
    before.current = now;
    if (now.from == from && now.to == to) return;
    const frame = requestAnimationFrame(() => again((count) => count + 1));
    return () => cancelAnimationFrame(frame);
  });
  return now;
}
