// A tick of its own before something critical can be confirmed, in words of what is given away. A press of the person, as the yes is.

import type { ReactNode } from 'react';
import type { OwnCommand } from '../../engine/person';
import { Icon } from '../../ui/icon';
import { OwnTick } from '../own';

interface Props {
  command: OwnCommand;
  accepted: boolean;
  testId: string;
  /** what useDeliberate gives */
  press: object;
  children: ReactNode;
}

export const Accept = ({ command, accepted, testId, press, children }: Props) => (
  <OwnTick command={command} className="accept" aria-checked={accepted} data-testid={testId} {...press}>
    <span className="accept-tick">{accepted && <Icon name="check" />}</span>
    <span>{children}</span>
  </OwnTick>
);
