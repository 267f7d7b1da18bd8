// Freezes content that animates out: a view during a transition, the whole card while it closes.

import { useState, type ReactNode } from 'react';
import type { View } from '../../contract';
import { EngineContext, heldFor, useEngine } from '../../engine/hooks';

/** Content of only this view; without one, of the visible view. */
export function Held({ view, children }: { view?: View; children: ReactNode }) {
  const engine = useEngine();
  const [held] = useState(() => heldFor(engine, view));
  return <EngineContext value={held}>{children}</EngineContext>;
}
