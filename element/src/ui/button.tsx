// Button: while busy, it keeps its name and reports it; disabled, it keeps its focus and can explain why (docs/spec/views.md section
// 1.2).

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type Glyph, type IconName } from './icon';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'> {
  kind?: 'primary' | 'secondary' | 'pill';
  busy?: boolean;
  /** not possible now: still focusable and clickable, so that the view can give the reason */
  off?: boolean;
  testId?: string;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

export const Button = ({
  kind = 'secondary',
  busy = false,
  off = false,
  testId,
  children,
  ...rest
}: Props) => (
  <button
    type="button"
    className={kind}
    part={kind == 'pill' ? 'button' : `button button-${kind}`}
    aria-busy={busy}
    aria-disabled={off || busy}
    data-testid={testId}
    {...rest}
  >
    {busy && <span className="spinner" />}
    <span>{children}</span>
  </button>
);

interface IconButtonProps {
  icon: IconName | Glyph;
  label: string;
  testId?: string;
  part?: string;
  mirrored?: boolean;
  off?: boolean;
  onClick(): void;
}

export const IconButton = ({ icon, label, testId, part, mirrored, off, onClick }: IconButtonProps) => (
  <button
    type="button"
    className="icon-button"
    part={part}
    aria-label={label}
    aria-disabled={off || undefined}
    data-testid={testId}
    onClick={onClick}
  >
    <Icon name={icon} mirrored={mirrored} />
  </button>
);
