// A field whose value is in the engine. Typed text appears at once. Other values that the engine sets (Max, Paste) replace it, but the
// engine's echo of typed text doesn't, however late.

import { useEffect, useRef, useState } from 'react';

export function useTyped(value: string, send: (value: string) => void): [string, (value: string) => void] {
  const [shown, setShown] = useState(value);
  const ownTexts = useRef<string[]>([]);
  useEffect(() => {
    const echo = ownTexts.current.lastIndexOf(value);
    if (echo < 0) setShown(value);
    else ownTexts.current.splice(0, echo + 1);
  }, [value]);
  const type = (next: string) => {
    if (next == shown) return;
    ownTexts.current.push(next);
    setShown(next);
    send(next);
  };
  return [shown, type];
}
