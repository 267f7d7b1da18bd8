// @vitest-environment jsdom
// MetaMask's own in-page provider (@metamask/providers 22.1.1, MIT) is found and used by our finders. The other end of its stream is scripted:
// it answers as the background of MetaMask 13 does (MetaMask/metamask-extension: app/scripts/lib/rpc-method-middleware/handlers/eth-accounts.ts,
// switch-ethereum-chain.ts, wallet-getPermissions.ts, whose list ignores the lock). Its notifications are those that the package reads
// (src/StreamProvider.ts), its codes those of @metamask/rpc-errors 7 (src/error-constants.ts). The words beside 4001 and -32002 are a guess.
import { Duplex } from 'node:stream';
import { initializeProvider } from '@metamask/providers/initializeInpageProvider';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageWallet } from '../../engine/border';
import { around } from '../../testing/around';
import { written } from '../../written';
import { listenForWallets } from '../announced';
import { findAnnounced } from '../eip6963';
import { findLegacy } from '../legacy';

const ME = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const OTHER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const SIGNATURE = `0x${'1b'.repeat(65)}`;

type Rpc = { id?: unknown; method: string; params?: unknown };

/** MetaMask's background at the other end of the stream. */
class Background extends Duplex {
  requests: Rpc[] = [];
  accounts: string[] = [];
  isLocked = false;
  chain = '0x1';
  knows = ['0x1', '0x89'];
  refuses: Record<string, object> = {};

  constructor() {
    super({ objectMode: true });
  }
  override _read(): void {}
  override _write(asked: Rpc, _encoding: string, done: () => void): void {
    done();
    if (asked.id === undefined || asked.id === null) return;
    this.requests.push(asked);
    void this.answered(asked).then((answer) => this.push({ jsonrpc: '2.0', id: asked.id, ...answer }));
  }
  tell(method: string, params: unknown): void {
    this.push({ jsonrpc: '2.0', method, params });
  }
  lock(): void {
    this.isLocked = true;
    this.tell('metamask_accountsChanged', []);
  }
  private shown = () => (this.isLocked ? [] : this.accounts);
  private async answered({ method, params }: Rpc): Promise<object> {
    await null;
    const refusal = this.refuses[method];
    if (refusal) return { error: refusal };
    const [first] = Array.isArray(params) ? (params as { chainId: string }[]) : [];
    switch (method) {
      case 'metamask_getProviderState': {
        const { chain: chainId } = this;
        return {
          result: { accounts: this.shown(), chainId, isUnlocked: !this.isLocked, networkVersion: '1' },
        };
      }
      case 'eth_requestAccounts':
        this.isLocked = false;
        this.accounts = this.accounts.length ? this.accounts : [ME];
        return { result: this.accounts };
      case 'eth_accounts':
        return { result: this.shown() };
      case 'eth_chainId':
        return { result: this.chain };
      case 'wallet_getPermissions':
        return { result: this.accounts.length ? [{ parentCapability: 'eth_accounts', caveats: [] }] : [] };
      case 'personal_sign':
        return { result: SIGNATURE };
      case 'wallet_switchEthereumChain':
        if (!this.knows.includes(first!.chainId)) {
          const message = `Unrecognized chain ID "${first!.chainId}". Try adding the chain using wallet_addEthereumChain first.`;
          return { error: { code: 4902, message } };
        }
        this.chain = first!.chainId;
        this.tell('metamask_chainChanged', { chainId: this.chain, networkVersion: '137', isConnected: true });
        return { result: null };
    }
    return { result: null };
  }
}

let background: Background;
let controller: AbortController;
let rows: PageWallet[];
let events: unknown[];
const ask = (method: string, params: unknown = null) => rows[0]!.request(method, written(params)!);
const connect = (silent = false) => ask('wm_connect', { chains: ['eip155:1'], silent });
const logger = { debug() {}, error() {}, info() {}, log() {}, trace() {}, warn() {} };

beforeEach(async () => {
  listenForWallets();
  controller = new AbortController();
  rows = [];
  events = [];
  background = new Background();
  initializeProvider({
    connectionStream: background as never,
    logger: logger as never,
    shouldSendMetadata: false,
    providerInfo: {
      uuid: crypto.randomUUID(),
      name: 'MetaMask',
      rdns: 'io.metamask',
      icon: 'data:image/svg+xml,<svg/>',
    },
  });
  findAnnounced((wallet) => (rows = [wallet]) && true, controller.signal);
  await vi.waitFor(() => expect(rows).toHaveLength(1));
  rows[0]!.on('accounts', (list) => events.push(list));
});
afterEach(() => {
  controller.abort();
  delete (window as { ethereum?: unknown }).ethereum;
});

test('@10.58 shows one row, because its global is the announced object', async () => {
  vi.useFakeTimers();
  const others: PageWallet[] = [];
  findLegacy((wallet) => !!others.push(wallet), controller.signal, around);
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  expect([rows[0]!.name, rows[0]!.rdns, others]).toEqual(['MetaMask', 'io.metamask', []]);
});

test('@1.1 connects, signs and switches with unchanged requests', async () => {
  expect(await connect()).toEqual({ accounts: [{ chain: 'eip155:1', address: ME }], chain: 'eip155:1' });
  const params = ['0x68656c6c6f', ME];
  expect(await ask('personal_sign', params)).toBe(SIGNATURE);
  expect(background.requests.at(-1)).toMatchObject({ method: 'personal_sign', params });
  const typed = { domain: { chainId: 1 }, types: {}, message: { list: [1, { deep: ['a'] }] } };
  await ask('eth_signTypedData_v4', [ME, typed]);
  expect(background.requests.at(-1)).toMatchObject({ params: [ME, typed] });
  const chains: unknown[] = [];
  rows[0]!.on('chain', (chain) => chains.push(chain));
  expect(await ask('wm_switchChain', { chain: 'eip155:137' })).toBeNull();
  await vi.waitFor(() => expect(chains).toEqual(['eip155:137']));
});

test('@10.57 passes on its errors with code, message and data', async () => {
  await connect();
  background.refuses.personal_sign = {
    code: 4001,
    message: 'MetaMask Message Signature: User denied message signature.',
  };
  await expect(ask('personal_sign', ['0x', ME])).rejects.toMatchObject({
    code: 4001,
    message: 'MetaMask Message Signature: User denied message signature.',
  });
  const data = { originalError: { code: 3, data: `0x08c379a0${'0'.repeat(64)}` } };
  background.refuses.eth_call = { code: -32603, message: 'Internal JSON-RPC error.', data };
  await expect(ask('eth_call', [{}, 'latest'])).rejects.toMatchObject({ code: 3, data });
  await expect(ask('wm_switchChain', { chain: 'eip155:10' })).rejects.toMatchObject({ code: 4902 });
  background.refuses.eth_requestAccounts = {
    code: -32002,
    message: `Request of type 'wallet_requestPermissions' already pending for origin ${origin}. Please wait.`,
  };
  await expect(connect()).rejects.toMatchObject({ code: -32002 });
});

test("@10.58 doesn't read a lock as a revoke, and restores the account after an unlock", async () => {
  await connect();
  background.lock();
  await vi.waitFor(() => expect(events.at(-1)).toEqual([]));
  expect(await connect(true)).toEqual({ accounts: [] });
  background.isLocked = false;
  background.tell('metamask_accountsChanged', [OTHER]);
  await vi.waitFor(() => expect(events.at(-1)).toEqual([{ chain: 'eip155:1', address: OTHER }]));
  background.accounts = [];
  background.tell('metamask_accountsChanged', []);
  expect(await connect(true)).toEqual({ accounts: [], revoked: true });
});

test('@10.58 reports an ended stream for pending and later requests', async () => {
  await connect();
  background.refuses = {};
  background._write = (_asked, _encoding, done) => done();
  const waits = ask('personal_sign', ['0x', ME]);
  await new Promise((resolve) => setImmediate(resolve));
  background.destroy();
  const error = { code: 4900, message: 'The wallet lost its connection to this page. Reload the page' };
  await expect(waits).rejects.toMatchObject(error);
  await expect(ask('eth_accounts')).rejects.toMatchObject(error);
});
