// @vitest-environment jsdom
// Icons of announced wallets: looked at once a wallet is taken, one after the other, and given back (docs/spec/security.md T3).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { page as Page } from '../page';
import { FakeEngine } from '../testing/engine';
import type { EngineGlue, PageWallet } from './border';
import { Runner } from './running';

const decoded = vi.hoisted(() => ({ uris: [] as unknown[], bytes: [] as unknown[] }));
vi.mock('../wallets/picture', () => ({
  announcedUrl: async (uri: unknown) => (decoded.uris.push(uri), uri == 'bad' ? null : `blob:${String(uri)}`),
  pictureUrl: async (bytes: unknown) => (decoded.bytes.push(bytes), 'blob:served'),
}));

let announced: PageWallet[];
let count: number;
let died: () => void;
const runners: Runner[] = [];
let calls: number;

const wallet = (picture: unknown) => ({ id: String(picture), icon: null, picture }) as PageWallet;

function begin(...wallets: PageWallet[]): Runner {
  class Engine extends FakeEngine {
    override announce(one?: PageWallet): boolean {
      announced.push({ ...one! });
      return announced.length <= count || !!one?.icon;
    }
  }
  const glue = {
    Engine,
    __wbg_reset_state() {},
    whenDead: (tell: () => void) => (died = tell),
  } as unknown as EngineGlue;
  const page = { options: {}, element: null, handle: null, watchers: new Set() } as unknown as typeof Page;
  const runner = new Runner(glue, page);
  runners.push(runner);
  runner.begin((announce) => wallets.forEach((one) => announce(one)));
  runner.tell();
  return runner;
}

const asking = (): void => void calls++;

beforeEach(() => {
  [announced, count, calls, decoded.uris, decoded.bytes] = [[], 64, 0, [], []];
  URL.revokeObjectURL = vi.fn();
  addEventListener('eip6963:requestProvider', asking);
});
afterEach(() => {
  removeEventListener('eip6963:requestProvider', asking);
  runners.splice(0).forEach((runner) => runner.destroy());
});

const flush = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i++) await new Promise((done) => setTimeout(done, 1));
};

test('loads icons only for wallets on the list, once the list is shown', async () => {
  count = 2;
  begin(wallet('a'), wallet('b'), wallet('c'));
  expect(decoded.uris, 'nobody waits for an icon').toEqual([]);
  await flush(20);
  expect(decoded.uris).toEqual(['a', 'b']);
  expect(announced.map(({ id, icon }) => [id, icon])).toEqual([
    ['a', null],
    ['b', null],
    ['c', null],
    ['a', 'blob:a'],
    ['b', 'blob:b'],
  ]);
});

test('skips an invalid icon, and doesn’t ask again for a missing one', async () => {
  begin(wallet('bad'), wallet(undefined), wallet('b'));
  await flush(20);
  expect(announced.slice(3).map(({ icon }) => icon)).toEqual(['blob:b']);
});

test('decodes each icon in its own task', async () => {
  begin(...Array.from({ length: 64 }, (_, n) => wallet(n + 1)));
  await flush(3);
  expect(decoded.uris.length).toBeLessThan(64);
});

test('revokes every blob URL at the end, also a later one', async () => {
  const runner = begin(wallet('a'), wallet('b'));
  await flush(20);
  runner.destroy();
  expect(vi.mocked(URL.revokeObjectURL).mock.calls.flat()).toEqual(['blob:a', 'blob:b']);
  const late = begin(wallet('c'));
  late.destroy();
  await flush(20);
  expect(decoded.uris).toEqual(['a', 'b']);
});

test('announces the same wallets with their icons after a panic', async () => {
  begin(wallet('a'));
  await flush(20);
  announced = [];
  died();
  await flush(20);
  expect(announced.map(({ icon }) => icon)).toEqual(['blob:a']);
});

test('asks every wallet again once the stored one is known', () => {
  begin();
  expect(calls).toBe(1);
});

test('turns the engine’s fetched bytes into a picture URL', async () => {
  begin();
  expect(await FakeEngine.last.host.picture(Uint8Array.of(1, 2))).toBe('blob:served');
  expect(decoded.bytes).toEqual([Uint8Array.of(1, 2)]);
});
