// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { kept, taken } from './primordials';

test('a script that imports the entry can exchange nothing of what it has taken @10.60', () => {
  expect(Object.isFrozen(kept)).toBe(true);
  expect(Object.isFrozen(taken)).toBe(true);
  for (const [name, one] of Object.entries(kept)) {
    const [, , descriptors] = one;
    expect([name, Object.isFrozen(one), Object.isFrozen(descriptors)]).toEqual([name, true, true]);
    for (const each of Object.values(descriptors)) expect(Object.isFrozen(each)).toBe(true);
  }
});

test('an element of the page whose id is a name of WebAssembly stands for nothing @10.60', async () => {
  vi.resetModules();
  for (const name of ['compile', 'Instance', 'Memory']) vi.stubGlobal(name, document.createElement('div'));
  const anew = await import('./primordials');
  expect(anew.kept.compile![0]).toBe(WebAssembly.compile);
  expect(anew.kept.Memory![0]).toBe(WebAssembly.Memory);
  vi.unstubAllGlobals();
});

test('a page inside of a frame of another origin can load the entry', async () => {
  vi.resetModules();
  const foreign = new Proxy(
    {},
    {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    },
  );
  vi.stubGlobal('parent', foreign);
  await expect(import('./primordials')).resolves.toBeTruthy();
  vi.unstubAllGlobals();
});
