// The checkbox for the terms, which Connect requires first (feature legalCheckbox, docs/spec/views.md section 4). A click elsewhere moves
// the focus to it and shows why.

import { useEffect, useRef, useState } from 'react';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/logins';
import { LegalText } from '../connect/footer';
import { useSheet } from '../use-sheet';
import css from './logins.css';

export function LegalBox({ agreed, onAgree }: { agreed: boolean; onAgree(agreed: boolean): void }) {
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice('options');
  const sheet = useSheet<HTMLDivElement>(css);
  const box = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  // It replaces its placeholder, so a user who was sent there continues here (shell/focus-view.ts).
  useEffect(() => {
    const root = sheet.current!.getRootNode() as ShadowRoot | Document;
    const isElsewhere = root.activeElement?.closest('.view, [data-quiet]');
    if (!isElsewhere && !sheet.current!.closest('[data-quiet]')) box.current!.focus({ preventScroll: true });
  }, [sheet]);
  // Inert elements fire no events, so the section handles the press.
  useEffect(() => {
    const section = sheet.current!.parentElement!;
    const onTry = ({ target }: Event) => {
      if (agreed || target != section) return;
      setTried(true);
      // after the press, which would move the focus away again
      setTimeout(() => box.current?.focus());
    };
    section.addEventListener('pointerdown', onTry);
    return () => section.removeEventListener('pointerdown', onTry);
  }, [sheet, agreed]);
  return (
    <div className="legal-box" ref={sheet} data-testid="w3m-legal-checkbox">
      <label>
        <input
          ref={box}
          type="checkbox"
          data-first=""
          data-testid="wui-checkbox"
          aria-describedby="wm-legal-why"
          checked={agreed}
          onChange={({ target }) => onAgree(target.checked)}
        />
        <span>
          {termsConditionsUrl || privacyPolicyUrl ? (
            <LegalText text={t('legal.agree')} />
          ) : (
            t('legal.agree.plain')
          )}
        </span>
      </label>
      <p id="wm-legal-why" role="alert">
        {tried && !agreed ? t('legal.first') : ''}
      </p>
    </div>
  );
}
