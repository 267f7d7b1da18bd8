// Adds rows to the document in steps, so that no frame has to lay out fifty of them.

import { useEffect, useRef, useState } from 'react';

/** more rows in one frame would be late on a slow phone */
const rows_of_frame = 15;

export interface Range {
  from: number;
  to: number;
}

/** Grows from the earlier range to this one. If they are far apart, it jumps. */
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
