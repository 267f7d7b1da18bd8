// The tests' own ports, so that `npm start` can run at the same time. E2E_BASE_PORT (one port per service from there) and E2E_CHAIN_PORT
// (one per chain) change them, for two runs at once. The table of demo/services lists the services (hosts.gen.mjs).
import { CHAINS, OFFSETS, PORTS } from './hosts.gen.mjs';

export const BASE_PORT = Number(process.env.E2E_BASE_PORT ?? 4100);
export const CHAIN_PORT = Number(process.env.E2E_CHAIN_PORT ?? 8645);

/**
 * The JSON-RPC URLs of the chains 1337, 1338 and 1339, on consecutive ports: the initial one, one to switch to, and one that the demo
 * wallet doesn't know.
 */
export const CHAIN_URLS = Array.from(
  { length: CHAINS },
  (_, index) => `http://127.0.0.1:${CHAIN_PORT + index}`,
);
/** The JSON-RPC URL of the first chain. */
export const CHAIN_URL = `http://127.0.0.1:${CHAIN_PORT}`;

/** The nodes of the other namespaces, in the order of their ports: after the EVM chains and the one for names (scripts/lib/demo.mjs). */
const NODES = ['solana', 'polkadot', 'bip122', 'cosmos', 'polkadot-relay'] as const;
const NODES_PORT = CHAIN_PORT + CHAINS + 1;
const nodeOf = (name: (typeof NODES)[number]) => `http://127.0.0.1:${NODES_PORT + NODES.indexOf(name)}`;
export const SOLANA_URL = nodeOf('solana');
export const POLKADOT_URL = nodeOf('polkadot');
export const BITCOIN_URL = nodeOf('bip122');
export const COSMOS_URL = nodeOf('cosmos');

export type HostName = keyof typeof OFFSETS;

/**
 * The services of the demo by name. They include a relay's `/__relay` and `/__reset`; pages and wallets use the same address with ws:.
 */
export const HOST_URLS = Object.fromEntries(
  Object.entries(OFFSETS).map(([name, offset]) => [name, `http://localhost:${BASE_PORT + offset}`]),
) as Readonly<Record<HostName, string>>;

/** The demo page. */
export const PAGE_URL = HOST_URLS.page;

/** Whether a page under test is allowed to contact this URL. */
export function isOurs(url: string): boolean {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') return true;
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1';
  const number = Number(port);
  const within = (first: number, count: number) => number >= first && number < first + count;
  return (
    loopback && (within(CHAIN_PORT, CHAINS) || within(NODES_PORT, NODES.length) || within(BASE_PORT, PORTS))
  );
}
