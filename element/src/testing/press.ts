// A user's press: in jsdom every event is untrusted, so React's own handlers are called with the values that a browser would pass.

import { act } from '@testing-library/react';
import './layout';

interface Press {
  isTrusted?: boolean;
  /** time since the button appeared */
  after?: number;
  /** false for a key, which has no pointerdown before */
  pointer?: boolean;
  /** the element at the checked points, if not the button */
  over?: Element | null;
}

type Handlers = Record<'onPointerDown' | 'onClick', (event: object) => void>;

/** Presses it after the deliberate delay. */
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
