// Around a way in that isn't one of logins: the box to be ticked first comes where a host wants one, and costs nothing where not.

import { type ReactNode, useState } from 'react';
import { useSlice } from '../engine/hooks';
import { consent } from './connect/connect';
import { type Chunk, useChunk } from './use-chunk';

const first: Chunk<typeof import('./logins/agreed-first')> = { load: () => import('./logins/agreed-first') };

export function Agreed({ children, hidden }: { children: ReactNode; hidden?: boolean }) {
  const router = useSlice('router');
  const legal = useSlice('state').features.legalCheckbox === true;
  // who has ticked it on the way here, or is connected by now, is not asked again
  const [wanted] = useState(() => legal && !consent.at(router));
  const chunk = useChunk(first, wanted);
  if (!wanted || router.done) return children;
  return chunk ? <chunk.AgreedFirst hidden={hidden}>{children}</chunk.AgreedFirst> : null;
}
