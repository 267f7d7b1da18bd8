// @vitest-environment node
// The file is asked where the page says, and nowhere else. How it is read and shown: e2e/directory/own-host.e2e.ts.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { listings } from './wallets-file';

const question = { page: 1, entries: 9, search: '', include: [], exclude: [], chains: [], certified: false };
let server: Server;
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

test('doesn’t follow a redirect of the wallet file', async () => {
  const urls: string[] = [];
  server = createServer(({ url }, response) => {
    urls.push(url!);
    if (url == '/moved.json') response.writeHead(307, { location: '/elsewhere.json' }).end();
    else response.end(JSON.stringify({ version: 1, wallets: [{ id: 'a', name: 'Alder' }] }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  vi.stubGlobal('document', { baseURI: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  await expect(listings('moved.json', question)).rejects.toThrow();
  expect(urls).toEqual(['/moved.json']);
  expect(await listings('wallets.json', question)).toMatchObject({ count: 1, data: [{ name: 'Alder' }] });
});
