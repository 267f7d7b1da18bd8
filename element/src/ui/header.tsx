// The header: left slot, title that cross-fades in 120 ms, right slot, close (docs/spec/views.md section 1).

import { useEffect, useState, type ReactNode } from 'react';
import { IconButton } from './button';

/** half of the 120 ms: the old text goes, the new one comes */
const fade_half_ms = 60;

interface Props {
  title: string;
  left?: ReactNode;
  right?: ReactNode;
  closeLabel: string;
  /** closing is refused now: said, and still pressed */
  closeOff?: boolean;
  onClose(): void;
}

export function Header({ title, left, right, closeLabel, closeOff, onClose }: Props) {
  const [shown, setShown] = useState(title);
  useEffect(() => {
    if (shown == title) return;
    const timer = setTimeout(() => setShown(title), fade_half_ms);
    return () => clearTimeout(timer);
  }, [shown, title]);
  return (
    <div className="head" part="header">
      <div>{left}</div>
      <h1
        id="wm-title"
        className={shown == title ? 'title' : 'title leaving'}
        part="title"
        data-testid="w3m-header-text"
      >
        <bdi>{shown}</bdi>
      </h1>
      <div>
        {right}
        <IconButton
          icon="close"
          label={closeLabel}
          part="close"
          testId="w3m-header-close"
          off={closeOff}
          onClick={onClose}
        />
      </div>
    </div>
  );
}
