// A field whose value belongs to the engine. What is typed shows at once; what the engine sets otherwise (Max, Paste) replaces it,
// and its echo of our own keys does not, however late.

import { useEffect, useRef, useState } from 'react';

export function useTyped(value: string, send: (value: string) => void): [string, (value: string) => void] {
  const [shown, setShown] = useState(value);
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const echo = sent.current.lastIndexOf(value);
    if (echo < 0) setShown(value);
    else sent.current.splice(0, echo + 1);
  }, [value]);
  const type = (next: string) => {
    if (next == shown) return;
    sent.current.push(next);
    setShown(next);
    send(next);
  };
  return [shown, type];
}
