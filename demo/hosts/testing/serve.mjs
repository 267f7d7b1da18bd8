// Serves the page and wallet-modal's files. `config`: the response of /config.json, the modal's options.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
const here = path.dirname(fileURLToPath(import.meta.url));

/** @returns {Promise<{url: string, close: () => Promise<void>}>} */
export async function serve({ config, port = 0, dist = path.join(here, 'node_modules/wallet-modal/dist') }) {
  const read = (pathname) => {
    if (pathname === '/config.json') return JSON.stringify(config);
    const inDist = /^\/wallet-modal\/([\w./-]+)$/.exec(pathname)?.[1];
    const name = inDist ?? (pathname === '/' ? 'index.html' : pathname.slice(1));
    if (name.includes('..')) throw new Error('outside');
    return readFile(path.join(inDist ? dist : here, name));
  };
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    try {
      const body = await read(pathname);
      const type = TYPES[path.extname(pathname === '/' ? '.html' : pathname)] ?? 'text/html';
      response.writeHead(200, { 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://localhost:${server.address().port}/`, close };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const networks = [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://cloudflare-eth.com'] } },
    },
  ];
  console.log((await serve({ config: { networks }, port: 5173 })).url);
}
