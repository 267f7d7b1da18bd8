// @vitest-environment jsdom
import { base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around, pageContextOf } from '../testing/around';
import { written } from '../written';
import { mainnet, regtest, signet, testnet } from './bitcoin';
import { findBitcoinGlobals } from './btc-providers';

const PAYS = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const HOLDS = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const STACKS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TXID = 'ab'.repeat(32);
const KEY = `02${'11'.repeat(32)}`;
const psbt = base64.encode(Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 1]));
const hex = '70736274ff01';
const ecdsa = base64.encode(new Uint8Array(65).fill(31));
const witness = base64.encode(new Uint8Array(66).fill(1));
const boom = (): never => {
  throw new Error('trap');
};
const code = (code: number) => expect.objectContaining({ code }) as unknown;

let controller: AbortController;
let list: PageWallet[];
let globals: string[];
const find = () => findBitcoinGlobals((wallet) => !!list.push(wallet), controller.signal, around);
const there = (more: object) => {
  globals.push(...Object.keys(more));
  for (const [name, value] of Object.entries(more))
    Object.defineProperty(window, name, { value: value as unknown, configurable: true, writable: true });
};
const ask = (wallet: PageWallet, method: string, params: object = {}) =>
  wallet.request(method, written(params)!);
const connect = (wallet: PageWallet, more: object = {}) =>
  ask(wallet, 'wm_connect', { chains: [mainnet, testnet], silent: false, ...more });

beforeEach(() => {
  controller = new AbortController();
  list = [];
  globals = [];
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  for (const name of globals) delete (window as never)[name];
});

/**
 * As Xverse is one: what it refuses is an answer with an error in it. Read from @sats-connect/core at 031f1f7
 * (secretkeylabs/sats-connect-core: src/types.ts, for the codes); its words are a guess.
 */
class Sats {
  calls: [string, unknown][] = [];
  network = 'Mainnet';
  granted = false;
  answers: Record<string, (params: never) => unknown> = {};
  listeners: Record<string, () => void> = {};
  addresses: object[] = [
    { address: HOLDS, publicKey: KEY, purpose: 'ordinals', addressType: 'p2tr' },
    { address: PAYS, publicKey: KEY, purpose: 'payment', addressType: 'p2sh' },
    { address: STACKS, publicKey: KEY, purpose: 'stacks' },
    { address: 'starknet', purpose: 'starknet' },
  ];
  refuse = (code: number, message = 'no') => ({ error: { code, message } });
  own: Record<string, () => unknown> = {
    wallet_connect: () => ((this.granted = true), { addresses: this.addresses, network: this.said() }),
    wallet_getAccount: () =>
      this.granted ? { addresses: this.addresses, network: this.said() } : this.refuse(-32002),
    wallet_changeNetwork: () => ((this.network = 'Signet'), null),
    wallet_disconnect: () => ((this.granted = false), null),
    signMessage: () => ({ signature: ecdsa, address: PAYS, messageHash: '00', protocol: 'ECDSA' }),
    signPsbt: () => ({ psbt }),
    sendTransfer: () => ({ txid: TXID }),
  };
  said = () => ({ bitcoin: { name: this.network }, stacks: { name: 'mainnet' } });
  async request(this: Sats, method: string, params: never): Promise<unknown> {
    this.calls.push([method, params]);
    const answer = (this.answers[method] ?? this.own[method])?.(params) as { error?: unknown } | undefined;
    if (answer === undefined) return { jsonrpc: '2.0', ...this.refuse(-32601) };
    return answer?.error ? { jsonrpc: '2.0', ...answer } : { jsonrpc: '2.0', result: answer };
  }
  addListener({ eventName, cb }: { eventName: string; cb: () => void }) {
    this.listeners[eventName] = cb;
    return () => delete this.listeners[eventName];
  }
}

async function connected(): Promise<[PageWallet, Sats]> {
  const sats = new Sats();
  there({ BitcoinProvider: sats });
  find();
  await connect(list[0]!);
  sats.calls = [];
  return [list[0]!, sats];
}

describe('finding', () => {
  test('@1.11 lists each object once by its own name, without a request', () => {
    const [sats, leather, keplr] = [new Sats(), { request: boom }, Object.fromEntries(unisatNames(boom))];
    there({
      XverseProviders: { BitcoinProvider: sats },
      BitcoinProvider: sats,
      LeatherProvider: leather,
      btc_providers: [
        { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: 'data:image/svg;base64,AA' },
        { id: 'constructor.prototype', name: 'Of a prototype' },
        { id: 'XverseProviders.BitcoinProvider', name: 'Again' },
        { id: 'Nobody', name: 'Not there' },
        null,
        Object.defineProperty({}, 'id', { get: boom }),
      ],
      keplr: { bitcoin: keplr },
      bitcoin_keplr: keplr,
    });
    find();
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list.map(({ id, name, rdns, type }) => [id, name, rdns, type])).toEqual([
      ['bip122:xverse-wallet', 'Xverse Wallet', null, 'INJECTED'],
      ['bip122:leather', 'Leather', null, 'INJECTED'],
      ['bip122:keplr', 'Keplr', 'app.keplr', 'INJECTED'],
    ]);
    expect(list[0]!.picture).toBe('data:image/svg+xml;base64,AA');
    expect(sats.calls).toEqual([]);
  });

  test('@10.33 lists wallets with their own global before 70 unknown ones', () => {
    const strangers = Array.from({ length: 70 }, (_, n) => [`Stranger${n}`, { request: boom }]);
    there({
      ...Object.fromEntries(strangers),
      btc_providers: strangers.map(([id]) => ({ id, name: id })),
      LeatherProvider: { request: boom },
      BitcoinProvider: new Sats(),
    });
    find();
    expect(list.slice(0, 2).map(({ name }) => name)).toEqual(['Xverse', 'Leather']);
  });

  test.each(['btc_providers', 'webbtc_providers'])(
    '@10.33 keeps expected wallets behind many unknown ones in %s',
    (shared) => {
      const names = [...Array.from({ length: 70 }, (_, n) => `Stranger${n}`), 'Nova', 'Unknown'];
      there({
        ...Object.fromEntries(names.map((name) => [name, { request: boom }])),
        [shared]: [{ id: 'Nobody' }, ...names.map((name) => ({ id: name, name }))],
      });
      findBitcoinGlobals((wallet) => !!list.push(wallet), controller.signal, pageContextOf('bip122:nova'));
      expect(list.map(({ id }) => id).slice(63)).toEqual(['bip122:stranger63', 'bip122:nova']);
    },
  );

  test('finds one that comes a moment later', () => {
    vi.useFakeTimers();
    find();
    there({ BitcoinProvider: new Sats() });
    vi.advanceTimersByTime(600);
    expect(list).toHaveLength(1);
  });

  test('@10.33 doesn’t take another object in UniSat’s place for UniSat', () => {
    const [own, other] = [Object.fromEntries(unisatNames(boom)), Object.fromEntries(unisatNames(boom))];
    there({ unisat: other, unisat_wallet: own });
    find();
    expect(list.map(({ name, provider }) => [name, provider])).toEqual([['UniSat', own]]);
  });
});

describe('sats-connect wallet', () => {
  test('@1.11 @4.15 connects with one request on the page’s network, with purposes', async () => {
    const [wallet, sats] = await connected();
    await expect(connect(wallet)).resolves.toEqual({
      chain: mainnet,
      accounts: [
        { chain: mainnet, address: HOLDS, type: 'ordinal', publicKey: KEY },
        { chain: mainnet, address: PAYS, type: 'payment', publicKey: KEY },
        { chain: mainnet, address: STACKS, type: 'stx', publicKey: KEY },
      ],
    });
    const addresses = ['payment', 'ordinals', 'stacks'];
    expect(sats.calls).toEqual([['wallet_connect', { addresses, network: 'Mainnet' }]]);
    await expect(ask(wallet, 'getAccountAddresses', { intentions: ['payment'] })).resolves.toEqual([
      { address: PAYS, publicKey: KEY, intention: 'payment' },
    ]);
  });

  test('tries older methods for an old wallet, and stops at a rejection', async () => {
    const [wallet, sats] = await connected();
    sats.answers = {
      wallet_connect: () => sats.refuse(-32601),
      getAddresses: () => ({ addresses: sats.addresses }),
      wallet_getNetwork: () => sats.said(),
    };
    await expect(connect(wallet)).resolves.toMatchObject({ chain: mainnet });
    expect(sats.calls.map(([method]) => method)).toEqual([
      'wallet_connect',
      'getAddresses',
      'wallet_getNetwork',
    ]);
    sats.calls = [];
    sats.answers = { wallet_connect: () => sats.refuse(-32000) };
    await expect(connect(wallet)).rejects.toEqual(code(4001));
    expect(sats.calls).toHaveLength(1);
    // some throw what others return
    sats.answers = {
      wallet_connect: () => {
        throw { jsonrpc: '2.0', error: { code: -32000, message: 'no' } };
      },
    };
    await expect(connect(wallet)).rejects.toEqual(code(4001));
  });

  test('opens no window on a silent connect', async () => {
    const sats = new Sats();
    there({ BitcoinProvider: sats });
    find();
    await expect(connect(list[0]!, { silent: true })).resolves.toEqual({ accounts: [] });
    expect(sats.calls.map(([method]) => method)).toEqual(['wallet_getAccount']);
  });

  test('@1.11 requests the accounts again on another network', async () => {
    const [wallet, sats] = await connected();
    const events: unknown[] = [];
    wallet.on('chain', (chain) => events.push(chain));
    wallet.on('accounts', (accounts) => events.push(accounts));
    sats.addresses = [{ address: 'tb1qother', purpose: 'payment' }];
    await ask(wallet, 'wm_switchChain', { chain: signet });
    expect(sats.calls.map(([method]) => method)).toEqual(['wallet_changeNetwork', 'wallet_getAccount']);
    expect(events).toEqual([signet, [{ address: 'tb1qother', chain: signet, type: 'payment' }]]);
    // reported by itself, as without a list
    sats.network = 'Testnet';
    sats.listeners.networkChange!();
    await vi.waitFor(() => expect(events[2]).toBe(testnet));
    sats.listeners.disconnect!();
    expect(events.at(-1)).toEqual([]);
  });

  test('rejects a wallet on an unknown network by its name', async () => {
    const [wallet, sats] = await connected();
    sats.network = 'Devnet';
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4901, message: 'Network not found: Devnet' });
  });

  test('signs and sends as requested', async () => {
    const [wallet, sats] = await connected();
    const of = { account: PAYS, chain: mainnet };
    await expect(ask(wallet, 'signMessage', { ...of, message: 'hi' })).resolves.toEqual({
      address: PAYS,
      signature: ecdsa,
    });
    sats.answers.signMessage = () => ({ signature: witness, address: HOLDS });
    await ask(wallet, 'signMessage', { ...of, address: HOLDS, message: 'hi' });
    await expect(ask(wallet, 'signMessage', { ...of, message: 'hi' })).rejects.toEqual(code(-32603));
    const signInputs = [
      { address: PAYS, index: 1 },
      { address: HOLDS, index: 0, sighashTypes: [1] },
      { address: PAYS, index: 3 },
    ];
    await expect(ask(wallet, 'signPsbt', { ...of, psbt, signInputs })).resolves.toEqual({ psbt });
    const special = [{ address: PAYS, index: 0, sighashTypes: [0x83] }];
    await expect(ask(wallet, 'signPsbt', { ...of, psbt, signInputs: special })).rejects.toEqual(code(4200));
    // the engine asks before the user reviews it: the wallet isn't called
    await expect(ask(wallet, 'wm_takes', { ...of, psbt, signInputs: special })).rejects.toEqual(code(4200));
    await expect(ask(wallet, 'wm_takes', { ...of, psbt, signInputs })).resolves.toBeNull();
    const transfer = { ...of, recipientAddress: PAYS, amount: '1500' };
    await expect(ask(wallet, 'sendTransfer', transfer)).resolves.toEqual({ txid: TXID });
    expect(sats.calls).toEqual([
      ['signMessage', { address: PAYS, message: 'hi', protocol: 'ECDSA' }],
      ['signMessage', { address: HOLDS, message: 'hi', protocol: 'BIP322' }],
      ['signMessage', { address: PAYS, message: 'hi', protocol: 'ECDSA' }],
      ['signPsbt', { psbt, signInputs: { [PAYS]: [1, 3], [HOLDS]: [0] }, broadcast: false }],
      ['sendTransfer', { recipients: [{ address: PAYS, amount: 1500 }] }],
    ]);
    for (const wrong of [
      { amount: '0' },
      { amount: '1.5' },
      { amount: '9007199254740992' },
      { memo: 'x' },
      { changeAddress: PAYS },
      { account: HOLDS },
      { account: 'nobody' },
    ])
      await expect(ask(wallet, 'sendTransfer', { ...transfer, ...wrong })).rejects.toBeTruthy();
    expect(sats.calls).toHaveLength(5);
  });

  test('never calls a request function that the page replaced', async () => {
    const [wallet, sats] = await connected();
    sats.request = boom;
    await expect(
      ask(wallet, 'signMessage', { account: PAYS, chain: mainnet, message: 'x' }),
    ).resolves.toBeTruthy();
  });
});

/**
 * Leather 6.73 (leather-io/extension): parameters by src/shared/rpc/methods, which refuses what its schemas don't have with -32602; networks by
 * `WalletDefaultNetworkConfigurationIds` of @leather.io/models. Refusals answer with an error and are not thrown. That 4002 comes after a
 * failed broadcast was seen in the built extension.
 */
describe('Leather', () => {
  const networks = ['mainnet', 'testnet', 'testnet4', 'signet', 'sbtcDevenv', 'devnet'];
  const leather = (answers: Record<string, unknown>) => {
    const calls: [string, unknown][] = [];
    there({
      LeatherProvider: {
        request: async (method: string, params: { type?: string; network?: string }) => {
          calls.push([method, params]);
          const isWrong = (params.type ?? 'bip322') != 'bip322' || !networks.includes(params.network!);
          if (isWrong) return { error: { code: -32602, message: 'Invalid parameters' } };
          const answer = answers[method];
          return answer instanceof Error ? { error: answer } : { result: answer };
        },
      },
    });
    find();
    return calls;
  };

  test('@1.11 names its network in each request, and gives purposes', async () => {
    const addresses = [
      {
        symbol: 'BTC',
        type: 'p2wpkh',
        address: 'bc1qpays',
        publicKey: KEY,
        derivationPath: "m/84'/0'/0'/0/0",
      },
      { symbol: 'BTC', type: 'p2tr', address: 'bc1pholds', publicKey: KEY },
      { symbol: 'STX', address: STACKS, publicKey: KEY },
    ];
    const wallet = leather({
      getAddresses: { addresses },
      signMessage: { signature: witness, address: 'bc1pholds' },
      signPsbt: { hex, txid: TXID },
      sendTransfer: { txid: TXID },
    });
    await expect(connect(list[0]!, { silent: true })).resolves.toEqual({ accounts: [] });
    expect(wallet).toEqual([]);
    await expect(connect(list[0]!)).resolves.toMatchObject({
      accounts: [{ type: 'payment', path: "m/84'/0'/0'/0/0" }, { type: 'ordinal' }, { type: 'stx' }],
    });
    const of = { account: 'bc1qpays', chain: mainnet };
    await ask(list[0]!, 'signMessage', { ...of, address: 'bc1pholds', message: 'hi' });
    // a request for the other type got an account of this one
    await expect(ask(list[0]!, 'signMessage', { ...of, message: 'hi' })).rejects.toEqual(code(-32603));
    // it only supports BIP-322: a request for the older format is rejected without a window
    const older = ask(list[0]!, 'signMessage', { ...of, message: 'hi', protocol: 'ecdsa' });
    await expect(older).rejects.toEqual(code(4200));
    const signInputs = [{ address: 'bc1qpays', index: 2, sighashTypes: [3] }];
    await expect(ask(list[0]!, 'signPsbt', { ...of, psbt, signInputs, broadcast: true })).resolves.toEqual({
      psbt,
      txid: TXID,
    });
    await ask(list[0]!, 'sendTransfer', { ...of, recipientAddress: 'bc1qpays', amount: '7' });
    const network = 'mainnet';
    expect(wallet).toEqual([
      ['getAddresses', { network }],
      ['signMessage', { message: 'hi', paymentType: 'p2tr', type: 'bip322', network }],
      ['signMessage', { message: 'hi', paymentType: 'p2wpkh', type: 'bip322', network }],
      ['signPsbt', { hex, signAtIndex: [2], allowedSighash: [3], broadcast: true, network }],
      ['sendTransfer', { recipients: [{ address: 'bc1qpays', amount: '7' }], network }],
    ]);
    const two = [...signInputs, { address: 'bc1qpays', index: 0 }];
    await expect(ask(list[0]!, 'signPsbt', { ...of, psbt, signInputs: two })).rejects.toEqual(code(4200));
    await expect(ask(list[0]!, 'wm_takes', { ...of, psbt, signInputs: two })).rejects.toEqual(code(4200));
    await expect(ask(list[0]!, 'wm_takes', { ...of, psbt, signInputs })).resolves.toBeNull();
  });

  const pays = { symbol: 'BTC', type: 'p2wpkh', address: 'bc1qpays', publicKey: KEY };

  test('@10.58 signs messages of a native segwit account', async () => {
    leather({
      getAddresses: { addresses: [pays] },
      signMessage: { signature: witness, address: 'bc1qpays' },
    });
    await connect(list[0]!);
    for (const more of [{}, { protocol: 'bip322' }])
      await expect(
        ask(list[0]!, 'signMessage', { account: 'bc1qpays', chain: mainnet, message: 'hi', ...more }),
      ).resolves.toEqual({ address: 'bc1qpays', signature: witness });
  });

  test('@10.58 calls regtest devnet', async () => {
    const wallet = leather({ getAddresses: { addresses: [{ ...pays, address: 'bcrt1qpays' }] } });
    await expect(connect(list[0]!, { chains: [regtest] })).resolves.toMatchObject({ chain: regtest });
    expect(wallet).toEqual([['getAddresses', { network: 'devnet' }]]);
  });

  test('@10.58 restores the stored account after a reload without a request', async () => {
    const wallet = leather({
      getAddresses: { addresses: [pays] },
      signMessage: { signature: witness, address: 'bc1qpays' },
    });
    const account = { chain: mainnet, address: 'bc1qpays', type: 'payment' };
    const elsewhere = { chain: testnet, address: 'tb1qpays', type: 'payment' };
    const silent = (stored: unknown) => connect(list[0]!, { silent: true, stored });
    for (const wrong of [undefined, [], [{}], 'x', [{ ...account, type: 'other' }]])
      await expect(silent(wrong)).resolves.toEqual({ accounts: [] });
    await expect(silent([account, elsewhere])).resolves.toEqual({
      chain: mainnet,
      accounts: [account],
      remembered: true,
    });
    expect(wallet).toEqual([]);
    // and its requests are sent as usual
    await ask(list[0]!, 'signMessage', { account: 'bc1qpays', chain: mainnet, message: 'hi' });
    expect(wallet.map(([method]) => method)).toEqual(['signMessage']);
    // a check after a switch keeps the new network
    await ask(list[0]!, 'wm_switchChain', { chain: testnet });
    dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve));
    await ask(list[0]!, 'signMessage', { account: 'bc1qpays', chain: testnet, message: 'hi' });
    expect(wallet.at(-1)).toMatchObject(['signMessage', { network: 'testnet' }]);
    // the wallet's own response isn't marked as remembered
    await expect(connect(list[0]!)).resolves.not.toHaveProperty('remembered');
  });

  test('@10.58 takes 4002 after a broadcast as unknown, and else as rejected', async () => {
    const no = Object.assign(new Error('Failed to broadcast'), { code: 4002 });
    leather({ getAddresses: { addresses: [pays] }, signPsbt: no, sendTransfer: no, signMessage: no });
    await connect(list[0]!);
    const of = { account: 'bc1qpays', chain: mainnet };
    const signInputs = [{ address: 'bc1qpays', index: 0 }];
    for (const [method, params, expected] of [
      ['sendTransfer', { recipientAddress: 'bc1qpays', amount: '7' }, -32603],
      ['signPsbt', { psbt, signInputs, broadcast: true }, -32603],
      ['signPsbt', { psbt, signInputs }, 4200],
      ['signMessage', { message: 'hi' }, 4200],
    ] as const)
      await expect(ask(list[0]!, method, { ...of, ...params }), method).rejects.toEqual(code(expected));
  });
});

type Call = (...args: never[]) => unknown;
const unisatNames = (run: Call) =>
  ['requestAccounts', 'getAccounts', 'signMessage'].map((name) => [name, run] as const);

/**
 * As UniSat is one, by its documentation (docs.unisat.io, Open API of the extension) and unisat-wallet/extension at 016a2a7
 * (src/content-script/pageProvider/pushEventHandlers.ts, for its events); what it does while it is locked is a guess.
 */
class Unisat {
  calls: unknown[][] = [];
  accounts = ['bc1qone'];
  chain = 'BITCOIN_MAINNET';
  granted = false;
  listeners: Record<string, (said: unknown) => void> = {};
  say<T>(name: string, args: unknown[], answer: T): Promise<T> {
    this.calls.push([name, ...args]);
    return Promise.resolve(answer);
  }
  requestAccounts = () => ((this.granted = true), this.say('requestAccounts', [], this.accounts));
  getAccounts = () => Promise.resolve(this.granted ? this.accounts : []);
  getPublicKey = () => Promise.resolve(KEY);
  getChain = () => Promise.resolve({ enum: this.chain });
  switchChain = (chain: string) => ((this.chain = chain), this.say('switchChain', [chain], null));
  signMessage = (...args: unknown[]) => this.say('signMessage', args, ecdsa);
  signPsbt = (...args: unknown[]) => this.say('signPsbt', args, hex);
  sendBitcoin = (...args: unknown[]) => this.say('sendBitcoin', args, TXID);
  on = (event: string, fn: (said: unknown) => void) => void (this.listeners[event] = fn);
  removeListener = (event: string) => void delete this.listeners[event];
}

describe('UniSat wallet', () => {
  test('@1.11 gives one payment account on the network it reports', async () => {
    const unisat = new Unisat();
    there({ unisat });
    find();
    const [wallet] = list;
    await expect(connect(wallet!, { silent: true })).resolves.toEqual({ accounts: [] });
    const account = { chain: mainnet, address: 'bc1qone', type: 'payment', publicKey: KEY };
    await expect(connect(wallet!)).resolves.toEqual({ chain: mainnet, accounts: [account] });
    const of = { account: 'bc1qone', chain: mainnet };
    await ask(wallet!, 'signMessage', { ...of, message: 'hi' });
    const signInputs = [
      { address: 'bc1qone', index: 1 },
      { address: 'bc1qone', index: 2, sighashTypes: [0x82] },
    ];
    await expect(ask(wallet!, 'signPsbt', { ...of, psbt, signInputs })).resolves.toEqual({ psbt });
    const result = ask(wallet!, 'signPsbt', { ...of, psbt, signInputs, broadcast: true });
    await expect(result).rejects.toEqual(code(4200));
    await ask(wallet!, 'sendTransfer', { ...of, recipientAddress: 'bc1qtwo', amount: '90' });
    expect(unisat.calls).toEqual([
      ['requestAccounts'],
      ['signMessage', 'hi', 'ecdsa'],
      [
        'signPsbt',
        hex,
        {
          autoFinalized: false,
          toSignInputs: [
            { index: 1, address: 'bc1qone' },
            { index: 2, address: 'bc1qone', sighashTypes: [0x82] },
          ],
        },
      ],
      ['sendBitcoin', 'bc1qtwo', 90],
    ]);
  });

  test('@1.11 finishes a PSBT to send, hands it over to compare, and pushes it separately', async () => {
    const pushPsbt = vi.fn(() => Promise.resolve(TXID.toUpperCase()));
    const unisat = Object.assign(new Unisat(), { pushPsbt });
    there({ unisat });
    find();
    await connect(list[0]!);
    const of = { account: 'bc1qone', chain: mainnet };
    const signInputs = [{ address: 'bc1qone', index: 1 }];
    const signed = ask(list[0]!, 'signPsbt', { ...of, psbt, signInputs, broadcast: true });
    await expect(signed).resolves.toEqual({ psbt, unsent: true });
    const toSignInputs = [{ index: 1, address: 'bc1qone' }];
    expect(unisat.calls.at(-1)).toEqual(['signPsbt', hex, { autoFinalized: true, toSignInputs }]);
    expect(pushPsbt).not.toHaveBeenCalled();
    const elsewhere = ask(list[0]!, 'wm_push', { chain: testnet, psbt });
    await expect(elsewhere).rejects.toEqual(code(4901));
    await expect(ask(list[0]!, 'wm_push', { chain: mainnet, psbt })).resolves.toEqual({ txid: TXID });
    expect(pushPsbt.mock.calls).toEqual([[hex]]);
  });

  test('@4.7 @1.11 follows its accounts and networks', async () => {
    const unisat = new Unisat();
    there({ unisat });
    find();
    await connect(list[0]!);
    const events: unknown[] = [];
    const offs = [
      list[0]!.on('accounts', (accounts) => events.push(accounts)),
      list[0]!.on('chain', (chain) => events.push(chain)),
    ];
    unisat.accounts = ['bc1ptwo'];
    unisat.listeners.accountsChanged!(['bc1ptwo']);
    await vi.waitFor(() => expect(events).toHaveLength(2));
    await ask(list[0]!, 'wm_switchChain', { chain: testnet });
    expect(events.filter((one) => one == testnet)).toHaveLength(1);
    unisat.calls = [];
    await ask(list[0]!, 'signMessage', { account: 'bc1ptwo', chain: testnet, message: 'x' }).catch(boom);
    // for a taproot address, only a witness proves the signer
    expect(unisat.calls).toEqual([['signMessage', 'x', 'bip322-simple']]);
    unisat.listeners.accountsChanged!([]);
    expect(events.at(-1)).toEqual([]);
    // unlocked again: only its own event causes a read
    dispatchEvent(new Event('focus'));
    expect(unisat.calls.filter(([what]) => what == 'getAccounts')).toEqual([]);
    unisat.listeners.accountsChanged!(['bc1ptwo']);
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject([{ address: 'bc1ptwo' }]));
    offs.forEach((off) => off());
    expect(unisat.listeners).toEqual({});
  });

  /** Keplr 0.12.309, `window.bitcoin_keplr` (packages/types/src/wallet/bitcoin.ts): whatever is asked without access opens its window. */
  class KeplrBitcoin extends Unisat {
    windows: string[] = [];
    at = { mainnet: 'bc1qone', testnet: 'tb1qone' };
    opens = (what: string) => {
      if (!this.granted) this.windows.push(what);
    };
    override getChain = () => (this.opens('getChain'), Promise.resolve({ enum: this.chain }));
    override getPublicKey = () => (this.opens('getPublicKey'), Promise.resolve(KEY));
    override switchChain = (chain: string) => {
      this.chain = chain;
      this.accounts = [chain == 'BITCOIN_MAINNET' ? this.at.mainnet : this.at.testnet];
      return this.say('switchChain', [chain], null);
    };
  }

  test('@10.58 takes an empty list as revoked, and opens no window', async () => {
    const keplr = new KeplrBitcoin();
    there({ bitcoin_keplr: keplr });
    find();
    expect(list[0]).toMatchObject({ name: 'Keplr', picture: expect.stringContaining('svg') as unknown });
    await expect(connect(list[0]!, { silent: true })).resolves.toEqual({ accounts: [], revoked: true });
    expect(keplr.windows).toEqual([]);
    await connect(list[0]!);
    const events: unknown[] = [];
    list[0]!.on('accounts', (accounts) => events.push(accounts));
    keplr.granted = false;
    for (const event of ['focus', 'eip6963:requestProvider']) dispatchEvent(new Event(event));
    await vi.waitFor(() => expect(events).toEqual([[]]));
    expect(keplr.windows).toEqual([]);
  });

  test('@10.58 sends no further request until the account changes', async () => {
    const keplr = new KeplrBitcoin();
    there({ bitcoin_keplr: keplr });
    find();
    await connect(list[0]!);
    const events: unknown[] = [];
    list[0]!.on('chain', (chain) => events.push(chain));
    const opens = vi.spyOn(keplr, 'opens');
    dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(opens).not.toHaveBeenCalled();
    // signet and testnet share addresses, so the list alone doesn't show the network
    keplr.chain = 'BITCOIN_SIGNET';
    keplr.listeners.networkChanged!('signet');
    await vi.waitFor(() => expect(events).toEqual([signet]));
  });

  test('@10.58 switches the wallet to the page’s network, and gives its account there', async () => {
    const keplr = new KeplrBitcoin();
    there({ bitcoin_keplr: keplr });
    find();
    await expect(connect(list[0]!, { chains: [testnet] })).resolves.toMatchObject({
      chain: testnet,
      accounts: [{ chain: testnet, address: 'tb1qone' }],
    });
    expect(keplr.calls.filter(([what]) => what == 'switchChain')).toEqual([
      ['switchChain', 'BITCOIN_TESTNET'],
    ]);
    // a reload requests no switch
    keplr.calls = [];
    await connect(list[0]!, { chains: [mainnet], silent: true });
    expect(keplr.calls).toEqual([]);
  });

  test('@10.58 stays after a rejected switch, and rejects an unnamed network', async () => {
    const keplr = new KeplrBitcoin();
    keplr.switchChain = (() =>
      Promise.reject(Object.assign(new Error('Request rejected'), { code: 4001 }))) as never;
    there({ bitcoin_keplr: keplr });
    find();
    await expect(connect(list[0]!, { chains: [testnet] })).resolves.toMatchObject({ chain: mainnet });
    await expect(connect(list[0]!, { chains: [regtest] })).rejects.toEqual(code(4901));
  });

  test('@1.11 uses OKX’s object of each network, and never a two-unit method', async () => {
    const objects = [mainnet, testnet].map((chain) => ({
      chain,
      ...Object.fromEntries(unisatNames(boom)),
      connect: () =>
        Promise.resolve({ address: `of ${chain}`, publicKey: '11'.repeat(32), compressedPublicKey: KEY }),
      send: boom,
      sendBitcoin: vi.fn(() => Promise.resolve(TXID)),
    }));
    there({ okxwallet: { bitcoin: objects[0], bitcoinTestnet: objects[1] } });
    find();
    await expect(connect(list[0]!)).resolves.toMatchObject({
      accounts: [{ address: `of ${mainnet}`, publicKey: KEY }],
    });
    await ask(list[0]!, 'wm_switchChain', { chain: testnet });
    await ask(list[0]!, 'sendTransfer', {
      account: `of ${testnet}`,
      chain: testnet,
      recipientAddress: 'tb1q',
      amount: '5',
    });
    expect(objects.map(({ sendBitcoin }) => sendBitcoin.mock.calls.length)).toEqual([0, 1]);
    await expect(ask(list[0]!, 'wm_switchChain', { chain: signet })).rejects.toEqual(code(4200));
    // nor is it connected on a network that the page doesn't have
    await expect(connect(list[0]!, { chains: [regtest] })).rejects.toEqual(code(4901));
  });
});
