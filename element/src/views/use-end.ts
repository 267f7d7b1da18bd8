// The end of a list asks for more when it is a screen away, for who scrolls goes on meanwhile. It looks again after more has come, so a
// page that brought nothing is not asked for in a loop.

import { useEffect, useRef } from 'react';

/** Give the ref to an element behind the last item. `count`: of the items, which tells that more has come. */
export function useEnd<T extends HTMLElement>(count: number, onNear: () => void) {
  const end = useRef<T>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && near.current(),
      // What scrolls: a margin around the window would end at its edge.
      { root: end.current.closest('.body'), rootMargin: '100%' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count]);
  return end;
}
