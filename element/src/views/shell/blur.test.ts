// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** the browser's canvas for a caller that requires a fast one */
let card: object | null;
let unwanted = false;
let processors: number | undefined;
let overlay: HTMLElement;
const getContext = vi.fn((..._of: unknown[]) => card);

beforeEach(() => {
  vi.resetModules();
  getContext.mockClear();
  const loseContext = vi.fn();
  card = { getExtension: () => ({ loseContext }) };
  unwanted = false;
  processors = 4;
  vi.stubGlobal('navigator', {
    get hardwareConcurrency() {
      return processors;
    },
  });
  overlay = document.createElement('div');
  HTMLCanvasElement.prototype.getContext = getContext as unknown as HTMLCanvasElement['getContext'];
  vi.stubGlobal('matchMedia', () => ({ matches: unwanted }));
});

const blurred = async (): Promise<boolean> => {
  const { blur } = await import('./blur');
  blur(overlay);
  return overlay.classList.contains('blurred');
};

test('blurs the page if a graphics card draws, at every opening', async () => {
  vi.stubGlobal('requestAnimationFrame', () => {
    throw new Error('frames are not looked at');
  });
  expect([await blurred(), await blurred(), await blurred()]).toEqual([true, true, true]);
  expect(getContext.mock.calls).toEqual([['webgl', { failIfMajorPerformanceCaveat: true }]]);
});

test('never blurs with software rendering or without WebGL', async () => {
  card = null;
  expect([await blurred(), await blurred()]).toEqual([false, false]);
  card = {};
  expect(await blurred(), 'one answer for the device').toBe(false);
});

test('doesn’t ask a device with two processors, but one that names none', async () => {
  processors = 2;
  expect(await blurred()).toBe(false);
  expect(getContext).not.toHaveBeenCalled();
  vi.resetModules();
  processors = undefined;
  expect(await blurred()).toBe(true);
});

test('doesn’t blur once the user wants less transparency or the window is narrow', async () => {
  expect(await blurred()).toBe(true);
  unwanted = true;
  expect(await blurred()).toBe(false);
});
