// A search whose text is in the engine: typed text appears at once, and is sent 100 ms after the last key, or at each key.

import { useEffect, useRef } from 'react';
import { useTyped } from './use-typed';

const pause_ms = 100;

/** `ends`: leaving the view clears the search, so that the next visit shows the whole list. */
export function useSearch(
  value: string,
  send: (text: string) => void,
  { pause = pause_ms, ends = true } = {},
): [string, (text: string) => void] {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSent = useRef(value);
  useEffect(() => {
    lastSent.current = value;
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (ends && lastSent.current) send('');
    },
    [], // eslint-disable-line react-hooks/exhaustive-deps -- at the end only; send is new each time and always the same
  );
  return useTyped(value, (text) => {
    clearTimeout(timer.current);
    if (pause) timer.current = setTimeout(() => send(text), pause);
    else send(text);
  });
}
