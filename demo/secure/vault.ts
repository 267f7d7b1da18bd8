/** The frame's IndexedDB. Every call rejects if the browser denies storage to frames. */
const NAME = 'embedded-wallet';

type Store = 'keys' | 'seeds';

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys');
      request.result.createObjectStore('seeds');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Reads an entry. */
export async function read(store: Store, name: IDBValidKey): Promise<unknown> {
  const db = await database();
  return done<unknown>(db.transaction(store).objectStore(store).get(name));
}

/** Writes an entry. */
export async function write(store: Store, name: IDBValidKey, value: unknown): Promise<void> {
  const db = await database();
  await done(db.transaction(store, 'readwrite').objectStore(store).put(value, name));
}

/** Returns the entry, or writes this one: two tabs at the same time get the same value. */
export async function readOrWrite<T>(store: Store, name: IDBValidKey, made: T): Promise<T> {
  const db = await database();
  const entries = db.transaction(store, 'readwrite').objectStore(store);
  const known = await done<unknown>(entries.get(name));
  if (known !== undefined) return known as T;
  await done(entries.put(made, name));
  return made;
}
