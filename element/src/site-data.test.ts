// `clearSiteData()` and `exportLogs()` of the handle, with the real entry and a fake engine.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, type WalletModalHandle } from './handle';
import { scrubbed } from './log';
import { page } from './page';
import { comeBack } from './site-data';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => {
  const { loadGlue } = await import('./testing/engine');
  return loadGlue();
});

const networks = [{ id: 1 }] as never;
let handle: WalletModalHandle | undefined;
const create = (more = {}): WalletModalHandle =>
  (handle = createWalletModal({ projectId: 'project', networks, ...more }));

/** The browser's databases that were deleted. */
let deleted: string[];
let isStuck: boolean;
const database = {
  deleteDatabase: (name: string) => {
    const request = { error: isStuck ? new Error('the disk is gone') : null } as Record<string, unknown>;
    deleted.push(name);
    setTimeout(() => ((isStuck ? request.onerror : request.onsuccess) as () => void)());
    return request;
  },
};

beforeEach(() => {
  freshPage();
  [deleted, isStuck] = [[], false];
  vi.stubGlobal('indexedDB', database);
  FakeEngine.answers = async () => undefined;
});
afterEach(() => {
  handle?.destroy();
  vi.unstubAllGlobals();
});

/** Records of an earlier visit, and records that aren't ours. */
function fill(): void {
  for (const name of ['connections', 'recent_wallets', 'siwx_sessions', 'asked', 'connection_status'])
    localStorage.setItem(`wallet-modal:${name}`, '{}');
  localStorage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', '{}');
  localStorage.setItem('cart', 'shoes');
  sessionStorage.setItem('wallet-modal:x', '1');
  document.cookie = 'wallet-modal%3Aconnections=1;path=/';
  document.cookie = 'session=kept;path=/';
}
const left = () =>
  [...Array(localStorage.length).keys()]
    .map((at) => localStorage.key(at)!)
    .filter((name) => name != 'wallet-modal:cleared')
    .sort();

const clearedAt = (time: number) =>
  dispatchEvent(new StorageEvent('storage', { key: 'wallet-modal:cleared', newValue: `${time}` }));

describe('clearSiteData', () => {
  test('disconnects, ends the engine and removes only the modal’s records', async () => {
    fill();
    const modal = create();
    await modal.ready();
    await modal.clearSiteData();
    expect(FakeEngine.last.commands.map(({ type }) => type)).toContain('accounts.disconnect');
    expect(FakeEngine.last.isDestroyed).toBe(true);
    expect(left()).toEqual(['cart']);
    expect(sessionStorage.length).toBe(0);
    expect(document.cookie).toBe('session=kept');
    expect(deleted).toEqual(['wallet-modal', 'wallet-modal-coinbase']);
    expect([page.running, page.starting]).toEqual([null, null]);
    // The handle keeps working: the next call starts another engine.
    const count = FakeEngine.made.length;
    await modal.open();
    expect(FakeEngine.made.length).toBe(count + 1);
  });

  test('removes everything even if a wallet fails, and then rejects', async () => {
    fill();
    const modal = create();
    await modal.ready();
    FakeEngine.last.answer = () => Promise.reject({ code: -32000, message: 'no answer' });
    await expect(modal.clearSiteData()).rejects.toMatchObject({ code: -32000 });
    expect(left()).toEqual(['cart']);
    expect(deleted).toEqual(['wallet-modal', 'wallet-modal-coinbase']);
  });

  test('rejects if the database stays, but removes the rest', async () => {
    fill();
    isStuck = true;
    localStorage.removeItem('wallet-modal:connection_status');
    await expect(create().clearSiteData()).rejects.toMatchObject({
      name: 'WalletError',
      code: -32603,
      details: 'the disk is gone',
    });
    expect(left()).toEqual(['cart']);
    // Nothing was connected, so no engine was loaded.
    expect(FakeEngine.made).toEqual([]);
  });

  test('removes the records of the page’s own storage', async () => {
    const own = new Map([['wallet-modal:connections', '{}']]);
    const removed: string[] = [];
    const storage = {
      get: (key: string) => own.get(key),
      set: (key: string, value: string) => void own.set(key, value),
      remove: (key: string) => (removed.push(key), void own.delete(key)),
    };
    await create({ storage }).clearSiteData();
    expect(own.size).toBe(0);
    expect(removed).toEqual(
      expect.arrayContaining([
        'wallet-modal:sessions',
        'wallet-modal:frame:email',
        'wallet-modal:siwx_sessions',
      ]),
    );
  });

  test('waits for a pending write of the page’s own storage', async () => {
    const own = new Map<string, string>();
    let land!: () => void;
    const storage = {
      get: (key: string) => own.get(key),
      set: async (key: string, value: string) => {
        await new Promise<void>((resolve) => (land = resolve));
        own.set(key, value);
      },
      remove: (key: string) => void own.delete(key),
    };
    const modal = create({ storage });
    await modal.ready();
    void FakeEngine.last.host.store('commit', ['connections', '{}'] as never);
    await vi.waitFor(() => expect(land).toBeInstanceOf(Function));
    const cleared = modal.clearSiteData();
    await vi.waitFor(() => expect(deleted.length).toBe(2));
    land();
    await cleared;
    expect(own.size).toBe(0);
  });

  test('removes what it can of the page’s own storage, and rejects on failure', async () => {
    const own = new Map([
      ['wallet-modal:connections', '{}'],
      ['wallet-modal:sessions', '{}'],
    ]);
    const remove = async (key: string) => {
      if (key.endsWith(':storage_version')) throw new Error('no disk');
      // After the failure.
      await new Promise((resolve) => setTimeout(resolve));
      own.delete(key);
    };
    const storage = { get: (key: string) => own.get(key), set: () => {}, remove };
    await expect(create({ storage }).clearSiteData()).rejects.toMatchObject({ details: 'no disk' });
    expect(own.size).toBe(0);
    storage.remove = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const fails = expect(handle!.clearSiteData()).rejects.toMatchObject({
      details: 'The storage gives no answer',
    });
    for (let i = 0; i < 10; i++) await vi.advanceTimersByTimeAsync(1_000);
    await fails;
    vi.useRealTimers();
  });

  test('makes a second tab forget without asking its wallet', async () => {
    const modal = create();
    await modal.ready();
    await modal.open();
    fill();
    localStorage.removeItem('wallet-modal:connections');
    const { commands } = FakeEngine.last;
    clearedAt(Date.now());
    await vi.waitFor(() => expect(deleted.length).toBe(2));
    expect(commands).toContainEqual({ type: 'connections.follow', record: null });
    expect(commands.map(({ type }) => type)).not.toContain('accounts.disconnect');
    expect(left()).toEqual(['cart']);
    expect(page.running).toBeNull();
  });

  test.each([
    ['stored a connection since', '{"v":1}', 0],
    ['cleared a minute ago', null, 60_000],
  ])('removes nothing in a second tab that hears late: the other tab %s', async (_, record, ago_ms) => {
    const modal = create();
    await modal.ready();
    fill();
    if (record) localStorage.setItem('wallet-modal:connections', record);
    else localStorage.removeItem('wallet-modal:connections');
    const before = left();
    const { commands } = FakeEngine.last;
    clearedAt(Date.now() - ago_ms);
    await vi.waitFor(() => expect(page.running).toBeNull());
    expect(commands).toContainEqual({ type: 'connections.follow', record });
    expect([left(), deleted]).toEqual([before, []]);
  });

  describe('a page that the browser kept for Back', () => {
    const record = '{"v":1,"value":{}}';
    const away = (): void => void dispatchEvent(new Event('pagehide'));
    const back = (persisted = true): void =>
      void dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    const follows = () => FakeEngine.last.commands.filter(({ type }) => type == 'connections.follow');
    const connect = async (more = {}): Promise<void> => {
      localStorage.setItem('wallet-modal:connection_status', 'connected');
      localStorage.setItem('wallet-modal:connections', '{}');
      await create(more).ready();
    };

    test.each([null, record])('follows what another tab has stored: %s', async (now) => {
      await connect();
      away();
      localStorage.setItem('wallet-modal:connection_status', now ? 'connected' : 'disconnected');
      if (now) localStorage.setItem('wallet-modal:connections', now);
      else localStorage.removeItem('wallet-modal:connections');
      back();
      await vi.waitFor(() => expect(follows()).toEqual([{ type: 'connections.follow', record: now }]));
      expect(FakeEngine.last.isDestroyed).toBe(false);
    });

    test('forgets if another tab has cleared', async () => {
      await connect();
      away();
      localStorage.clear();
      sessionStorage.setItem('wallet-modal:x', '1');
      back();
      await vi.waitFor(() => expect(deleted.length).toBe(2));
      expect(follows()).toEqual([{ type: 'connections.follow', record: null }]);
      expect([FakeEngine.last.isDestroyed, page.running, sessionStorage.length]).toEqual([true, null, 0]);
    });

    describe('with the page’s own storage', () => {
      const key = 'wallet-modal:connections';
      let own: Map<string, string>;
      let isFull: boolean;
      const read = vi.fn((name: string): unknown => own.get(name));
      const store = (method: string, given: unknown[]) => FakeEngine.last.host.store(method, given as never);
      beforeEach(async () => {
        own = new Map([
          [key, '{}'],
          ['wallet-modal:connection_status', '"connected"'],
        ]);
        read.mockImplementation((name) => own.get(name));
        isFull = false;
        const set = (name: string, value: string) => {
          if (isFull) throw new Error('full');
          own.set(name, value);
        };
        await connect({ storage: { get: read, set, remove: (name: string) => void own.delete(name) } });
        await store('load', []);
        away();
      });

      test('follows a change that another tab stored there', async () => {
        own.delete(key);
        back();
        await vi.waitFor(() => expect(follows()).toEqual([{ type: 'connections.follow', record: null }]));
      });

      test('keeps a connection that it could not store', async () => {
        own.delete(key);
        await store('load', []);
        isFull = true;
        await store('commit', ['connections', '{"eip155":[]}']);
        await comeBack(false);
        expect(follows()).toEqual([]);
      });

      test('keeps a connection that was stored while the storage responded', async () => {
        let respond!: (record: undefined) => void;
        read.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
        const done = comeBack(false);
        await vi.waitFor(() => expect(respond).toBeInstanceOf(Function));
        await store('commit', ['connections', '{"eip155":[]}']);
        respond(undefined);
        await done;
        expect(follows()).toEqual([]);
      });

      test('removes nothing if only the browser’s storage was cleared', async () => {
        localStorage.clear();
        await comeBack(true);
        expect([[...own.keys()].length, deleted, page.running != null]).toEqual([2, [], true]);
      });

      test('forgets if another tab has cleared both', async () => {
        localStorage.clear();
        own.clear();
        await comeBack(true);
        expect([deleted.length, page.running]).toEqual([2, null]);
      });
    });

    test('reads the transactions that other tabs sent meanwhile @9.2', async () => {
      await connect();
      localStorage.setItem('wallet-modal:connection_status', '"connected"');
      const news = () => FakeEngine.last.commands.filter(({ type }) => type == 'transactions.news');
      away();
      back();
      await vi.waitFor(() => expect(news()).toHaveLength(1));
    });

    test('follows only a change that happened while it was away', async () => {
      await connect();
      away();
      back();
      localStorage.setItem('wallet-modal:connections', 'of a new page');
      back(false);
      away();
      localStorage.setItem('wallet-modal:connections', record);
      back();
      await vi.waitFor(() => expect(follows()).not.toEqual([]));
      expect(follows()).toEqual([{ type: 'connections.follow', record }]);
    });

    test('stays connected without storage', async () => {
      await connect({ storage: 'memory' });
      localStorage.clear();
      await comeBack(true);
      expect([follows(), page.running != null, deleted]).toEqual([[], true, []]);
    });
  });

  test("removes the earlier modal's records, so none is taken over again", async () => {
    localStorage.setItem('@appkit/connections', '{}');
    await create({ migrateFrom: '@appkit/' }).clearSiteData();
    expect(left()).toEqual([]);
  });

  test("isn't stopped by a page cookie with an invalid name", async () => {
    document.cookie = '%zz=1;path=/';
    fill();
    await create().clearSiteData();
    expect(document.cookie).not.toContain('connections');
    document.cookie = '%zz=;path=/;max-age=0';
  });

  test('rejects on a destroyed handle and removes nothing', async () => {
    fill();
    const modal = create();
    modal.destroy();
    await expect(modal.clearSiteData()).rejects.toMatchObject({ code: 4001 });
    expect(localStorage.getItem('wallet-modal:connections')).toBe('{}');
  });
});

describe('exportLogs @9.27', () => {
  test('has state and events since the first call, and no secret', async () => {
    const modal = create({
      customRpcUrls: { 'eip155:1': [{ url: 'https://node.example/v2/aVerySecretKeyOfTheNode123' }] },
      onrampKeys: { meld: 'meld-secret-key' },
    });
    await modal.ready();
    await modal.exportLogs();
    const emit = (name: string, detail: object) => FakeEngine.last.host.emit(name, detail);
    emit('wallet-pairing', { uri: 'wc:0123@2?symKey=abcd', expiry: 1 });
    emit('wallet-error', { name: 'WalletError', code: -32603, message: 'alice@example.com is not known' });
    emit('wallet-connect', {
      namespace: 'eip155',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      caipAddress: 'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7',
      connectorId: 'io.metamask',
    });
    const log = await modal.exportLogs();
    expect(log).toContain('"engine": "running"');
    expect(log).toContain('wallet-connect {"namespace":"eip155","connectorId":"io.metamask"}');
    expect(log).toContain('"code":-32603');
    for (const secret of [
      'symKey',
      'wc:',
      'alice',
      'aVerySecretKey',
      'meld-secret-key',
      '52908400098527886E',
    ])
      expect(log).not.toContain(secret);
  });

  test('accepts invalid options, and leaves out their values', async () => {
    const options = {
      networks: [null, { id: 1, rpcUrls: { default: { http: 'https://a.test/key' } } }],
      customRpcUrls: { 'eip155:1': { url: 'https://b.test' } },
      adapters: [{ namespace: 'eip155', key: 'sk_live_1' }],
    };
    const modal = create();
    Object.assign(page.options, options);
    const log = await modal.exportLogs();
    expect(log).toContain('"eip155"');
    expect(log).not.toContain('sk_live_1');
  });

  test('never exceeds 1,024,000 bytes', async () => {
    const modal = create();
    await modal.ready();
    await modal.exportLogs();
    for (let i = 0; i < 4_000; i++)
      FakeEngine.last.host.emit('wallet-error', { code: i, message: 'no answer '.repeat(40) });
    const log = await modal.exportLogs();
    expect(log.length).toBeLessThanOrEqual(1_024_000);
    expect(log).toContain('"code":3999');
  });

  test('shortens a long event without cutting a secret in half', async () => {
    const modal = create();
    await modal.ready();
    await modal.exportLogs();
    const emit = (message: string) => FakeEngine.last.host.emit('wallet-toast', { message });
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    // The limit is in the middle of the phrase, and of the address.
    const rest = ' x'.repeat(4_000);
    for (let at = 7_900; at < 8_000; at += 10)
      for (const secret of [words, 'alice.bob.carol@mail.example.com'])
        emit(`${'. '.repeat(at / 2)}${secret}${rest}`);
    emit('-'.repeat(2_000_000));
    const lines = (await modal.exportLogs()).split('\n').filter((line) => line.includes('wallet-toast'));
    expect(lines.length).toBe(21);
    for (const line of lines) {
      expect(line.length).toBeLessThan(8_100);
      expect(line).not.toMatch(/legal|winner|alice/);
    }
  });

  test('accepts a page’s event without a detail', async () => {
    const modal = create();
    await modal.exportLogs();
    modal.dispatchEvent(new CustomEvent('wallet-mine'));
    expect(await modal.exportLogs()).toContain('wallet-mine {}');
  });

  test.each([
    [
      'a pairing URI',
      'open wc:7f6e504bfad60b485450578e05678ed3@2?relay-protocol=irn&symKey=587d5484',
      'open [uri]',
    ],
    ['an email address', 'sent to alice.b+1@mail.example.com', 'sent to [email]'],
    ['a key', `key ${'ab'.repeat(32)}`, 'key [hex]'],
    ['a topic with 0x', `0x${'12'.repeat(32)}`, '[hex]'],
    ['a JWT', `Bearer eyJhbGciOiJ.${'a'.repeat(30)}.${'b'.repeat(30)}`, 'Bearer [token]'],
    ['an address', '0x52908400098527886E0F7030069857D2E4169EE7', '0x5290…9EE7'],
    ['a query', 'https://data.example/v1?projectId=secret failed', 'https://data.example/v1 failed'],
    [
      'a key in the path of a URL',
      'GET https://eth.node.example/v2/aB3short9/balance/Q7 and wss://b.test/rpc/k3y?a=b failed',
      'GET https://eth.node.example/v2/…/balance/… and wss://b.test/rpc/… failed',
    ],
    [
      'a recovery phrase',
      'it: legal winner thank year wave sausage worth useful legal winner thank yellow',
      'it: [words]',
    ],
    [
      'a numbered phrase in capitals',
      '"1. LEGAL\\n2. WINNER 3. THANK 4. YEAR 5. WAVE 6. USAGE 7. WORTH 8. USEFUL 9. LEGAL 10. WINNER 11. THANK 12. YELLOW"',
      '"1. [words]"',
    ],
    ['a secret in base64', `key ${'q83vEjRW/'.repeat(6)}`, 'key q83v…jRW/'],
    ['an encoded email address', 'to john%40example.com', 'to [email]'],
  ])('hides %s', (_, text, is) => {
    expect(scrubbed(text)).toBe(is);
  });
});
