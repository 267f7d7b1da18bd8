// @vitest-environment jsdom
// window.ethereum. Wallets here have flags and a `request`; a flag without a file beside it is a guess, by what pages have seen. Real code: inpage/.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around, pageContextOf } from '../testing/around';
import { announcedProviders } from './eip6963';
import { findLegacy } from './legacy';

const provider = (more: object = {}) => ({ request: async () => null, ...more });
let controller: AbortController;
let rows: PageWallet[];

const look = (ethereum: unknown) => {
  Object.assign(window, { ethereum });
  findLegacy((wallet) => !!rows.push(wallet), controller.signal, around);
  vi.advanceTimersByTime(300);
  return rows.map(({ id, name }) => [id, name]);
};

beforeEach(() => {
  vi.useFakeTimers();
  controller = new AbortController();
  rows = [];
});
afterEach(() => {
  controller.abort();
  announcedProviders.clear();
  delete (window as { ethereum?: unknown }).ethereum;
  vi.useRealTimers();
});

describe('window.ethereum', () => {
  test('@1.1 is one unnamed row if it’s the only provider, whatever its flags', () => {
    const one = provider({ isMetaMask: true });
    expect(look(one)).toEqual([['injected', 'Browser Wallet']]);
    expect(rows[0]).toMatchObject({ provider: one, type: 'INJECTED', rdns: null });
  });

  test('@1.1 is no row if an announcement covers the same object', () => {
    const one = provider();
    announcedProviders.set(one, null);
    expect(look(one)).toEqual([]);
  });

  test('waits for wallets that announce themselves late', () => {
    const one = provider();
    Object.assign(window, { ethereum: one });
    findLegacy((wallet) => !!rows.push(wallet), controller.signal, around);
    vi.advanceTimersByTime(299);
    announcedProviders.set(one, null);
    vi.advanceTimersByTime(1);
    expect(rows).toEqual([]);
  });

  test('@1.1 has one row per listed provider, named by its most specific flag', () => {
    const list = [
      provider({ isMetaMask: true, isRabby: true }),
      provider({ isMetaMask: true }),
      provider({ isMetaMask: true }),
      provider(),
    ];
    announcedProviders.set(list[1]!, null);
    const wallets = look(provider({ providers: [...list, list[0], null, 7, {}] }));
    expect(wallets).toEqual([
      ['injected-rabby', 'Rabby'],
      ['injected-metamask', 'MetaMask'],
      ['injected-browser-wallet', 'Browser Wallet'],
    ]);
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows).toHaveLength(3);
  });

  test('@10.33 keeps expected wallets behind unknown ones in its list', () => {
    const strangers = Array.from({ length: 40 }, () => provider({ isFrame: true }));
    const [rabby, zerion] = [provider({ isRabby: true }), provider({ isZerion: true })];
    Object.assign(window, { ethereum: provider({ providers: [...strangers, rabby, zerion] }) });
    findLegacy((wallet) => !!rows.push(wallet), controller.signal, pageContextOf('injected-rabby'));
    vi.advanceTimersByTime(300);
    expect(rows).toHaveLength(17);
    expect(rows.at(-1)).toMatchObject({ id: 'injected-rabby', provider: rabby });
  });

  test('@10.33 is offered again under the same ID if the engine had no room', () => {
    const ids: string[] = [];
    Object.assign(window, { ethereum: provider() });
    findLegacy((wallet) => (ids.push(wallet.id), ids.length > 1), controller.signal, around);
    vi.advanceTimersByTime(300);
    for (let i = 0; i < 2; i++) {
      dispatchEvent(new Event('ethereum#initialized'));
      vi.advanceTimersByTime(300);
    }
    expect(ids).toEqual(['injected', 'injected']);
  });

  test('reads a map of providers as a list, with two rows for two of one kind', () => {
    const providerMap = new Map([
      ['MetaMask', provider({ isMetaMask: true })],
      ['Other', provider({ isMetaMask: true })],
    ]);
    expect(look(provider({ providerMap }))).toEqual([
      ['injected-metamask', 'MetaMask'],
      ['injected-metamask-2', 'MetaMask'],
    ]);
  });

  test('leaves out a listed provider that throws', () => {
    const boom = () => {
      throw new Error('trap');
    };
    const bad = Object.defineProperty({}, 'request', { get: boom });
    expect(look(provider({ providers: [bad, provider()] }))).toEqual([['injected', 'Browser Wallet']]);
  });

  test('is one row itself if its list throws', () => {
    const one = Object.defineProperty(provider(), 'providers', {
      get: () => {
        throw new Error('trap');
      },
    });
    expect(look(one)).toEqual([['injected', 'Browser Wallet']]);
  });

  test('is no row if reading it throws', () => {
    Object.defineProperty(window, 'ethereum', {
      configurable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    findLegacy((wallet) => !!rows.push(wallet), controller.signal, around);
    vi.advanceTimersByTime(300);
    expect(rows).toEqual([]);
  });

  test('is found late by its event and when wallets are asked again', () => {
    look(undefined);
    const one = provider();
    Object.assign(window, { ethereum: one });
    dispatchEvent(new Event('eip6963:requestProvider'));
    vi.advanceTimersByTime(300);
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows.map(({ provider }) => provider)).toEqual([one]);
    controller.abort();
    Object.assign(window, { ethereum: provider() });
    dispatchEvent(new Event('ethereum#initialized'));
    expect(rows).toHaveLength(1);
  });

  describe('@10.58 next to a wallet that announces another object', () => {
    const announced = (rdns: string, one: object = provider()) => announcedProviders.set(one, rdns);

    // SubWallet 1.3, packages/extension-inject/src/bundle.ts: the announced object is a Proxy of the global
    test('is no row if it’s the target of the announced Proxy', () => {
      const real = provider({ isSubWallet: true, isMetaMask: false });
      announced('app.subwallet', new Proxy(real, {}));
      expect(look(real)).toEqual([]);
    });

    test('is no row if it comes late and is announced after that', () => {
      expect(look(undefined)).toEqual([]);
      const real = provider({ isSubWallet: true });
      Object.assign(window, { ethereum: real });
      dispatchEvent(new Event('ethereum#initialized'));
      announced('app.subwallet', new Proxy(real, {}));
      vi.advanceTimersByTime(300);
      expect(rows).toEqual([]);
    });

    // Rabby 0.94: the global is the Proxy
    test('is no row if it is the Proxy itself, alone or in a list', () => {
      class Rabby {
        request = async () => null;
        isMetaMask = true;
        get isRabby() {
          return true;
        }
      }
      const real = new Rabby();
      announced('io.rabby', real);
      expect(look(new Proxy(real, {}))).toEqual([]);
      const other = provider({ isZerion: true });
      expect(look(provider({ providers: [new Proxy(real, {}), other] }))).toEqual([
        ['injected', 'Browser Wallet'],
      ]);
      expect(rows[0]!.provider).toBe(other);
    });

    test('is a row with another wallet’s flag, or a name that two wallets claim', () => {
      announced('io.rabby');
      expect(look(provider({ isZerion: true, isMetaMask: true }))).toHaveLength(1);
      announced('io.rabby');
      expect(look(provider({ isRabby: true }))).toHaveLength(2);
    });

    test('is hidden by isMetaMask only without any other flag', () => {
      announced('io.metamask');
      expect(look(provider({ isMetaMask: true }))).toEqual([]);
      expect(look(provider({ isMetaMask: true, isUnheardOf: true }))).toHaveLength(1);
    });

    test('moves a connection that was stored under its own row to the announced wallet', () => {
      const renamed = vi.fn();
      const find = (ethereum: object, ...stored: string[]) => {
        Object.assign(window, { ethereum });
        findLegacy((wallet) => !!rows.push(wallet), controller.signal, {
          ...pageContextOf(...stored),
          renamed,
        });
        vi.advanceTimersByTime(300);
        return renamed.mock.calls.splice(0);
      };
      const real = provider({ isRabby: true, isMetaMask: true });
      // no wallet announces that name, or two do: it has a row without a name
      expect(find(real, 'injected')).toEqual([]);
      announced('io.rabby', new Proxy(real, {}));
      expect(find(real, 'injected')).toEqual([['injected', 'io.rabby']]);
      expect(find(real), 'not stored').toEqual([]);
      // next to another one, it had its name
      const both = provider({ providers: [real, provider({ isZerion: true })] });
      expect(find(both, 'injected', 'injected-rabby')).toEqual([['injected-rabby', 'io.rabby']]);
      announced('io.rabby');
      expect(find(real, 'injected')).toEqual([]);
    });

    test('is a row if a flag throws or isn’t true', () => {
      announced('io.rabby');
      const broken = Object.defineProperty(provider(), 'isRabby', {
        get: () => {
          throw new Error('trap');
        },
      });
      expect(look(broken)).toHaveLength(1);
      expect(look(provider({ isRabby: 'yes' }))).toHaveLength(2);
    });
  });
});
