// What is said where there is nothing to show: a mark, what it is, what that means, what to do (docs/spec/views.md section 2).

import type { ReactNode } from 'react';
import { Icon, type Glyph, type IconName } from './icon';

interface Props {
  icon: IconName | Glyph;
  title: string;
  text: string;
  testId?: string;
  /** smaller, inside of another view */
  inner?: boolean;
  /** read out when it comes */
  alert?: boolean;
  children?: ReactNode;
}

export const Notice = ({ icon, title, text, testId, inner, alert, children }: Props) => (
  <div className={inner ? 'notice inner' : 'notice'} data-testid={testId} role={alert ? 'alert' : undefined}>
    <span className="notice-mark">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
