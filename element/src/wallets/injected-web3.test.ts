// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around, pageContextOf } from '../testing/around';
import { written } from '../written';
import { findInjectedWeb3 } from './injected-web3';
import { isCheap } from './svg';

const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';
const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f';
const KUSAMA_GENESIS = '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe';
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';
const boom = (): never => {
  throw new Error('trap');
};
const signature = `0x${'7a'.repeat(64)}`;

type Listener = (accounts: unknown) => void;

/**
 * A wallet as extensions put it there. Read from polkadot-js 0.63 (polkadot-js/extension: packages/extension-inject/src/bundle.ts,
 * packages/extension-base/src/page/Injected.ts, Accounts.ts, Signer.ts). Its real code: inpage/injected.test.ts.
 */
class Nova {
  calls: [string, unknown][] = [];
  listeners = new Set<Listener>();
  list: object[] = [{ address: ALICE, type: 'sr25519', name: 'Main' }];
  enabling: () => unknown = () => this.injected;
  answer: unknown = { id: 1, signature };
  injected = {
    accounts: {
      get: async () => this.list,
      subscribe: (fn: Listener) => {
        fn(this.list);
        this.listeners.add(fn);
        return () => this.listeners.delete(fn);
      },
    },
    signer: {
      signRaw: async (raw: unknown) => (this.calls.push(['signRaw', raw]), this.answer),
      signPayload: async (payload: unknown) => (this.calls.push(['signPayload', payload]), this.answer),
    },
  };
  version = '1.0';
  enable = async (origin: unknown) => (this.calls.push(['enable', origin]), this.enabling());
  change(list: object[]) {
    this.list = list;
    this.listeners.forEach((fn) => fn(list));
  }
}

let controller: AbortController;
let list: PageWallet[];
const there = (all: unknown) => Object.assign(window, { injectedWeb3: all });
const find = () => findInjectedWeb3((wallet) => !!list.push(wallet), controller.signal, around);
const ask = (wallet: PageWallet, method: string, params: object = {}) =>
  wallet.request(method, written(params)!);
const connect = (wallet: PageWallet, silent = false, chains = [POLKADOT]) =>
  ask(wallet, 'wm_connect', { chains, silent });

beforeEach(() => {
  controller = new AbortController();
  list = [];
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  delete (window as { injectedWeb3?: unknown }).injectedWeb3;
});

async function connected(prepare?: (nova: Nova) => void): Promise<[PageWallet, Nova]> {
  const nova = new Nova();
  prepare?.(nova);
  there({ nova });
  find();
  await connect(list[0]!);
  nova.calls = [];
  return [list[0]!, nova];
}

describe('finding', () => {
  test('@1.12 lists each wallet once by its key, without a request', () => {
    const [nova, talisman] = [new Nova(), new Nova()];
    there({ nova, talisman });
    find();
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list.map(({ id, name, namespaces }) => [id, name, namespaces])).toEqual([
      ['polkadot:nova', 'nova', ['polkadot']],
      ['polkadot:talisman', 'Talisman', ['polkadot']],
    ]);
    expect([...nova.calls, ...talisman.calls]).toEqual([]);
  });

  test('@10.58 gives a well-known key its name, picture and rdns', () => {
    there({
      'polkadot-js': new Nova(),
      'subwallet-js': new Nova(),
      enkrypt: new Nova(),
      Enkrypt: new Nova(),
    });
    find();
    expect(list.map(({ id, name, rdns, picture }) => [id, name, rdns, !!picture])).toEqual([
      ['polkadot:polkadot-js', 'polkadot{.js}', null, true],
      ['polkadot:subwallet-js', 'SubWallet', 'app.subwallet', true],
      ['polkadot:enkrypt', 'Enkrypt', 'com.enkrypt', true],
      // another spelling isn't a known key
      ['polkadot:enkrypt~2', 'Enkrypt', null, false],
    ]);
    for (const { picture } of list)
      if (picture) expect(isCheap(decodeURIComponent((picture as string).split(',')[1]!))).toBe(true);
  });

  test('finds a later wallet at the next opening, or a moment after it', () => {
    vi.useFakeTimers();
    find();
    dispatchEvent(new Event('eip6963:requestProvider'));
    there({ nova: new Nova() });
    vi.advanceTimersByTime(300);
    expect(list).toHaveLength(1);
    // its script might take this long
    there({ nova: new Nova(), talisman: new Nova(), slow: new Nova() });
    vi.advanceTimersByTime(2_700);
    expect(list.map(({ id }) => id)).toContain('polkadot:slow');
  });

  test.each([40, 5_000])('@10.33 keeps expected wallets behind %i unknown ones', (many) => {
    const strangers = Array.from({ length: many }, (_, n) => [`stranger-${n}`, new Nova()]);
    const expected = ['polkadot:polkadot-js', 'polkadot:nova', 'polkadot:sub-wallet'];
    there({
      ...Object.fromEntries(strangers),
      'polkadot-js': new Nova(),
      nova: new Nova(),
      Sub_Wallet: new Nova(),
      unknown: new Nova(),
    });
    findInjectedWeb3((wallet) => !!list.push(wallet), controller.signal, pageContextOf(...expected));
    expect(list.map(({ id }) => id).slice(32)).toEqual(expected);
  });

  test('@10.33 lists a wallet once the engine expects it', () => {
    const strangers = Array.from({ length: 40 }, (_, n) => [`stranger-${n}`, new Nova()]);
    there({ ...Object.fromEntries(strangers), nova: new Nova() });
    let stored = '';
    const expects = (id: string) => id == stored;
    findInjectedWeb3((wallet) => !!list.push(wallet), controller.signal, { expects });
    expect(list).toHaveLength(32);
    // the stored key has been read
    stored = 'polkadot:nova';
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list.map(({ id }) => id).slice(32)).toEqual(['polkadot:nova']);
  });

  test('@10.33 lists another object under the same key as another wallet', () => {
    const [one, two] = [new Nova(), new Nova()];
    there({ nova: one });
    find();
    there({ nova: two });
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list.map(({ id, provider }) => [id, provider])).toEqual([
      ['polkadot:nova', one],
      ['polkadot:nova~2', two],
    ]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['without a way in', {}],
    ['a way in that is none', { enable: 7 }],
    ['a getter that throws', Object.defineProperty({}, 'enable', { get: boom })],
  ])('@1.12 ignores %s and lists the others', (_what, entry) => {
    there({ broken: entry, [' ']: new Nova(), ['x'.repeat(65)]: new Nova(), nova: new Nova() });
    find();
    expect(list.map(({ name }) => name)).toEqual(['nova']);
  });

  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['a proxy that throws', new Proxy({}, { ownKeys: boom, get: boom })],
  ])('ignores a global that is %s', (_what, all) => {
    there(all);
    expect(find).not.toThrow();
    expect(list).toEqual([]);
  });

  test('never calls an enable function that was replaced later', async () => {
    const nova = new Nova();
    there({ nova });
    find();
    nova.enable = boom;
    await expect(connect(list[0]!)).resolves.toHaveProperty('accounts.length', 1);
  });
});

describe('connecting', () => {
  test('@1.12 asks only the selected wallet, with the page’s host', async () => {
    const [nova, other] = [new Nova(), new Nova()];
    there({ nova, other });
    find();
    expect(await connect(list[0]!)).toEqual({
      accounts: [{ chain: POLKADOT, address: ALICE, type: 'sr25519', label: 'Main' }],
    });
    expect([nova.calls, other.calls]).toEqual([[['enable', location.host]], []]);
  });

  test('leaves out accounts of another type or of a network the page lacks', async () => {
    const nova = new Nova();
    nova.list = [
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', type: 'ethereum' },
      { address: BOB, genesisHash: KUSAMA_GENESIS },
      { address: ALICE, genesisHash: null, type: 'ed25519' },
      Object.defineProperty({}, 'address', { get: boom, enumerable: true }),
      null as never,
    ];
    there({ nova });
    find();
    expect(await connect(list[0]!)).toEqual({
      accounts: [{ chain: POLKADOT, address: ALICE, type: 'ed25519' }],
    });
    expect(await connect(list[0]!, false, [POLKADOT, KUSAMA])).toMatchObject({
      accounts: [{ chain: KUSAMA, address: BOB }, { address: ALICE }],
    });
  });

  test('joins a second connect to the open window', async () => {
    vi.useFakeTimers();
    const nova = new Nova();
    let allow: (given: unknown) => void = boom;
    nova.enabling = () => new Promise((resolve) => (allow = resolve));
    there({ nova });
    find();
    const both = [connect(list[0]!), connect(list[0]!)];
    await vi.advanceTimersByTimeAsync(0);
    expect(nova.calls).toHaveLength(1);
    allow(nova.injected);
    await expect(Promise.all(both)).resolves.toHaveLength(2);
    // a prompt lost with the wallet's reload doesn't block the page forever
    void connect(list[0]!);
    await vi.advanceTimersByTimeAsync(300_000);
    void connect(list[0]!);
    await vi.advanceTimersByTimeAsync(0);
    expect(nova.calls).toHaveLength(3);
  });

  test.each([
    [-32005, 'Rate limit exceeded. Try again later.'],
    [4001, 'Cancelled'],
    [4001, 'Rejected'],
    [4001, 'Rejected by user'],
    [4001, 'Connection request was cancelled by the user.'],
    [4001, 'Connection request was rejected by the user.'],
    [4100, 'The source https://shop.example is not allowed to interact with this extension'],
    [4100, 'The source https://shop.example has not been enabled yet'],
    [-32002, 'The source https://shop.example has a pending authorization request'],
  ])('@8.33 gives code %i for "%s"', async (code, message) => {
    const nova = new Nova();
    nova.enabling = () => Promise.reject(new Error(message));
    there({ nova });
    find();
    await expect(connect(list[0]!)).rejects.toMatchObject({ code, message });
  });

  test('passes on any other message', async () => {
    const nova = new Nova();
    nova.enabling = () => Promise.reject(new Error('The database is closed'));
    there({ nova });
    find();
    await expect(connect(list[0]!)).rejects.toMatchObject({ code: -32603, uncoded: true });
  });

  // polkadot-js 0.63, packages/extension-ui/src/Popup/Authorize: "Connect 0 account(s)" is what its button says at first
  test('@10.58 takes a yes without accounts as an empty list', async () => {
    const nova = new Nova();
    nova.list = [];
    there({ nova });
    find();
    await expect(connect(list[0]!)).resolves.toEqual({ accounts: [] });
    await expect(connect(list[0]!, true)).resolves.toEqual({ accounts: [] });
  });

  test('answers a pending request of an earlier page when the user returns', async () => {
    const nova = new Nova();
    nova.enabling = () => Promise.reject(new Error('has a pending authorization request'));
    there({ nova });
    find();
    const listener = vi.fn();
    list[0]!.on('accounts', listener);
    await expect(connect(list[0]!)).rejects.toHaveProperty('code', -32002);
    nova.enabling = () => nova.injected;
    dispatchEvent(new Event('focus'));
    await vi.waitFor(() =>
      expect(listener).toHaveBeenCalledWith([expect.objectContaining({ address: ALICE })]),
    );
  });

  test('rejects an invalid answer', async () => {
    const nova = new Nova();
    there({ nova });
    find();
    for (const value of [null, 7, {}, { accounts: { get: () => 'x' } }, { accounts: { get: boom } }]) {
      nova.enabling = () => value;
      await expect(connect(list[0]!)).rejects.toHaveProperty('code', -32603);
    }
  });
});

describe('accounts', () => {
  test('@4.7 reports a change once, and an empty list after a revoke', async () => {
    const [wallet, nova] = await connected();
    const listener = vi.fn();
    wallet.on('accounts', listener);
    nova.change([{ address: BOB }]);
    nova.change([{ address: BOB }]);
    nova.change([]);
    expect(listener.mock.calls).toEqual([[[{ chain: POLKADOT, address: BOB }]], [[]]]);
  });

  test('are read again on focus if the wallet reports nothing', async () => {
    const nova = new Nova();
    nova.injected.accounts.subscribe = undefined as never;
    there({ nova });
    find();
    await connect(list[0]!);
    const listener = vi.fn();
    list[0]!.on('accounts', listener);
    nova.list = [{ address: BOB }];
    dispatchEvent(new Event('focus'));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  });

  test('@4.6 report and sign nothing after a disconnect', async () => {
    const [wallet, nova] = await connected();
    const listener = vi.fn();
    wallet.on('accounts', listener);
    await ask(wallet, 'wm_disconnect');
    expect(nova.listeners.size).toBe(0);
    nova.change([{ address: BOB }]);
    dispatchEvent(new Event('focus'));
    expect(listener).not.toHaveBeenCalled();
    await expect(
      ask(wallet, 'polkadot_signMessage', { address: ALICE, data: '0x00' }),
    ).rejects.toHaveProperty('code', 4100);
  });

  test('survive listeners and changes that throw', async () => {
    const [wallet, nova] = await connected();
    nova.listeners.forEach((fn) => [null, 7, { length: -1 }, [null]].forEach(fn));
    const listener = vi.fn();
    const off = wallet.on('accounts', listener);
    off();
    nova.change([{ address: BOB }]);
    expect(listener).not.toHaveBeenCalled();
    expect(wallet.on('chain', listener)).toBeTypeOf('function');
  });
});

describe('signing', () => {
  test('@1.12 signs text as hex and transactions unchanged, and returns the signature', async () => {
    const [wallet, nova] = await connected();
    expect(await ask(wallet, 'polkadot_signMessage', { address: ALICE, data: '0x6869' })).toEqual({
      signature,
    });
    const payload = { address: ALICE, method: '0x0000', version: 4 };
    nova.answer = { id: 2, signature: `0x01${signature.slice(2)}`, signedTransaction: '0xff' };
    const answer = await ask(wallet, 'polkadot_signTransaction', {
      address: ALICE,
      transactionPayload: payload,
    });
    expect(answer).toEqual({ signature: `0x01${signature.slice(2)}` });
    expect(nova.calls).toEqual([
      ['signRaw', { address: ALICE, data: '0x6869', type: 'bytes' }],
      ['signPayload', payload],
    ]);
    expect(Object.isFrozen(nova.calls[1]![1])).toBe(true);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['no hex', { signature: 'ok' }],
    ['too short', { signature: '0x00' }],
    ['too long', { signature: `0x${'00'.repeat(67)}` }],
    ['a getter that throws', Object.defineProperty({}, 'signature', { get: boom })],
  ])('rejects an answer that is %s', async (_what, answer) => {
    const [wallet, nova] = await connected();
    nova.answer = answer;
    await expect(
      ask(wallet, 'polkadot_signMessage', { address: ALICE, data: '0x00' }),
    ).rejects.toHaveProperty('code', -32603);
  });

  test('rejects without a signer, and for an unknown method', async () => {
    const [wallet] = await connected((nova) => {
      nova.injected.signer.signRaw = undefined as never;
    });
    await expect(ask(wallet, 'polkadot_signMessage', {})).rejects.toHaveProperty('code', 4200);
    await expect(ask(wallet, 'toString')).rejects.toHaveProperty('code', 4200);
    expect(await ask(wallet, 'wm_switchChain', { chain: KUSAMA })).toBeNull();
    expect(await ask(wallet, 'wm_signsIn')).toBe(false);
  });

  test('@10.60 calls the signer’s methods from when the wallet was enabled', async () => {
    const [wallet, nova] = await connected();
    const listener = vi.fn();
    nova.injected.signer.signRaw = listener as never;
    nova.injected.signer.signPayload = listener as never;
    await ask(wallet, 'polkadot_signMessage', {});
    await ask(wallet, 'polkadot_signTransaction', { transactionPayload: { address: 'x' } });
    expect(listener).not.toHaveBeenCalled();
  });

  test('@10.27 doesn’t ask the wallet if the request was changed on its way', async () => {
    const [wallet, nova] = await connected();
    expect(() => wallet.request('polkadot_signMessage', '{"b":1,"a":2}')).toThrow();
    expect(nova.calls).toEqual([]);
  });
});
