// Which finders of browser wallets run, and when their chunks load.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Namespace, Slices } from '../contract';
import { standards, type Finder, type Standard } from '../wallets';
import { announcedProviders } from '../wallets/eip6963';
import { findWallets } from './find-wallets';

const families: Namespace[] = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'];
const ask = () => dispatchEvent(new Event('eip6963:requestProvider'));

let namespaces: Namespace[];
let listeners: Set<() => void>;
let controller: AbortController;
/** the standards whose chunk was requested, in order */
let loads: string[];
let finders: string[];

const run = {
  snapshot: () => ({ list: namespaces.map((chainNamespace) => ({ chainNamespace })) }),
  subscribe: (_slice: keyof Slices, fn: () => void) => {
    listeners.add(fn);
    return () => listeners.delete(fn);
  },
} as unknown as Parameters<typeof findWallets>[0];

const finder =
  (name: string): Finder =>
  (announce) => {
    finders.push(name);
    announce({ id: name } as never);
  };
const later = (family: Namespace, more: Partial<Standard> = {}): Standard => ({
  family,
  load: async () => {
    loads.push(family);
    return finder(family);
  },
  ...more,
});
const find = (...table: Standard[]) => findWallets(run, () => true, controller.signal, table);
const name = (...list: Namespace[]) => {
  namespaces = list;
  listeners.forEach((fn) => fn());
};

beforeEach(() => {
  vi.useFakeTimers();
  namespaces = ['eip155'];
  listeners = new Set();
  controller = new AbortController();
  loads = [];
  finders = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  controller.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('finders of a page', () => {
  test.each(families)('fetch only the finder of %s if only it has networks', async (family) => {
    namespaces = [family, family];
    find(...families.map((one) => later(one)));
    await vi.runAllTimersAsync();
    ask();
    await vi.runAllTimersAsync();
    expect([loads, finders]).toEqual([[family], [family]]);
  });

  test('find the wallets of each namespace that has networks', async () => {
    namespaces = ['cosmos', 'eip155'];
    find(...families.map((one) => later(one)));
    await vi.runAllTimersAsync();
    expect(finders).toEqual(['eip155', 'cosmos']);
  });

  test('run an included finder immediately, unless its namespace isn’t named', () => {
    find({ family: 'eip155', find: finder('here') }, { family: 'solana', find: finder('other') });
    expect(finders).toEqual(['here']);
  });

  test('fetch the finder of a namespace that the host names later, once', async () => {
    find(later('eip155'), later('solana'));
    await vi.runAllTimersAsync();
    expect(loads).toEqual(['eip155']);
    name('eip155', 'solana');
    name('solana');
    name('eip155', 'solana');
    await vi.runAllTimersAsync();
    expect([loads, finders]).toEqual([
      ['eip155', 'solana'],
      ['eip155', 'solana'],
    ]);
  });

  test('retry a chunk that failed to load, and delay no other', async () => {
    let refusals = 4;
    const load = async () => {
      loads.push('late');
      if (refusals-- > 0) throw new Error('offline');
      return finder('late');
    };
    find({ family: 'eip155', load }, later('eip155'));
    await vi.runAllTimersAsync();
    expect([loads, finders]).toEqual([['late', 'eip155', 'late', 'late', 'late'], ['eip155']]);
    ask();
    await vi.runAllTimersAsync();
    expect(finders).toEqual(['eip155', 'late']);
    ask();
    await vi.runAllTimersAsync();
    expect(loads).toHaveLength(6);
  });

  test('try no chunk while offline, and try again at the next opening', async () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const ask_page = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no connection'));
    find(later('eip155'));
    await vi.runAllTimersAsync();
    expect(ask_page).toHaveBeenCalled();
    expect(loads).toEqual([]);
    connection.mockReturnValue(true);
    ask();
    await vi.runAllTimersAsync();
    expect(finders).toEqual(['eip155']);
  });

  test('@10.25 loads a chunk if the browser reports no connection but the page responds', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 405 }));
    find(later('eip155'));
    await vi.runAllTimersAsync();
    expect(finders).toEqual(['eip155']);
  });

  test('fetch a standard’s finder once something in the page speaks it', async () => {
    let isThere = false;
    find(later('eip155', { isThere: () => isThere }));
    await vi.advanceTimersByTimeAsync(299);
    isThere = true;
    expect(loads).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(finders).toEqual(['eip155']);
  });

  test('@4.2 also look for it three seconds after the request', async () => {
    let isThere = false;
    find(later('eip155', { isThere: () => isThere }));
    await vi.advanceTimersByTimeAsync(2_999);
    isThere = true;
    await vi.advanceTimersByTimeAsync(1);
    expect(finders).toEqual(['eip155']);
  });

  test('skip the second finder for a wallet that the first has found', async () => {
    find(
      { family: 'eip155', find: finder('first') },
      later('eip155', { isThere: () => !finders.includes('first') }),
    );
    await vi.runAllTimersAsync();
    expect(loads).toEqual([]);
  });

  test('fetch a finder when a global announces itself', async () => {
    let isThere = false;
    find(later('eip155', { isThere: () => isThere }));
    await vi.runAllTimersAsync();
    isThere = true;
    dispatchEvent(new Event('ethereum#initialized'));
    await vi.advanceTimersByTimeAsync(0);
    expect(finders).toEqual(['eip155']);
  });

  test('fetch nothing after the end, and drop a chunk on its way', async () => {
    let come!: (finder: Finder) => void;
    find({ family: 'eip155', load: () => new Promise((done) => (come = done)) }, later('solana'));
    controller.abort();
    come(finder('late'));
    name('eip155', 'solana');
    await vi.runAllTimersAsync();
    ask();
    expect(vi.getTimerCount()).toBe(0);
    expect([loads, finders, listeners.size]).toEqual([[], [], 0]);
  });
});

describe('the finder of window.ethereum', () => {
  const isThere = (ethereum: unknown): boolean => {
    vi.stubGlobal('ethereum', ethereum);
    return standards.find((one) => one.load)!.isThere!({});
  };
  const announced = (more: object = {}): object => {
    const provider = { request: async () => null, ...more };
    announcedProviders.set(provider, null);
    return provider;
  };
  afterEach(() => announcedProviders.clear());

  test('is not fetched without one, nor for one that announced itself', () => {
    expect(isThere(undefined)).toBe(false);
    expect(isThere(announced())).toBe(false);
  });

  test('is fetched for one that didn’t announce itself, or that lists others', () => {
    expect(isThere({ request: async () => null })).toBe(true);
    expect(isThere(announced({ providers: [{}] }))).toBe(true);
    expect(isThere(announced({ providerMap: new Map() }))).toBe(true);
  });

  test('is fetched if reading it throws', () => {
    const boom = () => {
      throw new Error('trap');
    };
    expect(isThere(Object.defineProperty(announced(), 'providers', { get: boom }))).toBe(true);
  });
});
