// Wraps a login view that a page can open directly: if Connect requires agreement to the terms, so does this view.

import { type ReactNode, useState } from 'react';
import { useSlice } from '../../engine/hooks';
import { consent } from '../connect/connect';
import { useSheet } from '../use-sheet';
import { LegalBox } from './legal-box';
import css from './logins.css';

interface AgreedFirstProps {
  children: ReactNode;
  /** a dimmed QR code can still be scanned, so it isn't rendered before */
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
