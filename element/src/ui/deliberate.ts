// Whether a click on a button that spends was meant: a person's, and not one that was already on its way when the button appeared
// (docs/spec/security.md B10, T11).

import { useEffect, useRef } from 'react';

const arm_ms = 500;

interface Click {
  isTrusted: boolean;
  timeStamp: number;
}

/** Starts anew whenever `appearance` changes. Returns the test for a click. */
export function useDeliberate(appearance: unknown): (click: Click) => boolean {
  const armed = useRef(Infinity);
  useEffect(() => {
    armed.current = performance.now() + arm_ms;
  }, [appearance]);
  return (click) => isDeliberate(click, armed.current);
}

export const isDeliberate = ({ isTrusted, timeStamp }: Click, armedAt: number): boolean =>
  isTrusted && timeStamp >= armedAt;
