// The tests' own ports: `npm start` may run beside them. E2E_BASE_PORT (eleven ports from there) and E2E_CHAIN_PORT (three) move
// them, for two runs at once.
export const BASE_PORT = Number(process.env.E2E_BASE_PORT ?? 4100);
export const CHAIN_PORT = Number(process.env.E2E_CHAIN_PORT ?? 8645);

const HOSTS = 11;

/** The demo page. */
export const PAGE_URL = `http://localhost:${BASE_PORT}`;
/** The local chains, each on the port after the one before: to start on, to switch to, and one the demo wallet does not know. */
const CHAINS = 3;
/** JSON-RPC of the chains 1337, 1338 and 1339. */
export const CHAIN_URLS = [0, 1, 2].map((index) => `http://127.0.0.1:${CHAIN_PORT + index}`);
/** JSON-RPC of the first one. */
export const CHAIN_URL = `http://127.0.0.1:${CHAIN_PORT}`;

/** The hosts of the demo by name: base port plus the offset of demo/services. */
export const HOST_URLS = {
  page: PAGE_URL,
  wallets: `http://localhost:${BASE_PORT + 1}`,
  data: `http://localhost:${BASE_PORT + 2}`,
  analytics: `http://localhost:${BASE_PORT + 3}`,
  /** Its `/__relay` and `/__reset`; pages and wallets use the same address with ws:. */
  relay: `http://localhost:${BASE_PORT + 5}`,
  secondRelay: `http://localhost:${BASE_PORT + 9}`,
  explorer: `http://localhost:${BASE_PORT + 7}`,
  demoWallet: `http://localhost:${BASE_PORT + 8}`,
  pocketWallet: `http://localhost:${BASE_PORT + 10}`,
} as const;

export type HostName = keyof typeof HOST_URLS;

/** Whether a page under test may talk to this address at all. */
export function isOurs(url: string): boolean {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') return true;
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1';
  const number = Number(port);
  const within = (first: number, count: number) => number >= first && number < first + count;
  return loopback && (within(CHAIN_PORT, CHAINS) || within(BASE_PORT, HOSTS));
}
