// The toast: a line beside the card that can be held and dismissed (docs/spec/views.md section 1).

import type { ReactNode, Ref } from 'react';
import { IconButton } from './button';
import { Icon } from './icon';

interface Props {
  variant: 'loading' | 'success' | 'error';
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
  dismissLabel: string;
  onHold(held: boolean): void;
  onDismiss(): void;
}

export const Toast = ({ variant, children, ref, dismissLabel, onHold, onDismiss }: Props) => (
  <div
    ref={ref}
    className={`toast ${variant}`}
    part="toast"
    role={variant == 'error' ? 'alert' : 'status'}
    data-testid="wui-snackbar-message"
    data-variant={variant}
    onPointerEnter={() => onHold(true)}
    onPointerLeave={() => onHold(false)}
    onFocus={() => onHold(true)}
    onBlur={() => onHold(false)}
  >
    {variant == 'loading' ? (
      <span className="spinner" />
    ) : (
      <span className="toast-mark">
        <Icon name={variant == 'success' ? 'check' : 'alert'} />
      </span>
    )}
    <span className="toast-text">{children}</span>
    <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
  </div>
);
