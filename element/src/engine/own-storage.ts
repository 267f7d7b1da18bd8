// The page's own storage: option `storage` as an object (docs/spec/public-api.md section 1, decision 147, "The page's own storage"). The
// engine reads every record by its name, as it does from the browser's storage (engine/web/src/ports/hosted.rs). In its own chunk, because
// most pages don't use it.
//
// The page works whatever the object does. If a call throws, returns something other than text or never resolves, the record is missing
// or wasn't written.

import {
  add,
  after,
  call,
  cut,
  dataOf,
  matches,
  builtIn,
  mapped,
  delay,
  set,
  Unique,
  vow,
  Vow,
} from '../captured';
import type { OwnStorage } from '../options';
import { splitText } from '../parted';
import { aside, ignore, start, type page as Page } from '../page';
import { isStorage } from '../data/is-storage';

const prefix = 'wallet-modal:';
/** also in localStorage, because page.ts reads it synchronously to decide whether to load the engine (`isStored`) */
const mark = 'connection_status';
/** the record that other tabs follow */
const followed = 'connections';
/** how long a record stays locked without a change */
const hold_max_ms = 5_000;
/** All record names (docs/spec/services.md C); an engine test compares the list. */
export const records =
  'storage_version connection_status connections connected_namespaces eip155:connected_connector_id solana:connected_connector_id bip122:connected_connector_id polkadot:connected_connector_id cosmos:connected_connector_id wallet_id wallet_name active_namespace active_caip_network_id disconnected_connector_ids recent_wallets preferred_account_types frame:email_login_used social_return connected_social last_email_login_time pairing_offered_until sign_outs swap_slippage portfolio_cache native_balance_cache balance_retry_block ens_cache identity_cache telemetry_window transactions sessions frame:session_token frame:email connected_social_username';

const browsers = builtIn<Storage>('localStorage');

function keepMark(text: string | undefined): void {
  try {
    if (text) call(browsers, 'setItem', [prefix + mark, text]);
    else call(browsers, 'removeItem', [prefix + mark]);
  } catch {
    // without the browser's storage, the page's own is read each time
  }
}

const warnedMethods = new Unique<string>();

/** Warns once per method, so that the author of the object sees it. */
function say(method: string, thrown: unknown): void {
  if (warnedMethods.has(method)) return;
  warnedMethods.add(method);
  const why = (thrown as Error | null)?.message ?? thrown;
  void after(
    aside((chunk) => chunk.warnStorage(method, cut(`${why as string}`, 0, 200))),
    ignore,
    ignore,
  );
}

/** Reads one record, or undefined. Throws the page's error. */
async function get(own: OwnStorage, key: string): Promise<string | undefined> {
  const text = await own.get(prefix + key);
  return typeof text == 'string' ? text : undefined;
}

/** Reads as soon as the page sets its storage, so that a connection stored there is restored without a click. */
export async function look(page: typeof Page): Promise<void> {
  const { life } = page;
  const { storage } = page.options;
  if (!storage || !isStorage(storage)) return;
  const text = await get(storage, mark);
  if (life != page.life || page.starting) return;
  keepMark(text);
  if (text && matches(/"[ac]/, text)) await start();
}

type StoredValue = string | null | undefined;

const Tabs = builtIn<typeof BroadcastChannel | undefined>('BroadcastChannel');
/** An object without a prototype. */
const none = <T>(): Record<string, T | undefined> => ({ __proto__: null }) as never;

/** Unfinished writes to the page's storage, from every engine of this page. */
const pending = new Unique<Promise<unknown>>();
/** Resolves when no write is pending: a late write would restore a record that was removed meanwhile. */
export async function writesDone(): Promise<void> {
  const all: Promise<unknown>[] = [];
  pending.each((write) => void add(all, write));
  for (let i = 0; i < all.length; i++) await all[i];
}

/** The last value of the followed record that this page has read or written, or that another tab has sent. */
let last: string | undefined;
export const known = (): string | undefined => last;

/** The object that the engine calls. */
export class HostedStore {
  readonly #own: OwnStorage;
  readonly #gone: AbortSignal;
  readonly #tabs: BroadcastChannel | undefined;
  /** records that couldn't be read; a page that has never seen them doesn't overwrite them */
  readonly #unread = new Unique<string>();
  /** the last write of each record; the next one waits for it, so that the latest value remains */
  readonly #writing = none<Promise<boolean>>();
  /** the next value of each record that is being written */
  readonly #next = none<{ value: StoredValue }>();

  /** releases a locked record once it is written */
  readonly #held = none<() => void>();
  /** the lock's holder if the browser has no locks */
  #turn: Promise<unknown> = delay(0);

  /** `follow` gets the connections that another tab has written. */
  constructor(own: OwnStorage, follow: (record: string | null) => void, gone: AbortSignal) {
    this.#gone = gone;
    this.#own = own;
    if (typeof Tabs != 'function') return;
    this.#tabs = new Tabs(prefix + 'storage');
    set(this.#tabs, 'onmessage', (event: MessageEvent) => {
      const data = dataOf(event);
      if (typeof data != 'string' && data !== null) return;
      last = data ?? undefined;
      follow(data);
    });
    gone.addEventListener('abort', () => this.#tabs?.close());
  }

  answer(method: string, given: StoredValue[]): Promise<StoredValue[]> {
    if (method == 'load') return this.#load();
    return method == 'hold' ? this.#hold(given[0]!) : this.#commit(given);
  }

  /** Returns name, record, name, record, and so on. */
  async #load(): Promise<string[]> {
    const names = splitText(records, ' ');
    const reads = mapped(names, (key) => this.#tried(key));
    const all: string[] = [];
    for (let i = 0; i < names.length; i++) {
      const text = await reads[i];
      if (names[i] == mark && !this.#unread.has(mark)) keepMark(text);
      if (text === undefined) continue;
      add(all, names[i]!);
      add(all, text);
    }
    return all;
  }

  /** Takes name, record or null, and so on. Records are independent: one that fails doesn't affect the others. */
  async #commit(flat: StoredValue[]): Promise<StoredValue[]> {
    const writes: Promise<boolean>[] = [];
    for (let i = 0; i < flat.length; i += 2) add(writes, this.#write(flat[i]!, flat[i + 1]));
    let isWritten = true;
    for (let i = 0; i < writes.length; i++) isWritten = (await writes[i])! && isWritten;
    return isWritten ? ['written'] : [];
  }

  /** Locks a record that other tabs also write, until it is written here. If the browser has locks, this includes other tabs. */
  async #hold(key: string): Promise<StoredValue[]> {
    await new Vow<void>((granted) => {
      const turn = () =>
        new Vow<void>((release) => {
          this.#held[key] = release;
          setTimeout(release, hold_max_ms);
          granted();
        });
      if (navigator.locks)
        void after(
          vow(() => navigator.locks.request(`${prefix}storage:${key}`, turn)),
          undefined,
          granted as () => void,
        );
      else this.#turn = after(this.#turn, turn);
    });
    await this.#writing[key];
    return [await this.#tried(key)];
  }

  /** A record that can't be read counts as missing. */
  #tried(key: string): Promise<string | undefined> {
    return after(this.#read(key), undefined, ignore as () => undefined);
  }

  async #read(key: string): Promise<string | undefined> {
    try {
      const text = await get(this.#own, key);
      if (key == followed) last = text;
      return text;
    } catch (thrown) {
      this.#unread.add(key);
      say('get', thrown);
      throw thrown;
    }
  }

  #write(key: string, value: StoredValue): Promise<boolean> {
    if (this.#unread.has(key))
      return this.#released(
        key,
        vow(() => false),
      );
    if (key == mark) keepMark(value ?? undefined);
    this.#next[key] = { value };
    const last = this.#writing[key] ?? vow<boolean>(() => true);
    const write = after(last, (was) => this.#writeNext(key, was));
    this.#writing[key] = write;
    pending.add(write);
    void after(write, () => pending.delete(write));
    return this.#released(key, write);
  }

  /** Releases the record after its write. */
  async #released(key: string, write: Promise<boolean>): Promise<boolean> {
    const release = this.#held[key];
    const isWritten = await write;
    release?.();
    return isWritten;
  }

  /** Of several waiting values, only the last is written. The others get the result of that write. */
  async #writeNext(key: string, was: boolean): Promise<boolean> {
    const next = this.#next[key];
    if (!next) return was;
    delete this.#next[key];
    // The engine was destroyed: `clearSiteData` removes the records.
    if (this.#gone.aborted) return false;
    const { value } = next;
    const isText = typeof value == 'string';
    try {
      if (isText) await this.#own.set(prefix + key, value);
      else await this.#own.remove(prefix + key);
    } catch (thrown) {
      say(isText ? 'set' : 'remove', thrown);
      return false;
    }
    if (key == followed) last = value ?? undefined;
    // The channel is closed once the engine has ended.
    if (key == followed && this.#tabs && !this.#gone.aborted)
      call(this.#tabs, 'postMessage', [value ?? null]);
    return true;
  }
}
