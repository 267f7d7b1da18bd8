// What leaves stays as it is: a view while the next one comes, all of the card while it closes.

import { useState, type ReactNode } from 'react';
import type { View } from '../../contract';
import { EngineContext, heldFor, useEngine } from '../../engine/hooks';

/** What is drawn for this view alone; without one, for whichever is shown. */
export function Held({ view, children }: { view?: View; children: ReactNode }) {
  const engine = useEngine();
  const [held] = useState(() => heldFor(engine, view));
  return <EngineContext value={held}>{children}</EngineContext>;
}
