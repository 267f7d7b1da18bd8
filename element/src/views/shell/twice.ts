// Makes a double click press only one button. If a wallet responds at once, the button to leave appears under a pointer that is about to
// press again: a second press on "Send" must not press "Close" (docs/spec/views.md section 1). So for half a second after a press of a
// primary button, or of one that spends, signs or grants, a press at the same place counts only for that button. After other buttons,
// every press counts.

import { isOwn } from '../../engine/trusted-click';

const settleMs = 500;
/** a pointer moves this much between two clicks */
const near_px = 12;

/** Runs once per card. */
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

/** A button that rendered again is another element. */
const sameTest = (one: Element, other: Element): boolean =>
  (one as HTMLElement).dataset.testid == (other as HTMLElement).dataset.testid;
