// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as captured from '../captured';
import { pressGate } from '../watched';
import { isAllowed, isOwn, ownFor, type OwnCommand } from './trusted-click';

// A test can't create a trusted click, so the functions that read it return its values.
const path = vi.hoisted(() => ({ now: null as object[] | null }));
vi.mock('../captured', async (real) => ({
  ...(await real<typeof captured>()),
  apply: (of: (...args: never[]) => unknown, self: unknown, args: never[]) =>
    path.now && of === captured.composedPath ? path.now : Reflect.apply(of, self, args),
}));

const trusted = { isTrusted: true };
let modal: HTMLElement;
let button: HTMLButtonElement;

beforeEach(() => {
  path.now = null;
  modal = document.createElement('div');
  button = document.createElement('button');
  modal.attachShadow({ mode: 'open' }).append(button);
  document.body.append(modal);
});
afterEach(() => document.body.replaceChildren());

const on = (command: OwnCommand, ...elements: object[]) => {
  path.now = [...elements, modal, document];
  return isAllowed(command, trusted, modal);
};

describe('a command that spends, signs, grants or confirms', () => {
  test('needs no click if it does none of that', () => {
    expect(isAllowed('send.review', undefined, null)).toBe(true);
  });

  test('refuses a missing event, an imitation and a scripted click', () => {
    ownFor('send.confirm')(button);
    const results: boolean[] = [];
    button.addEventListener('click', (event) => results.push(isAllowed('send.confirm', event, modal)));
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(results).toEqual([false, false]);
    const fake = { isTrusted: true, timeStamp: 1e9, composedPath: () => [button, modal] };
    for (const event of [undefined, null, fake, Object.create(new Event('click')), new Event('click')])
      expect(isAllowed('send.confirm', event, modal)).toBe(false);
  });

  test('is accepted only from its own button', () => {
    ownFor('send.confirm')(button);
    expect(on('send.confirm', button)).toBe(true);
    expect(on('swap.confirm', button)).toBe(false);
    const cancel = document.createElement('button');
    cancel.dataset.testid = 'wm-send-confirm';
    cancel.id = button.id = 'wm-send-confirm';
    Object.assign(cancel, { command: 'send.confirm', own: 'send.confirm' });
    for (const command of ['send.confirm', 'review.confirm', 'signIn.sign'] as const)
      expect(on(command, cancel)).toBe(false);
  });

  test('registers each button once, and only for its own command', () => {
    const own = ownFor('send.confirm');
    own(null);
    own(button);
    const cancel = document.createElement('button');
    own(cancel);
    expect(on('send.confirm', cancel)).toBe(false);
    expect(() => ownFor('swap.confirm')(button)).toThrow(TypeError);
    expect(on('swap.confirm', button)).toBe(false);
  });

  test('knows registered buttons, and no other element', () => {
    ownFor('send.confirm')(button);
    expect([isOwn(button), isOwn(document.createElement('button')), isOwn(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('takes the innermost button if one is inside another', () => {
    ownFor('send.confirm')(button);
    const inner = document.createElement('input');
    ownFor('send.compared')(inner);
    expect(on('send.confirm', inner, button)).toBe(false);
    expect(on('send.compared', inner, button)).toBe(true);
  });

  test('is refused in a page that a foreign site frames', () => {
    ownFor('send.confirm')(button);
    vi.stubGlobal('top', {});
    vi.stubGlobal('parent', { origin: 'https://elsewhere.example', parent: {} });
    expect(on('send.confirm', button)).toBe(false);
    expect(isAllowed('send.review', undefined, null)).toBe(true);
    vi.unstubAllGlobals();
    expect(on('send.confirm', button)).toBe(true);
  });

  test('@10.20 refuses while a wallet draws its window in the page', () => {
    ownFor('send.confirm')(button);
    pressGate.from = Infinity;
    expect(on('send.confirm', button)).toBe(false);
    expect(isAllowed('router.back', undefined, null)).toBe(true);
    pressGate.from = 0;
    expect(on('send.confirm', button)).toBe(true);
  });

  test('is refused inside the modal', () => {
    ownFor('send.confirm')(button);
    path.now = [button, document];
    expect(isAllowed('send.confirm', trusted, modal)).toBe(false);
  });
});
