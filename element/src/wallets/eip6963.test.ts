// @vitest-environment jsdom
// Announcements of EIP-6963. The wallets here say nothing but what the standard asks for: what they answer is a guess (real ones: inpage/).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';

const UUID = '9d8f1b0e-3c4d-4e5f-8a6b-7c8d9e0f1a2b';
/** the eight bytes at the beginning of every PNG */
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const provider = () => ({ request: async () => null });
const info = (more: object = {}) => ({ uuid: UUID, name: 'Wallet', icon: PNG, rdns: 'io.wallet', ...more });
const announce = (detail: unknown) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
const boom = (): never => {
  throw new Error('trap');
};

let announced: typeof import('./announced');
let eip6963: typeof import('./eip6963');
let controller: AbortController;

beforeEach(async () => {
  // The listener keeps announcements for the page's life, so each test has its own page.
  vi.resetModules();
  URL.createObjectURL = vi.fn(() => 'blob:icon');
  URL.revokeObjectURL = vi.fn();
  announced = await import('./announced');
  eip6963 = await import('./eip6963');
  controller = new AbortController();
  announced.listenForWallets();
});
afterEach(() => {
  controller.abort();
  vi.restoreAllMocks();
});

/** Like an engine that has just started: stored announcements, then new ones. */
const wallets = () => {
  const list: PageWallet[] = [];
  eip6963.findAnnounced((wallet) => !!list.push(wallet), controller.signal);
  return list;
};

describe('finding announced wallets', () => {
  test('@1.1 asks immediately and on demand, and lists earlier and later wallets', () => {
    const listener = vi.fn();
    addEventListener('eip6963:requestProvider', listener);
    announced.askWallets();
    announce({ info: info(), provider: provider() });
    const list = wallets();
    announce({ info: info(), provider: provider() });
    expect([listener.mock.calls.length, list.length]).toEqual([1, 2]);
    removeEventListener('eip6963:requestProvider', listener);
  });

  test('lists a wallet that announces itself repeatedly once, with its first name', () => {
    const one = provider();
    for (let i = 0; i < 20; i++) announce({ info: info({ name: `Name ${i}` }), provider: one });
    const list = wallets();
    announce({ info: info({ uuid: UUID.replace('9', '8'), name: 'Other' }), provider: one });
    expect(list.map(({ id, name }) => [id, name])).toEqual([[UUID, 'Name 0']]);
  });

  test('lists a wallet although an invalid announcement came first', () => {
    const real = provider();
    announce({ info: {}, provider: real });
    const list = wallets();
    expect(list).toEqual([]);
    announce({ info: info(), provider: real });
    expect(list.map(({ provider }) => provider)).toEqual([real]);
  });

  test('lists wallets again for the next engine, and not for the last one', () => {
    announce({ info: info(), provider: provider() });
    const first = wallets();
    controller.abort();
    controller = new AbortController();
    const second = wallets();
    announce({ info: info(), provider: provider() });
    expect([first.length, second.length]).toEqual([1, 2]);
  });

  test('@10.33 keeps two providers with one uuid or rdns as two rows', () => {
    const [one, two, three] = [provider(), provider(), provider()];
    announce({ info: info(), provider: one });
    announce({ info: info(), provider: two });
    announce({ info: info({ uuid: UUID.replace('9', '8') }), provider: three });
    const list = wallets();
    expect(list.map(({ provider }) => provider)).toEqual([one, two, three]);
    expect(new Set(list.map(({ rdns }) => rdns))).toEqual(new Set(['io.wallet']));
  });

  test('@10.58 lists a wallet that announces a new Proxy each time once', () => {
    const real = provider();
    const again = () => announce({ info: info(), provider: new Proxy(real, {}) });
    again();
    const list = wallets();
    for (let i = 0; i < 3; i++) again();
    expect(list).toHaveLength(1);
    // another function, name or number is another wallet (T3)
    announce({ info: info(), provider: new Proxy({ ...real, request: async () => 'mine' }, {}) });
    announce({ info: info({ rdns: 'io.other' }), provider: new Proxy(real, {}) });
    announce({ info: info({ uuid: UUID.replace('9', '8') }), provider: new Proxy(real, {}) });
    expect(list).toHaveLength(4);
    expect(announced.announced()).toHaveLength(4);
  });

  test('@10.58 lists a uuid that isn’t v4 under its own ID, and warns', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const odd = ['10c67337-9211-18d9-aab0-cecdc4224acc', 'walletConnect', 'io.metamask', 'x <y>'];
    for (const uuid of odd) announce({ info: info({ uuid }), provider: provider() });
    announce({ info: info(), provider: provider() });
    expect(wallets().map(({ id }) => id)).toEqual([
      `uuid:${odd[0]}`,
      'uuid:walletConnect',
      'uuid:io_metamask',
      'uuid:x__y_',
      UUID,
    ]);
    expect(warn).toHaveBeenCalledTimes(odd.length);
  });

  test('ignores its own announced provider', () => {
    announce({ info: info(), provider: { ...provider(), isWalletModal: true } });
    expect(wallets()).toEqual([]);
  });

  test('lists wallets although a script marks every object', () => {
    const marked = Object.prototype as { isWalletModal?: boolean };
    marked.isWalletModal = true;
    try {
      announce({ info: info(), provider: provider() });
      expect(wallets()).toHaveLength(1);
    } finally {
      delete marked.isWalletModal;
    }
  });
});

describe('hostile announcements', () => {
  const traps = Object.fromEntries(
    Object.getOwnPropertyNames(Reflect).map((name) => [name, boom]),
  ) as ProxyHandler<object>;
  const getter = (of: object, name: string) => Object.defineProperty({ ...of }, name, { get: boom });

  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a text', () => 'x'],
    ['no info', () => ({ provider: provider() })],
    ['no provider', () => ({ info: info(), provider: null })],
    ['a provider without request', () => ({ info: info(), provider: {} })],
    ['a proxy that throws', () => new Proxy({}, traps)],
    ['an info that throws', () => ({ info: new Proxy(info(), traps), provider: provider() })],
    [
      'an info that hides its keys',
      () => ({ info: new Proxy(info(), { ownKeys: () => [] }), provider: provider() }),
    ],
    ['a provider that throws', () => ({ info: info(), provider: new Proxy(provider(), traps) })],
    ['a detail with a getter', () => getter({ info: info() }, 'provider')],
    ['a request that is a throwing getter', () => ({ info: info(), provider: getter({}, 'request') })],
    ...['uuid', 'name', 'rdns'].map((name): [string, () => unknown] => [
      `${name} as a throwing getter`,
      () => ({ info: getter(info(), name), provider: provider() }),
    ]),
    [
      'a name with a toString that throws',
      () => ({ info: info({ name: { toString: boom } }), provider: provider() }),
    ],
    ['fields of the prototype', () => ({ info: Object.create(info()), provider: provider() })],
    ['a polluting key', () => JSON.parse('{"info":{"__proto__":{"uuid":"x"}},"provider":{"request":1}}')],
  ])('@1.1 %s is no wallet, throws nothing, and silences nobody', (_what, make) => {
    announce(make());
    announce({ info: info(), provider: provider() });
    const list = wallets();
    announce(make());
    announce({ info: info({ uuid: UUID.replace('9', '8') }), provider: provider() });
    expect(list).toHaveLength(2);
    expect(({} as { uuid?: unknown }).uuid).toBeUndefined();
  });

  test('never run a getter', () => {
    const run = vi.fn(() => 'Wallet');
    announce({ info: Object.defineProperty({ ...info() }, 'name', { get: run }), provider: provider() });
    wallets();
    expect(run).not.toHaveBeenCalled();
  });

  test('lose only the icon if it is a throwing getter', () => {
    announce({ info: getter(info(), 'icon'), provider: provider() });
    expect(wallets()).toMatchObject([{ name: 'Wallet', picture: undefined }]);
  });

  test('are kept up to 200, and later ones are still heard', () => {
    for (let i = 0; i < 1000; i++) announce({ info: info(), provider: provider() });
    const list = wallets();
    expect(list).toHaveLength(200);
    announce({ info: info({ name: 'Late' }), provider: provider() });
    expect(list.at(-1)).toMatchObject({ name: 'Late' });
  });

  test('are offered again on repeat if the engine had no room', () => {
    const one = provider();
    let place = false;
    const offered = vi.fn(() => place);
    eip6963.findAnnounced(offered, controller.signal);
    announce({ info: info(), provider: one });
    expect([offered.mock.calls.length, eip6963.announcedProviders.has(one)]).toEqual([1, false]);
    place = true;
    for (let i = 0; i < 3; i++) announce({ info: info(), provider: one });
    expect([offered.mock.calls.length, eip6963.announcedProviders.has(one)]).toEqual([2, true]);
  });

  test('decode no icon', () => {
    const decoding = [vi.spyOn(globalThis, 'atob'), vi.spyOn(globalThis, 'decodeURIComponent')];
    for (let i = 0; i < 600; i++) announce({ info: info(), provider: provider() });
    expect(wallets()[0]).toMatchObject({ icon: null, picture: PNG });
    for (const spy of decoding) expect(spy).not.toHaveBeenCalled();
    expect(URL.createObjectURL).not.toHaveBeenCalled();
  });

  test('keep markup in a name as text', () => {
    const name = '<img src=x onerror=alert(1)>';
    announce({ info: info({ name }), provider: provider() });
    expect(wallets()).toMatchObject([{ name }]);
  });
});

describe('toPageWallet', () => {
  const wallet = (more: object = {}) =>
    eip6963.toPageWallet(Object.getOwnPropertyDescriptors(info(more)), provider());

  test('accepts what the standard requires', () => {
    expect(wallet({ rdns: 'IO.Wallet', name: ' Wallet ' })).toMatchObject({
      id: UUID,
      name: 'Wallet',
      rdns: 'io.wallet',
      icon: null,
      picture: PNG,
      namespaces: ['eip155'],
    });
  });

  test.each([
    { uuid: '' },
    { uuid: 7 },
    { uuid: 'x'.repeat(65) },
    { rdns: 'nodots' },
    { rdns: 'a..b' },
    { rdns: 7 },
    { name: ' ' },
    { name: 'x'.repeat(65) },
    { name: {} },
  ])('refuses %j', (more) => {
    expect(wallet(more)).toBeNull();
  });

  test('normalizes a name’s Unicode', () => {
    expect(wallet({ name: 'Cafe\u0301' })).toMatchObject({ name: 'Caf\u00e9' });
  });
});
