// @vitest-environment jsdom
// Rabby's own in-page provider (@rabby-wallet/page-provider 0.4.10, ISC), which puts itself into the page when it is loaded. The other end of its
// channel is scripted: it answers as the content script and the background of Rabby 0.94 do (RabbyHub/Rabby:
// src/background/controller/provider/controller.ts; the messages are those of the package). Codes and words of refusals are those of
// eth-rpc-errors 4 (src/error-constants.ts), by which the provider also writes what comes from the background anew: a code that isn't one of its
// own (3, 4902) becomes -32603 around the original error.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PageWallet } from '../../engine/border';
import { around } from '../../testing/around';
import { written } from '../../written';
import { listenForWallets } from '../announced';
import { findAnnounced } from '../eip6963';
import { findLegacy } from '../legacy';

const ME = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const OTHER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const SIGNATURE = `0x${'1b'.repeat(65)}`;
const page = 'rabby-page-provider';
const content = 'rabby-content-script';

type Data = { method: string; params?: { chainId: string }[] };
type Message = { target: string; data: unknown };

const requests: Data[] = [];
const wallet = {
  accounts: [] as string[],
  isLocked: false,
  chain: '0x1',
  knows: ['0x1', '0x89'],
  refuses: {} as Record<string, { code?: number; message: string; data?: unknown }>,
};
const visibleAccounts = () => (wallet.isLocked ? [] : wallet.accounts);
const toPage = (data: unknown) => window.postMessage({ target: page, data }, location.origin);
const push = (event: string, data: unknown) => toPage({ data: { type: 'message', data: { event, data } } });

const unknown = (chainId: string) =>
  `Unrecognized chain ID "${chainId}". Try adding the chain using wallet_switchEthereumChain first.`;

function answered({ method, params }: Data): unknown {
  const refusal = wallet.refuses[method];
  if (refusal) throw refusal;
  switch (method) {
    case 'getProviderState':
      return {
        chainId: wallet.chain,
        accounts: visibleAccounts(),
        networkVersion: '1',
        isUnlocked: !wallet.isLocked,
      };
    case 'rabby:getProviderConfig':
      return { rdns: '', isMetamaskMode: false };
    case 'eth_requestAccounts':
      wallet.isLocked = false;
      if (!wallet.accounts.length) wallet.accounts = [ME];
      return wallet.accounts;
    case 'eth_accounts':
      return visibleAccounts();
    case 'eth_chainId':
      return wallet.chain;
    case 'wallet_getPermissions':
      return visibleAccounts().length ? [{ parentCapability: 'eth_accounts' }] : [];
    case 'personal_sign':
      return SIGNATURE;
    case 'wallet_switchEthereumChain':
      if (!wallet.knows.includes(params![0]!.chainId))
        throw Object.assign(new Error(unknown(params![0]!.chainId)), { code: 4902 });
      wallet.chain = params![0]!.chainId;
      push('chainChanged', { chain: wallet.chain, networkVersion: '137' });
      return null;
  }
  return null;
}

/** Its content script: responds to the stream's handshake, then to each request. */
function contentScript({ data: message }: MessageEvent<Message | undefined>): void {
  if (message?.target != content) return;
  if (message.data == 'SYN') return toPage('SYN');
  if (message.data == 'ACK') return toPage('ACK');
  const { data } = message.data as { data: { type: string; data: { ident: string; data: Data } } };
  const { ident, data: rpc } = data.data;
  requests.push(rpc);
  const respond = (more: object) => toPage({ data: { type: 'response', data: { ident, ...more } } });
  try {
    respond({ res: answered(rpc) });
  } catch (error) {
    const { message, code, data } = error as { message: string; code?: number; data?: unknown };
    respond({ err: { message, ...(code && { code }), ...(data !== undefined && { data }) } });
  }
}

const rows: PageWallet[] = [];
const ghosts: PageWallet[] = [];
let events: unknown[];
const ask = (method: string, params: unknown = null) => rows[0]!.request(method, written(params)!);
const connect = (silent = false) => ask('wm_connect', { chains: ['eip155:1'], silent });
const controller = new AbortController();

beforeAll(async () => {
  // A browser sets a message's window and origin; jsdom doesn't.
  window.postMessage = (data: unknown) => {
    const message = new MessageEvent('message', { data, origin: location.origin, source: window });
    setTimeout(() => dispatchEvent(message));
  };
  // otherwise it logs each request
  vi.stubEnv('NODE_ENV', 'production');
  Object.defineProperty(document, 'visibilityState', { value: 'visible' });
  addEventListener('message', contentScript as EventListener);
  listenForWallets();
  await import('@rabby-wallet/page-provider');
  findAnnounced((found) => !!rows.push(found), controller.signal);
  findLegacy((found) => !!ghosts.push(found), controller.signal, around);
  await vi.waitFor(() => expect(rows).toHaveLength(1));
  rows[0]!.on('accounts', (list) => events.push(list));
  await new Promise((resolve) => setTimeout(resolve, 400));
});
afterAll(() => {
  controller.abort();
  vi.unstubAllEnvs();
  removeEventListener('message', contentScript as EventListener);
});
beforeEach(() => {
  Object.assign(wallet, { isLocked: false, chain: '0x1', refuses: {} });
  requests.length = 0;
  events = [];
});

test("@10.58 shows one row, although its global isn't the announced object", () => {
  const { ethereum } = window as unknown as { ethereum: object };
  expect(ethereum).not.toBe(rows[0]!.provider);
  expect([rows[0]!.name, rows[0]!.rdns, ghosts]).toEqual(['Rabby Wallet', 'io.rabby', []]);
});

test('@1.1 connects, signs and switches with unchanged requests', async () => {
  expect(await connect()).toEqual({ accounts: [{ chain: 'eip155:1', address: ME }], chain: 'eip155:1' });
  const params = ['0x68656c6c6f', ME];
  expect(await ask('personal_sign', params)).toBe(SIGNATURE);
  expect(requests.at(-1)).toMatchObject({ method: 'personal_sign', params });
  const chains: unknown[] = [];
  rows[0]!.on('chain', (chain) => chains.push(chain));
  expect(await ask('wm_switchChain', { chain: 'eip155:137' })).toBeNull();
  await vi.waitFor(() => expect(chains).toEqual(['eip155:137']));
});

test('@10.57 @10.58 passes on its errors with code, message and data', async () => {
  wallet.refuses.personal_sign = { code: 4001, message: 'User rejected the request.' };
  await expect(ask('personal_sign', ['0x', ME])).rejects.toMatchObject({
    code: 4001,
    message: 'User rejected the request.',
  });
  const data = `0x08c379a0${'0'.repeat(64)}`;
  const reverted = { code: 3, message: 'execution reverted', data };
  wallet.refuses.eth_estimateGas = reverted;
  await expect(ask('eth_estimateGas', [{}])).rejects.toMatchObject({
    code: 3,
    sent: -32603,
    message: 'execution reverted',
    data: { originalError: reverted },
  });
  await expect(ask('wm_switchChain', { chain: 'eip155:424242' })).rejects.toMatchObject({
    code: 4902,
    message: unknown('0x67932'),
  });
});

test("@10.58 doesn't read a lock as a revoke, although a locked Rabby doesn't list a permission", async () => {
  await connect();
  wallet.isLocked = true;
  expect(await connect(true)).toEqual({ accounts: [] });
  wallet.isLocked = false;
  push('accountsChanged', [OTHER]);
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject([{ address: OTHER }]));
  push('accountsChanged', []);
  await vi.waitFor(() => expect(events.at(-1)).toEqual([]));
});
