// Where a login by a provider stands, for the views that wait for one.

import { useState } from 'react';
import type { SocialPhase } from '../../contract';

/** Between the profile and the moment of success nothing runs, however long a sign-in takes; a view that goes says nothing new. */
export function useSocialPhase(now: SocialPhase, isHere: boolean): SocialPhase {
  const [last, setLast] = useState(now);
  const next = !isHere || (now == 'idle' && last == 'reading') ? last : now;
  if (next != last) setLast(next);
  return next;
}
