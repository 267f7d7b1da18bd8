// The header: left slot, title with a 120 ms cross-fade between the old and the new one, right slot, close button (docs/spec/views.md
// section 1).

import { useEffect, useState, type ReactNode } from 'react';
import { IconButton } from './button';

const fade_ms = 120;

interface Props {
  title: string;
  left?: ReactNode;
  right?: ReactNode;
  closeLabel: string;
  /** closing isn't possible now: the button is announced as disabled but still clickable */
  closeOff?: boolean;
  onClose(): void;
}

export function Header({ title, left, right, closeLabel, closeOff, onClose }: Props) {
  const [{ now, old }, setShown] = useState({ now: title, old: '' });
  if (now != title) setShown({ now: title, old: now });
  useEffect(() => {
    if (!old) return;
    const timer = setTimeout(() => setShown({ now, old: '' }), fade_ms);
    return () => clearTimeout(timer);
  }, [now, old]);
  return (
    <div className="head" part="header">
      <div>{left}</div>
      <h1
        id="wm-title"
        className="title"
        part="title"
        data-testid="w3m-header-text"
        // drawn by the style sheet, so that a screen reader reads only one title
        data-old={old || undefined}
      >
        <bdi key={now}>{now}</bdi>
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
