// The phase of a social login, for the views that wait for one.

import { useState } from 'react';
import type { SocialPhase } from '../../contract';

/**
 * Between the profile and the success screen no attempt is running, however long a sign-in takes. A view that animates out keeps its last
 * phase.
 */
export function useSocialPhase(now: SocialPhase, isHere: boolean): SocialPhase {
  const [last, setLast] = useState(now);
  const next = !isHere || (now == 'idle' && last == 'reading') ? last : now;
  if (next != last) setLast(next);
  return next;
}
