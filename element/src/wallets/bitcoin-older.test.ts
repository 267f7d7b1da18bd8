// @vitest-environment jsdom
// The two older Bitcoin dialects: unsecured tokens, as docs/spec/page-wallets.md 3 has them, and
// Phantom's own place, by its documentation. What such a wallet says to a no is a guess.
import { base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around } from '../testing/around';
import { written } from '../written';
import { mainnet, signet } from './bitcoin';
import { registered } from './bitcoin-known';
import { findBitcoinGlobals } from './btc-providers';
import { standards } from '.';

const PAYS = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const HOLDS = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const TXID = 'ab'.repeat(32);
const KEY = `02${'11'.repeat(32)}`;
const bytes = Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 1]);
const psbt = base64.encode(bytes);
const ecdsa = new Uint8Array(65).fill(31);
const code = (code: number) => expect.objectContaining({ code }) as unknown;
const accounts = [
  { address: HOLDS, publicKey: KEY, purpose: 'ordinals' },
  { address: PAYS, publicKey: KEY, purpose: 'payment' },
];
const theirs = [
  { chain: mainnet, address: HOLDS, type: 'ordinal', publicKey: KEY },
  { chain: mainnet, address: PAYS, type: 'payment', publicKey: KEY },
];

let controller: AbortController;
let list: PageWallet[];
let globals: string[];
const there = (name: string, value: unknown) => {
  globals.push(name);
  Object.defineProperty(window, name, { value, configurable: true, writable: true });
};
const ask = (wallet: PageWallet, method: string, params: object = {}) =>
  wallet.request(method, written(params)!);
const connect = (wallet: PageWallet, more: object = {}) =>
  ask(wallet, 'wm_connect', { chains: [mainnet], silent: false, ...more });
async function findWallet(): Promise<PageWallet> {
  findBitcoinGlobals((wallet) => !!list.push(wallet), controller.signal, around);
  await vi.waitFor(() => expect(list).toHaveLength(1));
  return list[0]!;
}

beforeEach(() => {
  controller = new AbortController();
  list = [];
  globals = [];
});
afterEach(() => {
  controller.abort();
  registered.clear();
  for (const name of globals) delete (window as never)[name];
});

/** Reads tokens like these wallets. */
class Older {
  calls: [string, Record<string, unknown>][] = [];
  fails: unknown;
  answers: Record<string, unknown> = {
    connect: { addresses: accounts },
    signMessage: base64.encode(ecdsa),
    signTransaction: { psbtBase64: psbt, txId: TXID },
    sendBtcTransaction: TXID,
  };
  async #hear(method: string, token: string): Promise<unknown> {
    const [head, body, signature] = token.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as never;
    expect([read(head!), signature]).toEqual([{ typ: 'JWT', alg: 'none' }, '']);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.$/);
    this.calls.push([method, read(body!)]);
    if (this.fails) throw this.fails;
    return this.answers[method];
  }
  connect(token: string) {
    return this.#hear('connect', token);
  }
  signMessage(token: string) {
    return this.#hear('signMessage', token);
  }
  signTransaction(token: string) {
    return this.#hear('signTransaction', token);
  }
  sendBtcTransaction(token: string) {
    return this.#hear('sendBtcTransaction', token);
  }
}

describe('a wallet with unsecured tokens', () => {
  async function connected(): Promise<[PageWallet, Older]> {
    const older = new Older();
    there('BitcoinProvider', older);
    const wallet = await findWallet();
    await expect(connect(wallet)).resolves.toEqual({ chain: mainnet, accounts: theirs });
    return [wallet, older];
  }

  test('@1.11 is found once, and connects on the page’s network with account purposes', async () => {
    const [wallet, older] = await connected();
    expect([wallet.id, wallet.name]).toEqual(['bip122:xverse', 'Xverse']);
    const message = `Connect to ${location.host}`;
    const purposes = ['payment', 'ordinals'];
    expect(older.calls).toEqual([['connect', { purposes, message, network: { type: 'Mainnet' } }]]);
    dispatchEvent(new Event('eip6963:requestProvider'));
    await new Promise((done) => setTimeout(done, 20));
    expect(list).toHaveLength(1);
    // a silent connect opens no window
    await expect(connect(wallet, { silent: true })).resolves.toEqual({ accounts: [] });
    expect(older.calls).toHaveLength(1);
  });

  test('@1.11 signs messages and PSBTs and sends, each with its own token', async () => {
    const [wallet, older] = await connected();
    older.calls = [];
    const message = 'gr\u00fc\u00df dich \u{1f600}?>~';
    await expect(
      ask(wallet, 'signMessage', { chain: mainnet, account: PAYS, message, protocol: 'ecdsa' }),
    ).resolves.toEqual({ address: PAYS, signature: base64.encode(ecdsa) });
    const signInputs = [
      { address: PAYS, index: 0 },
      { address: PAYS, index: 2, sighashTypes: [131] },
      { address: PAYS, index: 3 },
    ];
    await expect(
      ask(wallet, 'signPsbt', { chain: mainnet, account: PAYS, psbt, signInputs }),
    ).resolves.toEqual({ psbt });
    await expect(
      ask(wallet, 'signPsbt', { account: PAYS, psbt, signInputs: [signInputs[0]], broadcast: true }),
    ).resolves.toEqual({ psbt, txid: TXID });
    const transfer = { chain: mainnet, account: PAYS, recipientAddress: HOLDS, amount: '9007199254740991' };
    await expect(ask(wallet, 'sendTransfer', transfer)).resolves.toEqual({ txid: TXID });
    const network = { type: 'Mainnet' };
    const inputsToSign = [
      { address: PAYS, signingIndexes: [0, 3] },
      { address: PAYS, signingIndexes: [2], sigHash: 131 },
    ];
    const sign = { network, message: 'Sign', psbtBase64: psbt };
    expect(older.calls).toEqual([
      ['signMessage', { address: PAYS, message, network }],
      ['signTransaction', { ...sign, broadcast: false, inputsToSign }],
      [
        'signTransaction',
        { ...sign, broadcast: true, inputsToSign: [{ address: PAYS, signingIndexes: [0] }] },
      ],
      [
        'sendBtcTransaction',
        { network, recipients: [{ address: HOLDS, amountSats: '9007199254740991' }], senderAddress: PAYS },
      ],
    ]);
    const both = [{ address: PAYS, index: 0, sighashTypes: [1, 131] }];
    await expect(ask(wallet, 'signPsbt', { account: PAYS, psbt, signInputs: both })).rejects.toEqual(
      code(4200),
    );
    await expect(ask(wallet, 'wm_takes', { account: PAYS, psbt, signInputs: both })).rejects.toEqual(
      code(4200),
    );
  });

  test('@8.33 takes any error as a rejection, except of a broadcast', async () => {
    const [wallet, older] = await connected();
    older.fails = new Error('closed');
    const message = { account: PAYS, message: 'x' };
    await expect(ask(wallet, 'signMessage', message)).rejects.toEqual(code(4001));
    await expect(connect(wallet)).rejects.toEqual(code(4001));
    const transfer = { account: PAYS, recipientAddress: HOLDS, amount: '1' };
    await connect(((older.fails = undefined), wallet));
    older.fails = new Error('closed');
    const result = await ask(wallet, 'sendTransfer', transfer).catch((error: unknown) => error);
    expect(result).not.toEqual(code(4001));
    const signInputs = [{ address: PAYS, index: 0 }];
    const pushed = ask(wallet, 'signPsbt', { account: PAYS, psbt, signInputs, broadcast: true });
    expect(await pushed.catch((error: unknown) => error)).not.toEqual(code(4001));
  });

  test('@1.11 names another network in its request', async () => {
    const [wallet, older] = await connected();
    older.answers.connect = { addresses: [{ address: 'tb1qother', purpose: 'payment' }] };
    await ask(wallet, 'wm_switchChain', { chain: signet });
    expect(older.calls.at(-1)![1].network).toEqual({ type: 'Signet' });
    await ask(wallet, 'signMessage', { account: 'tb1qother', message: 'x' });
    expect(older.calls.at(-1)![1].network).toEqual({ type: 'Signet' });
  });

  test('uses the newer request call if the wallet has it', async () => {
    const request = vi.fn(async () => ({ result: { addresses: accounts } }));
    const older = Object.assign(new Older(), { request });
    there('BitcoinProvider', older);
    await connect(await findWallet());
    expect([request.mock.calls.length > 0, older.calls]).toEqual([true, []]);
  });
});

describe('Phantom', () => {
  class Phantom {
    calls: unknown[][] = [];
    tell?: (list: unknown) => void;
    async requestAccounts() {
      this.calls.push(['requestAccounts']);
      return accounts.map((one) => ({ ...one, addressType: 'p2sh' }));
    }
    async signMessage(...args: unknown[]) {
      this.calls.push(['signMessage', ...args]);
      return { signature: ecdsa };
    }
    async signPSBT(...args: unknown[]) {
      this.calls.push(['signPSBT', ...args]);
      return bytes;
    }
    on(_: string, tell: (list: unknown) => void) {
      this.tell = tell;
    }
    removeListener() {
      delete this.tell;
    }
  }
  async function connected(): Promise<[PageWallet, Phantom]> {
    const phantom = new Phantom();
    there('phantom', { bitcoin: phantom });
    const wallet = await findWallet();
    await expect(connect(wallet)).resolves.toEqual({ chain: mainnet, accounts: theirs });
    return [wallet, phantom];
  }

  test('@1.11 sends and receives bytes', async () => {
    const [wallet, phantom] = await connected();
    expect([wallet.id, wallet.rdns]).toEqual(['bip122:phantom', 'app.phantom']);
    await expect(ask(wallet, 'signMessage', { account: PAYS, message: 'h\u00e9' })).resolves.toEqual({
      address: PAYS,
      signature: base64.encode(ecdsa),
    });
    const signInputs = [{ address: HOLDS, index: 1, sighashTypes: [131] }];
    const sign = { account: PAYS, psbt, signInputs };
    await expect(ask(wallet, 'signPsbt', sign)).resolves.toEqual({ psbt });
    expect(phantom.calls.slice(1)).toEqual([
      ['signMessage', Uint8Array.from([0x68, 0xc3, 0xa9]), PAYS],
      ['signPSBT', bytes, { inputsToSign: [{ address: HOLDS, signingIndexes: [1], sigHash: 131 }] }],
    ]);
    await expect(ask(wallet, 'signPsbt', { ...sign, broadcast: true })).rejects.toEqual(code(4200));
    await expect(ask(wallet, 'wm_switchChain', { chain: signet })).rejects.toEqual(code(4200));
    const transfer = { account: PAYS, recipientAddress: HOLDS, amount: '1' };
    await expect(ask(wallet, 'sendTransfer', transfer)).rejects.toEqual(code(4200));
    expect(phantom.calls).toHaveLength(3);
  });

  test('@1.11 reports another account, and nothing for an empty list', async () => {
    const [wallet, phantom] = await connected();
    const events: unknown[] = [];
    const off = wallet.on('accounts', (now) => events.push(now));
    phantom.tell!([]);
    phantom.tell!(null);
    phantom.tell!([{ address: 'bc1qother', purpose: 'payment' }]);
    expect(events).toEqual([[{ chain: mainnet, address: 'bc1qother', type: 'payment' }]]);
    off();
    expect(phantom.tell).toBeUndefined();
  });

  test('isn’t listed again if it registered by the Wallet Standard', async () => {
    registered.add('Phantom');
    there('phantom', { bitcoin: new Phantom() });
    findBitcoinGlobals((wallet) => !!list.push(wallet), controller.signal, around);
    await new Promise((done) => setTimeout(done, 50));
    expect(list).toEqual([]);
  });

  test('makes the page load the file that finds it', () => {
    const row = standards.filter(({ family, isThere }) => family == 'bip122' && isThere)[0]!;
    expect(row.isThere!({})).toBe(false);
    there('phantom', { solana: {} });
    expect(row.isThere!({})).toBe(false);
    there('phantom', { bitcoin: {} });
    expect(row.isThere!({})).toBe(true);
  });
});
