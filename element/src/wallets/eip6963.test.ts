// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const UUID = '9d8f1b0e-3c4d-4e5f-8a6b-7c8d9e0f1a2b';
const provider = () => ({ request: async () => null });
const info = (more: object = {}) => ({
  uuid: UUID,
  name: 'Wallet',
  icon: 'data:image/png;base64,AAAA',
  rdns: 'io.wallet',
  ...more,
});
const announce = (detail: unknown) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));

let announced: typeof import('./announced');
let eip6963: typeof import('./eip6963');

beforeEach(async () => {
  // The ear keeps what it heard for the page's life: each test is a page of its own.
  vi.resetModules();
  URL.createObjectURL = vi.fn(() => 'blob:icon');
  URL.revokeObjectURL = vi.fn();
  announced = await import('./announced');
  eip6963 = await import('./eip6963');
});
afterEach(() => vi.restoreAllMocks());

const heard = () => {
  const list: { uuid: unknown; provider: object }[] = [];
  announced.receiveWallets((one) => list.push(one));
  return list;
};

describe('listenForWallets', () => {
  test('@1.1 asks at once and again on demand; hands over what came before and after', () => {
    const asked = vi.fn();
    addEventListener('eip6963:requestProvider', asked);
    announced.listenForWallets();
    announce({ info: info(), provider: provider() });
    const list = heard();
    announce({ info: info(), provider: provider() });
    announced.askWallets();
    expect([asked.mock.calls.length, list.length]).toEqual([2, 2]);
    removeEventListener('eip6963:requestProvider', asked);
  });

  test('the same provider is heard once, with its first words, however often it announces', () => {
    announced.listenForWallets();
    const one = provider();
    announce({ info: info(), provider: one });
    announce({ info: info({ uuid: UUID.replace('9', '8') }), provider: one });
    expect(heard().map(({ uuid }) => uuid)).toEqual([UUID]);
  });

  test('throwing getters, proxies and nonsense neither throw nor silence the others', () => {
    announced.listenForWallets();
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
        getOwnPropertyDescriptor: () => {
          throw new Error('trap');
        },
      },
    );
    announce(null);
    announce({ info: trap, provider: provider() });
    announce(trap);
    announce({ info: info(), provider: null });
    announce({ info: info(), provider: provider() });
    expect(heard()).toHaveLength(1);
  });

  test('a getter is not an own value: it is never run', () => {
    announced.listenForWallets();
    const run = vi.fn();
    announce({ info: Object.defineProperty({ ...info() }, 'name', { get: run }), provider: provider() });
    expect(run).not.toHaveBeenCalled();
    expect(heard()).toHaveLength(1);
  });

  test('64 wallets, not more', () => {
    announced.listenForWallets();
    for (let i = 0; i < 100; i++) announce({ info: info(), provider: provider() });
    expect(heard()).toHaveLength(64);
  });
});

describe('toPageWallet', () => {
  const wallet = (more: object = {}) => eip6963.toPageWallet({ ...info(more), provider: provider() });

  test('takes what the standard asks for', () => {
    expect(wallet({ rdns: 'IO.Wallet', name: ' Wallet ' })).toMatchObject({
      id: UUID,
      name: 'Wallet',
      rdns: 'io.wallet',
      icon: 'blob:icon',
      namespaces: ['eip155'],
    });
  });

  test.each([
    { uuid: 'x' },
    { uuid: UUID.replace('-4', '-1') },
    { rdns: 'nodots' },
    { rdns: 'a..b' },
    { rdns: 7 },
    { name: ' ' },
    { name: 'x'.repeat(65) },
    { name: {} },
  ])('refuses %j', (more) => {
    expect(wallet(more)).toBeNull();
  });

  test.each([
    'https://a.b/i.png',
    'data:text/html,<script>',
    `data:image/png;base64,${'A'.repeat(180_000)}`,
    'data:image/png;base64,***',
    '',
    null,
  ])('an icon that is no small data: image is left out, the wallet stays: %.30s', (icon) => {
    expect(wallet({ icon })).toMatchObject({ icon: null, name: 'Wallet' });
    expect(URL.createObjectURL).not.toHaveBeenCalled();
  });
});

describe('legacyProviders', () => {
  test('@1.1 window.ethereum is a row only when no announcement has the same object', async () => {
    vi.useFakeTimers();
    const { findLegacy } = await import('./legacy');
    const covered = provider();
    const bare = provider();
    announced.listenForWallets();
    eip6963.findAnnounced(() => {});
    announce({ info: info(), provider: covered });
    const rows: string[] = [];
    const gone = new AbortController();
    Object.assign(window, { ethereum: covered });
    findLegacy((one) => rows.push(`${one.id} ${one.name}`), gone.signal);
    vi.advanceTimersByTime(300);
    expect(rows).toEqual([]);
    Object.assign(window, { ethereum: { ...bare, providers: [covered, bare] } });
    dispatchEvent(new Event('ethereum#initialized'));
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows).toEqual(['injected Browser Wallet']);
    gone.abort();
    delete (window as { ethereum?: unknown }).ethereum;
    vi.useRealTimers();
  });
});
