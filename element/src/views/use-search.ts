// A search whose text belongs to the engine: what is typed shows at once, and is sent after 100 ms without a key, or with each.

import { useEffect, useRef } from 'react';
import { useTyped } from './use-typed';

const pause_ms = 100;

/** `ends`: the search ends with its view, so that the next visit shows the whole list. */
export function useSearch(
  value: string,
  send: (text: string) => void,
  { pause = pause_ms, ends = true } = {},
): [string, (text: string) => void] {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(value);
  useEffect(() => {
    asked.current = value;
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (ends && asked.current) send('');
    },
    [], // eslint-disable-line react-hooks/exhaustive-deps -- at the end only; send is new each time and always the same
  );
  return useTyped(value, (text) => {
    clearTimeout(timer.current);
    if (pause) timer.current = setTimeout(() => send(text), pause);
    else send(text);
  });
}
