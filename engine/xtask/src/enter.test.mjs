// @vitest-environment node
// The guard around every way into the engine (enter.js), with a module of two functions: one that adds, one that traps.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const text = (word) => [word.length, ...new TextEncoder().encode(word)];
const section = (id, ...bytes) => [id, bytes.length, ...bytes];
const body = (...code) => [code.length + 2, 0, ...code, 0x0b];

/** `add(a, b)`, `trap()`, and `ask()`, which calls the page. */
const MODULE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, 2, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0),
  ...section(2, 1, ...text('page'), ...text('answer'), 0, 1),
  ...section(3, 3, 0, 1, 1),
  ...section(7, 3, ...text('add'), 0, 1, ...text('trap'), 0, 2, ...text('ask'), 0, 3),
  ...section(10, 3, ...body(0x20, 0, 0x20, 1, 0x6a), ...body(0x00), ...body(0x10, 0)),
]);

const source = readFileSync(new URL('./enter.js', import.meta.url), 'utf8');
const { enter, whenDead } = await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
);

function instance(answer = () => {}) {
  const died = vi.fn();
  whenDead(died);
  return { died, ...new WebAssembly.Instance(new WebAssembly.Module(MODULE), { page: { answer } }).exports };
}

test('returns the result without a panic', () => {
  const { died, add } = instance();
  expect(enter(add, 40, 2)).toBe(42);
  expect(died).not.toHaveBeenCalled();
});

test('reports a trap once and throws it to the caller', () => {
  const { died, trap } = instance();
  expect(() => enter(trap)).toThrow(WebAssembly.RuntimeError);
  expect(died).toHaveBeenCalledTimes(1);
});

test('reports a trap that the page swallows: a listener calls the engine from its event', () => {
  const { died, trap, ask } = instance(() => {
    try {
      enter(trap);
    } catch {
      // as dispatchEvent does
    }
  });
  enter(ask);
  expect(died).toHaveBeenCalledTimes(1);
});

test("an error of the page isn't a panic", () => {
  const { died, ask } = instance(() => {
    throw new TypeError('of the page');
  });
  expect(() => enter(ask)).toThrow(TypeError);
  expect(died).not.toHaveBeenCalled();
});
