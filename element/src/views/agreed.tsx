// Wraps a way to connect that isn't a login: if the page requires a checkbox for its terms, it comes first. Loads nothing otherwise.

import { type ReactNode, useState } from 'react';
import { useSlice } from '../engine/hooks';
import { consent } from './connect/connect';
import { type Chunk, useChunk } from './use-chunk';

const first: Chunk<typeof import('./logins/agreed-first')> = { load: () => import('./logins/agreed-first') };

export function Agreed({ children, hidden }: { children: ReactNode; hidden?: boolean }) {
  const router = useSlice('router');
  const legal = useSlice('state').features.legalCheckbox === true;
  // a user who has ticked it on the way here, or is connected by now, doesn't see it again
  const [wanted] = useState(() => legal && !consent.at(router));
  const chunk = useChunk(first, wanted);
  if (!wanted || router.done) return children;
  return chunk ? <chunk.AgreedFirst hidden={hidden}>{children}</chunk.AgreedFirst> : null;
}
