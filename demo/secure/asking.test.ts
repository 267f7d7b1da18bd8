// Where a browser cannot tell what lies over a frame (as here), it is asked in a window: what is said in the frame until then. The presses
// themselves are seen in a browser: e2e/embedded/secure-requests.e2e.ts, clickjacking.e2e.ts.
import { expect, it, vi } from 'vitest';
import { ask, clear } from './asking';

const part = (name: string) => document.querySelector<HTMLElement>(`[data-testid="secure-${name}"]`);
const begin = () => {
  const abort = new AbortController();
  return { abort, answer: ask({ title: 'Send', facts: [] }, abort.signal) };
};

it('confirms nothing in the frame, and an abort rejects', async () => {
  const { abort, answer } = begin();
  expect(document.querySelector('h1')!.textContent).toBe('Send');
  expect(part('confirm')).toBeNull();
  abort.abort();
  expect(await answer).toBe(false);
  clear();
  expect(document.body.childElementCount).toBe(0);
});

it('reports a window that the browser blocks, and can be tried again', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  void begin();
  for (const tries of [1, 2]) {
    part('open-window')!.click();
    expect(open).toHaveBeenCalledTimes(tries);
    expect(document.body.textContent).toContain('Allow it and try again');
  }
});
