// Closes and reopens an open dialog, modal or not, without a fade. Its animations continue from where they were (styles/beside.css).

/** The animations of style sheets in the dialog, which would restart when it reopens. */
const moving = (box: Element): CSSAnimation[] =>
  (box.getAnimations?.({ subtree: true }) ?? []).filter((one) => 'animationName' in one) as CSSAnimation[];

function isSame(one: CSSAnimation, other: CSSAnimation): boolean {
  const [a, b] = [one.effect, other.effect] as KeyframeEffect[];
  return (
    one.animationName == other.animationName && a!.target == b!.target && a!.pseudoElement == b!.pseudoElement
  );
}

export function reopen(box: HTMLDialogElement, how: 'show' | 'showModal'): void {
  const before = moving(box).map((one) => ({ one, at_ms: one.currentTime }));
  box.classList.add('anew');
  box.close();
  box[how]();
  void box.offsetWidth;
  box.classList.remove('anew');
  for (const now of moving(box)) {
    const same = before.find(({ one }) => isSame(one, now));
    if (same) now.currentTime = same.at_ms;
    // a finished animation isn't replayed
    else if (now.effect?.getComputedTiming().endTime != Infinity) now.finish();
  }
}
