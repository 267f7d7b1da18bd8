// Button: a busy one keeps its name and says so; a disabled one keeps its focus and may explain (docs/spec/views.md section 1.2).

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type Glyph, type IconName } from './icon';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'> {
  kind?: 'primary' | 'secondary' | 'pill';
  busy?: boolean;
  /** not possible now: still focusable, still clickable, so that the view can say why */
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
