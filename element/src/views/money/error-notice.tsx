// Why a form does not go on: the reason in words, the literal error one click away, and a button that tries again.

import type { ReactNode } from 'react';
import type { ErrorData } from '../../contract';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Icon } from '../../ui/icon';

interface Props {
  title: string;
  testId: string;
  /** what is the matter, for tests */
  cause?: string;
  /** it goes on without */
  mild?: boolean;
  error?: ErrorData | null;
  onRetry?(): void;
  children?: ReactNode;
}

/** Raw codes and texts of others (docs/spec/views.md: only under "Details"). */
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
