// A browser that reports no connection. In a real browser: e2e/shell/offline.e2e.ts.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOffline, page } from './page';
import { isReachable } from './reach';
import { wasmUrl } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));

const fetchMock = vi.fn<(url: string, how: RequestInit) => Promise<Response>>();
beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', fetchMock.mockReset().mockResolvedValue(new Response()));
  page.options = {};
  page.reached = false;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("@10.25 requests the engine's file, never the page's own URL", async () => {
  expect(await isReachable()).toBe(true);
  page.reached = false;
  page.options = { wasmUrl: 'https://cdn.example/engine.wasm' };
  expect(await isReachable()).toBe(true);
  expect(fetchMock.mock.calls.map(([url, { method, cache }]) => [url, method, cache])).toEqual([
    [wasmUrl, 'HEAD', 'no-store'],
    ['https://cdn.example/engine.wasm', 'HEAD', 'no-store'],
  ]);
});

test("@10.25 keeps a response until the browser reports offline again, and doesn't keep a failure", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('no network'));
  expect([await isReachable(), isOffline()]).toEqual([false, true]);
  expect([await isReachable(), await isReachable(), isOffline()]).toEqual([true, true, false]);
  expect(fetchMock).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('offline'));
  expect(isOffline()).toBe(true);
});
