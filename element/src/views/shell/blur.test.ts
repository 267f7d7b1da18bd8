// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

let now = 0;
/** how long the next frames take */
let takes: number[];
let unwanted = false;
let overlay: HTMLElement;

beforeEach(() => {
  vi.resetModules();
  takes = [];
  unwanted = false;
  overlay = document.createElement('div');
  vi.stubGlobal('requestAnimationFrame', (fn: (at: number) => void) =>
    queueMicrotask(() => fn((now += takes.shift() ?? 16))),
  );
  vi.stubGlobal('matchMedia', () => ({ matches: unwanted }));
});

const blurred = async (): Promise<boolean> => {
  const { blur } = await import('./blur');
  await blur(overlay);
  return overlay.classList.contains('blurred');
};

test('the page is blurred where frames are kept', async () => {
  expect(await blurred()).toBe(true);
});

test('not where they are late already; tried again with the next view', async () => {
  takes = [16, 16, 70];
  expect(await blurred()).toBe(false);
  expect(await blurred()).toBe(true);
});

test('taken away where it holds frames up, and not tried again', async () => {
  takes = [...Array<number>(8).fill(16), 900];
  expect(await blurred()).toBe(false);
  expect(await blurred()).toBe(false);
});

test('not for those who want less transparency, nor on phones', async () => {
  unwanted = true;
  expect(await blurred()).toBe(false);
});
