// @vitest-environment jsdom
import { base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around } from '../testing/around';
import { written } from '../written';
import { mainnet, testnet } from './bitcoin';
import { findBitcoin } from './bitcoin-standard';
import { findBitcoinGlobals } from './btc-providers';
import { fromHex, toUtf8 } from './bytes';

const PAYS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const HOLDS = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const TESTS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const TXID = 'AB'.repeat(32);
const psbt = Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 1]);
const ecdsa = new Uint8Array(65).fill(31);
const witness = new Uint8Array(66).fill(1);
const boom = (): never => {
  throw new Error('trap');
};

type Listener = (change: object) => void;

/**
 * A wallet as the standard's own classes make it: getters on a prototype. The features of Bitcoin are those of their documentation
 * (ExodusMovement/bitcoin-wallet-standard); no wallet was read, so its refusals are a guess.
 */
class Nova {
  listeners = new Set<Listener>();
  calls: [string, unknown[]][] = [];
  network = 'bitcoin:mainnet';
  granted = false;
  lacks: string[] = [];
  answers: Record<string, (...inputs: never[]) => unknown> = {};

  account(address: string, purpose?: string, chain = this.network) {
    return { address, purpose, publicKey: new Uint8Array(33).fill(2), chains: [chain], features: [] };
  }
  all: object[] = [this.account(PAYS, 'payment'), this.account(HOLDS, 'ordinals')];
  get name() {
    return 'Nova';
  }
  get icon() {
    return 'data:image/png;base64,iVBORw0KGgo=';
  }
  get chains() {
    return ['bitcoin:mainnet', 'bitcoin:testnet'];
  }
  get accounts() {
    return this.granted ? this.all : [];
  }
  get features(): Record<string, unknown> {
    const run =
      (name: string, own: (...inputs: never[]) => unknown) =>
      async (...inputs: never[]): Promise<unknown> => {
        this.calls.push([name, inputs]);
        return (this.answers[name] ?? own)(...inputs);
      };
    const features: Record<string, unknown> = {
      'bitcoin:connect': {
        connect: run('connect', () => ((this.granted = true), { accounts: this.all })),
      },
      'bitcoin:disconnect': { disconnect: run('disconnect', () => void (this.granted = false)) },
      'bitcoin:events': {
        on: (_: string, fn: Listener) => (this.listeners.add(fn), () => this.listeners.delete(fn)),
      },
      'bitcoin:switchNetwork': {
        switchNetwork: run('switch', () => {
          this.network = 'bitcoin:testnet';
          this.all = [this.account(TESTS, 'payment')];
        }),
      },
      'bitcoin:signMessage': {
        signMessage: run('signMessage', ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: ecdsa },
        ]),
      },
      'bitcoin:signTransaction': { signTransaction: run('sign', () => [{ signedPsbt: psbt }]) },
      'bitcoin:signAndSendTransaction': { signAndSendTransaction: run('send', () => [{ txId: TXID }]) },
    };
    for (const name of this.lacks) delete features[name];
    return features;
  }
}

let controller: AbortController;
let list: PageWallet[];
const find = () => findBitcoin((wallet) => !!list.push(wallet), controller.signal, around);
const announce = (...wallets: unknown[]) =>
  dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register(...all: unknown[]): void }) => api.register(...wallets),
    }),
  );
const ask = (wallet: PageWallet, method: string, params: object = {}) =>
  wallet.request(method, written(params)!);
const connect = (wallet: PageWallet, more: object = {}) =>
  ask(wallet, 'wm_connect', { chains: [mainnet, testnet], silent: false, ...more });
const code = (code: number) => expect.objectContaining({ code }) as unknown;

beforeEach(() => {
  controller = new AbortController();
  list = [];
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
});

async function connected(): Promise<[PageWallet, Nova]> {
  const nova = new Nova();
  find();
  announce(nova);
  await connect(list[0]!);
  nova.calls = [];
  return [list[0]!, nova];
}

describe('a wallet of the standard', () => {
  test('@1.11 is found by its features, and not for another namespace', () => {
    find();
    const [nova, sun] = [new Nova(), { name: 'Sun', features: { 'standard:connect': { connect: boom } } }];
    announce(nova, sun, nova);
    expect(list.map(({ id, name, namespaces }) => [id, name, namespaces])).toEqual([
      ['bip122:nova', 'Nova', ['bip122']],
    ]);
    expect(list[0]!.provider).toEqual({ wallet: nova });
    expect(nova.calls).toEqual([]);
  });

  test('@1.11 @4.15 gives its accounts with purpose and network', async () => {
    const [wallet, nova] = await connected();
    const key = '02'.repeat(33);
    await expect(connect(wallet)).resolves.toEqual({
      chain: mainnet,
      accounts: [
        { chain: mainnet, address: PAYS, type: 'payment', publicKey: key },
        { chain: mainnet, address: HOLDS, type: 'ordinal', publicKey: key },
      ],
    });
    expect(nova.calls).toEqual([['connect', [{ purposes: ['payment', 'ordinals'] }]]]);
    // an unstated purpose is never guessed from the address
    nova.all = [nova.account(HOLDS)];
    await expect(connect(wallet)).resolves.toMatchObject({ accounts: [{ address: HOLDS, type: 'payment' }] });
  });

  test('isn’t asked on a silent connect, which reads its own list', async () => {
    const nova = new Nova();
    find();
    announce(nova);
    await expect(connect(list[0]!, { silent: true })).resolves.toEqual({ accounts: [] });
    nova.granted = true;
    await expect(connect(list[0]!, { silent: true })).resolves.toMatchObject({ chain: mainnet });
    expect(nova.calls).toEqual([]);
  });

  test('signs the exact text, and rejects a signature of another', async () => {
    const [wallet, nova] = await connected();
    const message = 'zero \u0000, ü, €, 🦊, \ud800';
    const signed = { account: PAYS, chain: mainnet, message };
    await expect(ask(wallet, 'signMessage', signed)).resolves.toEqual({
      address: PAYS,
      signature: base64.encode(ecdsa),
    });
    const [{ account, message: bytes }] = nova.calls[0]![1] as [{ account: unknown; message: Uint8Array }];
    expect(account).toBe(nova.all[0]);
    expect([...bytes]).toEqual([...new TextEncoder().encode(message)]);
    await expect(ask(wallet, 'signMessage', { ...signed, message: '' })).resolves.toBeTruthy();
    nova.answers.signMessage = () => [{ signedMessage: toUtf8('other'), signature: ecdsa }];
    await expect(ask(wallet, 'signMessage', signed)).rejects.toEqual(code(-32603));
    // another format than requested would be read as someone else's signature
    nova.answers.signMessage = ({ message }: { message: Uint8Array }) => [
      { signedMessage: message, signature: witness },
    ];
    await expect(ask(wallet, 'signMessage', { ...signed, protocol: 'ecdsa' })).rejects.toEqual(code(4200));
    await expect(ask(wallet, 'signMessage', { ...signed, protocol: 'bip322' })).resolves.toBeTruthy();
    await expect(ask(wallet, 'signMessage', { ...signed, address: TESTS })).rejects.toEqual(code(4100));
  });

  test('signs the requested inputs by account and sighash', async () => {
    const [wallet, nova] = await connected();
    const request = {
      account: PAYS,
      chain: mainnet,
      psbt: base64.encode(psbt),
      signInputs: [
        { address: PAYS, index: 0 },
        { address: HOLDS, index: 2, sighashTypes: [0x83] },
        { address: PAYS, index: 1, sighashTypes: [1] },
      ],
    };
    const both = { ...request, signInputs: [{ address: PAYS, index: 0, sighashTypes: [1, 0x83] }] };
    await expect(ask(wallet, 'wm_takes', both)).rejects.toEqual(code(4200));
    await expect(ask(wallet, 'wm_takes', request)).resolves.toBeNull();
    await expect(ask(wallet, 'signPsbt', request)).resolves.toEqual({ psbt: base64.encode(psbt) });
    expect(nova.calls).toEqual([
      [
        'sign',
        [
          {
            psbt,
            chain: 'bitcoin:mainnet',
            inputsToSign: [
              { account: nova.all[0], signingIndexes: [0, 1] },
              { account: nova.all[1], signingIndexes: [2], sigHash: 'SINGLE|ANYONECANPAY' },
            ],
          },
        ],
      ],
    ]);
    await expect(ask(wallet, 'signPsbt', { ...request, broadcast: true })).resolves.toEqual({
      psbt: base64.encode(psbt),
      txid: TXID.toLowerCase(),
    });
    for (const signInputs of [[], undefined, [{ address: TESTS, index: 0 }], [{ address: PAYS, index: -1 }]])
      await expect(ask(wallet, 'signPsbt', { ...request, signInputs })).rejects.toBeTruthy();
    expect(nova.calls).toHaveLength(2);
  });

  test('@1.11 switches networks together with its accounts there', async () => {
    const [wallet] = await connected();
    const events: unknown[] = [];
    const offs = [
      wallet.on('chain', (chain) => events.push(chain)),
      wallet.on('accounts', (accounts) => events.push(accounts)),
    ];
    await expect(ask(wallet, 'wm_switchChain', { chain: testnet })).resolves.toBeNull();
    expect(events).toEqual([testnet, [expect.objectContaining({ address: TESTS, chain: testnet })]]);
    // a request for the previous network isn't sent on this one
    await expect(
      ask(wallet, 'signMessage', { account: TESTS, chain: mainnet, message: 'x' }),
    ).rejects.toEqual(code(4901));
    offs.forEach((off) => off());
  });

  test('stays on its network if it can’t switch', async () => {
    const [wallet, nova] = await connected();
    nova.lacks = ['bitcoin:switchNetwork'];
    await expect(ask(wallet, 'wm_switchChain', { chain: testnet })).rejects.toEqual(code(4200));
    await expect(
      ask(wallet, 'signMessage', { account: PAYS, chain: mainnet, message: 'x' }),
    ).resolves.toBeTruthy();
  });

  test('@4.7 reports another account by its event or on focus', async () => {
    const [wallet, nova] = await connected();
    const events: unknown[] = [];
    const off = wallet.on('accounts', (accounts) => events.push(accounts));
    const other = (nova.all = [nova.account(HOLDS, 'payment')]);
    nova.listeners.forEach((fn) => fn({ accounts: other }));
    expect(events).toEqual([[expect.objectContaining({ address: HOLDS })]]);
    nova.all = [nova.account(PAYS, 'payment')];
    dispatchEvent(new Event('focus'));
    await vi.waitFor(() => expect(events).toHaveLength(2));
    nova.listeners.forEach((fn) => fn({ accounts: [] }));
    expect(events[2]).toEqual([]);
    off();
    expect(nova.listeners.size).toBe(0);
  });

  test('joins a second connect to the open one, and refuses another request', async () => {
    vi.useFakeTimers();
    const nova = new Nova();
    find();
    announce(nova);
    let answer!: (value: unknown) => void;
    nova.answers.connect = () => new Promise((resolve) => (answer = resolve));
    const presses = [connect(list[0]!), connect(list[0]!)];
    await expect(ask(list[0]!, 'wm_switchChain', { chain: testnet })).rejects.toEqual(code(-32002));
    expect(nova.calls).toHaveLength(1);
    answer({ accounts: nova.all });
    await expect(presses[1]).resolves.toMatchObject({ chain: mainnet });
    await expect(presses[0]).rejects.toEqual(code(4100));
    // an unanswered prompt is lost after some time
    nova.answers.connect = () => new Promise(() => undefined);
    connect(list[0]!).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(300_001);
    connect(list[0]!).catch(() => undefined);
    await null;
    expect(nova.calls).toHaveLength(3);
  });

  test('passes on a rejection without opening a second window', async () => {
    const nova = new Nova();
    find();
    announce(nova);
    nova.answers.connect = () => {
      throw new Error('User rejected the request.');
    };
    await expect(connect(list[0]!)).rejects.toEqual(code(4001));
    expect(nova.calls).toHaveLength(1);
  });

  test('is listed once if it’s also a global of the page', () => {
    const provider = { request: boom };
    Object.assign(window, { BitcoinProvider: provider });
    find();
    findBitcoinGlobals((wallet) => !!list.push(wallet), controller.signal, around);
    const leads = { name: 'Xverse', features: { 'sats-connect:': { provider } } };
    announce(leads);
    expect(list.map(({ name }) => name)).toEqual(['Xverse']);
    delete (window as never)['BitcoinProvider'];
    const other = { name: 'Eden', features: { 'sats-connect:': { provider: { request: boom } } } };
    announce(other);
    expect(list.map(({ name }) => name)).toEqual(['Xverse', 'Eden']);
  });

  test.each<[string, (nova: Nova) => void]>([
    [
      'accounts that throw',
      (nova) => {
        Object.defineProperty(nova, 'accounts', { get: boom });
        nova.answers.connect = () => Object.defineProperty({}, 'accounts', { get: boom });
      },
    ],
    ['an account that throws', (nova) => (nova.all = [Object.defineProperty({}, 'address', { get: boom })])],
    ['an account of no network', (nova) => (nova.all = [nova.account(PAYS, 'payment', 'sui:mainnet')])],
    ['no list', (nova) => (nova.answers.connect = () => 7)],
  ])('@1.11 %s: no account, and nothing thrown but a fault', async (_what, spoil) => {
    const nova = new Nova();
    find();
    announce(nova);
    spoil(nova);
    const result = await connect(list[0]!).catch((error: unknown) => error);
    expect((result as { accounts?: unknown[] }).accounts ?? []).toEqual([]);
  });
});

test('reads hex without prefix, and nothing else', () => {
  expect([...fromHex('00fFAb')!]).toEqual([0, 255, 171]);
  for (const wrong of ['0', '0x00', 'zz', '00 ']) expect(fromHex(wrong)).toBeNull();
});
