// Why a form can't continue: the reason as text, the original error under "Details", and a retry button.

import type { ReactNode } from 'react';
import type { ErrorData } from '../../contract';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Icon } from '../../ui/icon';

interface Props {
  title: string;
  testId: string;
  /** the cause, for tests */
  cause?: string;
  /** a warning: the form can continue */
  mild?: boolean;
  error?: ErrorData | null;
  onRetry?(): void;
  children?: ReactNode;
}

/** Raw codes and messages of services and wallets (docs/spec/views.md: only under "Details"). */
export const literally = ({ code, details, message }: ErrorData): string =>
  [code, details ?? message].join(' · ');

export const ErrorNotice = ({ title, testId, cause, mild, error, onRetry, children }: Props) => (
  <div
    className={mild ? 'trouble mild' : 'trouble'}
    role={mild ? 'status' : 'alert'}
    data-testid={testId}
    data-cause={cause}
  >
    <Icon name="alert" />
    <div>
      <strong>{title}</strong>
      {children}
      {error && <Details label={t('details')}>{literally(error)}</Details>}
    </div>
    {onRetry && (
      <Button kind="pill" onClick={onRetry}>
        {t('retry')}
      </Button>
    )}
  </div>
);
