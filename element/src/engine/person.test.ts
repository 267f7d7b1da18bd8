// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import { isAllowed } from './person';

/** The modal with the button in it, as it is drawn. */
function drawn(): { modal: HTMLElement; button: HTMLElement } {
  const modal = document.createElement('div');
  const button = document.createElement('button');
  button.dataset.testid = 'wm-send-confirm';
  modal.attachShadow({ mode: 'open' }).append(button);
  document.body.append(modal);
  return { modal, button };
}

describe('a command that spends', () => {
  afterEach(() => document.body.replaceChildren());

  test('whatever spends nothing needs nobody', () => {
    expect(isAllowed('send.review', undefined, null)).toBe(true);
  });

  test('needs an event that the browser made: none, a look-alike and a click of a script are refused', () => {
    const { modal, button } = drawn();
    const asked: boolean[] = [];
    button.addEventListener('click', (event) => asked.push(isAllowed('send.confirm', event, modal)));
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(asked).toEqual([false, false]);
    const fake = { isTrusted: true, timeStamp: 1e9, composedPath: () => [button, modal] };
    for (const command of ['approvals.confirm', 'swap.confirm'])
      expect(isAllowed(command, undefined, modal)).toBe(false);
    for (const event of [undefined, null, fake, Object.create(new Event('click')), new Event('click')])
      expect(isAllowed('send.confirm', event, modal)).toBe(false);
  });
});
