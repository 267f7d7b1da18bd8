// @vitest-environment node
// What the ways of the kit wait for, over a page in memory: its buttons say what they say, and take a press when the test lets them.
import { expect, test } from 'vitest';
import { getModal } from './modal';
import type { PageLike } from './page';

/** The visible elements by selector; nothing if there are none. */
type Elements = Record<string, Record<string, string> | undefined>;

const view = '[data-testid="wm-view-ReviewRequest"].still';
const button = '[data-testid="wm-review-confirm"]';
const request = 'wallet-modal [data-request]';
const ready = { 'aria-busy': 'false', 'aria-disabled': 'false' };

function pageOf(shown: Elements, press: (times: number) => void): PageLike & { presses: number } {
  const page = {
    presses: 0,
    locator: (selector: string) => {
      const locator = {
        first: () => locator,
        isVisible: async () => !!shown[selector],
        count: async () => (shown[selector] ? 1 : 0),
        getAttribute: async (name: string) => shown[selector]?.[name] ?? null,
        textContent: async () => '',
        waitFor: async () => undefined,
        click: async () => press((page.presses += 1)),
      };
      return locator;
    },
    addInitScript: async () => undefined,
    exposeFunction: async () => undefined,
    evaluate: async () => false,
  };
  return page;
}

test('approves again until the request reached the wallet @10.21', async () => {
  const elements: Elements = { [view]: {}, [button]: ready, [request]: { 'data-request': '1' } };
  const page = pageOf(elements, (times) => {
    // the reason for refusing the first press is gone when it is read
    if (times == 2) elements[button] = { 'aria-busy': 'true', 'aria-disabled': 'true' };
  });
  await getModal(page).approveRequest();
  expect(page.presses).toBe(2);
});

test('doesn’t approve the next request in its place @10.21', async () => {
  const elements: Elements = { [view]: {}, [button]: ready, [request]: { 'data-request': '1' } };
  const page = pageOf(elements, () => (elements[request] = { 'data-request': '2' }));
  await getModal(page).approveRequest();
  expect(page.presses).toBe(1);
});

test('throws if a request can’t be approved @10.21', async () => {
  const elements: Elements = { [view]: {}, [button]: ready, [request]: { 'data-request': '1' } };
  const page = pageOf(elements, () => {});
  await expect(getModal(page, { timeoutMs: 100 }).approveRequest()).rejects.toThrow(
    'wm-review-confirm is pressed',
  );
  elements[button] = { ...ready, 'aria-disabled': 'true' };
  await expect(getModal(page, { timeoutMs: 100 }).approveRequest()).rejects.toThrow('can be pressed');
});

/** A list of wallets, and a wallet's result: rows by test ID, lines by text. */
function listOf(rows: string[], lines: string[] = []): PageLike & { pressed: string[] } {
  const pressed: string[] = [];
  const all = (selector: string): string[] => {
    if (selector.includes('wm-connecting-status')) return lines;
    const [, sign, value = ''] = /data-testid(\^?)="([^"]+)"/.exec(selector)!;
    return rows.filter((row) => (sign ? row.startsWith(value) : row == value));
  };
  return {
    pressed,
    locator: (selector: string) => {
      const at = (i: number) => ({
        first: () => at(0),
        nth: at,
        count: async () => all(selector).length,
        getAttribute: async (name: string) => (name == 'data-phase' ? 'rejected' : all(selector)[i]),
        textContent: async () => all(selector)[i] ?? '',
        click: async () => {
          const row = all(selector)[i];
          if (!row) throw new Error(`nothing is ${selector}`);
          pressed.push(row);
        },
      });
      return at(0);
    },
    addInitScript: async () => undefined,
    exposeFunction: async () => undefined,
    evaluate: async () => false,
  };
}

test('chooses by a listed ID, a test ID or a scripted wallet @10.21', async () => {
  const page = listOf(['wallet-selector-my-wallet', 'wallet-selector-io.other']);
  const modal = getModal(page);
  for (const wallet of ['my-wallet', 'wallet-selector-my-wallet', { row: 'wallet-selector-my-wallet' }])
    await modal.choose(wallet);
  expect(page.pressed).toEqual(Array(3).fill('wallet-selector-my-wallet'));
  await expect(modal.choose('your-wallet')).rejects.toThrow(
    '"your-wallet" is not in the list, but "my-wallet", "io.other"',
  );
});

test('puts a space between a rejection’s title and text @10.21', async () => {
  const page = listOf([], ['Connection declined', ' You can try again. ', '']);
  expect(await getModal(page).refused()).toBe('Connection declined You can try again.');
});
