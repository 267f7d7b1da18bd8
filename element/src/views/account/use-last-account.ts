// After a disconnect, the state has no account while the card fades, so the last one is rendered.

import { useRef } from 'react';
import type { AccountSlice } from '../../contract';
import { useSlice } from '../../engine/hooks';

export function useLastAccount(): AccountSlice {
  const now = useSlice('account');
  const last = useRef(now);
  if (now.address || !last.current.address) last.current = now;
  return last.current;
}
