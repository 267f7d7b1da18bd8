// The end of every preview: what the wallet or the network reports, and the buttons that cancel or confirm.

import type { ReactNode } from 'react';
import { useDispatch } from '../../engine/hooks';
import type { Refusal } from '../../ui/deliberate';
import { Buttons, Status, type StatusProps } from './status';

interface Props extends Omit<StatusProps, 'refused'> {
  /** the feature, which has the commands `confirm` and `cancel` */
  journey: 'send' | 'swap' | 'approvals';
  /** the result of useConfirm */
  confirm: { button: object; refused: Refusal | null };
  /** the preview can't be confirmed as it is */
  off?: boolean;
  /** text of the button that confirms, before the click and while the wallet has the request */
  label: string;
  busyLabel: string;
  cancelTestId: string;
  confirmTestId: string;
  /** above the status */
  children?: ReactNode;
}

export function Foot({ journey, confirm, off, label, busyLabel, ...rest }: Props) {
  const { cancelTestId, confirmTestId, children, ...status } = rest;
  const dispatch = useDispatch();
  return (
    <Buttons
      command={`${journey}.confirm`}
      phase={status.of.phase}
      off={off}
      confirm={confirm.button}
      label={label}
      busyLabel={busyLabel}
      cancelTestId={cancelTestId}
      confirmTestId={confirmTestId}
      onCancel={() => dispatch({ type: `${journey}.cancel` })}
      onClose={() => dispatch({ type: 'router.close', reason: 'user' })}
    >
      {children}
      <Status {...status} refused={confirm.refused} />
    </Buttons>
  );
}
