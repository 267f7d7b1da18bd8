// The router as the views should see it: after a close the last open one for as long as the dialog fades, then none
// (docs/spec/performance.md: nodes after 20 openings).

import { useEffect, useState } from 'react';
import type { RouterSlice } from '../../contract';

/**
 * The overlay fades 150, the sheet goes in 160, the dialog is there for 180; a busy page begins all that some frames late. A card that
 * is emptied before shrinks while it is still seen.
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
