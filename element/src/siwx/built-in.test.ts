// @vitest-environment jsdom
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { complete, formatMessage } from './built-in';
import type { OwnSIWX, SIWXSession } from './types';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const fields = {
  accountAddress: ADDRESS,
  chainId: 'eip155:1',
  domain: 'harbour.test',
  uri: 'https://harbour.test/login',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-02T03:04:05.678Z',
} as const;
const more = {
  statement: 'Welcome back.',
  expirationTime: '2026-01-03T03:04:05.678Z',
  notBefore: '2026-01-02T03:04:05.678Z',
  requestId: 'r-1',
  resources: ['https://harbour.test/a', 'ipfs://x'],
};

const byViem = (given: typeof fields & Partial<typeof more>) => {
  const date = (text?: string) => (text ? new Date(text) : undefined);
  return createSiweMessage({
    address: ADDRESS,
    chainId: 1,
    domain: given.domain,
    uri: given.uri,
    version: '1',
    nonce: given.nonce,
    issuedAt: new Date(given.issuedAt),
    statement: given.statement,
    expirationTime: date(given.expirationTime),
    notBefore: date(given.notBefore),
    requestId: given.requestId,
    resources: given.resources,
  });
};

const session = (more: Partial<SIWXSession['data']> = {}): SIWXSession => ({
  data: { ...fields, ...more },
  message: 'm',
  signature: '0x',
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('formatMessage', () => {
  test('writes the lines that viem writes for EIP-4361', () => {
    const all = { ...fields, ...more };
    expect(formatMessage(all)).toBe(byViem(all));
    for (const name of Object.keys(more) as (keyof typeof more)[]) {
      const rest = { ...all, [name]: undefined };
      expect(formatMessage(rest), name).toBe(byViem(rest));
      // the other implementation only adds two empty lines around a statement
      const only = { ...fields, statement: more.statement, [name]: more[name] };
      expect(formatMessage(only), name).toBe(byViem(only));
    }
  });

  test('keeps the two empty lines without a statement', () => {
    expect(formatMessage(fields).split('\n').slice(1, 5)).toEqual([ADDRESS, '', '', `URI: ${fields.uri}`]);
  });

  test('names each namespace in its first line', () => {
    const of = (chainId: string) => formatMessage({ ...fields, chainId }).split('\n');
    expect(of('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')[0]).toMatch(/with your Solana account:$/);
    expect(of('bip122:000000000019d6689c085ae165831e93')[0]).toMatch(/with your Bitcoin account:$/);
    expect(of('polkadot:91b171bb158e2d3848fa23a9f1c25182')[0]).toMatch(/with your Polkadot account:$/);
    expect(of('cosmos:cosmoshub-4')).toContain('Chain ID: cosmoshub-4');
  });

  test.each(['domain', 'accountAddress', 'uri', 'nonce', 'statement', 'requestId'] as const)(
    'refuses a line break in %s, which would forge later lines',
    (name) => {
      const forged = { ...fields, ...more, [name]: 'a\nNonce: other' };
      expect(() => formatMessage(forged)).toThrow(TypeError);
      expect(() => formatMessage({ ...forged, [name]: 'a\rb' })).toThrow(TypeError);
    },
  );
});

describe('built in', () => {
  test('writes a message of this page with a fresh alphanumeric nonce', async () => {
    const siwx = complete(true);
    const message = await siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' });
    expect(message).toMatchObject({ accountAddress: ADDRESS, domain: location.host, uri: location.origin });
    expect(message.nonce).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(parseSiweMessage(message.toString())).toMatchObject({
      address: ADDRESS,
      chainId: 1,
      domain: location.host,
      nonce: message.nonce,
    });
    const again = await siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' });
    expect(again.nonce).not.toBe(message.nonce);
  });

  test('ends a message seven days after it was made', async () => {
    const message = await complete(true).createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' });
    const [from, to] = [message.issuedAt, message.expirationTime].map((time) => Date.parse(time!));
    expect(to! - from!).toBe(7 * 24 * 60 * 60 * 1000);
  });

  test('draws each letter of a nonce with the same probability', async () => {
    const bytes = [0, 61, 62, 247, 248, 249, 255, ...Array<number>(25).fill(1)];
    const sizes: number[] = [];
    const spy = vi.spyOn(crypto, 'getRandomValues').mockImplementation((given) => {
      const into = given as unknown as Uint8Array;
      sizes.push(into.length);
      into.set(sizes.length == 1 ? [...bytes.slice(0, 10), ...Array<number>(22).fill(250)] : bytes);
      return given;
    });
    try {
      const message = await complete(true).createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' });
      const first = 'A9A9BBB';
      expect(message.nonce).toBe(first + ('A9A9' + 'B'.repeat(25)).slice(0, 24 - first.length));
      expect(sizes).toEqual([32, 32]);
    } finally {
      spy.mockRestore();
    }
  });

  test("uses the host's statement and methods, bound to their object", async () => {
    class Own {
      #sessions = [session()];
      statement = 'Hello.';
      getSessions = async () => this.#sessions;
      getRequired() {
        return this.#sessions.length > 0;
      }
    }
    const own = new Own() as unknown as OwnSIWX;
    const siwx = complete(own);
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toHaveLength(1);
    expect(siwx.getRequired!()).toBe(true);
    const message = await siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' });
    expect(message.toString()).toContain('\n\nHello.\n\n');
  });

  test('uses the host’s complete object as it is', () => {
    const names = ['createMessage', 'addSession', 'revokeSession', 'setSessions', 'getSessions'];
    const own = Object.fromEntries(names.map((name) => [name, () => {}])) as unknown as OwnSIWX;
    expect(complete(own)).toBe(own);
    // with one method less, the missing one is added
    for (const name of names) {
      const part = complete({ ...own, [name]: undefined });
      expect(typeof part[name as 'getSessions'], name).toBe('function');
    }
  });

  test('keeps sessions by network and address until they end', async () => {
    const siwx = complete({});
    await siwx.addSession(session());
    await siwx.addSession(session({ chainId: 'eip155:10' }));
    await siwx.addSession(session());
    const count = async (chainId: string, address: string = ADDRESS) =>
      (await complete({}).getSessions(chainId, address)).length;
    expect(await count('eip155:1')).toBe(1);
    expect(await count('eip155:1', ADDRESS.toLowerCase())).toBe(1);
    expect(await count('eip155:1', `${ADDRESS.slice(0, -1)}0`)).toBe(0);
    await siwx.revokeSession('eip155:1', ADDRESS);
    expect([await count('eip155:1'), await count('eip155:10')]).toEqual([0, 1]);
    await siwx.setSessions([]);
    expect(await count('eip155:10')).toBe(0);
    expect(localStorage.length).toBe(0);
  });

  test('returns no session that has expired or isn’t valid yet', async () => {
    const siwx = complete({});
    await siwx.addSession(session({ expirationTime: new Date(Date.now() + 60_000).toISOString() }));
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toEqual([]);
    await siwx.addSession(session({ notBefore: new Date(Date.now() + 1_000).toISOString() }));
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toEqual([]);
  });

  test('takes a damaged record as no session', async () => {
    for (const text of ['', '{', '7', '[null,{},{"data":{}}]', '{"data":1}']) {
      localStorage['wallet-modal:siwx_sessions'] = text;
      expect(await complete({}).getSessions('eip155:1', ADDRESS)).toEqual([]);
    }
  });

  test('ignores a damaged record and keeps the others', async () => {
    const good = session();
    const broken = [
      null,
      7,
      [],
      {},
      { ...good, data: null },
      { ...good, data: [] },
      { ...good, message: 1 },
      { ...good, signature: null },
      ...[undefined, null, 7, {}, [], true].flatMap((value) => [
        session({ accountAddress: value as never }),
        session({ chainId: value as never }),
      ]),
    ];
    for (const one of broken) {
      for (const list of [
        [one, good],
        [good, one],
      ]) {
        localStorage['wallet-modal:siwx_sessions'] = JSON.stringify(list);
        const siwx = complete({});
        expect(await siwx.getSessions('eip155:1', ADDRESS), JSON.stringify(one)).toEqual([good]);
        expect(await siwx.getSessions('eip155:1', ADDRESS.toLowerCase())).toEqual([good]);
        const other = session({ chainId: 'eip155:10' });
        await siwx.addSession(other);
        expect(await siwx.getSessions('eip155:10', ADDRESS)).toEqual([other]);
        await siwx.revokeSession('eip155:1', ADDRESS);
        expect(JSON.parse(localStorage['wallet-modal:siwx_sessions'])).toEqual([other]);
      }
    }
  });

  test('ends a session whose time is invalid', async () => {
    const nonsense = [
      'never',
      '',
      'soon 2099',
      '9999',
      '2099',
      'Fri, 01 Jan 2099',
      4_102_444_800_000,
      {},
      [],
      true,
      null,
    ];
    for (const name of ['expirationTime', 'notBefore']) {
      for (const time of nonsense) {
        const past = { [name]: time } as never;
        localStorage['wallet-modal:siwx_sessions'] = JSON.stringify([session(past)]);
        expect(await complete({}).getSessions('eip155:1', ADDRESS), `${name} ${time}`).toEqual([]);
      }
    }
    for (const time of ['2099-01-02T03:04:05Z', '2099-01-02T03:04:05.678Z', '2099-01-02T03:04:05+02:00']) {
      await complete({}).setSessions([session({ expirationTime: time })]);
      expect(await complete({}).getSessions('eip155:1', ADDRESS), time).toHaveLength(1);
    }
  });

  test("writes and reads nothing with storage: 'memory'", async () => {
    localStorage['wallet-modal:siwx_sessions'] = JSON.stringify([session()]);
    const before = JSON.stringify(localStorage);
    const siwx = complete({}, 'memory');
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toEqual([]);
    await siwx.addSession(session({ chainId: 'eip155:10' }));
    expect(await complete({}, 'memory').getSessions('eip155:10', ADDRESS)).toHaveLength(1);
    await siwx.revokeSession('eip155:10', ADDRESS);
    expect(await siwx.getSessions('eip155:10', ADDRESS)).toEqual([]);
    await siwx.setSessions([session()]);
    await siwx.setSessions([]);
    expect(JSON.stringify(localStorage)).toBe(before);
  });

  test('keeps sessions in the page’s own storage, one change after another', async () => {
    const records = new Map<string, string>();
    const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 5, value));
    const own = {
      get: (key: string) => later(records.get(key)),
      set: async (key: string, value: string) => void records.set(await later(key), value),
      remove: async (key: string) => void records.delete(await later(key)),
    };
    const siwx = complete({}, own);
    const second = session({ chainId: 'eip155:10' });
    await Promise.all([siwx.addSession(session({})), siwx.addSession(second)]);
    expect(JSON.parse(records.get('wallet-modal:siwx_sessions')!)).toHaveLength(2);
    expect(localStorage['wallet-modal:siwx_sessions']).toBeUndefined();
    expect(await complete({}, own).getSessions('eip155:10', ADDRESS)).toHaveLength(1);
    // read during a change, it returns the new value
    void siwx.setSessions([]);
    expect(await siwx.getSessions('eip155:10', ADDRESS)).toEqual([]);
    expect(records.size).toBe(0);
    records.set('wallet-modal:siwx_sessions', '[{"data":');
    expect(await siwx.getSessions('eip155:10', ADDRESS)).toEqual([]);
  });

  test('remembers sessions in memory if storage throws', async () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new Error('denied');
    };
    try {
      await complete({}).addSession(session());
    } finally {
      Storage.prototype.setItem = setItem;
    }
    expect(await complete({}).getSessions('eip155:1', ADDRESS)).toHaveLength(1);
    await complete({}).setSessions([]);
  });
});
