// The shared success screen of Send, Swap, Buy and Pay: a check mark, the amounts sent and received, the recipient, the transaction,
// Done. It stays until the user leaves it (docs/spec/views.md section 6).

import { useEffect, useRef, type ReactNode } from 'react';
import type { Ending as EndingOf } from '../../contract';
import { t, type AnyKey } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { RingLogo } from '../../ui/ring';
import { useSheet } from '../use-sheet';
import { AddedLine } from './added';
import css from './ending.css';

interface Props {
  ended: EndingOf;
  /** for screen readers; the header also shows it */
  word: AnyKey;
  /** of the text */
  testId: string;
  phase?: string;
  explorerTestId?: string;
  doneTestId: string;
  onDone(): void;
  /** further details */
  children?: ReactNode;
}

export function Ending({
  ended,
  word,
  testId,
  phase = 'sent',
  explorerTestId,
  doneTestId,
  onDone,
  children,
}: Props) {
  const sheet = useSheet<HTMLElement>(css);
  const { gave, got, atLeast, to, explorerUrl } = ended;
  const doneButton = useRef<HTMLButtonElement>(null);
  // It replaces buttons that had the focus. An embedded card doesn't take the focus.
  useEffect(() => {
    const button = doneButton.current!;
    const root = button.getRootNode() as ShadowRoot | Document;
    const isLost = !root.activeElement || root.activeElement == document.body;
    if (isLost && !button.closest('[data-quiet]')) button.focus({ preventScroll: true });
  }, []);
  return (
    <section className="ending" ref={sheet}>
      <RingLogo image={null} icon="check" turning={false} done />
      <div className="ending-what" role="status" data-testid={testId} data-phase={phase}>
        <span className="sr">{t(word)} </span>
        <p className="ending-sums">
          {gave && <bdi>{gave}</bdi>}
          {gave && got && <span aria-label={t('ending.for')}>→</span>}
          {got && <bdi>{atLeast ? t('ending.least', { amount: got }) : got}</bdi>}
        </p>
        {to && (
          <p className="ending-to">
            {t('ending.to')}
            <Avatar address={to.address} image={to.image} />
            {to.name && <bdi>{to.name}</bdi>}
            <bdi className="small" dir="ltr">
              {to.short}
            </bdi>
          </p>
        )}
        <AddedLine of={ended.added} testId="wm-ending-added" />
        {children && <p className="small">{children}</p>}
      </div>
      <div className="ending-ways">
        {explorerUrl && (
          <a
            className="secondary"
            part="button button-secondary"
            href={explorerUrl}
            target="_blank"
            rel="noopener noreferrer"
            data-testid={explorerTestId}
          >
            {t('explorer.open')}
            <Icon name="external" />
          </a>
        )}
        <Button kind="primary" ref={doneButton} testId={doneTestId} data-first data-way-out onClick={onDone}>
          {t('ending.done')}
        </Button>
      </div>
    </section>
  );
}
