// A view of logins that a host may open by itself: what has to be agreed to on Connect has to be agreed to here, too.

import { type ReactNode, useState } from 'react';
import { useSlice } from '../../engine/hooks';
import { consent } from '../connect/connect';
import { useSheet } from '../use-sheet';
import { LegalBox } from './legal-box';
import css from './logins.css';

export function AgreedFirst({ children }: { children: ReactNode }) {
  const legal = useSlice('state').features.legalCheckbox === true;
  const [agreed, agree] = useState(consent.given);
  const sheet = useSheet<HTMLElement>(css);
  return (
    <section ref={sheet}>
      {legal && <LegalBox agreed={agreed} onAgree={(now) => agree((consent.given = now))} />}
      <div className="agreed-first" inert={legal && !agreed}>
        {children}
      </div>
    </section>
  );
}
