// The toast: a message next to the card that the user can hold and dismiss (docs/spec/views.md section 1).

import { useEffect, useRef, type ReactNode, type Ref } from 'react';
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

export function Toast({ variant, children, ref, dismissLabel, onHold, onDismiss }: Props) {
  const isHeld = useRef(false);
  const hold = (now: boolean) => onHold((isHeld.current = now));
  // An element removed under a pointer gets no pointerleave, and would be held forever.
  useEffect(() => () => void (isHeld.current && onHold(false)), []); // eslint-disable-line react-hooks/exhaustive-deps -- at its end
  return (
    <div
      ref={ref}
      className={`toast ${variant}`}
      part="toast"
      role={variant == 'error' ? 'alert' : 'status'}
      data-testid="wui-snackbar-message"
      data-variant={variant}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
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
}
