// The package on a server: no DOM at all.
// @vitest-environment node
import { expect, test } from 'vitest';

test('@10.29 importing and defining on a server does nothing and does not throw', async () => {
  expect(typeof HTMLElement).toBe('undefined');
  const api = await import('./index');
  expect(() => api.define()).not.toThrow();
  await import('./define');
});
