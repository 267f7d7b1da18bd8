// A view that leads to an account and that a host may open by itself: what has to be agreed to on Connect has to be agreed to here, too.

import { type ReactNode, useState } from 'react';
import { useSlice } from '../../engine/hooks';
import { consent } from '../connect/connect';
import { useSheet } from '../use-sheet';
import { LegalBox } from './legal-box';
import css from './logins.css';

interface AgreedFirstProps {
  children: ReactNode;
  /** a code can be scanned however dead it is: it isn't there before */
  hidden?: boolean;
}

export function AgreedFirst({ children, hidden }: AgreedFirstProps) {
  const legal = useSlice('state').features.legalCheckbox === true;
  const router = useSlice('router');
  const [agreed, agree] = useState(() => consent.at(router));
  const waits = legal && !agreed;
  const sheet = useSheet<HTMLElement>(css);
  return (
    <section ref={sheet}>
      {legal && <LegalBox agreed={agreed} onAgree={(now) => agree((consent.given = now))} />}
      {!(hidden && waits) && (
        <div className="agreed-first" inert={waits}>
          {children}
        </div>
      )}
    </section>
  );
}
