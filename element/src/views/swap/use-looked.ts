// A swap or a purchase is polled only while it is visible: this tells the engine when the page is hidden or shown.

import { useEffect } from 'react';
import { useDispatch } from '../../engine/hooks';

export function useVisibility(type: 'swap.looked' | 'buy.looked' = 'swap.looked'): void {
  const dispatch = useDispatch();
  useEffect(() => {
    // also at the start: the page might have become visible while another view was open
    const tell = () => void dispatch({ type, at: !document.hidden });
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once; dispatch is new each time and always the same
}
