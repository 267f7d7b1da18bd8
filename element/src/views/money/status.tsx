// The status of a money request, from the wallet's prompt to the network's confirmation, and then the buttons.

import type { ReactNode } from 'react';
import type { SendPhase, SendSlice } from '../../contract';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import type { Refusal } from '../../ui/deliberate';
import { Details } from '../../ui/details';
import { Icon } from '../../ui/icon';
import { Fault } from '../fault';
import { Refused } from '../refused';
import { literally } from './error-notice';
import type { OwnCommand } from '../../engine/trusted-click';
import { TrustedButton } from '../trusted';

/** the phases after the confirmation that have a text; `unanswered`: it is unknown whether the transaction was sent (R8) */
export type StatusPhase =
  | Extract<SendPhase, 'waiting' | 'confirming' | 'unknown' | 'differs' | 'altered' | 'unread' | 'failed'>
  | 'unanswered';

const saidIn = (phase: SendPhase, hash: string | null): StatusPhase | null =>
  phase == 'unknown' && !hash
    ? 'unanswered'
    : phase == 'editing' || phase == 'preparing' || phase == 'review'
      ? null
      : phase;

/** The preview waits for a click, for the first time or again. */
export const canConfirm = (phase: SendPhase) => phase == 'review' || phase == 'failed';

/** The wallet has signed: the user can no longer confirm or cancel. */
const isSigned = (phase: SendPhase) =>
  phase == 'confirming' ||
  phase == 'unknown' ||
  phase == 'differs' ||
  phase == 'altered' ||
  phase == 'unread';

export interface StatusProps {
  of: Pick<SendSlice, 'phase' | 'error' | 'fault' | 'hash' | 'proposed' | 'explorerUrl'>;
  /** title and text */
  words(said: StatusPhase): [string, string];
  /** before it is confirmed */
  calm: string;
  native: string;
  refused: Refusal | null;
  testId: string;
}

export function Status({ of: { phase, error, fault, hash, proposed, explorerUrl }, ...props }: StatusProps) {
  const { words, calm, native, refused, testId } = props;
  const status = saidIn(phase, hash);
  // The owners of a Safe decide first. Until one of them executes it, it has no hash.
  const isProposed = status == 'confirming' && proposed;
  const [title, text] = isProposed
    ? [t('preview.proposed'), t('preview.proposed.text')]
    : status
      ? words(status)
      : [];
  // after a speed-up, the same transaction might have been sent
  const isReplaced = phase == 'failed' && fault?.cause == 'replaced';
  return (
    <div
      className={status ? `preview-status ${phase}` : 'preview-status'}
      role="status"
      data-testid={testId}
      data-phase={phase}
    >
      {status ? (
        <>
          {status == 'waiting' || status == 'confirming' ? (
            <span className="spinner" />
          ) : (
            <Icon name="alert" />
          )}
          <div>
            <strong>{isReplaced ? t('preview.replaced') : title}</strong>
            {refused ? (
              <Refused why={refused} />
            ) : phase == 'failed' && fault ? (
              <Fault fault={fault} native={native} />
            ) : (
              <p>{text}</p>
            )}
            {hash && explorerUrl && (
              <a href={explorerUrl} target="_blank" rel="noopener noreferrer">
                {t('explorer.open')}
              </a>
            )}
            {phase == 'failed' && error && <Details label={t('details')}>{literally(error)}</Details>}
          </div>
        </>
      ) : refused ? (
        <Refused why={refused} />
      ) : (
        <p className="small">{calm}</p>
      )}
    </div>
  );
}

interface WarningProps {
  /** the subject, for tests */
  phase: string;
  testId: string;
  /** the status changed while the view was shown */
  alert?: boolean;
  children: ReactNode;
}

/** A warning that the user should read before confirming. */
export const Warning = ({ phase, testId, alert, children }: WarningProps) => (
  <div
    className="preview-status unknown"
    role={alert ? 'alert' : undefined}
    data-phase={phase}
    data-testid={testId}
  >
    <Icon name="alert" />
    <div>{children}</div>
  </div>
);

interface ButtonsProps {
  phase: SendPhase;
  /** the command of the button that confirms */
  command: OwnCommand;
  /** the props of useIntentionalPress */
  confirm: object;
  /** can't be confirmed as it is */
  off?: boolean;
  /** the label of the button that confirms, and its label while the wallet has the request */
  label: string;
  busyLabel: string;
  cancelTestId: string;
  confirmTestId: string;
  onCancel(): void;
  onClose(): void;
  /** the status, which is also always visible */
  children: ReactNode;
}

/** Cancel, Confirm: always in this order. Once the wallet has signed, there is only Close. */
export const Buttons = (props: ButtonsProps) => {
  const { phase, command, confirm, off, label, busyLabel } = props;
  const { cancelTestId, confirmTestId, onCancel, onClose, children } = props;
  const signed = isSigned(phase);
  return (
    <div className="stays preview-foot">
      {children}
      <div className="pair">
        <Button testId={cancelTestId} data-first data-way-out onClick={signed ? onClose : onCancel}>
          {t(signed ? 'preview.close' : 'preview.cancel')}
        </Button>
        {!signed && (
          <TrustedButton
            command={command}
            kind="primary"
            busy={phase == 'waiting'}
            off={off}
            testId={confirmTestId}
            {...confirm}
          >
            {phase == 'failed' ? t('retry') : phase == 'waiting' ? busyLabel : label}
          </TrustedButton>
        )}
      </div>
    </div>
  );
};
