import { beforeEach, expect, test, vi } from 'vitest';
import { page } from '../page';
import { openShop, openWindow } from './popup';

const opened = {
  opener: window as unknown,
  closed: false,
  location: { href: '' },
  close: vi.fn(),
  focus: vi.fn(),
};
const open = vi.fn((..._: unknown[]): unknown => opened);
beforeEach(() => {
  vi.stubGlobal('open', open.mockClear());
  opened.close.mockClear();
  opened.opener = window;
});

test('a shop cannot reach the page, and each has a window of its own', () => {
  openShop();
  expect(opened.opener).toBeNull();
  expect(open.mock.calls[0]!.slice(0, 2)).toEqual(['about:blank', '_blank']);
  openShop(true);
  expect(open.mock.calls[1]).toEqual(['about:blank']);
});

test('a shop that was opened for nothing is closed; one where somebody may be paying stays', () => {
  openShop();
  page.popup!('', () => {})!.end();
  expect(opened.close).toHaveBeenCalledTimes(1);
  openShop();
  const taken = page.popup!('', () => {})!;
  taken.go('https://shop.example/');
  expect(opened.location.href).toBe('https://shop.example/');
  taken.end();
  expect(opened.close).toHaveBeenCalledTimes(1);
});

test.each([
  ['TelegramWebviewProxy', {}],
  ['Telegram', { WebApp: { initData: 'query_id=1' } }],
  ['Telegram', { WebApp: { platform: 'ios' } }],
])('a login opens no window inside a messaging app: %s', (name, value) => {
  vi.stubGlobal(name, value);
  openWindow('https://secure.test/loading');
  expect(open).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('a login opens one elsewhere, also where the app has left its script', () => {
  vi.stubGlobal('Telegram', { WebApp: { initData: '', platform: 'unknown' } });
  vi.stubGlobal('open', open);
  openWindow('https://secure.test/loading');
  expect(open).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('no window: there is none to take', () => {
  open.mockImplementationOnce(() => null);
  openShop();
  expect(page.popup!('', () => {})).toBeNull();
});
