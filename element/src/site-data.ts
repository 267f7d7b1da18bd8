// `clearSiteData()`: forgets this site. It disconnects, ends the engine, and removes every record of ours (docs/spec/services.md C). In
// its own chunk, since most pages never call it.

import type { OwnStorage } from './options';
import { changed, ignore, isStored, page } from './page';
import { WalletError } from './wallet-error';

const prefix = 'wallet-modal:';
/** The pairing protocol reads this key, so it has no prefix. */
const deep_link = 'WALLETCONNECT_DEEPLINK_CHOICE';
/** The key that notifies other tabs (engine/running.ts). */
const cleared = `${prefix}cleared`;
const connections = `${prefix}connections`;
const status = `${prefix}connection_status`;
/** The records, and those of Coinbase's window (wallets/coinbase-session.ts). */
const databases = ['wallet-modal', 'wallet-modal-coinbase'];
/** How long another tab's open transaction, or a slow storage of the page, can delay the removal. */
const wait_ms = 5_000;

/** Ends the engine, so that nothing writes a record again. The next call starts a new one. */
async function end(): Promise<void> {
  const { starting } = page;
  if (!starting) return;
  await starting.catch(ignore);
  page.life++;
  page.running?.destroy();
  page.running = page.starting = null;
  await page.element?.close();
  changed();
}

function removeFrom(storage: Storage): void {
  const { migrateFrom } = page.options;
  // Otherwise, the next load would migrate the earlier modal's records again.
  const prefixes = typeof migrateFrom == 'string' && migrateFrom ? [prefix, migrateFrom] : [prefix];
  const names: string[] = [];
  for (let i = 0; i < storage.length; i++) {
    const name = storage.key(i)!;
    if (name == deep_link || prefixes.some((one) => name.startsWith(one))) names.push(name);
  }
  for (const name of names) storage.removeItem(name);
}

function removeCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0]!;
    if ([prefix, encodeURIComponent(prefix)].some((one) => name.startsWith(one)))
      document.cookie = `${name}=;path=/;max-age=0`;
  }
}

function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    const fail = () => reject(request.error ?? new Error('The database is in use'));
    request.onsuccess = () => resolve();
    request.onerror = fail;
    setTimeout(fail, wait_ms);
  });
}

const tooSlow = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(reject, wait_ms, new Error('The storage gives no answer')));

async function removeOwn(own: OwnStorage): Promise<void> {
  const { records, writesDone: settled } = await import('./engine/own-storage');
  await Promise.race([settled(), tooSlow()]).catch(ignore);
  const names = [...records.split(' '), 'siwx_sessions'];
  const all = Promise.allSettled(names.map(async (name) => own.remove(prefix + name)));
  for (const one of await Promise.race([all, tooSlow()])) if (one.status == 'rejected') throw one.reason;
}

/** Removes everything. A failure doesn't stop the rest. */
async function remove(failed: unknown[]): Promise<void> {
  const { storage } = page.options;
  const steps: (() => unknown)[] = [
    () => removeFrom(globalThis.localStorage),
    () => removeFrom(globalThis.sessionStorage),
    removeCookies,
    ...databases.map((name) => () => (globalThis.indexedDB ? removeDatabase(name) : undefined)),
    () => (storage && typeof storage == 'object' ? removeOwn(storage) : undefined),
  ];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      // A page without storage has no records in it.
      if ((error as Error).name != 'SecurityError') failed.push(error);
    }
}

/** Forgets this site in every tab. Rejects with the first failure, after everything else was removed. */
export async function clearSiteData(handle: { disconnect(): Promise<void> }): Promise<void> {
  const failed: unknown[] = [];
  if (page.starting || isStored() || page.options.storage)
    await handle.disconnect().catch((error) => failed.push(error));
  await end();
  try {
    localStorage.setItem(cleared, `${Date.now()}`);
  } catch {
    // without storage, other tabs have no records
  }
  await remove(failed);
  if (!failed.length) return;
  const error = failed[0] as Error;
  throw error.name == 'WalletError'
    ? error
    : new WalletError(
        { code: -32603, message: "Couldn't remove the site data", details: error.message },
        error,
      );
}

/**
 * Another tab has cleared the site at `at`, in ms, so this tab forgets it as well. That tab has already notified the wallets. A frozen
 * tab gets this late: records stored since then belong to a new connection.
 */
export async function leave(at: number): Promise<void> {
  const record = localStorage.getItem(connections);
  await follow(record);
  await end();
  if (record == null && Date.now() - at < wait_ms) await remove([]);
}

const follow = async (record: string | null): Promise<unknown> =>
  page.running?.dispatch({ type: 'connections.follow', record }).catch(ignore);

/** The browser kept this page for Back and sent it no events of other tabs. `isChanged`: the browser's storage differs from before. */
export async function comeBack(isChanged: boolean): Promise<void> {
  const { storage } = page.options;
  if (storage == 'memory') return;
  const own = storage && typeof storage == 'object' ? storage : undefined;
  // Every engine stores a status, so if it is missing, another tab has cleared it. The browser's storage has only a copy of the page's own.
  const isCleared = isChanged && localStorage.getItem(status) == null;
  if (isCleared && (!own || typeof (await own.get(status)) != 'string')) return leave(Date.now());
  if (own) await followOwn(own);
  else if (isChanged) await follow(localStorage.getItem(connections));
  if (isStored()) await page.running?.dispatch({ type: 'transactions.news' });
}

async function followOwn(own: OwnStorage): Promise<void> {
  const { known } = await import('./engine/own-storage');
  const before = known();
  const record = await own.get(connections);
  const now = typeof record == 'string' ? record : undefined;
  // If this page couldn't write its record, or has written it meanwhile, no other tab has changed it.
  if (now !== before && known() === before) await follow(now ?? null);
}
