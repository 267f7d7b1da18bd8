// Pictures are fetched for the visible rows (9.18: the first 20 come by themselves), not for those that are only scrolled past.

import { useEffect, useRef, useState } from 'react';

/** what comes into sight together is asked for together */
const together_ms = 60;

/** Gives the function that watches an element, until the function it returns is called. `ask` hears the `data-id`s. */
export function useLook(ask: (ids: string[]) => void): (element: HTMLElement) => () => void {
  const tell = useRef(ask);
  useEffect(() => {
    tell.current = ask;
  });
  const [{ watch, end }] = useState(() => watching((ids) => tell.current(ids)));
  useEffect(() => end, [end]);
  return watch;
}

function watching(ask: (ids: string[]) => void) {
  const seen = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = (element: Element) => {
    observer.unobserve(element);
    seen.delete(element);
  };
  const flush = () => {
    timer = undefined;
    const ids = [...seen].map((element) => (element as HTMLElement).dataset.id!);
    seen.forEach(forget);
    if (ids[0]) ask(ids);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        seen.add(target);
        timer ??= setTimeout(flush, together_ms);
      } else seen.delete(target);
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
