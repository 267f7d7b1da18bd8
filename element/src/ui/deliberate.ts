// Whether the user meant to press a button that confirms (docs/spec/security.md T11, B10): the button was visible for half a second,
// nothing covered it, and the pointer was pressed and released on it. The view explains a refusal. In a page that another site frames,
// the whole card must be visible, because the user can't read the details through a hole over the Send button.

import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { askDocument, ofDocument } from '../dom';
import { isFramed } from '../framed';
import { pressGate } from '../watched';

const minVisibleMs = 500;
/** an overlay that moves away just before the click must not make the click count */
const look_every_ms = 100;
/** checks three by three points of a button, inside its round corners */
const parts = [0.1, 0.5, 0.9];
/** a lower total opacity is too faint to be visible reliably */
const opacity_min = 0.9;

/** `framed`: the button doesn't work in this frame (views/trusted.tsx) */
export type Refusal = 'early' | 'covered' | 'unseen' | 'framed';

/** Whether the element is at this point in its tree, and in each tree around that (some browsers don't look further). */
function isHit(element: Element, x: number, y: number): boolean {
  // Removed from the page just before its effects ended: its root isn't a document.
  if (!element.isConnected) return false;
  const root = element.getRootNode() as ShadowRoot;
  const host = ofDocument(root, 'host') as Element | undefined;
  return (
    element.contains(askDocument(root, 'elementFromPoint', x, y) as Element | null) &&
    (!host || isHit(host, x, y))
  );
}

/** Whether something covers the button, or it is hardly visible. */
export function isCovered(button: Element): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  if (!parts.every((x) => parts.every((y) => isHit(button, left + width * x, top + height * y)))) return true;
  let opacity = 1;
  let at: Element | null = button;
  for (
    ;
    at;
    at =
      at.assignedSlot ?? at.parentElement ?? (ofDocument(at.getRootNode(), 'host') as Element | null) ?? null
  )
    opacity *= +(getComputedStyle(at).opacity || 1);
  return opacity < opacity_min;
}

/** the padding of a line, which has no text */
const padding_px = 12;
/** how much of the earlier content stays visible after scrolling by a page */
const overlap_px = 40;

/** How far the last confirmed detail is below the visible part, above the button's own footer. */
function unseen(button: Element): number {
  const [foot, body] = [button.closest('.stays'), button.closest('.body')];
  const last = [...(foot?.parentElement?.querySelectorAll('dl > *, li') ?? [])]
    .filter((line) => !foot!.contains(line))
    .map((line) => line.getBoundingClientRect())
    .filter(({ height }) => height)
    .at(-1);
  if (!last || !body) return 0;
  // the footer begins with 16 px of fade, through which the content is visible
  const fold = foot!.getBoundingClientRect().top + 16;
  const room = fold - body.getBoundingClientRect().top;
  const below = last.bottom - fold - padding_px;
  // The window or frame is too low for the line, so the user can't have read it, however far they scroll.
  if (last.height - padding_px > room) return Math.max(below, 1);
  return Math.ceil(Math.min(below, Math.max(room - overlap_px, 1)));
}

type Sight = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * For a button that confirms: its props, and the reason for refusing its last press. The delay starts again when `appearance` changes,
 * after the page was hidden, and after something covered the button. Without `act`, there is nothing to confirm now.
 */
export function useIntentionalPress(appearance: unknown, act?: (click: Event) => void) {
  const ref = useRef<HTMLButtonElement>(null);
  const armedAt = useRef(Infinity);
  /** the time of the last pointerdown on it */
  const downAt = useRef(-1);
  const isSeen = useRef(true);
  const [refused, refuse] = useState<Refusal | null>(null);

  useEffect(() => {
    const button = ref.current;
    const calm = () => void (armedAt.current = performance.now() + minVisibleMs);
    refuse(null);
    calm();
    if (!button) return;
    // Pressed, other buttons shrink a little. The browser counts a transformed button as hidden.
    button.style.transform = 'none';
    const timer = setInterval(() => isCovered(button) && calm(), look_every_ms);
    document.addEventListener('visibilitychange', calm);
    const framed = isFramed();
    // Chromium also detects covers that let clicks through; other browsers lack `isVisible`. Content that the card clips doesn't cover
    // the button.
    const card = framed && button.closest('.card');
    const visible = new Map<Element, boolean>(card ? [[card, false]] : []);
    if (card) isSeen.current = false;
    const watcher =
      globalThis.IntersectionObserver &&
      new IntersectionObserver(
        (entries) => {
          for (const { target, intersectionRatio, isVisible } of entries as Sight[])
            visible.set(target, isVisible != false && (target !== card || intersectionRatio > 0.99));
          const isAll = ![...visible.values()].includes(false);
          if (isAll && isSeen.current) return;
          isSeen.current = isAll;
          calm();
        },
        { threshold: [0, 0.99, 1], trackVisibility: true, delay: look_every_ms } as IntersectionObserverInit,
      );
    watcher?.observe(button);
    if (card) watcher?.observe(card);
    // Detects a page that moves the modal under the pointer: the difference between the pointer's position on the screen and in the modal
    // changes.
    let place = '';
    const follow = ({ screenX, screenY, clientX, clientY }: globalThis.PointerEvent) => {
      const now = `${Math.round(screenX - clientX)} ${Math.round(screenY - clientY)}`;
      if (place && place != now) calm();
      place = now;
    };
    if (framed)
      for (const type of ['pointermove', 'pointerdown'] as const) addEventListener(type, follow, true);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', calm);
      watcher?.disconnect();
      for (const type of ['pointermove', 'pointerdown'] as const) removeEventListener(type, follow, true);
    };
  }, [appearance]);

  return {
    refused,
    button: {
      ref,
      onPointerDown: ({ nativeEvent, currentTarget }: PointerEvent) => {
        const { isTrusted, timeStamp, clientX, clientY } = nativeEvent;
        downAt.current = isTrusted && isHit(currentTarget, clientX, clientY) ? timeStamp : -1;
      },
      // A key that was down before the button appeared.
      onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
      onClick: ({ nativeEvent, currentTarget }: MouseEvent) => {
        if (!act) return;
        const { isTrusted, timeStamp, detail, clientX, clientY } = nativeEvent;
        // Without a pointer (keys, screen readers), the event's own time counts.
        const from = detail ? downAt.current : timeStamp;
        downAt.current = -1;
        const isClear =
          isTrusted &&
          isSeen.current &&
          !isCovered(currentTarget) &&
          (!detail || isHit(currentTarget, clientX, clientY));
        // Scrolls to the last confirmed detail, so that the next press finds it visible.
        const below = unseen(currentTarget);
        if (isClear && below > 0) {
          currentTarget.closest('.body')!.scrollTop += below;
          armedAt.current = performance.now() + minVisibleMs;
          return refuse('unseen');
        }
        const isEarly = from < Math.max(armedAt.current, pressGate.from);
        refuse(!isClear ? 'covered' : isEarly ? 'early' : null);
        if (isClear && !isEarly) act(nativeEvent);
        // A button that is half scrolled out isn't covered: the next press finds it visible.
        else currentTarget.scrollIntoView({ block: 'nearest' });
      },
    },
  };
}
