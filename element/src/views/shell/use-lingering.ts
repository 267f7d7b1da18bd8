// The router for the views: after a close, it returns the last open view until the dialog has faded, then none (docs/spec/performance.md:
// nodes after 20 openings).

import { useEffect, useState } from 'react';
import type { RouterSlice } from '../../contract';

/**
 * The overlay fades in 150 ms, the sheet leaves in 160 ms, the dialog stays for 180 ms, and a busy page starts all of them some frames
 * late. A card that is emptied earlier shrinks while it is visible.
 */
const fade_ms = 300;

export function useLingering(router: RouterSlice): RouterSlice | null {
  const [last, setLast] = useState<RouterSlice | null>(router.open ? router : null);
  if (router.open && last != router) setLast(router);
  useEffect(() => {
    if (router.open || !last) return;
    const timer = setTimeout(() => setLast(null), fade_ms);
    return () => clearTimeout(timer);
  }, [router.open, last]);
  return router.open ? router : last;
}
