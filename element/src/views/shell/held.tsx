// Freezes content that animates out: a view during a transition, the whole card while it closes.

import { useState, type ReactNode } from 'react';
import type { View } from '../../contract';
import { EngineContext, frozenFor, useEngine } from '../../engine/hooks';

/** Content of only this view; without one, of the visible view. */
export function Frozen({ view, children }: { view?: View; children: ReactNode }) {
  const engine = useEngine();
  const [held] = useState(() => frozenFor(engine, view));
  return <EngineContext value={held}>{children}</EngineContext>;
}
