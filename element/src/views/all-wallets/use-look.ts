// Pictures are fetched for the visible rows (9.18: the first 20 come by themselves).

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
  let seen: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    ask(seen);
    seen = [];
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      seen.push((target as HTMLElement).dataset.id!);
      timer ??= setTimeout(flush, together_ms);
    }
  });
  const watch = (element: HTMLElement) => {
    observer.observe(element);
    return () => observer.unobserve(element);
  };
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  return { watch, end };
}
