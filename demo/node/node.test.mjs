// @vitest-environment node
// What the nodes of the demo have in common: how they answer, and the faults that tests plan.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RpcError, serveRpc } from './rpc.mjs';

const methods = {
  double: ([number]) => number * 2,
  send: (_, fault) => fault ?? 'sent',
  refuse: () => {
    throw new RpcError(-32602, 'Invalid params', { why: 'no' });
  },
  break: () => null.length,
};
let server;
let url;

beforeAll(async () => {
  const ready = vi.spyOn(console, 'log').mockImplementation(() => {});
  server = serveRpc(0, methods, { '/__give': ({ units }) => ({ given: units }) });
  await vi.waitFor(() => expect(ready).toHaveBeenCalledWith(expect.stringMatching(/^ready http/)));
  url = ready.mock.calls[0][0].split(' ')[1];
  ready.mockRestore();
});
afterAll(() => server.close());

const post = async (body, path = '/') => {
  const answer = await fetch(url + path, {
    method: 'POST',
    body: typeof body == 'string' ? body : JSON.stringify(body),
  });
  return answer.status == 413 ? 413 : answer.json();
};
const ask = (method, params) => post({ jsonrpc: '2.0', id: 1, method, params });
const plan = (method, ...faults) => post({ method, faults }, '/__faults');

test('responds with a result or an error, and to many requests in their order', async () => {
  expect(await ask('double', [4])).toEqual({ jsonrpc: '2.0', id: 1, result: 8 });
  expect(await ask('refuse')).toMatchObject({
    error: { code: -32602, message: 'Invalid params', data: { why: 'no' } },
  });
  expect(await ask('break')).toMatchObject({ error: { code: -32603 } });
  for (const none of ['triple', 'constructor'])
    expect(await ask(none)).toMatchObject({ error: { code: -32601, message: 'Method not found' } });
  const both = await post([1, 2].map((id) => ({ id, method: 'double', params: [id] })));
  expect(both.map(({ id, result }) => [id, result])).toEqual([
    [1, 2],
    [2, 4],
  ]);
  expect(await post('{')).toMatchObject({ id: null, error: { code: -32700 } });
});

test('a configured fault applies to the next calls of its method, once each, and null is a success', async () => {
  await plan(
    'send',
    { error: { code: 7, message: 'Busy' } },
    null,
    { result: 'a lie' },
    { result: null },
    'drop',
  );
  const said = [];
  for (let i = 0; i < 6; i++) {
    const { result, error } = await ask('send');
    said.push(error ? error.message : result);
  }
  expect(said).toEqual(['Busy', 'sent', 'a lie', null, 'drop', 'sent']);
  await plan('send', 'hang', 'hang');
  const late = fetch(url, {
    method: 'POST',
    body: JSON.stringify({ method: 'send' }),
    signal: AbortSignal.timeout(300),
  });
  await expect(late).rejects.toThrow();
  await post({}, '/__reset');
  expect((await ask('send')).result).toBe('sent');
});

test('allows every origin, rejects bodies that are too large, and offers what tests need on another path', async () => {
  const asked = await fetch(url, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect((await fetch(url)).status).toBe(405);
  expect(await post(`"${'x'.repeat(1_000_001)}"`)).toBe(413);
  expect(await post({ units: 3 }, '/__give')).toEqual({ given: 3 });
});
