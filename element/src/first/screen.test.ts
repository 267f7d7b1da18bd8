// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { page } from '../page';
import { followScreen } from './screen';

const box = (): { box: HTMLDialogElement; read: () => number } => {
  const dialog = document.createElement('dialog');
  const overlay = document.createElement('div');
  overlay.className = 'overlay';
  let reads = 0;
  Object.defineProperty(overlay, 'offsetWidth', { get: () => (reads++, 980) });
  dialog.append(overlay);
  return { box: dialog, read: () => reads };
};

test('measures the page when the sheet opens and not on every event in it', () => {
  const screen = {
    scale: 1,
    offsetLeft: 10,
    offsetTop: 20,
    width: 390,
    height: 700,
    addEventListener: vi.fn(),
  };
  vi.stubGlobal('visualViewport', screen);
  const { box: dialog, read } = box();
  followScreen(dialog);
  followScreen(dialog);
  expect([read(), dialog.style.inset]).toEqual([1, '20px auto auto 10px']);

  const happens = () => page.watchers.forEach((look) => look());
  happens();
  expect(read()).toBe(1);
  dialog.open = true;
  screen.offsetLeft = 30;
  happens();
  happens();
  expect([read(), dialog.style.inset]).toEqual([2, '20px auto auto 30px']);
  dialog.open = false;
  happens();
  expect(read()).toBe(2);
  dialog.open = true;
  happens();
  expect(read()).toBe(3);
  vi.unstubAllGlobals();
});
