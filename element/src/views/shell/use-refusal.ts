// A close was refused: the card moves 3 px twice in 220 ms, and the focus moves to the way out (docs/spec/views.md section 1).

import { useEffect, useRef } from 'react';

export function useRefusal(card: HTMLElement, refusals: number): void {
  const lastCount = useRef(refusals);
  useEffect(() => {
    if (lastCount.current == refusals) return;
    lastCount.current = refusals;
    card.querySelector<HTMLElement>('[data-way-out]')?.focus();
    if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
    card.animate?.({ translate: ['0', '3px', '-3px', '3px', '-3px', '0'] }, 220);
  }, [card, refusals]);
}
