// Loads more when the end of a list is one screen away, so that a user can scroll on meanwhile. It checks again only after the count has
// changed, so that an empty page doesn't cause a loop.

import { useEffect, useRef } from 'react';

/** Attach the ref to an element after the last item. `count`: the number of items, which shows that more have loaded. */
export function useListEnd<T extends HTMLElement>(count: number, onNear: () => void) {
  const end = useRef<T>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && near.current(),
      // The scroll container: a margin around the window would end at the container's edge.
      { root: end.current.closest('.body'), rootMargin: '100%' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count]);
  return end;
}
