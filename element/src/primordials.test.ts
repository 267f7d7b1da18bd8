// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { captures, builtIns } from './primordials';

test('freezes everything the entry saved from an importing script @10.60', () => {
  expect(Object.isFrozen(captures)).toBe(true);
  expect(Object.isFrozen(builtIns)).toBe(true);
  for (const [name, one] of Object.entries(captures)) {
    const [, , descriptors] = one;
    expect([name, Object.isFrozen(one), Object.isFrozen(descriptors)]).toEqual([name, true, true]);
    for (const each of Object.values(descriptors)) expect(Object.isFrozen(each)).toBe(true);
  }
});

test('keeps the browser’s own then and constructor of a promise @10.60', async () => {
  const calls: unknown[] = [];
  class Evil extends Promise<unknown> {
    constructor(run: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void) {
      super((resolve, reject) => run((value) => resolve(calls.push(value)), reject));
    }
  }
  try {
    Promise.prototype.constructor = Evil as never;
  } catch {
    // strict mode throws in some engines
  }
  expect(Reflect.defineProperty(Promise.prototype, 'constructor', { value: Evil })).toBe(false);
  expect(Reflect.defineProperty(Promise, Symbol.species, { value: Evil })).toBe(false);
  expect(await builtIns[11](builtIns[11](Promise.resolve('secret')), (text) => Promise.resolve(text))).toBe(
    'secret',
  );
  expect(calls).toEqual([]);
  // a subclass as compilers emit it for older browsers
  function Older() {}
  Older.prototype = Object.create(Promise.prototype);
  Older.prototype.constructor = Older;
  expect(Older.prototype.constructor).toBe(Older);
  expect(Promise.prototype.constructor).toBe(Promise);
  expect(new (class extends Promise<void> {})(() => {}).then(() => {}).constructor).not.toBe(Promise);
});

test('ignores page elements whose ID is a WebAssembly name @10.60', async () => {
  vi.resetModules();
  for (const name of ['compile', 'Instance', 'Memory']) vi.stubGlobal(name, document.createElement('div'));
  const anew = await import('./primordials');
  expect(anew.captures.compile![0]).toBe(WebAssembly.compile);
  expect(anew.captures.Memory![0]).toBe(WebAssembly.Memory);
  vi.unstubAllGlobals();
});

test('loads in a page inside a frame of another origin', async () => {
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
