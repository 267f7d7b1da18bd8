// @vitest-environment jsdom
import { base58 as reference58, base64 as reference64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around, pageContextOf } from '../testing/around';
import { copyBytes, fromBase58, fromBase64, toBase58, toBase64 } from './bytes';
import { written } from '../written';
import { toSlug } from './slug';
import { findSolana as findStandard } from './solana';

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const ALICE = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g';
const BOB = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const boom = (): never => {
  throw new Error('trap');
};
const filled = (length: number, of = 7) => new Uint8Array(length).fill(of);

type Listener = (change: object) => void;

/**
 * A wallet as the standard's own classes make it: getters on a prototype. Read from @wallet-standard/base 1.1.0
 * (src/wallet.ts); features by docs/spec/page-wallets.md 2. No wallet was read, so its refusals are a guess.
 */
class Nova {
  listeners = new Set<Listener>();
  calls: [string, unknown[]][] = [];
  list: object[] = [];
  granted = [this.account(ALICE)];
  answers: Record<string, (...inputs: never[]) => unknown> = {};
  constructor(readonly said: { name?: unknown; icon?: unknown } = {}) {}

  account(address: string, more: object = {}) {
    return {
      address,
      publicKey: reference58.decode(address),
      chains: ['solana:mainnet'],
      features: [],
      ...more,
    };
  }
  get version() {
    return '1.0.0';
  }
  get name(): unknown {
    return this.said.name ?? 'Nova Wallet';
  }
  get icon(): unknown {
    return this.said.icon ?? 'data:image/png;base64,iVBORw0KGgo=';
  }
  get chains(): unknown {
    return ['solana:mainnet', 'solana:devnet'];
  }
  get accounts(): unknown {
    return this.list;
  }
  get features(): Record<string, unknown> {
    const run =
      (name: string, own: (...inputs: never[]) => unknown) =>
      async (...inputs: never[]): Promise<unknown> => {
        this.calls.push([name, inputs]);
        return (this.answers[name] ?? own)(...inputs);
      };
    return {
      'standard:connect': {
        connect: run('connect', (input?: { silent?: boolean }) => {
          if (!input?.silent) this.list = this.granted;
          return { accounts: this.list };
        }),
      },
      'standard:disconnect': { disconnect: run('disconnect', () => void (this.list = [])) },
      'standard:events': {
        on: (_event: string, fn: Listener) => {
          this.listeners.add(fn);
          return () => this.listeners.delete(fn);
        },
      },
      'solana:signMessage': {
        signMessage: run('signMessage', ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: filled(64) },
        ]),
      },
      'solana:signTransaction': {
        signTransaction: run('signTransaction', (...all: { transaction: Uint8Array }[]) =>
          all.map(({ transaction }) => ({ signedTransaction: transaction })),
        ),
      },
      'solana:signAndSendTransaction': {
        signAndSendTransaction: run('signAndSendTransaction', () => [{ signature: filled(64, 9) }]),
      },
      'solana:signIn': {
        signIn: run('signIn', () => [
          { account: this.granted[0], signedMessage: filled(20), signature: filled(64) },
        ]),
      },
    };
  }
  change(change: object) {
    this.listeners.forEach((fn) => fn(change));
  }
  /** The registration of a starting wallet. */
  announce(): void {
    announce(this);
    addEventListener(
      'wallet-standard:app-ready',
      (event) => (event as CustomEvent<Api>).detail.register(this),
      { signal: controller.signal },
    );
  }
}

interface Api {
  register(...wallets: unknown[]): () => void;
}
const announce = (...wallets: unknown[]) => appReady((api: Api) => api.register(...wallets));
const appReady = (detail: unknown) =>
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));

let controller: AbortController;
let list: PageWallet[];
const find = () => findStandard((wallet) => !!list.push(wallet), controller.signal, around);

beforeEach(() => {
  controller = new AbortController();
  list = [];
});
afterEach(() => controller.abort());

const text = (value: object) => written(value)!;
/** A wallet that is found and connected. */
async function connected(wallet = new Nova()): Promise<[PageWallet, Nova]> {
  find();
  announce(wallet);
  await list[0]!.request('wm_connect', text({ chains: [MAINNET], silent: false }));
  return [list[0]!, wallet];
}

describe('finding', () => {
  test('@1.1 lists earlier and later wallets once each', () => {
    const [early, late] = [new Nova(), new Nova({ name: 'Late' })];
    early.announce();
    find();
    late.announce();
    announce(early, late);
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list.map(({ id, name, rdns, namespaces }) => [id, name, rdns, namespaces])).toEqual([
      ['solana:nova-wallet', 'Nova Wallet', null, ['solana']],
      ['solana:late', 'Late', null, ['solana']],
    ]);
    expect(list[0]).toMatchObject({ provider: early, picture: early.icon, icon: null });
  });

  test('asks a late wallet again at each opening', () => {
    find();
    const late = new Nova();
    addEventListener(
      'wallet-standard:app-ready',
      (event) => (event as CustomEvent<Api>).detail.register(late),
      { signal: controller.signal },
    );
    expect(list).toEqual([]);
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list).toHaveLength(1);
  });

  test('@10.33 lists two wallets of one name, each with its own object', () => {
    find();
    const [one, two] = [new Nova(), new Nova()];
    announce(one, two, one);
    expect(list.map(({ id, provider }) => [id, provider])).toEqual([
      ['solana:nova-wallet', one],
      ['solana:nova-wallet~2', two],
    ]);
  });

  test('@10.33 keeps expected wallets behind many unknown ones of one call', () => {
    const strangers = Array.from({ length: 70 }, (_, n) => new Nova({ name: `Stranger ${n}` }));
    findStandard((wallet) => !!list.push(wallet), controller.signal, pageContextOf('solana:nova-wallet'));
    announce(...strangers, new Nova(), new Nova({ name: 'Unknown' }));
    expect(list.map(({ id }) => id).slice(63)).toEqual(['solana:stranger-63', 'solana:nova-wallet']);
  });

  test('offers a wallet again under the same ID if the engine had no room', () => {
    const ids: string[] = [];
    findStandard((wallet) => (ids.push(wallet.id), false), controller.signal, around);
    const one = new Nova();
    announce(one);
    announce(one);
    expect(ids).toEqual(['solana:nova-wallet', 'solana:nova-wallet']);
  });

  test('tells a destroyed engine nothing more', () => {
    find();
    controller.abort();
    announce(new Nova());
    expect(list).toEqual([]);
  });

  test.each([
    ['Nova Wallet', 'nova-wallet'],
    ['  Über  Wallet! ', 'über-wallet'],
    ['~2', '2'],
    ['🦊', 'wallet'],
  ])('makes the slug of %s: %s', (name, slug) => expect(toSlug(name)).toBe(slug));

  test('lets no listener stop its request event', () => {
    const stop = (event: Event) => {
      expect(() => event.stopImmediatePropagation()).toThrow();
      expect(() => event.preventDefault()).toThrow();
    };
    addEventListener('wallet-standard:app-ready', stop, { once: true });
    find();
    expect.assertions(2);
  });
});

describe('hostile wallets', () => {
  const traps = Object.fromEntries(
    Object.getOwnPropertyNames(Reflect).map((name) => [name, boom]),
  ) as ProxyHandler<object>;
  const getter = (name: string) => Object.defineProperty(new Nova(), name, { get: boom });
  const saying = (more: object) =>
    Object.defineProperties(
      new Nova(),
      Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value: value as unknown }])),
    );

  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a text', () => 'x'],
    ['a function', () => () => 1],
    ['a proxy that throws', () => new Proxy(new Nova(), traps)],
    ['a name that throws', () => getter('name')],
    ['features that throw', () => getter('features')],
    ['a name that is no text', () => new Nova({ name: { toString: boom } })],
    ['an empty name', () => new Nova({ name: ' ' })],
    ['an endless name', () => new Nova({ name: 'x'.repeat(65) })],
    ['no features', () => saying({ features: {} })],
    ['features that are null', () => saying({ features: null })],
    [
      'a wallet that cannot be connected',
      () => saying({ features: { 'solana:signMessage': { signMessage: boom } } }),
    ],
    [
      'a wallet of another family',
      () => saying({ chains: ['sui:mainnet'], features: { 'standard:connect': { connect: boom } } }),
    ],
  ])('@1.1 %s is no wallet, throws nothing, and silences nobody', (_what, make) => {
    find();
    announce(make(), new Nova());
    announce(make());
    expect(list.map(({ name }) => name)).toEqual(['Nova Wallet']);
  });

  test.each<[string, unknown]>([
    ['no function', 7],
    ['a function that throws', boom],
    ['nothing', undefined],
    [
      'one that registers from inside itself',
      (api: Api) => appReady((inner: Api) => (inner.register(), api.register())),
    ],
  ])('a registration that is %s throws nothing', (_what, detail) => {
    find();
    appReady(detail);
    announce(new Nova());
    expect(list).toHaveLength(1);
  });

  test('keeps at most 64 wallets of one call', () => {
    find();
    announce(...Array.from({ length: 1000 }, (_, i) => new Nova({ name: `W${i}` })));
    expect(list).toHaveLength(64);
  });

  test('passes an icon on unread', () => {
    find();
    announce(new Nova({ icon: 'x'.repeat(1_000_000) }));
    expect(list).toHaveLength(1);
  });

  test('copies at most the namespace’s accounts, once', async () => {
    const wallet = new Nova();
    wallet.granted = [
      wallet.account(ALICE, { label: 'Main' }),
      wallet.account(BOB, { chains: ['sui:mainnet'] }),
      wallet.account(BOB, { label: 'x'.repeat(100), publicKey: 'none' }),
      Object.defineProperty(wallet.account(BOB), 'address', { get: boom }),
      null as never,
      'x' as never,
    ];
    find();
    announce(wallet);
    const { accounts } = (await list[0]!.request('wm_connect', text({ silent: false }))) as {
      accounts: { address: string; label?: string; publicKey?: string }[];
    };
    expect(accounts.map(({ address, label }) => [address, label])).toEqual([
      [ALICE, 'Main'],
      [BOB, undefined],
    ]);
    expect(accounts.map(({ publicKey }) => publicKey?.length)).toEqual([64, undefined]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty list', []],
    ['a short signature', [{ signedMessage: filled(3), signature: filled(63) }]],
    ['a text for bytes', [{ signedMessage: 'abc', signature: filled(64) }]],
    ['numbers that are no bytes', [{ signedMessage: [256], signature: filled(64) }]],
    ['an endless message', [{ signedMessage: { length: 1e12 }, signature: filled(64) }]],
    ['a throwing output', [Object.defineProperty({}, 'signature', { get: boom })]],
  ])('rejects %s as an answer', async (_what, answer) => {
    const [found, wallet] = await connected();
    wallet.answers.signMessage = () => answer;
    const message = reference58.encode(filled(3));
    await expect(found.request('solana_signMessage', text({ message, pubkey: ALICE }))).rejects.toMatchObject(
      {
        code: -32603,
      },
    );
  });
});

describe('connecting', () => {
  test('sends no prompt on a silent connect, and stays disconnected without accounts', async () => {
    find();
    const wallet = new Nova();
    announce(wallet);
    const silent = () => list[0]!.request('wm_connect', text({ chains: [], silent: true }));
    expect(await silent()).toEqual({ accounts: [] });
    expect(wallet.calls).toEqual([['connect', [{ silent: true }]]]);
    wallet.answers.connect = boom;
    expect(await silent()).toEqual({ accounts: [] });
  });

  test('rejects a refusal with its code', async () => {
    find();
    const wallet = new Nova();
    wallet.answers.connect = () => Promise.reject(new Error('User rejected the request.'));
    announce(wallet);
    await expect(list[0]!.request('wm_connect', text({ silent: false }))).rejects.toMatchObject({
      code: 4001,
    });
  });

  test('@10.58 asks the wallet in the click’s task, after the engine’s call', async () => {
    find();
    const wallet = new Nova();
    announce(wallet);
    void list[0]!.request('wm_connect', text({ silent: false }));
    // Firefox runs other tasks while a wallet opens its window, during which the engine couldn't be called
    expect(wallet.calls).toHaveLength(0);
    await null;
    expect(wallet.calls).toHaveLength(1);
  });

  test('disconnects a wallet that has no disconnect feature', async () => {
    const [found, wallet] = await connected();
    await found.request('wm_disconnect', '{}');
    expect(wallet.calls.at(-1)).toEqual(['disconnect', []]);
    Object.defineProperty(wallet, 'features', { value: {} });
    await expect(found.request('wm_disconnect', '{}')).resolves.toBeNull();
  });
});

describe('account changes', () => {
  const connectWithListener = async (): Promise<[Nova, unknown[], () => void]> => {
    const [found, wallet] = await connected();
    const events: unknown[] = [];
    const off = found.on('accounts', (accounts) =>
      events.push((accounts as { address: string }[]).map(({ address }) => address)),
    );
    return [wallet, events, off];
  };

  test('report another account, and none', async () => {
    const [wallet, told, off] = await connectWithListener();
    wallet.change({ accounts: [wallet.account(BOB), wallet.account(ALICE)] });
    wallet.change({ accounts: [] });
    off();
    wallet.change({ accounts: [wallet.account(ALICE)] });
    expect(told).toEqual([[BOB, ALICE], []]);
    expect(wallet.listeners.size).toBe(0);
  });

  test('ignore a change without an account list', async () => {
    const [wallet, told] = await connectWithListener();
    for (const change of [{}, { accounts: null }, { accounts: 'x' }, { features: {} }, null, 7])
      wallet.change(change as object);
    expect(told).toEqual([]);
  });

  test.each(['focus', 'eip6963:requestProvider'])(
    'are seen at the next %s without a request',
    async (event) => {
      const [wallet, told] = await connectWithListener();
      const { length } = wallet.calls;
      dispatchEvent(new Event(event));
      wallet.list = [wallet.account(BOB)];
      dispatchEvent(new Event(event));
      dispatchEvent(new Event(event));
      wallet.list = [];
      dispatchEvent(new Event(event));
      dispatchEvent(new Event(event));
      expect(told).toEqual([[BOB], []]);
      expect(wallet.calls).toHaveLength(length);
    },
  );

  test('don’t disconnect a wallet that keeps no list of accounts', async () => {
    const wallet = new Nova();
    wallet.answers.connect = () => ({ accounts: wallet.granted });
    const [found] = await connected(wallet);
    const listener = vi.fn();
    found.on('accounts', listener);
    dispatchEvent(new Event('focus'));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('requests', () => {
  const transaction = () => {
    const bytes = filled(100, 3);
    bytes[0] = 1;
    return bytes;
  };

  test('sends a message as bytes with the wallet’s own account object', async () => {
    const [found, wallet] = await connected();
    const message = new TextEncoder().encode('Hello, \u{1f30d}');
    const params = { message: reference58.encode(message), pubkey: ALICE };
    expect(await found.request('solana_signMessage', text(params))).toEqual({
      signature: reference58.encode(filled(64)),
    });
    const [, [input]] = wallet.calls.at(-1)! as [string, [{ account: object; message: Uint8Array }]];
    expect(input.account).toBe(wallet.granted[0]);
    expect([...input.message]).toEqual([...message]);
  });

  test('returns the bytes that were signed instead of the message', async () => {
    const [found, wallet] = await connected();
    wallet.answers.signMessage = () => [{ signedMessage: filled(5), signature: filled(64) }];
    const params = { message: reference58.encode(filled(3)), pubkey: ALICE };
    expect(await found.request('solana_signMessage', text(params))).toMatchObject({
      signedMessage: reference58.encode(filled(5)),
    });
  });

  test.each([
    [MAINNET, 'solana:mainnet'],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
    ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
    ['solana:localnet', 'solana:localnet'],
  ])('sends a transaction for %s as %s', async (chain, name) => {
    const [found, wallet] = await connected();
    const params = { chain, pubkey: ALICE, transaction: reference64.encode(transaction()) };
    expect(await found.request('solana_signTransaction', text({ ...params }))).toEqual({
      signature: reference58.encode(transaction().subarray(1, 65)),
      transaction: params.transaction,
    });
    const [, [input]] = wallet.calls.at(-1)! as [string, [object]];
    expect(input).toMatchObject({ chain: name, transaction: transaction(), account: wallet.granted[0] });
  });

  test('translates options to the standard’s current names', async () => {
    const [found, wallet] = await connected();
    const options = { maxRetries: 2, preflightCommitment: 'singleGossip', skipPreflight: true, zzz: 1 };
    const params = { chain: MAINNET, options, pubkey: ALICE, transaction: reference64.encode(transaction()) };
    expect(await found.request('solana_signAndSendTransaction', text(params))).toEqual({
      signature: reference58.encode(filled(64, 9)),
    });
    const [, [input]] = wallet.calls.at(-1)! as [string, [{ options: object }]];
    expect({ ...input.options }).toEqual({
      maxRetries: 2,
      preflightCommitment: 'confirmed',
      skipPreflight: true,
    });
  });

  test('signs all transactions with one request in their order', async () => {
    const [found, wallet] = await connected();
    const all = [transaction(), filled(90, 1)].map((one) => reference64.encode(one));
    const params = { chain: MAINNET, pubkey: ALICE, transactions: all };
    expect(await found.request('solana_signAllTransactions', text(params))).toEqual({ transactions: all });
    expect(wallet.calls.at(-1)![1]).toHaveLength(2);
    wallet.answers.signTransaction = () => [{ signedTransaction: filled(90, 1) }];
    await expect(found.request('solana_signAllTransactions', text(params))).rejects.toMatchObject({
      code: -32603,
    });
  });

  test('returns account and signature of a sign-in', async () => {
    const [found, wallet] = await connected();
    const params = {
      domain: 'x.test',
      nonce: 'abcdefgh',
      resources: ['ipfs://a'],
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      address: 'of nobody',
    };
    expect(await found.request('wm_signsIn', '{}')).toBe(true);
    expect(await found.request('solana_signIn', text(params))).toMatchObject({
      accounts: [{ address: ALICE }],
      signature: reference58.encode(filled(64)),
      signedMessage: reference58.encode(filled(20)),
    });
    expect(wallet.calls.at(-1)![1]).toEqual([
      { domain: 'x.test', nonce: 'abcdefgh', resources: ['ipfs://a'], chainId: 'solana:mainnet' },
    ]);
    // for a connected account: that one and no other
    const { domain, nonce, resources, chainId } = params;
    const fields = { domain, nonce, resources, chainId };
    await found.request('solana_signIn', text({ ...fields, pubkey: ALICE }));
    expect(wallet.calls.at(-1)![1]).toMatchObject([{ domain: 'x.test', address: ALICE }]);
    const other = text({ ...fields, pubkey: BOB });
    await expect(found.request('solana_signIn', other)).rejects.toMatchObject({ code: 4100 });
    Object.defineProperty(wallet, 'features', { value: {} });
    expect(await found.request('wm_signsIn', '{}')).toBe(false);
    await expect(found.request('solana_signIn', text(params))).rejects.toMatchObject({ code: 4200 });
  });

  test('refuses a missing feature and an unknown account', async () => {
    const [found, wallet] = await connected();
    const params = { message: reference58.encode(filled(3)), pubkey: BOB };
    await expect(found.request('solana_signMessage', text(params))).rejects.toMatchObject({ code: 4100 });
    Object.defineProperty(wallet, 'features', { value: {} });
    const own = text({ ...params, pubkey: ALICE });
    await expect(found.request('solana_signMessage', own)).rejects.toMatchObject({ code: 4200 });
    await expect(found.request('eth_sign', '{}')).rejects.toMatchObject({ code: 4200 });
  });

  test('sends no wallet a request that was changed on its way', async () => {
    const [found, wallet] = await connected();
    const { length } = wallet.calls;
    expect(() => found.request('solana_signMessage', '{"pubkey":"x","message":"y"}')).toThrow();
    expect(wallet.calls).toHaveLength(length);
  });

  test('@10.27 sends the same bytes if a script changed prototypes', async () => {
    const [found, wallet] = await connected();
    const all = [transaction(), transaction()].map((one) => reference64.encode(one));
    const params = text({ chain: MAINNET, pubkey: ALICE, transactions: all });
    const iterate = Array.prototype[Symbol.iterator];
    const letter = String.prototype.charCodeAt;
    let pending: Promise<unknown>;
    wallet.answers.signTransaction = () => 'unread';
    try {
      Array.prototype[Symbol.iterator] = boom;
      String.prototype.charCodeAt = () => 65;
      pending = found.request('solana_signAllTransactions', params);
    } finally {
      Array.prototype[Symbol.iterator] = iterate;
      String.prototype.charCodeAt = letter;
    }
    await pending.catch(() => undefined);
    const [name, inputs] = wallet.calls.at(-1)! as [string, { transaction: Uint8Array }[]];
    expect(name).toBe('signTransaction');
    expect(inputs.map((input) => input.transaction)).toEqual([transaction(), transaction()]);
  });
});

describe('bytes as text', () => {
  const samples = () => {
    let seed = 7;
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
    return Array.from({ length: 400 }, () => {
      const bytes = new Uint8Array(next() % 90);
      for (let i = next() % 4; i < bytes.length; i++) bytes[i] = next() >> 8;
      return bytes;
    });
  };

  test('writes base58 and base64 as the reference libraries do', () => {
    for (const bytes of [...samples(), filled(64, 255), filled(3, 0)]) {
      expect(toBase58(bytes)).toBe(reference58.encode(bytes));
      expect(fromBase58(toBase58(bytes))).toEqual(bytes);
      expect(toBase64(bytes)).toBe(reference64.encode(bytes));
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    }
  });

  test.each(['0', 'I', 'l', 'O', 'a b', 'é', '__proto__'])('reads no base58 from %j', (text) => {
    expect(fromBase58(text)).toBeNull();
  });
  test.each(['a', 'ab', 'abc', 'a===', 'ab=c', 'ab-_', '===='])('reads no base64 from %j', (text) => {
    expect(fromBase64(text)).toBeNull();
  });

  test('copies bytes from other realms, proxies and lists, and nothing else', () => {
    const proxy = new Proxy(filled(3), {
      get: (of, name) => (name == 'length' ? 3 : name == '1' ? 8 : of[Number(name as string)]),
    });
    expect([...copyBytes(proxy, 10)!]).toEqual([7, 8, 7]);
    expect([...copyBytes([1, 2], 10)!]).toEqual([1, 2]);
    for (const none of [null, undefined, 7, 'abc', {}, { length: -1 }, { length: 1.5 }, [1, -1], filled(11)])
      expect(copyBytes(none, 10)).toBeNull();
  });
});
