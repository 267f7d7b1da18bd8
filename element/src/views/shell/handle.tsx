// The handle of the bottom sheet, and the title with it: the sheet follows the finger. Let go 96 px down, or thrown down, it closes as fast
// as it was thrown; else it springs back (docs/spec/views.md section 1). Phones only; the bar itself is there from the first frame
// (styles/first-card.css).

import { useRef, type PointerEvent } from 'react';
import { t } from '../../i18n/t';

const close_after_px = 96;
/** thrown: faster than this, and not only by a twitch */
const throw_px_per_ms = 0.5;
const throw_after_px = 12;
/** the sheet is never gone before it is seen to go, nor slower than by a tap (views.md: 160 ms) */
const out_ms = [70, 160] as const;
/** a finger that rests this long is not throwing */
const rest_ms = 120;

export function Handle({ card, onClose }: { card: HTMLElement; onClose(): void }) {
  /** where the drag began; where and how fast the finger was last */
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
    // Thrown back up is no close, however far down it was.
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
