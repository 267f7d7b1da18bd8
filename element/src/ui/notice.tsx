// A message for an empty or failed view: an icon, what happened, what it means, what to do (docs/spec/views.md section 2).

import type { ReactNode } from 'react';
import { Icon, type Glyph, type IconName } from './icon';

interface Props {
  icon: IconName | Glyph;
  title: string;
  text: string;
  testId?: string;
  /** smaller, inside another view */
  inner?: boolean;
  /** screen readers announce it when it appears */
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
