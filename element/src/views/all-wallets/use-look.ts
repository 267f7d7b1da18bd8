// Loads icons for the rows that stay visible (9.18: the first 20 load immediately), not for rows that the user scrolls past.

import { useEffect, useRef, useState } from 'react';

/** tiles that become visible within this time are requested together */
const together_ms = 60;

/** Returns a function that observes an element, and itself returns a function that stops it. `ask` gets the `data-id`s. */
export function useVisibleIds(ask: (ids: string[]) => void): (element: HTMLElement) => () => void {
  const tell = useRef(ask);
  useEffect(() => {
    tell.current = ask;
  });
  const [{ watch, end }] = useState(() => watching((ids) => tell.current(ids)));
  useEffect(() => end, [end]);
  return watch;
}

function watching(ask: (ids: string[]) => void) {
  const visible = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = (element: Element) => {
    observer.unobserve(element);
    visible.delete(element);
  };
  const flush = () => {
    timer = undefined;
    const ids = [...visible].map((element) => (element as HTMLElement).dataset.id!);
    visible.forEach(forget);
    if (ids[0]) ask(ids);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        visible.add(target);
        timer ??= setTimeout(flush, together_ms);
      } else visible.delete(target);
  });
  const watch = (element: HTMLElement) => {
    observer.observe(element);
    return () => forget(element);
  };
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  return { watch, end };
}
