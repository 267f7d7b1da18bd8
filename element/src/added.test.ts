// Properties that a script adds to Object.prototype or Array.prototype: they receive nothing of ours (10.60).
import { afterEach, describe, expect, test, vi } from 'vitest';
import { filterItems, mapped } from './captured';
import { complete as solana } from './handle/solana';
import { fromBase58, fromBase64, fromHex, toBase58, toBase64, toHex, toUtf8 } from './wallets/bytes';
import { listenForWallets, receiveWallets, type Announcement } from './wallets/announced';
import { written } from './written';

let announcements: unknown[] = [];
afterEach(() => (announcements = []));

/** Runs a function while every object and list has these properties, and records what they receive. */
function under<T>(names: readonly string[], run: () => T): T {
  // pre-filled, so that recording assigns no new index
  const list: unknown[] = new Array(100).fill(null);
  let count = 0;
  const keep = (value: unknown): void => {
    if (count < 100) list[count++] = value;
  };
  const all = [Object.prototype, Array.prototype].flatMap((of) => names.map((name) => [of, name] as const));
  const put = {
    __proto__: null,
    configurable: true,
    get(this: unknown) {
      keep(this);
    },
    set: keep,
  } as PropertyDescriptor;
  for (const [of, name] of all) Object.defineProperty(of, name, put);
  try {
    return run();
  } finally {
    for (let i = 0; i < all.length; i++) Reflect.deleteProperty(all[i]![0], all[i]![1]);
    announcements = list.slice(0, count);
  }
}
const places = Array.from({ length: 40 }, (_, i) => `${i}`);

describe('@10.60 a setter for the places of every list', () => {
  const text = 'Pay 0xB0b 1.5 €';
  test.each([
    ['toUtf8', () => toHex(toUtf8(text)), '50617920307842306220312e3520e282ac'],
    ['toBase58', () => toBase58(new Uint8Array([0, 1])), '12'],
    ['toBase64', () => toBase64(new Uint8Array([1, 2, 3])), 'AQID'],
    ['mapped', () => written(mapped(['a', 'b'], (one) => one + one)), '["aa","bb"]'],
    ['chosen', () => written(filterItems(['a', 'b'], (one) => one == 'b')), '["b"]'],
  ])('%s', (_name, run, expected) => {
    const now = under(places, run);
    expect([now, announcements]).toEqual([expected, []]);
  });
  test('decodes text without touching the page’s setter', () => {
    const bytes = new Uint8Array([0, 9, 8, 7, 200]);
    const [a, b, c] = [toBase58(bytes), toBase64(bytes), toHex(bytes)];
    expect(under(places, () => [fromBase58(a), fromBase64(b), fromHex(c)])).toEqual([bytes, bytes, bytes]);
    expect(announcements).toEqual([]);
  });
  test('sends several transactions of getProvider("solana") unchanged', async () => {
    const requests: unknown[] = [];
    const provider = {
      request: (args: unknown) => (
        requests.splice(0, 1, args),
        Promise.resolve({ transactions: ['AQID', 'AQIE'] })
      ),
    };
    requests[0] = null;
    solana(provider as never, () => ({ isConnected: true, address: '1' }) as never);
    const { signAllTransactions } = provider as never as {
      signAllTransactions(all: Uint8Array[]): Promise<Uint8Array[]>;
    };
    const all = [new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 4])];
    const answer = under(places, () => signAllTransactions(all));
    expect(announcements).toEqual([]);
    expect(requests[0]).toMatchObject({ params: { transactions: ['AQID', 'AQIE'] } });
    expect(await answer).toEqual(all);
  });
});

describe('@10.60 a getter for toJSON of every object', () => {
  test('never runs the page’s getter, but still honours a class’s own toJSON', () => {
    const value = { to: '0xb0b', list: [{ amount: 1 }], at: new Date(0) };
    class Own {
      readonly secret = 1;
      get toJSON() {
        return () => 'own';
      }
    }
    expect(under(['toJSON'], () => written([value, new Own()]))).toBe(
      '[{"at":"1970-01-01T00:00:00.000Z","list":[{"amount":1}],"to":"0xb0b"},"own"]',
    );
    expect(announcements).toEqual([]);
  });
});

describe('@10.60 a setter for the places of every list, when a wallet announces itself', () => {
  test('passes the wallet an unchanged request', () => {
    const received: (Announcement | null)[] = [];
    let hear!: (event: { detail: object }) => void;
    vi.spyOn(globalThis, 'addEventListener').mockImplementation((_name: string, fn: unknown) => {
      hear = fn as typeof hear;
    });
    listenForWallets();
    vi.restoreAllMocks();
    receiveWallets((one) => (received[0] = one));
    received[0] = null;
    const request = () => 'own';
    const info = { uuid: 'u', name: 'n', icon: '', rdns: 'r' };
    const put = {
      __proto__: null,
      configurable: true,
      set(one: { request?: unknown }) {
        try {
          one.request = () => 'evil';
        } catch {
          // as expected
        }
      },
    } as PropertyDescriptor;
    for (const place of places) Object.defineProperty(Array.prototype, place, put);
    try {
      hear({ detail: { info, provider: { request } } });
    } finally {
      for (const place of places) Reflect.deleteProperty(Array.prototype, place);
    }
    expect((received as (Announcement | undefined)[])[0]?.request({ method: 'm' })).toBe('own');
  });
});
