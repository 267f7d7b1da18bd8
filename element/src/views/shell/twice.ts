// A double click presses one button. Where a wallet responds at once, the way out grows under a pointer that presses a second time: what was
// pressed as "Send" must not be "Close" (docs/spec/views.md section 1). So for half a second after a press of the button that a view is for, or
// of one that spends, signs or grants, a press at the same place counts only for that button. After any other button each press counts at once.

import { isOwn } from '../../engine/trusted-click';

const settleMs = 500;
/** a hand is no steadier */
const near_px = 12;

/** Once for a card. */
export function dropSecondPresses(box: HTMLElement): void {
  let last: { on: Element; at: number; x: number; y: number } | undefined;
  const isSame = (one: Element, other: Element): boolean =>
    one == other || (!!(one as HTMLElement).dataset.testid && sameTest(one, other));
  box.addEventListener(
    'click',
    (event) => {
      const { detail, timeStamp: at, clientX: x, clientY: y, target } = event;
      const on = (target as Element).closest('button, a, [role=tab], [role=option]');
      // Keys and screen readers press without a pointer.
      if (!on || !detail) return;
      const isNear = last && Math.hypot(x - last.x, y - last.y) < near_px;
      if (last && isNear && at - last.at < settleMs && !isSame(on, last.on)) {
        event.stopImmediatePropagation();
        event.preventDefault();
        last.at = at;
        return;
      }
      last = on.matches('.primary') || isOwn(on) ? { on, at, x, y } : undefined;
    },
    true,
  );
}

/** Drawn anew, a button is another element. */
const sameTest = (one: Element, other: Element): boolean =>
  (one as HTMLElement).dataset.testid == (other as HTMLElement).dataset.testid;
