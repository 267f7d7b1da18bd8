// @vitest-environment jsdom
// The window of Coinbase's wallet: what is sent to it and how, what is taken for an answer, and what a closed one means
// (docs/spec/page-wallets.md 7.1). The window here is the protocol's other half, with real keys. Read from @coinbase/wallet-sdk 4.4.0
// (src/sign/scw/SCWSigner.ts, src/core/communicator/Communicator.ts); what the window says to a no is a guess.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around } from '../testing/around';
import { written } from '../written';

const ORIGIN = 'https://keys.example';
const ACCOUNT = `0x${'c0'.repeat(20)}`;
const { subtle } = crypto;
const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex');

interface WindowMessage {
  id: string;
  event?: string;
  requestId?: string;
  data?: unknown;
  sender?: string;
  timestamp?: Date;
  content?: {
    handshake?: { method: string; params: unknown };
    encrypted?: { iv: Uint8Array; cipherText: ArrayBuffer };
  };
}

const listeners = new Set<(event: MessageEvent) => void>();

/** Acts like the wallet's own page. */
class KeysWindow {
  closed = false;
  focused = 0;
  readonly messages: WindowMessage[] = [];
  readonly actions: { action: { method: string; params: unknown }; chainId: number }[] = [];
  signer: unknown = 'scw';
  keys?: CryptoKeyPair;
  secret?: CryptoKey;
  /** the response to a request; undefined: none */
  answer: (method: string, params: unknown) => object | undefined = () => ({ value: 'yes' });
  data: object = { chains: { 1337: 'https://node.example/1337', 8453: 'https://node.example/8453' } };
  failure: object | undefined;

  focus = (): void => void this.focused++;
  close = (): void => void (this.closed = true);
  tell(data: object, more: object = {}): void {
    const event = { isTrusted: true, data, origin: ORIGIN, source: this, ...more };
    listeners.forEach((fn) => fn(event as unknown as MessageEvent));
  }
  postMessage = (said: WindowMessage, origin: string): void => {
    expect(origin).toBe(ORIGIN);
    this.messages.push(structuredClone(said));
    void this.#answer(said);
  };
  async #answer({ id, event, content, sender }: WindowMessage): Promise<void> {
    const requestId = id;
    if (event == 'selectSignerType') return this.tell({ requestId, data: this.signer });
    if (!content) return;
    if (this.failure)
      return this.tell({ id: 'f', requestId, sender: '00', content: { failure: this.failure } });
    if (content.handshake) {
      const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
      this.keys = await subtle.generateKey(algorithm, true, ['deriveKey']);
      const peer = await subtle.importKey('spki', Buffer.from(sender!, 'hex'), algorithm, true, []);
      const aes = { name: 'AES-GCM', length: 256 };
      this.secret = await subtle.deriveKey({ name: 'ECDH', public: peer }, this.keys.privateKey, aes, false, [
        'encrypt',
        'decrypt',
      ]);
      return this.#say(requestId, { result: { value: [ACCOUNT] }, data: this.data });
    }
    const { iv, cipherText } = content.encrypted!;
    const clear = await subtle.decrypt({ name: 'AES-GCM', iv: iv as BufferSource }, this.secret!, cipherText);
    const action = JSON.parse(new TextDecoder().decode(clear)) as (typeof this.actions)[0];
    this.actions.push(action);
    const result = this.answer(action.action.method, action.action.params);
    if (result) await this.#say(requestId, { result });
  }
  async #say(requestId: string, what: object): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(what));
    const cipherText = await subtle.encrypt({ name: 'AES-GCM', iv }, this.secret!, text);
    const sender = hex(await subtle.exportKey('spki', this.keys!.publicKey));
    this.tell({
      id: 'a',
      requestId,
      sender,
      content: { encrypted: { iv, cipherText } },
      timestamp: new Date(),
    });
  }
}

let controller: AbortController;
let windows: KeysWindow[];
let opened: string[];
let next: (made: KeysWindow) => void;
let blocks = false;
/** added to the clock */
let later = 0;

beforeEach(() => {
  vi.resetModules();
  listeners.clear();
  windows = [];
  opened = [];
  blocks = false;
  later = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  next = () => {};
  controller = new AbortController();
  const add = window.addEventListener;
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (...[type, fn, options]: Parameters<typeof add>) => {
      if (type != 'message') return add.call(window, type, fn, options);
      listeners.add(fn as (event: MessageEvent) => void);
    },
  );
  vi.stubGlobal('open', (url: string) => {
    opened.push(url);
    if (blocks) return null;
    const popup = new KeysWindow();
    windows.push(popup);
    next(popup);
    setTimeout(() => popup.closed || popup.tell({ event: 'PopupLoaded', id: 'loaded' }));
    return popup;
  });
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function findWallet(options: Record<string, unknown> = {}): Promise<PageWallet> {
  const { findCoinbase } = await import('./coinbase');
  const list: PageWallet[] = [];
  findCoinbase((wallet) => !!list.push(wallet), controller.signal, {
    ...around,
    options: {
      coinbaseKeysUrl: `${ORIGIN}/connect`,
      storage: 'memory',
      metadata: { name: 'Shop' },
      ...options,
    },
    networks: () =>
      [
        { chainNamespace: 'eip155', id: 1337 },
        { chainNamespace: 'solana', id: 'x' },
      ] as never,
  });
  return list[0]!;
}
const ask = (wallet: PageWallet, method: string, params: unknown) => {
  // the window would have closed after its response
  later += 2_000;
  return wallet.request(method, written(params)!);
};
const connect = (wallet: PageWallet, silent = false) =>
  ask(wallet, 'wm_connect', { chains: ['eip155:1337'], silent });
const fails = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (fault: { code: number; uncoded?: boolean }) => (fault.uncoded ? 'unknown' : fault.code),
  );
async function connected(options: Record<string, unknown> = {}) {
  const wallet = await findWallet(options);
  await connect(wallet);
  return { wallet, keys: windows[0]! };
}

describe('connecting', () => {
  test('@10.60 marks accounts from storage as remembered until the window names one', async () => {
    const eve = `0x${'e7'.repeat(20)}`;
    const { newKey } = await import('./coinbase-session');
    const own = await newKey();
    const session = {
      own,
      peer: own.publicKey,
      accounts: [eve],
      chainId: 1337,
      chains: {},
      capabilities: {},
    };
    vi.doMock('./coinbase-session', async (original) => ({
      ...(await original<object>()),
      load: () => Promise.resolve(session),
      keep: () => Promise.resolve(),
    }));
    vi.resetModules();
    const wallet = await findWallet({ storage: undefined });
    vi.doUnmock('./coinbase-session');
    const chain = 'eip155:1337';
    const remembered = { accounts: [{ chain, address: eve }], chain, remembered: true };
    expect(await connect(wallet, true)).toEqual(remembered);
    expect(opened).toEqual([]);
    // A window that rejects returns no account.
    next = (made) => (made.failure = { code: 4001, message: 'no' });
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4001 });
    expect(await connect(wallet, true)).toEqual(remembered);
    windows[0]!.failure = undefined;
    const result = { accounts: [{ chain, address: ACCOUNT }], chain };
    expect(await connect(wallet)).toEqual(result);
    expect(await connect(wallet, true)).toEqual(result);
  });

  test('opens its window only on connect, with one handshake for account and network', async () => {
    const wallet = await findWallet();
    expect(await connect(wallet, true)).toEqual({ accounts: [], revoked: true });
    expect(opened).toEqual([]);
    expect(await connect(wallet)).toEqual({
      accounts: [{ chain: 'eip155:1337', address: ACCOUNT }],
      chain: 'eip155:1337',
    });
    const url = new URL(opened[0]!);
    expect(url.origin + url.pathname).toBe(`${ORIGIN}/connect`);
    expect(url.searchParams.get('origin')).toBe(location.origin);
    const [hello, select, handshake] = windows[0]!.messages;
    expect(hello).toMatchObject({
      requestId: 'loaded',
      data: { metadata: { appName: 'Shop', appChainIds: [1337] } },
    });
    expect(select).toMatchObject({ event: 'selectSignerType', data: { options: 'all' } });
    expect(handshake!.content!.handshake!.method).toBe('eth_requestAccounts');
    expect(handshake!.timestamp).toBeInstanceOf(Date);
    expect(await connect(wallet, true), 'it stays').toMatchObject({ accounts: [{ address: ACCOUNT }] });
    expect(opened).toHaveLength(1);
  });

  test('@10.60 passes only origin and path of the page’s address', async () => {
    const before = location.href;
    history.replaceState(null, '', '/shop/cart?order=secret-1&code=secret-2#token=secret-3');
    try {
      const wallet = await findWallet({ coinbaseKeysUrl: `${ORIGIN}/connect?theme=dark` });
      await connect(wallet);
      await wallet.request('personal_sign', written(['0x61', ACCOUNT])!);
      expect(windows[0]!.messages[0]).toMatchObject({ data: { location: `${location.origin}/shop/cart` } });
      expect(new URL(opened[0]!).searchParams.get('origin')).toBe(location.origin);
      const everything = JSON.stringify([
        opened,
        windows.map(({ messages: said, actions }) => [said, actions]),
      ]);
      expect(everything).not.toMatch(/secret|%23|order/);
    } finally {
      history.replaceState(null, '', before);
    }
  });

  test('rejects its app’s signer, a refusal, no account and a blocked window', async () => {
    const wallet = await findWallet();
    const tries: [number, (made: KeysWindow) => void][] = [
      [4200, (made) => (made.signer = 'walletlink')],
      [4001, (made) => (made.failure = { code: 4001, message: 'no' })],
      [-32603, (made) => (made.data = { result: 1 })],
    ];
    for (const [code, how] of tries) {
      next = (made) => {
        how(made);
        if (code == -32603)
          made.tell = (
            (tell) => (data: WindowMessage & { content?: object }) =>
              tell.call(
                made,
                data.content
                  ? { ...data, content: { encrypted: { iv: new Uint8Array(3), cipherText: 1 } } }
                  : data,
              )
          )(made.tell);
      };
      expect(await fails(connect(wallet)), String(code)).toBe(code);
      windows.at(-1)!.closed = true;
      expect(await connect(wallet, true)).toEqual({ accounts: [], revoked: true });
    }
    blocks = true;
    expect(await fails(connect(wallet))).toBe(-32603);
  });

  test('isn’t listed with its extension, without a valid URL or for app-only pages', async () => {
    expect(await findWallet({ coinbasePreference: 'eoaOnly' })).toBeUndefined();
    expect(await findWallet({ coinbaseKeysUrl: 'http://keys.example' })).toBeUndefined();
    expect(await findWallet({ coinbaseKeysUrl: 'keys' })).toBeUndefined();
    const { listenForWallets } = await import('./announced');
    listenForWallets();
    const info = { uuid: 'a', name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet', icon: '' };
    dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request() {} } } }),
    );
    expect(await findWallet()).toBeUndefined();
  });
});

describe('requests', () => {
  test('are sealed unchanged with the network, in one window while it is open', async () => {
    const { wallet, keys } = await connected();
    const call = [{ from: ACCOUNT, to: ACCOUNT, value: '0x1', chainId: '0x539' }];
    keys.answer = () => ({ value: '0x12' });
    expect(await ask(wallet, 'eth_sendTransaction', call)).toBe('0x12');
    expect(keys.actions).toEqual([
      { action: { method: 'eth_sendTransaction', params: call }, chainId: 1337 },
    ]);
    expect(JSON.stringify(keys.messages.at(-1))).not.toContain('eth_sendTransaction');
    expect([opened.length, keys.focused]).toEqual([1, 1]);
    keys.closed = true;
    next = (made) => Object.assign(made, { keys: keys.keys, secret: keys.secret });
    expect(await ask(wallet, 'personal_sign', ['0x61', ACCOUNT])).toBe('yes');
    expect(windows[1]!.actions[0]!.action.method).toBe('personal_sign');
  });

  test('reject what the window refuses, and disconnect if it forgot the page', async () => {
    const { wallet, keys } = await connected();
    keys.answer = () => ({ error: { code: 4001, message: 'no' } });
    expect(await fails(ask(wallet, 'eth_sendTransaction', [{}]))).toBe(4001);
    const accounts = vi.fn();
    wallet.on('accounts', accounts);
    keys.failure = { code: 4100, message: 'who?' };
    expect(await fails(ask(wallet, 'personal_sign', ['0x61', ACCOUNT]))).toBe(4100);
    await vi.waitFor(() => expect(accounts).toHaveBeenCalledWith([]));
    expect(await connect(wallet, true)).toEqual({ accounts: [], revoked: true });
  });

  test('reject a signature if the window closes first, and leave a send unknown', async () => {
    const { wallet, keys } = await connected();
    keys.answer = () => undefined;
    for (const [method, outcome] of [
      ['personal_sign', 4001],
      ['eth_sendTransaction', 'unknown'],
      ['wallet_sendCalls', 'unknown'],
    ] as const) {
      const request = fails(ask(wallet, method, [{}]));
      await vi.waitFor(() => expect(keys.actions.at(-1)?.action.method).toBe(method));
      keys.tell({ event: 'PopupUnload', id: 'x' });
      expect(await request, method).toBe(outcome);
      next = (made) => {
        Object.assign(made, {
          keys: keys.keys,
          secret: keys.secret,
          actions: keys.actions,
          answer: keys.answer,
        });
        keys.tell = made.tell.bind(made);
      };
      keys.closed = true;
    }
  });

  test('open another window if the last one closed after its answer', async () => {
    const { wallet, keys } = await connected();
    setTimeout(() => (keys.closed = true), 60);
    next = (made) => Object.assign(made, { keys: keys.keys, secret: keys.secret });
    expect(await wallet.request('personal_sign', written(['0x61', ACCOUNT])!)).toBe('yes');
    expect([keys.actions.length, windows[1]!.actions.length]).toEqual([0, 1]);
  });

  test('are not sent if the window closed before it got them', async () => {
    const { wallet, keys } = await connected();
    keys.closed = true;
    next = (made) => {
      made.closed = true;
    };
    expect(await fails(ask(wallet, 'eth_sendTransaction', [{}]))).not.toBe('unknown');
  });

  test('accept answers only from the window, its origin and the browser', async () => {
    const { wallet, keys } = await connected();
    keys.answer = () => undefined;
    let isDone = false;
    const request = ask(wallet, 'personal_sign', ['0x61', ACCOUNT]).finally(() => (isDone = true));
    await vi.waitFor(() => expect(keys.actions).toHaveLength(1));
    const requestId = keys.messages.at(-1)!.id;
    const content = { failure: { code: 4001, message: 'forged' } };
    keys.tell({ requestId, content }, { isTrusted: false });
    keys.tell({ requestId, content }, { origin: 'https://evil.example' });
    keys.tell({ requestId, content }, { source: window });
    keys.tell({ requestId: 'other', content });
    for (const data of [null, 'text', 5]) keys.tell(data as never);
    await new Promise((resolve) => setTimeout(resolve));
    expect(isDone).toBe(false);
    keys.tell({ requestId, content });
    expect(await fails(request)).toBe(4001);
  });
});

describe('networks', () => {
  test('switches to a network it serves, and asks for another one', async () => {
    const { wallet, keys } = await connected();
    const chains = vi.fn();
    wallet.on('chain', chains);
    await ask(wallet, 'wm_switchChain', { chain: 'eip155:8453' });
    expect(chains).toHaveBeenCalledWith('eip155:8453');
    expect(keys.actions).toEqual([]);
    keys.answer = () => ({ value: false });
    expect(await fails(ask(wallet, 'wm_switchChain', { chain: 'eip155:10' }))).toBe(4902);
    keys.answer = () => ({ value: null });
    await ask(wallet, 'wm_switchChain', { chain: 'eip155:10' });
    expect(chains).toHaveBeenLastCalledWith('eip155:10');
    expect(await connect(wallet, true)).toMatchObject({ chain: 'eip155:10' });
  });

  test('ends on disconnect, and follows a batch at the node it named', async () => {
    const fetchMock = vi.fn((_url: string, _init: RequestInit) => new Response('{"result":{"status":200}}'));
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => fetchMock(url, init));
    const { wallet } = await connected();
    // A page script's later replacement isn't called (10.60).
    vi.stubGlobal('fetch', () => Promise.reject(new Error('the page’s own')));
    expect(await ask(wallet, 'wallet_getCallsStatus', ['0x1'])).toEqual({ status: 200 });
    expect(fetchMock.mock.calls[0]![0]).toBe('https://node.example/1337');
    fetchMock.mockReturnValue(new Response(`"${'x'.repeat(70_000)}"`));
    expect(await fails(ask(wallet, 'wallet_getCallsStatus', ['0x1']))).not.toBeNull();
    expect(await fails(ask(wallet, 'eth_getBalance', [ACCOUNT]))).toBe(4200);
    await ask(wallet, 'wm_disconnect', {});
    expect(await connect(wallet, true)).toEqual({ accounts: [], revoked: true });
    expect(await fails(ask(wallet, 'personal_sign', ['0x61', ACCOUNT]))).toBe(4100);
    expect(opened).toHaveLength(1);
  });
});
