// @vitest-environment node
// What the ways of the kit wait for, over a page in memory: its buttons say what they say, and take a press when the test lets them.
import { expect, test } from 'vitest';
import { modalOf } from './modal';
import type { PageLike } from './page';

/** What is on screen, by selector; nothing where there is none. */
type Shown = Record<string, Record<string, string> | undefined>;

const view = '[data-testid="wm-view-ReviewRequest"].still';
const button = '[data-testid="wm-review-confirm"]';
const request = 'wallet-modal [data-request]';
const ready = { 'aria-busy': 'false', 'aria-disabled': 'false' };

function pageOf(shown: Shown, press: (times: number) => void): PageLike & { presses: number } {
  const page = {
    presses: 0,
    locator: (selector: string) => {
      const found = {
        first: () => found,
        isVisible: async () => !!shown[selector],
        count: async () => (shown[selector] ? 1 : 0),
        getAttribute: async (name: string) => shown[selector]?.[name] ?? null,
        textContent: async () => '',
        waitFor: async () => undefined,
        click: async () => press((page.presses += 1)),
      };
      return found;
    },
    addInitScript: async () => undefined,
    exposeFunction: async () => undefined,
    evaluate: async () => false,
  };
  return page;
}

test('approveRequest() is over when the request has gone to the wallet: a press that did nothing is none @10.21', async () => {
  const shown: Shown = { [view]: {}, [button]: ready, [request]: { 'data-request': '1' } };
  const page = pageOf(shown, (times) => {
    // why the first press was not taken is not on screen any more when it is looked for
    if (times == 2) shown[button] = { 'aria-busy': 'true', 'aria-disabled': 'true' };
  });
  await modalOf(page).approveRequest();
  expect(page.presses).toBe(2);
});

test('the next request in the place of this one is not pressed @10.21', async () => {
  const shown: Shown = { [view]: {}, [button]: ready, [request]: { 'data-request': '1' } };
  const page = pageOf(shown, () => (shown[request] = { 'data-request': '2' }));
  await modalOf(page).approveRequest();
  expect(page.presses).toBe(1);
});

test('a request that cannot be approved is said, not passed over @10.21', async () => {
  const shown: Shown = { [view]: {}, [button]: ready, [request]: { 'data-request': '1' } };
  const page = pageOf(shown, () => {});
  await expect(modalOf(page, { wait_ms: 100 }).approveRequest()).rejects.toThrow(
    'wm-review-confirm is pressed',
  );
  shown[button] = { ...ready, 'aria-disabled': 'true' };
  await expect(modalOf(page, { wait_ms: 100 }).approveRequest()).rejects.toThrow('can be pressed');
});
