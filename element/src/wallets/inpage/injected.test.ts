// @vitest-environment jsdom
// How polkadot{.js} (@polkadot/extension-inject 0.63.1, Apache-2.0) and SubWallet (@subwallet/extension-inject 1.3.1, Apache-2.0) put themselves
// into a page: their own code. What they put there is scripted as the wallets have it: polkadot-js/extension 0.63
// (packages/extension-base/src/page/Injected.ts, Accounts.ts, Signer.ts; words of background/handlers/State.ts, Tabs.ts and Extension.ts) and
// Koniverse/SubWallet-Extension 1.3 (packages/extension-base/src/page/evm/index.ts; codes of background/errors/EvmProviderError.ts). The English
// words of SubWallet's errors are a guess: the file has keys of a translation.
import { injectExtension } from '@polkadot/extension-inject';
import { injectEvmExtension, injectExtension as injectSubWallet } from '@subwallet/extension-inject';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PageWallet } from '../../engine/border';
import { around } from '../../testing/around';
import { written } from '../../written';
import { listenForWallets } from '../announced';
import { findAnnounced } from '../eip6963';
import { findInjectedWeb3 } from '../injected-web3';
import { findLegacy } from '../legacy';

const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';
const ME = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const SIGNATURE = `0x${'7a'.repeat(64)}`;

type Listener = (value: unknown) => void;

/** The background of an account wallet: the user's decisions in its window. */
class Background {
  calls: [string, unknown][] = [];
  says: 'yes' | 'none' | 'Cancelled' = 'yes';
  isKnown = false;
  isAllowed = true;
  isPending = false;
  accounts = [{ address: ALICE, genesisHash: '', name: 'Alice', type: 'sr25519' }];
  shared: string[] = [];
  listeners = new Set<Listener>();
  list = () => this.accounts.filter(({ address }) => this.shared.includes(address));
  change(accounts: typeof this.accounts) {
    this.accounts = accounts;
    this.shared = accounts.map(({ address }) => address);
    this.listeners.forEach((tell) => tell(this.list()));
  }
  async enable(url: string) {
    this.calls.push(['enable', url]);
    if (this.isPending) throw new Error(`The source ${url} has a pending authorization request`);
    if (this.isKnown && !this.isAllowed)
      throw new Error(`The source ${url} is not allowed to interact with this extension`);
    if (!this.isKnown) await this.window();
    return this.injected();
  }
  private async window(): Promise<void> {
    this.calls.push(['window', null]);
    if (this.says == 'Cancelled') throw new Error('Cancelled');
    this.isKnown = true;
    this.shared = this.says == 'none' ? [] : this.accounts.map(({ address }) => address);
  }
  private injected() {
    const sign = async (method: string, input: unknown) => {
      this.calls.push([method, input]);
      if (this.says == 'Cancelled') throw new Error('Cancelled');
      return { id: 1, signature: SIGNATURE };
    };
    return {
      accounts: {
        get: async () => this.list(),
        subscribe: (tell: Listener) => {
          tell(this.list());
          this.listeners.add(tell);
          return () => this.listeners.delete(tell);
        },
      },
      signer: {
        signRaw: (input: unknown) => sign('signRaw', input),
        signPayload: (input: unknown) => sign('signPayload', input),
      },
    };
  }
}

/** SubWallet's provider for Ethereum: `on` and `request` are on its class, and it isn't MetaMask. */
class SubWalletEvm {
  isSubWallet = true;
  isMetaMask = false;
  refuses: { code: number; message: string } | null = null;
  listeners: Record<string, Listener[]> = {};
  on(event: string, tell: Listener) {
    (this.listeners[event] ??= []).push(tell);
    return this;
  }
  removeListener(event: string, tell: Listener) {
    this.listeners[event] = (this.listeners[event] ?? []).filter((other) => other != tell);
    return this;
  }
  async request({ method }: { method: string }): Promise<unknown> {
    if (this.refuses) throw Object.assign(new Error(this.refuses.message), this.refuses);
    if (method == 'eth_requestAccounts' || method == 'eth_accounts') return [ME];
    return method == 'eth_chainId' ? '0x1' : null;
  }
}

const controller = new AbortController();
const wallets: PageWallet[] = [];
const announced: PageWallet[] = [];
const ghosts: PageWallet[] = [];
let dots: Background;
let sub: Background;
const evm = new SubWalletEvm();
const rowOf = (name: string) => wallets.find((row) => row.name == name)!;
const ask = (row: PageWallet, method: string, params: object = {}) => row.request(method, written(params)!);
const connect = (row: PageWallet) => ask(row, 'wm_connect', { chains: [POLKADOT], silent: false });

beforeAll(async () => {
  listenForWallets();
  const url = location.origin;
  injectExtension((() => dots.enable(url)) as never, { name: 'polkadot-js', version: '0.63.1' });
  injectSubWallet((() => sub.enable(url)) as never, { name: 'subwallet-js', version: '1.3.1' });
  injectEvmExtension(evm as never);
  findInjectedWeb3((wallet) => !!wallets.push(wallet), controller.signal, around);
  findAnnounced((wallet) => !!announced.push(wallet), controller.signal);
  findLegacy((wallet) => !!ghosts.push(wallet), controller.signal, around);
  dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, 400));
});
afterAll(() => controller.abort());
beforeEach(() => {
  dots = new Background();
  sub = new Background();
  evm.refuses = null;
});

test('@10.58 finds each wallet once, by its known name; SubWallet has one rdns for its namespaces', () => {
  const rows = (list: PageWallet[]) => list.map(({ name, rdns }) => [name, rdns]);
  expect(rows(wallets)).toEqual([
    ['polkadot{.js}', null],
    ['SubWallet', 'app.subwallet'],
  ]);
  expect(rows(announced)).toEqual([['SubWallet', 'app.subwallet']]);
  // its global is the object behind its announced Proxy
  const { ethereum } = window as unknown as { ethereum: object };
  expect([ethereum === (evm as object), announced[0]!.provider === ethereum, ghosts]).toEqual([
    true,
    false,
    [],
  ]);
  expect([...dots.calls, ...sub.calls]).toEqual([]);
});

test.each(['polkadot{.js}', 'SubWallet'])(
  '@1.12 %s connects, signs and follows its accounts',
  async (name) => {
    const background = name == 'SubWallet' ? sub : dots;
    const row = rowOf(name);
    expect(await connect(row)).toEqual({
      accounts: [{ chain: POLKADOT, address: ALICE, type: 'sr25519', label: 'Alice' }],
    });
    const events: unknown[] = [];
    const leave = row.on('accounts', (list) => events.push(list));
    const signed = await ask(row, 'polkadot_signMessage', { address: ALICE, data: '0x6869' });
    expect(signed).toEqual({ signature: SIGNATURE });
    expect(background.calls.at(-1)).toEqual(['signRaw', { address: ALICE, data: '0x6869', type: 'bytes' }]);
    expect(await ask(row, 'wm_switchChain', { chain: POLKADOT })).toBeNull();
    background.change([{ address: BOB, genesisHash: '', name: 'Bob', type: 'ed25519' }]);
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject([{ address: BOB, label: 'Bob' }]));
    background.change([]);
    await vi.waitFor(() => expect(events.at(-1)).toEqual([]));
    leave();
    await ask(row, 'wm_disconnect');
  },
);

test('@10.58 tells no account, a decline and a blocked page apart', async () => {
  const row = rowOf('polkadot{.js}');
  dots.says = 'none';
  expect(await connect(row)).toEqual({ accounts: [] });
  dots = new Background();
  dots.says = 'Cancelled';
  await expect(connect(row)).rejects.toMatchObject({ code: 4001, message: 'Cancelled' });
  Object.assign(dots, { isKnown: true, isAllowed: false });
  await expect(connect(row)).rejects.toMatchObject({ code: 4100 });
  dots = new Background();
  await connect(row);
  dots.says = 'Cancelled';
  await expect(ask(row, 'polkadot_signMessage', { address: ALICE, data: '0x6869' })).rejects.toMatchObject({
    code: 4001,
  });
  await ask(row, 'wm_disconnect');
});

test("@10.58 rejects with the pending error while another page's window is open", async () => {
  dots.isPending = true;
  await expect(connect(rowOf('polkadot{.js}'))).rejects.toMatchObject({ code: -32002 });
});

test('@1.1 @10.57 calls SubWallet’s class methods on it, and keeps its codes', async () => {
  const row = announced[0]!;
  const events: unknown[] = [];
  row.on('accounts', (list) => events.push(list));
  expect(await ask(row, 'wm_connect', { chains: ['eip155:1'], silent: false })).toEqual({
    accounts: [{ chain: 'eip155:1', address: ME }],
    chain: 'eip155:1',
  });
  evm.listeners.accountsChanged![0]!([]);
  await vi.waitFor(() => expect(events.at(-1)).toEqual([]));
  evm.refuses = { code: 4902, message: 'This network is currently not supported' };
  await expect(ask(row, 'wm_switchChain', { chain: 'eip155:5' })).rejects.toMatchObject({ code: 4902 });
  evm.refuses = { code: 4001, message: 'Rejected by user' };
  await expect(ask(row, 'personal_sign', ['0x', ME])).rejects.toMatchObject({ code: 4001 });
});
