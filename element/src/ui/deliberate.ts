// Whether pressing a button that confirms was meant (docs/spec/security.md T11, B10): by a person, who had half a second to see
// what it is, with nothing over it, pressed and released on it. What is refused is said by the view. In a page that another site frames it is
// the whole card that has to be seen: through a hole over Send alone nobody reads what is sent.

import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { askDocument, ofDocument } from '../dom';
import { isFramed } from '../framed';
import { watched } from '../watched';

const minVisibleMs = 500;
/** an overlay that steps aside just in time must not make a press count */
const look_every_ms = 100;
/** where three by three points of a button are looked at: inside its round corners */
const parts = [0.1, 0.5, 0.9];
/** less of all it is in together is too faint to be seen for sure */
const opacity_min = 0.9;

/** `framed`: not to be pressed here at all (views/trusted.tsx) */
export type Refusal = 'early' | 'covered' | 'unseen' | 'framed';

/** Whether this point is the element's own: in its tree, and in each tree around that (not every browser looks further). */
function isHit(element: Element, x: number, y: number): boolean {
  // Taken out of the page a moment before its effects end: its root is no document.
  if (!element.isConnected) return false;
  const root = element.getRootNode() as ShadowRoot;
  const host = ofDocument(root, 'host') as Element | undefined;
  return (
    element.contains(askDocument(root, 'elementFromPoint', x, y) as Element | null) &&
    (!host || isHit(host, x, y))
  );
}

/** Something lies over the button, or it is hardly to be seen. */
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

/** what of a line is no text */
const padding_px = 12;
/** what is scrolled by leaves so much of what was seen */
const overlap_px = 40;

/** How far the last of the facts that are confirmed is below what can be seen of them, over the button's own foot. */
function unseen(button: Element): number {
  const [foot, body] = [button.closest('.stays'), button.closest('.body')];
  const last = [...(foot?.parentElement?.querySelectorAll('dl > *, li') ?? [])]
    .filter((line) => !foot!.contains(line))
    .map((line) => line.getBoundingClientRect())
    .filter(({ height }) => height)
    .at(-1);
  if (!last || !body) return 0;
  // the foot begins with 16 px through which what is behind it is seen
  const fold = foot!.getBoundingClientRect().top + 16;
  const room = fold - body.getBoundingClientRect().top;
  const below = last.bottom - fold - padding_px;
  // So low a window, or frame, has no place for the line: it has not been seen, however far it is scrolled.
  if (last.height - padding_px > room) return Math.max(below, 1);
  return Math.ceil(Math.min(below, Math.max(room - overlap_px, 1)));
}

type Sight = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * For a button that confirms: what it is given, and why its last press was refused. The calm starts anew with `appearance`, when
 * the page was hidden, and when something was over the button. Without `act` there is nothing to confirm now.
 */
export function useIntentionalPress(appearance: unknown, act?: (click: Event) => void) {
  const ref = useRef<HTMLButtonElement>(null);
  const armedAt = useRef(Infinity);
  /** when a pointer went down on it */
  const downAt = useRef(-1);
  const isSeen = useRef(true);
  const [refused, refuse] = useState<Refusal | null>(null);

  useEffect(() => {
    const button = ref.current;
    const calm = () => void (armedAt.current = performance.now() + minVisibleMs);
    refuse(null);
    calm();
    if (!button) return;
    // Pressed, other buttons shrink a little: to the browser a shrunken one counts as hidden.
    button.style.transform = 'none';
    const timer = setInterval(() => isCovered(button) && calm(), look_every_ms);
    document.addEventListener('visibilitychange', calm);
    const framed = isFramed();
    // Chromium knows what lies over it although it lets presses through; others leave `isVisible` out. What is cut off of the card is no
    // occlusion of the button.
    const card = framed && button.closest('.card');
    const seen = new Map<Element, boolean>(card ? [[card, false]] : []);
    if (card) isSeen.current = false;
    const watcher =
      globalThis.IntersectionObserver &&
      new IntersectionObserver(
        (entries) => {
          for (const { target, intersectionRatio, isVisible } of entries as Sight[])
            seen.set(target, isVisible != false && (target !== card || intersectionRatio > 0.99));
          const isAll = ![...seen.values()].includes(false);
          if (isAll && isSeen.current) return;
          isSeen.current = isAll;
          calm();
        },
        { threshold: [0, 0.99, 1], trackVisibility: true, delay: look_every_ms } as IntersectionObserverInit,
      );
    watcher?.observe(button);
    if (card) watcher?.observe(card);
    // A page that moves us, under a resting pointer or away below a moving one: where the pointer is on the screen and in us differs anew.
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
      // Held down since before the button was there.
      onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
      onClick: ({ nativeEvent, currentTarget }: MouseEvent) => {
        if (!act) return;
        const { isTrusted, timeStamp, detail, clientX, clientY } = nativeEvent;
        // Without a pointer (keys, screen readers) it counts from now.
        const from = detail ? downAt.current : timeStamp;
        downAt.current = -1;
        const isClear =
          isTrusted &&
          isSeen.current &&
          !isCovered(currentTarget) &&
          (!detail || isHit(currentTarget, clientX, clientY));
        // What is confirmed has been on screen, to its end: the next press finds it there.
        const below = unseen(currentTarget);
        if (isClear && below > 0) {
          currentTarget.closest('.body')!.scrollTop += below;
          armedAt.current = performance.now() + minVisibleMs;
          return refuse('unseen');
        }
        const isEarly = from < Math.max(armedAt.current, watched.from);
        refuse(!isClear ? 'covered' : isEarly ? 'early' : null);
        if (isClear && !isEarly) act(nativeEvent);
        // Half out of sight is no overlay: the next press finds it whole.
        else currentTarget.scrollIntoView({ block: 'nearest' });
      },
    },
  };
}
