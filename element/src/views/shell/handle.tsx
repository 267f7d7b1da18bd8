// The handle of the bottom sheet: dragged down 96 px it closes, less and it springs back (docs/spec/views.md section 1). Phones only.

import { useRef, type PointerEvent } from 'react';
import { t } from '../../i18n/t';

const close_after_px = 96;

export function Handle({ card, onClose }: { card: HTMLElement; onClose(): void }) {
  const from = useRef<number | null>(null);
  const moved = (event: PointerEvent) =>
    from.current == null ? 0 : Math.max(0, event.clientY - from.current);
  const end = (event: PointerEvent) => {
    if (from.current == null) return;
    const far = event.type == 'pointerup' && moved(event) >= close_after_px;
    from.current = null;
    card.classList.remove('dragged');
    card.style.removeProperty('--drag');
    if (!card.getAttribute('style')) card.removeAttribute('style');
    if (far) onClose();
  };
  return (
    <div
      className="handle"
      title={t('drag')}
      aria-hidden="true"
      onPointerDown={(event) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        card.classList.add('dragged');
      }}
      onPointerMove={(event) => from.current != null && card.style.setProperty('--drag', `${moved(event)}px`)}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
