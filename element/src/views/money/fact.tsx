// A line of a request's details: a label, and an amount or an address.

import type { ReactNode } from 'react';
import type { LoadPhase } from '../../contract';
import { t, type AnyKey } from '../../i18n/later';

interface Props {
  label: string;
  strong?: boolean;
  /** of the value */
  testId?: string;
  /** a muted note next to the label */
  note?: ReactNode;
  /** an explanation below both */
  why?: string;
  children: ReactNode;
}

export const Fact = ({ label, strong, testId, note, why, children }: Props) => (
  <div className={strong ? 'fact strong' : 'fact'}>
    <dt>
      {label}
      {note}
    </dt>
    <dd data-testid={testId}>{children}</dd>
    {why && <dd className="why">{why}</dd>}
  </div>
);

interface NetworkProps {
  name: string;
  icon?: string | null;
}

export const NetworkFact = ({ name, icon }: NetworkProps) => (
  <Fact label={t('preview.network')}>
    {icon && <img src={icon} alt="" part="icon" />}
    <bdi>{name}</bdi>
  </Fact>
);

interface FeeProps {
  fee: string | null;
  phase: LoadPhase;
  label?: AnyKey;
  testId?: string;
  /** a retry button for a value that couldn't be loaded */
  children?: ReactNode;
}

export const FeeFact = ({ fee, phase, label = 'preview.fee', testId, children }: FeeProps) => (
  <Fact label={t(label)} testId={testId}>
    {phase == 'loading' ? (
      <span className="wait-text" role="img" aria-label={t('loading')} />
    ) : fee ? (
      <bdi>{fee}</bdi>
    ) : phase == 'ready' ? (
      t('preview.fee.of_wallet')
    ) : (
      <span className="fee-failed">
        {t('preview.fee.failed')}
        {children}
      </span>
    )}
  </Fact>
);
