// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { ownFor } from '../../engine/trusted-click';
import { dropSecondPresses } from './twice';

let box: HTMLElement;
let pressed: string[];

const put = (...names: string[]): void =>
  box.replaceChildren(
    ...names.map((name) => {
      const button = document.createElement('button');
      button.dataset.testid = name;
      // its view's primary button
      if (name == 'send') button.className = 'primary';
      // not a primary button, but it signs
      if (name == 'approve') ownFor('approvals.confirm')(button);
      button.addEventListener('click', () => pressed.push(name));
      return button;
    }),
  );
function press(name: string, at: number, { x = 100, detail = 1 } = {}): MouseEvent {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: 50 });
  Object.defineProperty(click, 'timeStamp', { value: at });
  box.querySelector(`[data-testid=${name}]`)!.dispatchEvent(click);
  return click;
}

beforeEach(() => {
  pressed = [];
  box = document.createElement('div');
  dropSecondPresses(box);
});

test.each(['send', 'approve'])('@10.20 ignores a second click on a button that replaced %s', (confirm) => {
  put(confirm);
  press(confirm, 1_000);
  put('close');
  expect(press('close', 1_200).defaultPrevented).toBe(true);
  press('close', 1_600);
  expect(pressed).toEqual([confirm]);
  press('close', 2_200);
  expect(pressed).toEqual([confirm, 'close']);
});

test('@10.20 accepts a click elsewhere, a key, or a click on the same button after a new render immediately', () => {
  put('send', 'close');
  press('send', 1_000);
  press('close', 1_100, { x: 140 });
  press('send', 1_200);
  press('close', 1_300, { detail: 0 });
  put('send');
  press('send', 1_400);
  expect(pressed).toEqual(['send', 'close', 'send', 'close', 'send']);
});

test('@10.20 accepts a click after a button that only navigates immediately', () => {
  put('receive');
  press('receive', 1_000);
  put('send');
  press('send', 1_100);
  expect(pressed).toEqual(['receive', 'send']);
});
