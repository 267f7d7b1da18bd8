// The page's own responses: its functions, and its file of wallets.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { engineOptions } from '../engine/crossing';
import type { Options } from '../options';
import { page } from '../page';
import { answer } from './ask';
import type { WalletListings } from './types';

const service = 'https://data.example';
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const askAs = async (name: string, path: string, body?: string): Promise<unknown> => {
  const text = await answer(page, name, service + path, body);
  return text === null ? null : JSON.parse(text);
};

/** warnings for developers */
let warnings: string[];
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void warnings.push(words.join(' ')));
});
afterEach(() => {
  page.options = {};
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('functions of the page @10.43', () => {
  test('keep the functions in the page and tell the engine which exist', () => {
    const balances = (): never[] => [];
    expect(engineOptions({ data: { balances, wallets: '/wallets.json' } })).toEqual({
      data: { balances: true, wallets: true },
    });
    const wrong = { data: { balances: '/file.json', names: {}, wallets: 7, prics: balances } };
    expect(engineOptions(wrong as unknown as Options)).toEqual({
      data: { balances: false, names: false, wallets: false, prics: true },
    });
    expect(engineOptions({ data: 'x' } as unknown as Options)).toEqual({ data: 'x' });
    expect(engineOptions({})).toEqual({});
  });

  test('are called as methods of the host’s object with the service’s question', async () => {
    const queries: unknown[] = [];
    const own = {
      chain: 'eip155:5',
      balances(this: { chain: string }, question: unknown) {
        queries.push(question);
        return [{ name: this.chain }] as never;
      },
      history: (question: unknown) => (queries.push(question), { data: [], next: 'p2' }),
      prices: (question: unknown) => (queries.push(question), Promise.resolve([{ address: 'a', price: 2 }])),
      names: (question: object) => (queries.push(question), 'name' in question ? { address: account } : null),
    };
    page.options = { data: own };
    const common = '?projectId=p&st=wallet-modal&sv=1';
    const balance = `/v1/account/${account}/balance${common}&currency=usd&chainId=eip155:1`;
    expect(await askAs('balances', `${balance}&forceUpdate=eip155:1:0x1%2Ceip155:1:0x2`)).toEqual({
      balances: [{ name: 'eip155:5' }],
    });
    expect(await askAs('history', `/v1/account/${account}/history${common}&chainId=eip155:1`)).toEqual({
      data: [],
      next: 'p2',
    });
    await askAs('history', `/v1/account/${account}/history${common}&cursor=p2&chainId=eip155:1`);
    const addresses = [`eip155:1:${account}`];
    expect(await askAs('prices', `/v1/fungible/price${common}`, JSON.stringify({ addresses }))).toEqual({
      fungibles: [{ address: 'a', price: 2 }],
    });
    expect(await askAs('names', `/v1/identity/${account}${common}&sender=0x1`)).toEqual({
      name: null,
      avatar: null,
    });
    expect(await askAs('names', `/v1/profile/account/caf%C3%A9.shop${common}`)).toEqual({
      addresses: { 60: { address: account } },
    });
    own.names = () => null;
    expect(await askAs('names', '/v1/profile/account/nobody.shop')).toEqual({ addresses: {} });
    expect(queries).toEqual([
      { chainId: 'eip155:1', address: account, refresh: ['eip155:1:0x1', 'eip155:1:0x2'] },
      { chainId: 'eip155:1', address: account, cursor: null },
      { chainId: 'eip155:1', address: account, cursor: 'p2' },
      { currency: 'usd', addresses },
      { address: account },
      { name: 'café.shop' },
    ]);
    expect(warnings).toEqual([]);
  });

  test('answer with JSON and write bigints as text', async () => {
    page.options = { data: { history: async () => ({ data: [{ id: 5n, at: new Date(0) }] as object[] }) } };
    expect(await askAs('history', '/v1/account/0x1/history')).toEqual({
      data: [{ id: '5', at: '1970-01-01T00:00:00.000Z' }],
    });
  });

  test('answer nothing after an error, a cycle or no list, and log why', async () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    page.options = {
      data: {
        wallets: () => ({ data: 'many' }) as never,
        balances: () => {
          throw new Error('no key');
        },
        history: () => Promise.reject(new Error('late')),
        prices: () => cycle as never,
      },
    };
    expect(await askAs('balances', '/v1/account/0x1/balance')).toBeNull();
    expect(await askAs('history', '/v1/account/0x1/history')).toBeNull();
    expect(await askAs('prices', '/v1/fungible/price', '{"addresses":[]}')).toBeNull();
    expect(await askAs('wallets', '/getWallets')).toBeNull();
    expect(await askAs('names', '/v1/identity/0x1')).toBeNull();
    const failed = (name: string) =>
      `[wallet-modal] data.${name}() failed. See node_modules/wallet-modal/docs/guide/errors.md#data_failed`;
    expect(warnings).toEqual([
      `${failed('balances')} Error: no key`,
      `${failed('history')} Error: late`,
      `${failed('prices')} TypeError: The value has a cycle or nests too deeply`,
      `${failed('wallets')} TypeError: data.wallets() must return an object with a \`data\` array`,
      expect.stringContaining(`${failed('names')} TypeError`),
    ]);
  });
});

describe('a file of wallets @10.43', () => {
  const wallet = (n: number) => ({
    id: `${n}`,
    name: `Wallet ${n}`,
    ...(n % 2 ? {} : { badge_type: 'certified' }),
    ...(n % 3 ? { chains: ['eip155:1'] } : { chains: ['solana:x'] }),
    image: `wallets/${n}.svg`,
  });
  const all = Array.from({ length: 10 }, (_, n) => wallet(n));
  let respond: () => Response;
  let requests: string[];
  let files = 0;

  beforeEach(() => {
    requests = [];
    respond = () => Response.json({ version: 1, wallets: all });
    vi.stubGlobal('fetch', (url: string) => {
      requests.push(url);
      return Promise.resolve(respond());
    });
    // A loaded file is kept for the life of the page.
    page.options = { data: { wallets: `/of-test-${files++}/wallets.json` } };
  });

  const ask = (query = {}): Promise<WalletListings> => {
    const all = new URLSearchParams({ page: '1', entries: '40', ...query });
    return askAs('wallets', `/getWallets?${all.toString()}`) as Promise<WalletListings>;
  };
  const ids = async (query: Record<string, string>) => {
    const { data, count } = await ask(query);
    return [data.map((one) => one.id).join(''), count];
  };

  test('is read once, and resolves its images relative to it', async () => {
    const { data } = await ask();
    const image_url = requests[0]!.replace('wallets.json', 'wallets/4.svg');
    expect(data[4]).toEqual({ ...wallet(4), image: undefined, image_url });
    await ask();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/^http:\/\/localhost(:\d+)?\/of-test-\d+\/wallets\.json$/);
  });

  test('filters by pages, IDs, text, networks and badge, as the directory does', async () => {
    expect(await ids({})).toEqual(['0123456789', 10]);
    expect(await ids({ entries: '4', page: '3' })).toEqual(['89', 10]);
    expect(await ids({ entries: '4', page: '4' })).toEqual(['', 10]);
    expect(await ids({ include: '7,3,x' })).toEqual(['37', 2]);
    expect(await ids({ exclude: '0,9', entries: '3' })).toEqual(['123', 8]);
    expect(await ids({ search: 'wALLET 5' })).toEqual(['5', 1]);
    expect(await ids({ badge_type: 'certified' })).toEqual(['02468', 5]);
    expect(await ids({ chains: 'solana:x,eip155:5' })).toEqual(['0369', 4]);
  });

  test('logs an invalid file by its URL, and reads it again next time', async () => {
    for (const [answer, words] of [
      [() => new Response('', { status: 404 }), 'wallets.json: HTTP status code: 404'],
      [() => Response.json([]), "isn't a file of `npx wallet-modal directory`"],
      [() => Response.json({ version: 2, wallets: [] }), "isn't a file of `npx wallet-modal directory`"],
      [() => new Response('<html>'), 'JSON'],
      [() => new Response('x'.repeat(2 ** 21 + 1)), 'is larger than 2097152 bytes'],
    ] as const) {
      respond = answer;
      expect(await ask()).toBeNull();
      expect(warnings.at(-1)).toContain(words);
    }
    respond = () => Response.json({ version: 1, wallets: [null, 7, { id: 'a' }, ...all] });
    expect(await ids({})).toEqual(['0123456789', 10]);
  });
});
