// A tick of its own before something critical can be confirmed, in words of what is given away. A press of the person, as the yes is.

import type { ReactNode } from 'react';
import type { OwnCommand } from '../../engine/trusted-click';
import { Icon } from '../../ui/icon';
import { TrustedCheckbox } from '../trusted';

interface Props {
  command: OwnCommand;
  accepted: boolean;
  testId: string;
  /** what useIntentionalPress gives */
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
