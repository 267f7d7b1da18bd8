// The handle of the bottom sheet, which includes the title: the sheet follows the finger. Released after 96 px, or thrown down, it closes
// at the speed of the throw; otherwise it springs back (docs/spec/views.md section 1). Only on phones; the bar itself exists from the
// first frame (styles/first-card.css).

import { useRef, type PointerEvent } from 'react';
import { t } from '../../i18n/t';

const close_after_px = 96;
/** the speed of a throw; a shorter movement doesn't count */
const throw_px_per_ms = 0.5;
const throw_after_px = 12;
/** the time in which the sheet leaves: always visible, and never slower than after a tap (views.md: 160 ms) */
const out_ms = [70, 160] as const;
/** a finger that rests this long isn't throwing */
const rest_ms = 120;

export function Handle({ card, onClose }: { card: HTMLElement; onClose(): void }) {
  /** the start of the drag, and the finger's last position, time and speed */
  const drag = useRef<{ from: number; y: number; at: number; speed: number } | null>(null);
  const follow = ({ clientY: y, timeStamp: at }: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const speed = at > now.at ? (y - now.y) / (at - now.at) : now.speed;
    drag.current = { ...now, y, at, speed };
    card.style.setProperty('--drag', `${Math.max(0, y - now.from)}px`);
  };
  const end = ({ type, timeStamp }: PointerEvent) => {
    const last = drag.current;
    if (!last) return;
    drag.current = null;
    const far = last.y - last.from;
    const speed = timeStamp - last.at < rest_ms ? last.speed : 0;
    const thrown = speed > throw_px_per_ms && far > throw_after_px;
    const left = (card.offsetHeight - far) / Math.max(speed, 0.01);
    const [fast, slow] = out_ms;
    card.style.setProperty('--out', `${Math.round(Math.min(slow, Math.max(fast, left)))}ms`);
    card.classList.remove('dragged');
    card.style.removeProperty('--drag');
    // A throw upwards doesn't close the sheet, however far down it was.
    if (type == 'pointerup' && (thrown || (far >= close_after_px && speed > -throw_px_per_ms))) onClose();
  };
  return (
    <div
      className="handle"
      title={t('drag')}
      aria-hidden="true"
      onPointerDown={({ clientY: y, timeStamp: at, currentTarget, pointerId }) => {
        drag.current = { from: y, y, at, speed: 0 };
        currentTarget.setPointerCapture?.(pointerId);
        card.classList.add('dragged');
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
