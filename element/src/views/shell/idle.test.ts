import { afterEach, describe, expect, test, vi } from 'vitest';
import { whenIdle } from './idle';

const on = (connection: object | undefined) => vi.stubGlobal('navigator', { connection });

describe('prefetching', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('waits for an idle moment, and can be cancelled before it', () => {
    const waiting = new Map<number, () => void>();
    vi.stubGlobal('requestIdleCallback', (fn: () => void) => waiting.set(waiting.size + 1, fn).size);
    vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
    on({ effectiveType: '4g', saveData: false });
    const callback = vi.fn();
    const cancel = whenIdle(callback)!;
    expect(callback).not.toHaveBeenCalled();
    cancel();
    expect(waiting.size).toBe(0);
    whenIdle(callback);
    waiting.forEach((fn) => fn());
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test.each([
    { saveData: true },
    { effectiveType: '3g' },
    { effectiveType: '2g' },
    { effectiveType: 'slow-2g' },
  ])('does nothing on a metered or slow connection: %o', (connection) => {
    const ask = vi.fn();
    vi.stubGlobal('requestIdleCallback', ask);
    on(connection);
    expect(whenIdle(() => {})).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
  });

  test('waits a moment if the browser has no idle callback', () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.stubGlobal('cancelIdleCallback', undefined);
    on(undefined);
    const callback = vi.fn();
    whenIdle(callback);
    vi.runAllTimers();
    expect(callback).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});
