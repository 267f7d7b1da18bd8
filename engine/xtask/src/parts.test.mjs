// @vitest-environment node
// The loader of the engine's later parts (parts.js), with a part of one data byte, a fake engine and a fake network.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

const text = (word) => [word.length, ...new TextEncoder().encode(word)];
const section = (id, ...bytes) => [id, bytes.length, ...bytes];

/** Imports the engine's memory and writes 42 at address 16, as a small part. */
const PART = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(2, 1, ...text('__wasm_split'), ...text('memory'), 2, 0, 1),
  ...section(11, 1, 0, 0x41, 16, 0x0b, 1, 42),
]);
const answer = (type = 'application/wasm', status = 200) =>
  new Response(PART, { status, headers: { 'content-type': type } });

/** A new loader (its state belongs to the module), its engine, and its results. */
async function loader() {
  const asModule = (source) => `data:text/javascript,${encodeURIComponent(`${source}\n// ${Math.random()}`)}`;
  const glue = asModule(
    'export const now = { engine: undefined, entered: 0 }; export const initSync = () => now.engine;' +
      ' export const enter = (f, ...given) => (now.entered++, f(...given));',
  );
  const source = readFileSync(new URL('./parts.js', import.meta.url), 'utf8')
    .replace("'./glue.js'", JSON.stringify(glue))
    .replace('/*TABLE*/', 'parts-1.json')
    .replace('/*INTEGRITY*/', 'sha384-t')
    .replace('/*PARTS*/', "export const money = part('money');");
  const { money, locate } = await import(/* @vite-ignore */ asModule(source));
  const { now } = await import(/* @vite-ignore */ glue);
  locate('http://parts.test/dist/');
  const answers = [];
  const restart = () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const get = (callback) => (data, loaded) => answers.push([callback, data, loaded]);
    now.engine = { memory, __indirect_function_table: { get } };
  };
  restart();
  const byte = () => new Uint8Array(now.engine.memory.buffer)[16];
  return { money, answers, restart, byte, now };
}

const TABLE = { parts: { money: ['money-1.wasm'] }, files: { 'money-1.wasm': 'sha384-x' } };
/** The requests, without the one for the table. */
let network;

beforeEach(() => {
  network = vi.fn(async () => answer());
  globalThis.fetch = vi.fn(async (url, init) =>
    String(url).endsWith('.json') && init.integrity == 'sha384-t' ? Response.json(TABLE) : network(url, init),
  );
});

test('a part is fetched once, with integrity, and runs in the memory of the engine', async () => {
  const { money, answers, byte, now } = await loader();
  await Promise.all([money(1, 10), money(2, 20)]);
  expect(network).toHaveBeenCalledTimes(1);
  const [url, init] = network.mock.calls[0];
  expect(String(url)).toBe('http://parts.test/dist/money-1.wasm');
  expect(init).toMatchObject({ integrity: 'sha384-x', cache: 'default' });
  expect(answers).toEqual([
    [1, 10, true],
    [2, 20, true],
  ]);
  expect(now.entered, 'a panic of what it runs is noticed (enter.js)').toBe(2);
  expect(byte()).toBe(42);
});

test('after a restart it runs in the new memory without another download', async () => {
  const { money, restart, byte } = await loader();
  await money(1, 10);
  restart();
  expect(byte()).toBe(0);
  await money(1, 10);
  expect(byte()).toBe(42);
  expect(network).toHaveBeenCalledTimes(1);
});

test.each([
  ['offline or a changed byte', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a missing file', async () => answer('application/wasm', 404)],
  ['something else than WebAssembly', async () => new Response('<!doctype html>')],
])('%s is told, and the next call asks again past the cache', async (_what, fail) => {
  const { money, answers, byte } = await loader();
  network.mockImplementationOnce(fail);
  await money(1, 10);
  expect(answers).toEqual([[1, 10, false]]);
  await money(1, 11);
  expect(network.mock.calls[1][1].cache).toBe('reload');
  expect(answers[1]).toEqual([1, 11, true]);
  expect(byte()).toBe(42);
});

test("a part that arrives after a restart doesn't call back", async () => {
  const { money, answers, restart, byte } = await loader();
  let arrive;
  network.mockImplementationOnce(() => new Promise((resolve) => (arrive = () => resolve(answer()))));
  const late = money(1, 10);
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
  restart();
  arrive();
  await late;
  expect(answers).toEqual([]);
  expect(byte()).toBe(0);
});

test('reports a missing table, and requests it again at the next call', async () => {
  const { money, answers } = await loader();
  const answering = globalThis.fetch;
  globalThis.fetch = vi.fn(async () => new Response('', { status: 503 }));
  await money(1, 10);
  expect(answers).toEqual([[1, 10, false]]);
  expect(network).not.toHaveBeenCalled();
  globalThis.fetch = answering;
  await money(1, 11);
  expect(answers[1]).toEqual([1, 11, true]);
});

test('accepts a wrong MIME type', async () => {
  const { money, answers } = await loader();
  network.mockImplementationOnce(async () => answer('application/octet-stream'));
  await money(1, 10);
  expect(answers).toEqual([[1, 10, true]]);
});
