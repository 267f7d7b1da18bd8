// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { dropSecondPresses } from './twice';

let box: HTMLElement;
let pressed: string[];

const put = (...names: string[]): void =>
  box.replaceChildren(
    ...names.map((name) => {
      const button = document.createElement('button');
      button.dataset.testid = name;
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

test('@10.20 a second press at the same place does not press the button that took the first one’s place', () => {
  put('send');
  press('send', 1_000);
  put('close');
  expect(press('close', 1_200).defaultPrevented).toBe(true);
  press('close', 1_600);
  expect(pressed).toEqual(['send']);
  press('close', 2_200);
  expect(pressed).toEqual(['send', 'close']);
});

test('a press elsewhere, by keys, or of the same button drawn anew counts at once', () => {
  put('next', 'close');
  press('next', 1_000);
  press('close', 1_100, { x: 140 });
  press('next', 1_200, { x: 140, detail: 0 });
  put('close');
  press('close', 1_300, { x: 140 });
  expect(pressed).toEqual(['next', 'close', 'next', 'close']);
});
