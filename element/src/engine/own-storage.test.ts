import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnStorage } from '../options';

const { page, started, warned } = vi.hoisted(() => ({
  page: { life: 0, options: {}, starting: null } as { life: number; options: object; starting: unknown },
  started: vi.fn(async () => {}),
  warned: vi.fn(),
}));
vi.mock('../page', () => ({
  page,
  start: started,
  ignore: () => {},
  aside: async (fn: (chunk: object) => unknown) => fn({ warnStorage: warned }),
}));

/** The page's records in memory; those in `late` are only available after `release`. */
class Records {
  readonly map = new Map<string, string>();
  readonly calls: string[] = [];
  late: Promise<void> | undefined;
  get = async (key: string) => {
    this.calls.push(key);
    return this.map.get(key);
  };
  set = async (key: string, value: string) => {
    await this.late;
    this.map.set(key, value);
  };
  remove = async (key: string) => {
    await this.late;
    this.map.delete(key);
  };
}

let own: Records;
let controller: AbortController;
let followed: (string | null)[];

/** A fresh module, because each warning appears once per page life. */
const fresh = () => import('./own-storage');

const open = async (storage: OwnStorage = own) => {
  const { HostedStore } = await fresh();
  return new HostedStore(storage, (record) => followed.push(record), controller.signal);
};

beforeEach(() => {
  vi.resetModules();
  [own, controller, followed] = [new Records(), new AbortController(), []];
  started.mockClear();
  warned.mockClear();
  localStorage.clear();
});
afterEach(() => controller.abort());

describe('a storage of the host’s own', () => {
  test('is asked for each record by its prefixed name', async () => {
    own.map.set('wallet-modal:wallet_name', 'text');
    const store = await open();
    expect(await store.answer('load', [])).toEqual(['wallet_name', 'text']);
    expect(own.calls).toContain('wallet-modal:connections');
    expect(own.calls).toContain('wallet-modal:transactions');
    expect(await store.answer('commit', ['wallet_id', 'new', 'wallet_name', null])).toEqual(['written']);
    expect([...own.map]).toEqual([['wallet-modal:wallet_id', 'new']]);
  });

  test('calls its methods on their object, and accepts synchronous answers', async () => {
    class Own {
      text = 'kept';
      get() {
        return this.text;
      }
      set(_key: string, value: string) {
        this.text = value;
      }
      remove() {
        this.text = '';
      }
    }
    const it = new Own();
    const store = await open(it);
    expect((await store.answer('load', [])).slice(0, 2)).toEqual(['storage_version', 'kept']);
    await store.answer('commit', ['a', 'other']);
    expect(it.text).toBe('other');
  });

  test.each([undefined, null, 5, {}, [], true, new Uint8Array(2)])(
    'takes %o as no record',
    async (garbage) => {
      const store = await open({ get: () => garbage as never, set() {}, remove() {} });
      expect(await store.answer('load', [])).toEqual([]);
    },
  );

  test('doesn’t overwrite a record it couldn’t read, and warns once', async () => {
    own.get = async (key) => {
      if (/:(connections|sessions)$/.test(key)) throw new Error('no answer of the server');
      return own.map.get(key);
    };
    own.map.set('wallet-modal:sessions', 'precious');
    const store = await open();
    expect(await store.answer('load', [])).toEqual([]);
    expect(await store.answer('commit', ['sessions', 'poor'])).toEqual([]);
    expect(await store.answer('commit', ['wallet_id', 'fine'])).toEqual(['written']);
    expect(own.map.get('wallet-modal:sessions')).toBe('precious');
    expect(warned.mock.calls).toEqual([['get', 'no answer of the server']]);
  });

  test('warns of a failed write, and tries the next one', async () => {
    const { set } = own;
    own.set = () => {
      throw new Error('full');
    };
    const store = await open();
    expect(await store.answer('commit', ['a', '1', 'b', null])).toEqual([]);
    own.set = async () => Promise.reject(new Error('full'));
    expect(await store.answer('commit', ['a', '2'])).toEqual([]);
    own.set = set;
    expect(await store.answer('commit', ['a', '3'])).toEqual(['written']);
    expect(own.map.get('wallet-modal:a')).toBe('3');
    expect(warned.mock.calls).toEqual([['set', 'full']]);
  });

  test('never lets a slow write land late, and skips those in between', async () => {
    let release!: () => void;
    own.late = new Promise((resolve) => (release = resolve));
    const set = vi.spyOn(own, 'set');
    const store = await open();
    const writes = ['1', '2', '3'].map((value) => store.answer('commit', ['a', value]));
    await Promise.resolve();
    own.late = undefined;
    release();
    expect(await Promise.all(writes)).toEqual([['written'], ['written'], ['written']]);
    expect(own.map.get('wallet-modal:a')).toBe('3');
    expect(set.mock.calls.map(([, value]) => value)).not.toContain('2');
  });

  test('changes a shared record one after another', async () => {
    own.map.set('wallet-modal:transactions', 'x');
    const store = await open();
    const add = async () => {
      const [found] = await store.answer('hold', ['transactions']);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return store.answer('commit', ['transactions', `${found}y`]);
    };
    await Promise.all([add(), add(), add()]);
    expect(own.map.get('wallet-modal:transactions')).toBe('xyyy');
    own.get = async () => Promise.reject(new Error('no'));
    expect(await Promise.all([add(), add()])).toEqual([[], []]);
    expect(own.map.get('wallet-modal:transactions')).toBe('xyyy');
  });

  test('tells other tabs of connections, and not itself', async () => {
    const store = await open();
    const records: unknown[] = [];
    const other = new BroadcastChannel('wallet-modal:storage');
    other.onmessage = ({ data }: MessageEvent) => records.push(data);
    await store.answer('commit', ['connections', 'record', 'wallet_id', 'x']);
    await vi.waitFor(() => expect(records).toEqual(['record']));
    other.postMessage('theirs');
    other.postMessage({ wrong: true });
    other.postMessage(null);
    await vi.waitFor(() => expect(followed).toEqual(['theirs', null]));
    other.close();
  });

  test('also keeps the connection status in localStorage, and nothing else', async () => {
    const store = await open();
    await store.answer('commit', ['connection_status', '{"v":1,"value":"connected"}', 'wallet_id', 'x']);
    expect({ ...localStorage }).toEqual({ 'wallet-modal:connection_status': '{"v":1,"value":"connected"}' });
    own.map.clear();
    await store.answer('load', []);
    expect({ ...localStorage }).toEqual({});
  });

  test('starts automatically only if a connection is stored', async () => {
    const { look } = await fresh();
    page.options = { storage: own };
    await look(page as never);
    own.map.set('wallet-modal:connection_status', '{"v":1,"seq":2,"value":"disconnected"}');
    await look(page as never);
    expect(started).not.toHaveBeenCalled();
    own.map.set('wallet-modal:connection_status', '{"v":1,"seq":2,"value":"connected"}');
    await look(page as never);
    expect(started).toHaveBeenCalledTimes(1);
    page.options = { storage: { get: () => '"c' } };
    await look(page as never);
    page.options = { storage: null };
    await look(page as never);
    expect(started).toHaveBeenCalledTimes(1);
  });
});
