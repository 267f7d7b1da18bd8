// A person's press: jsdom marks every event as a script's, so React's own handlers are called with what a browser would say.

import { act } from '@testing-library/react';
import './layout';

interface Press {
  isTrusted?: boolean;
  /** after it came on screen */
  after?: number;
  /** a key has no pointer that goes down first */
  pointer?: boolean;
  /** who is at the points that are looked at, if not the button */
  over?: Element | null;
}

type Handlers = Record<'onPointerDown' | 'onClick', (event: object) => void>;

/** Presses it once the deliberate delay is over. */
export function press(
  button: HTMLElement,
  { isTrusted = true, after = 501, pointer = true, over }: Press = {},
) {
  const key = Object.keys(button).find((name) => name.startsWith('__reactProps'))!;
  const handlers = (button as unknown as Record<string, Handlers>)[key]!;
  Document.prototype.elementFromPoint = () => (over === undefined ? button : over);
  const detail = pointer ? 1 : 0;
  const timeStamp = performance.now() + after;
  const event = {
    nativeEvent: { isTrusted, timeStamp, detail, clientX: 1, clientY: 1 },
    currentTarget: button,
  };
  act(() => {
    if (pointer) handlers.onPointerDown(event);
    handlers.onClick(event);
  });
}
