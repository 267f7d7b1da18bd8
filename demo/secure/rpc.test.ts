// What the frame asks a network's node goes to that node and to nobody else.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { rawRpc } from './rpc';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function listening(server: Server): Promise<string> {
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );
}

test('does not follow a node’s redirect, so no other host learns the address @10.33', async () => {
  const seen: string[] = [];
  const other = await listening(
    createServer((request, response) => {
      seen.push(request.url!);
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }));
    }),
  );
  for (const status of [301, 302, 307, 308]) {
    const node = createServer((_, response) =>
      response.writeHead(status, { location: `${other}/rpc` }).end(),
    );
    await expect(rawRpc({ rpcUrl: await listening(node) }, 'eth_getBalance', ['0xa1'])).rejects.toThrow();
  }
  expect(seen).toEqual([]);
  // and one that answers is believed
  expect(await rawRpc({ rpcUrl: other }, 'eth_getBalance', ['0xa1'])).toBe('0x1');
});
