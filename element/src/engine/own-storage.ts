// Storage of the host's own: option `storage` as an object (docs/spec/public-api.md section 1, docs/spec/decisions.md 147). The engine asks
// it for every record by its name, as it asks the browser's (engine/web/src/ports/hosted.rs). A chunk of its own: most pages have none.
//
// Whatever the object does, the page works: what throws, answers with no text or never is a record that is not there, or was not written.

import {
  add,
  after,
  call,
  cut,
  dataOf,
  fits,
  builtIn,
  mapped,
  pause,
  set,
  Some,
  vow,
  Vow,
} from '../captured';
import type { OwnStorage } from '../options';
import { parted } from '../parted';
import { aside, ignore, start, type page as Page } from '../page';
import { isStorage } from '../data/is-storage';

const prefix = 'wallet-modal:';
/** the one that is in localStorage too: whether a page is worth an engine is asked there, at once (page.ts, `isStored`) */
const mark = 'connection_status';
/** what other tabs follow */
const followed = 'connections';
/** so long one record is held for a change that does not come */
const hold_max_ms = 5_000;
/** The names of all (docs/spec/services.md C); a unit test of the engine compares. */
export const records =
  'storage_version connection_status connections connected_namespaces eip155:connected_connector_id solana:connected_connector_id bip122:connected_connector_id polkadot:connected_connector_id cosmos:connected_connector_id wallet_id wallet_name active_namespace active_caip_network_id disconnected_connector_ids recent_wallets preferred_account_types frame:email_login_used social_return connected_social last_email_login_time pairing_offered_until sign_outs swap_slippage portfolio_cache native_balance_cache balance_retry_block ens_cache identity_cache telemetry_window transactions sessions frame:session_token frame:email connected_social_username';

const browsers = builtIn<Storage>('localStorage');

function keepMark(text: string | undefined): void {
  try {
    if (text) call(browsers, 'setItem', [prefix + mark, text]);
    else call(browsers, 'removeItem', [prefix + mark]);
  } catch {
    // without storage of the browser's the host's own is asked each time
  }
}

const said = new Some<string>();

/** Said once for each method: whoever wrote the object has to see it. */
function say(method: string, thrown: unknown): void {
  if (said.has(method)) return;
  said.add(method);
  const why = (thrown as Error | null)?.message ?? thrown;
  void after(
    aside((chunk) => chunk.warnStorage(method, cut(`${why as string}`, 0, 200))),
    ignore,
    ignore,
  );
}

/** One record, or none; throws what the host throws. */
async function get(own: OwnStorage, key: string): Promise<string | undefined> {
  const text = await own.get(prefix + key);
  return typeof text == 'string' ? text : undefined;
}

/** Asked as soon as a page names its storage: a connection that is kept there comes back without a press. */
export async function look(page: typeof Page): Promise<void> {
  const { life } = page;
  const { storage } = page.options;
  if (!storage || !isStorage(storage)) return;
  const text = await get(storage, mark);
  if (life != page.life || page.starting) return;
  keepMark(text);
  if (text && fits(/"[ac]/, text)) await start();
}

type Written = string | null | undefined;

const Tabs = builtIn<typeof BroadcastChannel | undefined>('BroadcastChannel');
/** By name. */
const none = <T>(): Record<string, T | undefined> => ({ __proto__: null }) as never;

/** Writes that the page's storage hasn't finished, of every engine of this page. */
const pending = new Some<Promise<unknown>>();
/** Resolves when no write is pending: a late one would store a record again that was removed meanwhile. */
export async function settled(): Promise<void> {
  const all: Promise<unknown>[] = [];
  pending.each((write) => void add(all, write));
  for (let i = 0; i < all.length; i++) await all[i];
}

/** What the engine calls. */
export class HostedStore {
  readonly #own: OwnStorage;
  readonly #gone: AbortSignal;
  readonly #tabs: BroadcastChannel | undefined;
  /** could not be read: what stands there is not written over by a page that has never seen it */
  readonly #unread = new Some<string>();
  /** the last write of each record: the next one of it waits, so that the later one is what stays */
  readonly #writing = none<Promise<boolean>>();
  /** what is to be written next, of what is under way */
  readonly #next = none<{ value: Written }>();

  /** what lets go of a record that is held, once it is written */
  readonly #held = none<() => void>();
  /** who holds one, where the browser has no locks */
  #turn: Promise<unknown> = pause(0);

  /** `follow` hears of the connections that another tab has written. */
  constructor(own: OwnStorage, follow: (record: string | null) => void, gone: AbortSignal) {
    this.#gone = gone;
    this.#own = own;
    if (typeof Tabs != 'function') return;
    this.#tabs = new Tabs(prefix + 'storage');
    set(this.#tabs, 'onmessage', (event: MessageEvent) => {
      const data = dataOf(event);
      if (typeof data == 'string' || data === null) follow(data);
    });
    gone.addEventListener('abort', () => this.#tabs?.close());
  }

  answer(method: string, given: Written[]): Promise<Written[]> {
    if (method == 'load') return this.#load();
    return method == 'hold' ? this.#hold(given[0]!) : this.#commit(given);
  }

  /** A name, its record, and so on. */
  async #load(): Promise<string[]> {
    const names = parted(records, ' ');
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

  /** A name, its record or null, and so on. Each record stands by itself: one that fails takes no other with it. */
  async #commit(flat: Written[]): Promise<Written[]> {
    const writes: Promise<boolean>[] = [];
    for (let i = 0; i < flat.length; i += 2) add(writes, this.#write(flat[i]!, flat[i + 1]));
    let isWritten = true;
    for (let i = 0; i < writes.length; i++) isWritten = (await writes[i])! && isWritten;
    return isWritten ? ['written'] : [];
  }

  /** One record that other tabs write too, which nobody else changes before it is written here: where the browser has locks no other tab either. */
  async #hold(key: string): Promise<Written[]> {
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

  /** What can't be read isn't there. */
  #tried(key: string): Promise<string | undefined> {
    return after(this.#read(key), undefined, ignore as () => undefined);
  }

  async #read(key: string): Promise<string | undefined> {
    try {
      return await get(this.#own, key);
    } catch (thrown) {
      this.#unread.add(key);
      say('get', thrown);
      throw thrown;
    }
  }

  #write(key: string, value: Written): Promise<boolean> {
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

  /** Lets go of the record after its write. */
  async #released(key: string, write: Promise<boolean>): Promise<boolean> {
    const release = this.#held[key];
    const isWritten = await write;
    release?.();
    return isWritten;
  }

  /** Of several that wait only the last is written; who finds it written has the answer of that write. */
  async #writeNext(key: string, was: boolean): Promise<boolean> {
    const next = this.#next[key];
    if (!next) return was;
    delete this.#next[key];
    // The engine was destroyed: `clearSiteData` removes what is stored.
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
    // After the engine's end the channel is closed.
    if (key == followed && this.#tabs && !this.#gone.aborted)
      call(this.#tabs, 'postMessage', [value ?? null]);
    return true;
  }
}
