// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around, aroundOf } from '../testing/around';
import { announcedProviders } from './eip6963';
import { findLegacy } from './legacy';

const provider = (more: object = {}) => ({ request: async () => null, ...more });
let gone: AbortController;
let rows: PageWallet[];

const look = (ethereum: unknown) => {
  Object.assign(window, { ethereum });
  findLegacy((wallet) => !!rows.push(wallet), gone.signal, around);
  vi.advanceTimersByTime(300);
  return rows.map(({ id, name }) => [id, name]);
};

beforeEach(() => {
  vi.useFakeTimers();
  gone = new AbortController();
  rows = [];
});
afterEach(() => {
  gone.abort();
  announcedProviders.clear();
  delete (window as { ethereum?: unknown }).ethereum;
  vi.useRealTimers();
});

describe('window.ethereum', () => {
  test('@1.1 alone it is one nameless row, whatever it calls itself', () => {
    const one = provider({ isMetaMask: true });
    expect(look(one)).toEqual([['injected', 'Browser Wallet']]);
    expect(rows[0]).toMatchObject({ provider: one, type: 'INJECTED', rdns: null });
  });

  test('@1.1 is no row when an announcement covers the same object', () => {
    const one = provider();
    announcedProviders.add(one);
    expect(look(one)).toEqual([]);
  });

  test('waits for those that announce themselves late', () => {
    const one = provider();
    Object.assign(window, { ethereum: one });
    findLegacy((wallet) => !!rows.push(wallet), gone.signal, around);
    vi.advanceTimersByTime(299);
    announcedProviders.add(one);
    vi.advanceTimersByTime(1);
    expect(rows).toEqual([]);
  });

  test('@1.1 of several each has its row, once, by the most specific of its flags', () => {
    const list = [
      provider({ isMetaMask: true, isRabby: true }),
      provider({ isMetaMask: true }),
      provider({ isMetaMask: true }),
      provider(),
    ];
    announcedProviders.add(list[1]!);
    const found = look(provider({ providers: [...list, list[0], null, 7, {}] }));
    expect(found).toEqual([
      ['injected-rabby', 'Rabby'],
      ['injected-metamask', 'MetaMask'],
      ['injected-browser-wallet', 'Browser Wallet'],
    ]);
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows).toHaveLength(3);
  });

  test('@10.33 strangers before it in the list hide no wallet that the engine expects', () => {
    const strangers = Array.from({ length: 40 }, () => provider({ isFrame: true }));
    const [rabby, zerion] = [provider({ isRabby: true }), provider({ isZerion: true })];
    Object.assign(window, { ethereum: provider({ providers: [...strangers, rabby, zerion] }) });
    findLegacy((wallet) => !!rows.push(wallet), gone.signal, aroundOf('injected-rabby'));
    vi.advanceTimersByTime(300);
    expect(rows).toHaveLength(17);
    expect(rows.at(-1)).toMatchObject({ id: 'injected-rabby', provider: rabby });
  });

  test('@10.33 one that the engine has no place for is offered again, under the same id', () => {
    const ids: string[] = [];
    Object.assign(window, { ethereum: provider() });
    findLegacy((wallet) => (ids.push(wallet.id), ids.length > 1), gone.signal, around);
    vi.advanceTimersByTime(300);
    for (let i = 0; i < 2; i++) dispatchEvent(new Event('ethereum#initialized'));
    expect(ids).toEqual(['injected', 'injected']);
  });

  test('a map of providers is read like a list; two of one kind are two rows', () => {
    const providerMap = new Map([
      ['MetaMask', provider({ isMetaMask: true })],
      ['Other', provider({ isMetaMask: true })],
    ]);
    expect(look(provider({ providerMap }))).toEqual([
      ['injected-metamask', 'MetaMask'],
      ['injected-metamask-2', 'MetaMask'],
    ]);
  });

  test('what throws is not there, and does not take the others along', () => {
    const boom = () => {
      throw new Error('trap');
    };
    const bad = Object.defineProperty({}, 'request', { get: boom });
    expect(look(provider({ providers: [bad, provider()] }))).toEqual([['injected', 'Browser Wallet']]);
  });

  test('a list that throws leaves the object itself', () => {
    const one = Object.defineProperty(provider(), 'providers', {
      get: () => {
        throw new Error('trap');
      },
    });
    expect(look(one)).toEqual([['injected', 'Browser Wallet']]);
  });

  test('a global that throws is none', () => {
    Object.defineProperty(window, 'ethereum', {
      configurable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    findLegacy((wallet) => !!rows.push(wallet), gone.signal, around);
    vi.advanceTimersByTime(300);
    expect(rows).toEqual([]);
  });

  test('one that comes late is found when it says so, and when wallets are asked again', () => {
    look(undefined);
    const one = provider();
    Object.assign(window, { ethereum: one });
    dispatchEvent(new Event('eip6963:requestProvider'));
    vi.advanceTimersByTime(300);
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows.map(({ provider }) => provider)).toEqual([one]);
    gone.abort();
    Object.assign(window, { ethereum: provider() });
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows).toHaveLength(1);
  });
});
