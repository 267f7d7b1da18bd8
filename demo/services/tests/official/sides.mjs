// The official clients, as a page and as a wallet, and the demo's relay between them.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { OFFSETS, PORTS } from '../../../../e2e/support/hosts.gen.mjs';
import { CHAIN_PORTS, startDemo } from '../../../../scripts/lib/demo.mjs';

// Both SDKs in one process, and neither calls a host outside (docs/spec/toolchain.md "Chains and peers").
process.env.IS_VITEST = 'true';
process.env.DISABLE_GLOBAL_CORE = 'true';
const { SignClient } = await import('@walletconnect/sign-client');
const { WalletKit } = await import('@reown/walletkit');
const { Core } = await import('@walletconnect/core');

export const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
const METHODS = ['personal_sign', 'eth_sendTransaction'];
export const NAMESPACE = {
  chains: ['eip155:1337', 'eip155:1338'],
  methods: METHODS,
  events: ['chainChanged', 'accountsChanged'],
};

/** Of the demo's hosts. */
let basePort;
let demo;
const open = new Set();

/** Hosts that run already. */
export function meetAt(base) {
  basePort = base;
}

/** Starts the demo's hosts. */
export async function start() {
  basePort = await freePorts(PORTS);
  const chainPort = await freePorts(CHAIN_PORTS, basePort + PORTS);
  demo = await startDemo({ basePort, chainPort, blockTime_s: 1, quiet: true });
}

/** Ends everything. */
export async function end() {
  await Promise.all([...open].map((client) => leave(client)));
  await demo?.end();
  // The SDKs keep timers for hours.
  setTimeout(() => process.exit(), 200).unref();
}

const relayUrl = () => `ws://localhost:${basePort + OFFSETS.relay}`;
const metadata = (name) => ({
  name,
  description: 'A test',
  url: 'http://localhost',
  icons: ['http://localhost/icon.svg'],
});

export async function newPage(kept = storage(), projectId = 'demo') {
  const options = { projectId, relayUrl: relayUrl(), logger: 'silent', telemetryEnabled: false };
  const page = await SignClient.init({ ...options, storage: kept, metadata: metadata('page') });
  open.add(page);
  return page;
}

export async function newWallet(kept = storage(), prepare) {
  const core = new Core({
    projectId: 'demo',
    relayUrl: relayUrl(),
    logger: 'silent',
    telemetryEnabled: false,
    storage: kept,
  });
  const wallet = await WalletKit.init({ core, metadata: metadata('wallet') });
  prepare?.(wallet);
  open.add(wallet);
  return wallet;
}

/** As when a tab is closed: the socket goes, what was stored stays. */
export async function leave(client) {
  open.delete(client);
  client.core.heartbeat.stop();
  await client.core.relayer.transportClose().catch(() => {});
  client.events?.removeAllListeners?.();
}

/**
 * A proposal of the page: its URI, and the session that comes of it. The SDK loses an answer that comes before `approval()` is called,
 * so it is called at once.
 */
export async function propose(page) {
  const { uri, approval } = await page.connect({ optionalNamespaces: { eip155: NAMESPACE } });
  const session = approval();
  session.catch(() => {}); // Looked at later.
  return { uri, session };
}

export async function connect(page, wallet) {
  return approve(wallet, await propose(page));
}

export async function approve(wallet, { uri, session }) {
  const proposal = next(wallet, 'session_proposal');
  await wallet.pair({ uri });
  const { id, params } = await proposal;
  assert.equal(params.proposer.metadata.name, 'page');
  await wallet.approveSession({ id, namespaces: approved(NAMESPACE.chains) });
  return session;
}

export const accounts = (chains) => chains.map((chain) => `${chain}:${account.address}`);
export const approved = (chains) => ({
  eip155: { chains, accounts: accounts(chains), methods: METHODS, events: NAMESPACE.events },
});

/** Signs messages, refuses everything else. Also what came before it was called. */
export function answer(wallet) {
  const answered = new Set();
  const respond = async ({ topic, id, params: { request } }) => {
    if (answered.has(id)) return;
    answered.add(id);
    const response =
      request.method === 'personal_sign'
        ? { result: await account.signMessage({ message: { raw: request.params[0] } }) }
        : { error: { code: 5000, message: 'User rejected.' } };
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...response } });
  };
  wallet.on('session_request', respond);
  wallet.getPendingSessionRequests().forEach(respond);
}

export const request = (page, topic, request) => page.request({ topic, chainId: 'eip155:1338', request });

/** Who signed the text for the page. */
export async function signed(page, topic, text) {
  const params = [`0x${Buffer.from(text).toString('hex')}`, account.address];
  const signature = await request(page, topic, { method: 'personal_sign', params });
  return recoverMessageAddress({ message: text, signature });
}

export const next = (emitter, name) => new Promise((resolve) => emitter.once(name, resolve));

export function storage() {
  const kept = new Map();
  return {
    getKeys: async () => [...kept.keys()],
    getEntries: async () => [...kept].map(([key, text]) => [key, JSON.parse(text)]),
    getItem: async (key) => (kept.has(key) ? JSON.parse(kept.get(key)) : undefined),
    setItem: async (key, value) => void kept.set(key, JSON.stringify(value)),
    removeItem: async (key) => void kept.delete(key),
  };
}

const control = () => `http://localhost:${basePort + OFFSETS.relay}/__relay`;
export const report = async () => (await fetch(control())).json();

export async function steer(change) {
  const answer = await fetch(control(), { method: 'POST', body: JSON.stringify(change) });
  assert.equal(answer.status, 204);
}

export async function until(holds) {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('it did not come to that in time');
}

/** The first of so many ports in a row that are free. */
async function freePorts(count, from = 21_000 + (process.pid % 800) * 40) {
  for (let first = from; first < 60_000; first += count) {
    const free = await Promise.all(Array.from({ length: count }, (_, offset) => isFree(first + offset)));
    if (free.every(Boolean)) return first;
  }
  throw new Error('no free ports');
}

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
