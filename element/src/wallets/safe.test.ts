// @vitest-environment jsdom
// Safe around the page: who is believed to be one, what is taken for an answer, and what each request becomes (docs/spec/page-wallets.md 6).
// The Safe is read from @safe-global/safe-apps-sdk 9.1.0 (src/communication/messageFormatter.ts, methods.ts); its errors are a guess.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around as nowhere } from '../testing/around';
import { written } from '../written';

const ORIGIN = 'https://app.safe.global';
const SAFE = `0x${'5a'.repeat(20)}`;
const PROPOSAL = `0x${'0e'.repeat(32)}`;
const OTHER = `0x${'0b'.repeat(20)}`;
const HASH = `0x${'7a'.repeat(32)}`;

interface SafeRequest {
  id: string;
  method: string;
  params?: unknown;
  env: object;
}
type Say = { data?: unknown; error?: string } | undefined;

/** The page around ours. */
class Around {
  readonly requests: SafeRequest[] = [];
  readonly to: string[] = [];
  answers: Record<string, (params: never) => Say> = {
    getSafeInfo: () => ({ data: { safeAddress: SAFE, chainId: 1337, threshold: 2, owners: [] } }),
  };
  postMessage = (asked: SafeRequest, origin: string): void => {
    this.requests.push(asked);
    this.to.push(origin);
    const response = this.answers[asked.method]?.(asked.params as never);
    if (response) void Promise.resolve().then(() => this.say(asked, response));
  };
  /** Delivered like a browser's message event. */
  say({ id }: SafeRequest, said: NonNullable<Say>, more: object = {}, version = '1.18.0'): void {
    const data = said.error
      ? { id, success: false, error: said.error, version }
      : { id, success: true, ...said, version };
    const event = { isTrusted: true, data, origin: ORIGIN, source: this, ...more };
    listeners.forEach((fn) => fn(event as unknown as MessageEvent));
  }
  last = (method: string): SafeRequest => this.requests.findLast((asked) => asked.method == method)!;
  count = (method: string): number => this.requests.filter((asked) => asked.method == method).length;
}

let around: Around;
/** the listeners for messages of the page around */
const listeners = new Set<(event: MessageEvent) => void>();
let controller: AbortController;
const own = window.parent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  listeners.clear();
  const add = window.addEventListener;
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (...[type, fn, options]: Parameters<typeof add>) => {
      if (type != 'message') return add.call(window, type, fn, options);
      const hear = fn as (event: MessageEvent) => void;
      listeners.add(hear);
      (options as AddEventListenerOptions | undefined)?.signal?.addEventListener('abort', () =>
        listeners.delete(hear),
      );
    },
  );
  around = new Around();
  controller = new AbortController();
  Object.defineProperty(window, 'parent', { value: around, configurable: true });
  from(ORIGIN);
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.defineProperty(window, 'parent', { value: own, configurable: true });
});

function from(origin: string): void {
  Object.defineProperty(location, 'ancestorOrigins', { value: [origin], configurable: true });
}

async function findWallet(safeHosts?: unknown): Promise<PageWallet | undefined> {
  const { findSafe } = await import('./safe');
  const list: PageWallet[] = [];
  const finding = findSafe((wallet) => !!list.push(wallet), controller.signal, {
    ...nowhere,
    options: { safeHosts },
    networks: () => [],
  });
  await vi.advanceTimersByTimeAsync(1_001);
  await finding;
  return list[0];
}
const there = async () => (await findWallet())!;
const ask = (wallet: PageWallet, method: string, params: unknown) => wallet.request(method, written(params)!);
const fails = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code }: { code: number }) => code,
  );

describe('finding a Safe @1.7', () => {
  test('asks Safe’s own page over https, at that origin only', async () => {
    const wallet = await there();
    expect(wallet).toMatchObject({ id: 'safe', name: 'Safe', namespaces: ['eip155'], type: 'SAFE' });
    expect(around.to).toEqual([ORIGIN]);
    expect(around.requests[0]).toMatchObject({ method: 'getSafeInfo', env: { sdkVersion: '9.1.0' } });
    expect(around.requests[0]!.id).toMatch(/^[0-9a-f]{10}$/);
  });

  test.each([
    ['http://app.safe.global', []],
    ['https://evilapp.safe.global', []],
    ['https://app.safe.global.evil.test', []],
    ['https://app.safe.global:8443', []],
    ['https://safe.test', []],
    ['https://a.b.safe.test', ['*.safe.test']],
    ['https://safe.test', ['*.safe.test']],
    ['http://safe.test', ['safe.test']],
    ['https://safe.test:444', ['safe.test:443']],
    ['http://localhost:4000', ['localhost']],
    ['null', ['null']],
  ])('doesn’t ask %s with %j', async (origin, hosts) => {
    from(origin);
    expect(await findWallet(hosts)).toBeUndefined();
    expect(around.requests).toEqual([]);
  });

  test.each([
    ['https://my.safe.test', ['*.safe.test']],
    ['https://SAFE.test', ['safe.test']],
    ['https://safe.test:444', ['safe.test:444']],
    ['http://localhost:4000', ['localhost:4000']],
  ])('asks %s with %j', async (origin, hosts) => {
    from(origin);
    await findWallet(hosts);
    expect(around.count('getSafeInfo')).toBe(1);
  });

  test('finds no wallet without a surrounding page, an answer or an account', async () => {
    around.answers.getSafeInfo = () => undefined;
    expect(await findWallet()).toBeUndefined();
    around.answers.getSafeInfo = () => ({ data: { safeAddress: '0x12', chainId: 1 } });
    expect(await findWallet()).toBeUndefined();
    around.answers.getSafeInfo = () => ({ error: 'no' });
    expect(await findWallet()).toBeUndefined();
  });
});

test('@1.7 accepts one answer, from the right window, origin, version and ID', async () => {
  const wallet = await there();
  around.answers.sendTransactions = () => undefined;
  const result = ask(wallet, 'eth_sendTransaction', [{ from: SAFE, to: SAFE, value: '0x1' }]);
  await vi.advanceTimersByTimeAsync(0);
  const request = around.last('sendTransactions');
  const forged = { data: { safeTxHash: `0x${'66'.repeat(32)}` } };
  around.say(request, forged, { origin: 'https://evil.test' });
  around.say(request, forged, { source: window });
  around.say(request, forged, { source: null });
  around.say(request, forged, { isTrusted: false });
  around.say(request, forged, {}, '0.9.0');
  around.say(request, forged, {}, '');
  around.say({ ...request, id: 'ffffffffff' }, forged);
  around.say(request, { data: { safeTxHash: PROPOSAL } });
  around.say(request, forged);
  expect(await result).toBe(PROPOSAL);
});

// The official SDK sends the same for these calls.
test('@1.7 sends the Safe Apps SDK’s methods and parameters', async () => {
  const wallet = await there();
  Object.assign(around.answers, {
    sendTransactions: () => ({ data: { safeTxHash: PROPOSAL } }),
    getTxBySafeTxHash: () => ({ data: { txStatus: 'SUCCESS', txHash: HASH } }),
    rpcCall: () => ({ data: { offChainSigning: true } }),
    signMessage: () => ({ data: { messageHash: HASH } }),
    signTypedMessage: () => ({ data: { messageHash: HASH } }),
    getOffChainSignature: () => ({ data: `0x${'51'.repeat(65)}` }),
  });
  const typed = {
    domain: { chainId: 1337 },
    message: { a: 'b' },
    primaryType: 'A',
    types: { A: [{ name: 'a', type: 'string' }] },
  };
  await ask(wallet, 'eth_sendTransaction', [{ from: SAFE, to: SAFE, value: '0x1', data: '0x12' }]);
  await ask(wallet, 'wallet_getCallsStatus', [PROPOSAL]);
  await ask(wallet, 'personal_sign', ['0x4869', SAFE]);
  await ask(wallet, 'eth_signTypedData_v4', [SAFE, JSON.stringify(typed)]);
  const ours = around.requests.splice(0);

  const { default: Sdk } = await import('@safe-global/safe-apps-sdk');
  const sdk = new Sdk({ allowedDomains: [/safe\.global$/] });
  await sdk.safe.getInfo();
  await sdk.txs.send({ txs: [{ to: SAFE, value: '1', data: '0x12' }] });
  await sdk.txs.getBySafeTxHash(PROPOSAL);
  await sdk.eth.setSafeSettings([{ offChainSigning: true }]);
  await sdk.txs.signMessage('Hi');
  await sdk.safe.getOffChainSignature(HASH);
  await sdk.eth.setSafeSettings([{ offChainSigning: true }]);
  await sdk.txs.signTypedMessage(typed as never);
  await sdk.safe.getOffChainSignature(HASH);
  const summary = ({ method, params, env }: SafeRequest) =>
    JSON.parse(JSON.stringify({ method, params, env })) as object;
  expect(ours.map(summary)).toEqual(around.requests.map(summary));
});

describe('requests', () => {
  test('@1.7 return account and network, and refuse a network switch', async () => {
    const wallet = await there();
    const account = { accounts: [{ chain: 'eip155:1337', address: SAFE }], chain: 'eip155:1337' };
    expect(await ask(wallet, 'wm_connect', { chains: [], silent: true })).toEqual(account);
    expect(await ask(wallet, 'wm_connect', { chains: [], silent: false })).toEqual(account);
    expect(await ask(wallet, 'wm_disconnect', null)).toBeNull();
    expect(await ask(wallet, 'wm_switchChain', { chain: 'eip155:1337' })).toBeNull();
    expect(await fails(ask(wallet, 'wm_switchChain', { chain: 'eip155:1' }))).toBe(4902);
    expect(await fails(ask(wallet, 'eth_sign', [SAFE, '0x']))).toBe(4200);
    expect(around.requests.length).toBe(1);
  });

  test('propose calls with decimal values, and report their EIP-5792 status', async () => {
    const wallet = await there();
    around.answers.sendTransactions = () => ({ data: { safeTxHash: PROPOSAL } });
    const calls = [
      { to: SAFE, value: '0xde0b6b3a7640000' },
      { to: SAFE, data: '0x1234' },
    ];
    expect(await ask(wallet, 'wallet_sendCalls', [{ from: SAFE, calls }])).toEqual({ id: PROPOSAL });
    expect(around.last('sendTransactions').params).toEqual({
      txs: [
        { to: SAFE, value: '1000000000000000000', data: '0x' },
        { to: SAFE, value: '0', data: '0x1234' },
      ],
    });
    for (const [txStatus, txHash, status, receipts] of [
      ['AWAITING_CONFIRMATIONS', null, 100, undefined],
      ['AWAITING_EXECUTION', null, 100, undefined],
      ['SUCCESS', null, 100, undefined],
      ['SUCCESS', HASH, 200, [{ transactionHash: HASH, status: '0x1' }]],
      ['FAILED', HASH, 500, [{ transactionHash: HASH, status: '0x0' }]],
      ['CANCELLED', null, 400, undefined],
      ['toString', null, 100, undefined],
    ] as const) {
      around.answers.getTxBySafeTxHash = () => ({ data: { txStatus, txHash } });
      const said = (await ask(wallet, 'wallet_getCallsStatus', [PROPOSAL])) as Record<string, unknown>;
      expect([said.status, said.receipts], txStatus).toEqual([status, receipts]);
    }
    expect(await fails(ask(wallet, 'eth_sendTransaction', [{ from: SAFE, data: '0x60' }]))).toBe(4200);
    expect(await fails(ask(wallet, 'wallet_getCallsStatus', ['0x1']))).toBe(5730);
  });

  test('pass on a rejection, drop an invalid answer, and refuse if read-only', async () => {
    const wallet = await there();
    const transaction = [{ from: SAFE, to: SAFE }];
    around.answers.sendTransactions = () => ({ error: 'Transaction was rejected' });
    expect(await fails(ask(wallet, 'eth_sendTransaction', transaction))).toBe(4001);
    // An error that only resembles a rejection might still have been proposed.
    around.answers.sendTransactions = () => ({ error: 'The connection was cancelled' });
    expect(await fails(ask(wallet, 'eth_sendTransaction', transaction))).toBe(-32603);
    around.answers.sendTransactions = () => ({ data: { safeTxHash: '0x1234' } });
    expect(await fails(ask(wallet, 'eth_sendTransaction', transaction))).toBe(-32603);
    around.answers.getSafeInfo = () => ({ data: { safeAddress: SAFE, chainId: 1, isReadOnly: true } });
    const before = around.count('sendTransactions');
    const looked = await there();
    expect(await fails(ask(looked, 'eth_sendTransaction', transaction))).toBe(4100);
    expect(await fails(ask(looked, 'personal_sign', ['0x41', SAFE]))).toBe(4100);
    expect(around.count('sendTransactions')).toBe(before);
  });

  test('return an off-chain signature once enough owners signed', async () => {
    const wallet = await there();
    let signature = '';
    around.answers.rpcCall = () => ({ data: { offChainSigning: true } });
    around.answers.signMessage = () => ({ data: { messageHash: HASH } });
    around.answers.getOffChainSignature = () => ({ data: signature });
    const signed = ask(wallet, 'personal_sign', ['0x48c3a46e', SAFE]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(around.last('rpcCall').params).toEqual({
      call: 'safe_setSettings',
      params: [{ offChainSigning: true }],
    });
    expect(around.last('signMessage').params).toEqual({ message: 'Hän' });
    expect(around.last('getOffChainSignature').params).toBe(HASH);
    signature = `0x${'51'.repeat(130)}`;
    await vi.advanceTimersByTimeAsync(2_001);
    expect(await signed).toBe(signature);
    const looks = around.count('getOffChainSignature');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(around.count('getOffChainSignature')).toBe(looks);
    expect(await fails(ask(wallet, 'personal_sign', ['0xff', SAFE]))).toBe(4200);
    expect(await fails(ask(wallet, 'personal_sign', ['0x4', SAFE]))).toBe(-32602);
    expect(await fails(ask(wallet, 'personal_sign', ['0x4g', SAFE]))).toBe(-32602);
    around.answers.signMessage = () => ({ error: 'Signature was declined' });
    expect(await fails(ask(wallet, 'personal_sign', ['0x41', SAFE]))).toBe(4001);
  });

  test('fail for an on-chain signature, and for owners who reject', async () => {
    const wallet = await there();
    let txStatus = 'AWAITING_CONFIRMATIONS';
    around.answers.rpcCall = () => ({ error: 'unknown' });
    around.answers.signTypedMessage = () => ({ data: { safeTxHash: PROPOSAL } });
    around.answers.getTxBySafeTxHash = () => ({ data: { txStatus } });
    const typed = { domain: {}, message: { a: 1 }, primaryType: 'A', types: {} };
    const sign = () => ask(wallet, 'eth_signTypedData_v4', [SAFE, JSON.stringify(typed)]);
    const signed = sign();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(around.last('signTypedMessage').params).toEqual({ typedData: typed });
    txStatus = 'SUCCESS';
    await vi.advanceTimersByTimeAsync(2_001);
    expect(await signed).toBe('0x');
    txStatus = 'CANCELLED';
    const refused = fails(sign());
    await vi.advanceTimersByTimeAsync(2_001);
    expect(await refused).toBe(4001);
  });

  test('stop asking for owners who don’t answer', async () => {
    const wallet = await there();
    around.answers.signMessage = () => ({ data: { messageHash: HASH } });
    around.answers.rpcCall = () => ({ data: {} });
    around.answers.getOffChainSignature = () => ({ data: '' });
    const failed = fails(ask(wallet, 'personal_sign', ['0x41', SAFE]));
    await vi.advanceTimersByTimeAsync(905_000);
    expect(await failed).toBe(-32603);
    const looks = around.count('getOffChainSignature');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(around.count('getOffChainSignature')).toBe(looks);
  });

  test('propose the same calls if a script replaced built-ins', async () => {
    const wallet = await there();
    around.answers.sendTransactions = () => ({ data: { safeTxHash: PROPOSAL } });
    const evil = () => [{ to: OTHER, value: '1', data: '0x' }] as never;
    vi.spyOn(Array.prototype, 'map').mockImplementation(evil);
    vi.spyOn(globalThis, 'BigInt').mockImplementation((() => 7n) as never);
    const result = ask(wallet, 'eth_sendTransaction', [
      { from: SAFE, to: SAFE, value: '0x10000000000000000' },
    ]);
    vi.mocked(Array.prototype.map).mockRestore();
    vi.mocked(BigInt).mockRestore();
    expect(await result).toBe(PROPOSAL);
    expect(around.last('sendTransactions').params).toEqual({
      txs: [{ to: SAFE, value: '18446744073709551616', data: '0x' }],
    });
  });

  test('write values of any size in decimals', async () => {
    const { toDecimal } = await import('./safe');
    for (const value of [
      0n,
      1n,
      9n,
      10n,
      9_999_999n,
      10_000_000n,
      10n ** 14n,
      2n ** 64n + 7n,
      2n ** 256n - 1n,
    ])
      expect(toDecimal(`0x${value.toString(16)}`)).toBe(String(value));
    expect(toDecimal('0xDE0B6B3A7640000')).toBe('1000000000000000000');
    expect(() => toDecimal('12')).toThrow();
  });

  test.each([1_500, 4_000, 20_000])('@10.58 find a Safe that answers after %i ms, once', async (ms) => {
    const { findSafe } = await import('./safe');
    const info = around.answers.getSafeInfo!(undefined as never)!;
    around.answers.getSafeInfo = () => undefined;
    const list: PageWallet[] = [];
    const finding = findSafe((wallet) => !!list.push(wallet), controller.signal, {
      ...nowhere,
      options: {},
      networks: () => [],
    });
    await vi.advanceTimersByTimeAsync(ms);
    await finding;
    expect(list).toEqual([]);
    const [first] = around.requests;
    dispatchEvent(new Event('eip6963:requestProvider'));
    await vi.advanceTimersByTimeAsync(0);
    for (const request of [first!, around.last('getSafeInfo')]) around.say(request, info);
    await vi.advanceTimersByTimeAsync(0);
    expect(list.map(({ id }) => id)).toEqual(['safe']);
  });

  test('@10.58 ignore an invalid late answer, and one after the engine’s end', async () => {
    const { findSafe } = await import('./safe');
    const info = around.answers.getSafeInfo!(undefined as never)!;
    around.answers.getSafeInfo = () => undefined;
    const list: PageWallet[] = [];
    const look = () =>
      findSafe((wallet) => !!list.push(wallet), controller.signal, {
        ...nowhere,
        options: {},
        networks: () => [],
      });
    void look();
    await vi.advanceTimersByTimeAsync(2_000);
    around.say(around.last('getSafeInfo'), { data: { safeAddress: 'x', chainId: 1 } });
    void look();
    await vi.advanceTimersByTimeAsync(2_000);
    controller.abort();
    around.say(around.last('getSafeInfo'), info);
    await vi.advanceTimersByTimeAsync(0);
    expect(list).toEqual([]);
  });

  test('ask a slow Safe again at the next opening, and list it once', async () => {
    const { findSafe } = await import('./safe');
    const info = around.answers.getSafeInfo!;
    around.answers.getSafeInfo = () => undefined;
    const list: PageWallet[] = [];
    const finding = findSafe((wallet) => !!list.push(wallet), controller.signal, {
      ...nowhere,
      options: {},
      networks: () => [],
    });
    await vi.advanceTimersByTimeAsync(1_001);
    await finding;
    expect(list).toEqual([]);
    around.answers.getSafeInfo = info;
    for (let i = 0; i < 2; i++) {
      dispatchEvent(new Event('eip6963:requestProvider'));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(list.length).toBe(1);
    expect(around.count('getSafeInfo')).toBe(2);
  });

  test('send nothing after the engine’s end, and fail what is pending', async () => {
    const wallet = await there();
    around.answers.sendTransactions = () => undefined;
    const pending = fails(ask(wallet, 'eth_sendTransaction', [{ from: SAFE, to: SAFE }]));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    expect(await pending).toBe(4900);
  });
});
