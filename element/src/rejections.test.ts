// Every failing call of the handle rejects with a WalletError, and an invalid listener isn't subscribed (docs/spec/public-api.md section
// 3).
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, WalletError, type Options, type WalletModalHandle } from './index';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
let handle: WalletModalHandle;

const started = async (more: Options = {}) => {
  handle = createWalletModal({ ...options, ...more });
  await handle.ready();
  return handle;
};

beforeEach(freshPage);
afterEach(() => {
  handle?.destroy();
  document.body.replaceChildren();
});

type Loose = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Every method that returns a promise, with valid arguments. */
const calls: [string, unknown[]][] = [
  ['ready', []],
  ['open', [{ view: 'Networks' }]],
  ['connect', [{ connectorId: 'fox' }]],
  ['disconnect', []],
  ['switchConnection', [{ connection: { connectorId: 'fox' } }]],
  ['deleteConnection', [{ connectorId: 'fox' }]],
  ['addNetwork', ['eip155', { id: 5 }]],
  ['removeNetwork', ['eip155', 5]],
  ['redirect', ['Networks']],
  ['replace', ['Networks']],
  ['showSuccess', ['x']],
  ['showError', ['x']],
  ['setAnalyticsConsent', [true]],
  ['addAddressLabel', ['0x1', 'x']],
  ['describeTransaction', [{ hash: '0x1', description: 'x' }]],
  ['removeAddressLabel', ['0x1']],
  ['setThemeMode', ['dark']],
  ['setThemeVariables', [{}]],
  ['setLocale', ['de']],
  ['switchNetwork', ['eip155:1', { throwOnFailure: true }]],
  ['updateOptions', [{ locale: 'de' }]],
  ['updateFeatures', [{ send: false }]],
];
const answersOf = (handle: WalletModalHandle): [string, () => Promise<unknown>][] => [
  ...calls.map(([name, args]): [string, () => Promise<unknown>] => [
    name,
    () => (handle as unknown as Loose)[name]!(...args),
  ]),
  ['request', () => handle.getProvider('eip155')!.request({ method: 'eth_chainId' })],
  ['eth_requestAccounts', () => handle.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })],
];
const refusal = (ask: () => Promise<unknown>): Promise<WalletError> =>
  ask().then(
    (value) => {
      throw new Error(`it resolved: ${String(value)}`);
    },
    (error: WalletError) => error,
  );

describe('every rejection is a WalletError', () => {
  const reasons: [string, unknown][] = [
    ['plain data', { code: 4001, message: 'no' }],
    ['an Error of a library', new RangeError('boom')],
    ['a trap', new WebAssembly.RuntimeError('unreachable')],
    ['a word', 'no'],
    ['nothing', undefined],
  ];
  for (const [what, reason] of reasons)
    test(`when the engine rejects with ${what}`, async () => {
      const handle = await started();
      FakeEngine.last.dispatch = () => Promise.reject(reason);
      FakeEngine.last.answer = () => Promise.reject(reason);
      for (const [name, ask] of answersOf(handle)) {
        if (name == 'ready') continue;
        const error = await refusal(ask);
        expect(error, name).toBeInstanceOf(WalletError);
        expect([typeof error.code, !!error.message], name).toEqual(['number', true]);
      }
    });

  test('when the engine throws', async () => {
    const handle = await started();
    const thrown = () => {
      throw new Error('null pointer passed to rust');
    };
    Object.assign(FakeEngine.last, { dispatch: thrown, request: thrown });
    for (const [name, ask] of answersOf(handle))
      if (name != 'ready') expect(await refusal(ask), name).toBeInstanceOf(WalletError);
  });

  test('when it does not come', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    handle = createWalletModal(options);
    for (const [name, ask] of answersOf(handle)) {
      if (/^(set|update|add.*Label|remove.*Label)/.test(name)) continue; // stored: needs no engine
      const error = await refusal(ask);
      expect(error, name).toBeInstanceOf(WalletError);
      expect([error.code, error.message], name).toEqual([-32603, "Couldn't load"]);
      expect(error.cause, name).toBeInstanceOf(TypeError);
    }
  });

  test('when it is destroyed, for earlier and later calls', async () => {
    const handle = await started();
    const pending = answersOf(handle)
      .filter(([name]) => !['ready', 'open', 'redirect', 'replace'].includes(name))
      .map(([name, ask]) => [name, refusal(ask)] as const);
    await vi.waitFor(() => expect(FakeEngine.last.requests).toHaveLength(2));
    handle.destroy();
    for (const [name, error] of pending) expect(await error, name).toBeInstanceOf(WalletError);
    for (const [name, ask] of answersOf(handle)) expect(await refusal(ask), name).toBeInstanceOf(WalletError);
  });

  const nonsense: unknown[] = [undefined, null, 5, 'x', [], 1n, { a: 1n }, Symbol('s'), () => {}];
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const trap = {
    get connectorId(): string {
      throw new EvalError('a getter');
    },
    get method(): string {
      throw new EvalError('a getter');
    },
    get view(): string {
      throw new EvalError('a getter');
    },
  };
  for (const method of [
    'connect',
    'switchConnection',
    'deleteConnection',
    'describeTransaction',
    'updateOptions',
    'switchNetwork',
    'open',
  ])
    test(`${method} settles for an invalid argument with a WalletError or nothing`, async () => {
      const handle = await started();
      FakeEngine.last.dispatch = (command) => {
        JSON.stringify(command);
        return Promise.reject({ code: -32602, message: 'Invalid parameter' });
      };
      for (const argument of [...nonsense, circular, trap]) {
        const outcome = (handle as unknown as Loose)[method]!(argument, argument).then(
          () => null,
          (error: unknown) => error,
        );
        const error = await outcome;
        if (error) expect(error, `${method} ${typeof argument}`).toBeInstanceOf(WalletError);
      }
    });

  test.each(['switchConnection', 'deleteConnection', 'describeTransaction'])(
    '%s lets the engine name a missing argument',
    async (method) => {
      const handle = (await started()) as unknown as Loose;
      FakeEngine.last.dispatch = () => Promise.reject({ code: -32602, message: 'Invalid parameter: field' });
      for (const argument of [undefined, null])
        expect(await refusal(() => handle[method]!(argument))).toMatchObject({
          code: -32602,
          message: 'Invalid parameter: field',
        });
    },
  );

  test('writes a request’s bigint as hex, and rejects invalid JSON with -32602', async () => {
    const provider = (await started()).getProvider('eip155')!;
    FakeEngine.last.answer = () => Promise.resolve('0x1');
    const big = BigInt.prototype as { toJSON?: () => string };
    for (const toJSON of [undefined, () => '1000']) {
      if (toJSON) big.toJSON = toJSON;
      await provider.request({
        method: 'eth_sendTransaction',
        params: [{ value: 1000n, nested: [0n, { a: 10n ** 30n }] }],
      });
      expect(FakeEngine.last.requests.at(-1)!.params).toEqual([
        { value: '0x3e8', nested: ['0x0', { a: '0xc9f2c9cd04674edea40000000' }] },
      ]);
    }
    delete big.toJSON;
    const count = FakeEngine.last.requests.length;
    let deep: unknown = [];
    for (let i = 0; i < 20_000; i++) deep = [deep];
    const throws = {
      toJSON: () => {
        throw new EvalError('mine');
      },
    };
    for (const params of [circular, [circular], deep, trap, throws, [-5n], [{ value: -1n }]]) {
      const error = await refusal(() => provider.request({ method: 'eth_call', params }));
      expect(error).toBeInstanceOf(WalletError);
      expect(error.code).toBe(-32602);
    }
    expect(FakeEngine.last.requests).toHaveLength(count);
  });

  test('rejects an invalid request with -32602', async () => {
    const provider = (await started()).getProvider('eip155')!;
    for (const argument of [undefined, null])
      expect(await refusal(() => provider.request(argument as never))).toMatchObject({
        name: 'WalletError',
        code: -32602,
      });
  });
});

describe('subscribers', () => {
  const subscribes = (handle: WalletModalHandle) =>
    [
      'subscribeState',
      'subscribeAccount',
      'subscribeNetwork',
      'subscribeConnections',
      'subscribeTransactions',
      'subscribeTheme',
      'subscribeWalletInfo',
      'subscribeFeatures',
      'subscribeProviders',
    ].map(
      (name) =>
        [
          name,
          (fn: unknown) => (handle as never as Record<string, (fn: unknown) => () => void>)[name]!(fn),
        ] as const,
    );

  test('hear nothing more if they throw at their first call', async () => {
    const handle = await started();
    for (const [name, subscribe] of subscribes(handle)) {
      const fn = vi.fn(() => {
        throw new RangeError('mine');
      });
      expect(() => subscribe(fn), name).toThrow(RangeError);
      for (const slice of ['state', 'accounts', 'networks', 'connections', 'theme'] as const)
        FakeEngine.last.set(slice, { features: { [name]: 1 }, list: [] } as never);
      expect(fn, name).toHaveBeenCalledTimes(1);
    }
  });

  test('get an error if they pass no function', async () => {
    const handle = await started();
    const events = (fn: unknown) => handle.subscribeEvents(fn as never);
    const provider = handle.getProvider('eip155')!;
    const on = (fn: unknown) => provider.on('accountsChanged', fn as never);
    for (const [name, subscribe] of [...subscribes(handle), ['subscribeEvents', events], ['on', on]] as const)
      for (const wrong of [undefined, null, 5, 'x', {}, { handleEvent: 5 }])
        expect(() => subscribe(wrong), `${name} ${typeof wrong}`).toThrow(TypeError);
    const reported = vi.fn();
    addEventListener('error', reported);
    FakeEngine.last.set('state', { open: true });
    removeEventListener('error', reported);
    expect(reported).not.toHaveBeenCalled();
  });

  test('stay subscribed if they throw later', async () => {
    const handle = await started();
    let calls = 0;
    const quiet = (event: Event) => event.preventDefault();
    addEventListener('error', quiet);
    const leave = handle.subscribeState(() => {
      if (calls++) throw new RangeError('later');
    });
    FakeEngine.last.set('state', { open: true });
    FakeEngine.last.set('state', { open: false });
    removeEventListener('error', quiet);
    leave();
    expect(calls).toBe(3);
  });
});
