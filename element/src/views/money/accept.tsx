// A checkbox before a critical action can be confirmed, whose text says what the user gives away. It must be ticked as deliberately as
// the button.

import type { ReactNode } from 'react';
import type { OwnCommand } from '../../engine/trusted-click';
import { Icon } from '../../ui/icon';
import { TrustedCheckbox } from '../trusted';

interface Props {
  command: OwnCommand;
  accepted: boolean;
  testId: string;
  /** the props of useIntentionalPress */
  press: object;
  children: ReactNode;
}

export const Accept = ({ command, accepted, testId, press, children }: Props) => (
  <TrustedCheckbox
    command={command}
    className="accept"
    aria-checked={accepted}
    data-testid={testId}
    {...press}
  >
    <span className="accept-tick">{accepted && <Icon name="check" />}</span>
    <span>{children}</span>
  </TrustedCheckbox>
);
