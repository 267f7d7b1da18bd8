// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { messageListeners, messages } from '../testing/messages';

let page: (typeof import('../page'))['page'];
let openShop: (typeof import('./popup'))['openShop'];
let openShopAt: (typeof import('./popup'))['openShopAt'];
let openWindow: (typeof import('./popup'))['openWindow'];

const opened = {
  opener: window as unknown,
  closed: false,
  location: { href: '' },
  close: vi.fn(),
  focus: vi.fn(),
};
const open = vi.fn((..._: unknown[]): unknown => opened);
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('open', open.mockClear());
  messages();
  ({ page } = await import('../page'));
  ({ openShop, openShopAt, openWindow } = await import('./popup'));
  opened.close.mockClear();
  opened.opener = window;
});

test('gives each shop its own window, which can’t reach the page', () => {
  openShop('https://shop.example/pay');
  expect(opened.opener).toBeNull();
  expect(open.mock.calls[0]!.slice(0, 2)).toEqual(['about:blank', '_blank']);
  openShop('https://shop.example/pay', true);
  expect(open.mock.calls[1]).toEqual(['about:blank']);
});

test('opens a shop directly if its host was shown, and never redirects it', () => {
  openShop('https://shop.example/pay');
  expect([opened.opener, opened.location.href]).toEqual([null, 'https://shop.example/pay']);
  opened.location.href = 'https://shop.example/paid';
  const handle = page.popup!('', () => {})!;
  for (const to of ['https://shop.example/pay', 'https://other.example/']) handle.go(to);
  expect(opened.location.href).toBe('https://shop.example/paid');
  handle.end();
  expect(opened.close).not.toHaveBeenCalled();
  openShopAt('https://shop.example/pay');
  const [url, target, features] = open.mock.calls[1] as unknown as string[];
  expect([url, target, features!.endsWith(',noopener')]).toEqual([
    'https://shop.example/pay',
    '_blank',
    true,
  ]);
});

test.each([
  ['TelegramWebviewProxy', {}],
  ['Telegram', { WebApp: { initData: 'query_id=1' } }],
  ['Telegram', { WebApp: { platform: 'ios' } }],
])('opens no login window inside a messaging app: %s', (name, value) => {
  vi.stubGlobal(name, value);
  openWindow('https://secure.test/loading');
  expect(open).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('opens a login window elsewhere, even with a messaging app’s script', () => {
  vi.stubGlobal('Telegram', { WebApp: { initData: '', platform: 'unknown' } });
  vi.stubGlobal('open', open);
  openWindow('https://secure.test/loading');
  expect(open).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('returns nothing if the browser opened no window', () => {
  open.mockImplementationOnce(() => null);
  openShop('https://shop.example/pay');
  expect(page.popup!('', () => {})).toBeNull();
});

test('@10.60 accepts a login only from its window, its origin and the browser', () => {
  const tell = vi.fn();
  openWindow('https://secure.test/loading');
  page.popup!('https://secure.test', tell);
  const event = { isTrusted: true, origin: 'https://secure.test', source: opened, data: { code: '1' } };
  const say = (more: object) =>
    messageListeners.forEach((fn) => fn({ ...event, ...more } as unknown as MessageEvent));
  say({ isTrusted: false });
  say({ origin: 'https://other.test' });
  say({ source: window });
  say({ source: null });
  expect(tell).not.toHaveBeenCalled();
  say({});
  expect(tell).toHaveBeenCalledExactlyOnceWith('{"code":"1"}');
});

test('@10.60 opens windows with the function saved at load', () => {
  const listener = vi.fn();
  vi.stubGlobal('open', listener);
  openWindow('https://secure.test/loading');
  expect(listener).not.toHaveBeenCalled();
  expect(open).toHaveBeenCalledTimes(1);
});
