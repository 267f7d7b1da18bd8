// The stored part of a connection with Coinbase's window (wallets/coinbase.ts): our key, which no script can read, the window's key, and
// its last response. Stored in IndexedDB, which can hold a key; if the page has no storage, only as long as the page is open.

import {
  Bytes,
  apply,
  call,
  decoded,
  get,
  getter,
  builtIn,
  isArray,
  method,
  set,
  size,
  Vow,
  vow,
  within,
} from '../captured';
import { fromHex, randomBytes, toHex } from './bytes';
import { unreadable } from './foreign';

export interface Session {
  /** our P-256 key pair; the private key isn't extractable */
  own: CryptoKeyPair;
  /** the window's public key, SPKI */
  peer: CryptoKey;
  accounts: readonly string[];
  chainId: number;
  /** the networks it serves, each with its RPC URL */
  chains: Readonly<Record<string, string>>;
  capabilities: unknown;
}

/** Encrypted bytes, from the window or from us. */
export interface Sealed {
  iv: Uint8Array;
  cipherText: ArrayBuffer;
}

const crypto = builtIn<Crypto>('crypto');
const subtle = get(crypto, 'subtle') as SubtleCrypto | undefined;
const of = (name: string) => (subtle ? get(subtle, name) : undefined);
const deriveKey = of('deriveKey');
const encrypt = of('encrypt');
const decrypt = of('decrypt');
const exportKey = of('exportKey');
const generateKey = of('generateKey');
const importKey = of('importKey');
const encode = method('TextEncoder', 'encode');
const encoder = new (builtIn<typeof TextEncoder>('TextEncoder'))();

const by = <T>(method: unknown, given: unknown[]): Promise<T> =>
  vow<T>(() => apply(method as (...args: unknown[]) => unknown, subtle, given));

const algorithm = { __proto__: null, name: 'ECDH', namedCurve: 'P-256' };
/** much more than a response with capabilities */
const sealed_bytes_max = 256 * 1024;
const key_chars_max = 400;

/** False on a page that is neither https nor local. */
export const canEncrypt = (): boolean => !!subtle;

export const newKey = (): Promise<CryptoKeyPair> => by(generateKey, [algorithm, false, ['deriveKey']]);

export const written = async (key: CryptoKey): Promise<string> =>
  toHex(new Bytes(await by<ArrayBuffer>(exportKey, ['spki', key])));

/** Imports a key of the window, which is foreign data. */
export function readKey(hex: unknown): Promise<CryptoKey> {
  const bytes = typeof hex == 'string' && hex && hex.length <= key_chars_max ? fromHex(hex) : null;
  if (!bytes) throw unreadable();
  return by(importKey, ['spki', bytes, algorithm, true, []]);
}

const shared = ({ own, peer }: Pick<Session, 'own' | 'peer'>): Promise<CryptoKey> =>
  by(deriveKey, [
    { __proto__: null, name: 'ECDH', public: peer },
    own.privateKey,
    { __proto__: null, name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  ]);

export async function seal(keys: Pick<Session, 'own' | 'peer'>, text: string): Promise<Sealed> {
  const iv = randomBytes(12);
  const clear = apply(encode, encoder, [text] as never);
  const key = await shared(keys);
  return { iv, cipherText: await by(encrypt, [{ __proto__: null, name: 'AES-GCM', iv }, key, clear]) };
}

/** Decrypts. Throws if the data isn't for us or is damaged. */
export async function unseal(keys: Pick<Session, 'own' | 'peer'>, sealed: unknown): Promise<string> {
  const { iv, cipherText } = (sealed ?? {}) as Partial<Sealed>;
  const nonce = new Bytes(iv as Uint8Array);
  const bytes = new Bytes(cipherText as ArrayBuffer);
  if (size(nonce) != 12 || !size(bytes) || size(bytes) > sealed_bytes_max) throw unreadable();
  const key = await shared(keys);
  const clear = await by<ArrayBuffer>(decrypt, [{ __proto__: null, name: 'AES-GCM', iv: nonce }, key, bytes]);
  const text = new Bytes(clear);
  return decoded(text, size(text));
}

const database = 'wallet-modal-coinbase';
const store = 'session';
/** storage that takes longer counts as missing */
const storage_wait_ms = 2_000;

type Step = (of: IDBObjectStore) => IDBRequest;
const closed = (db: unknown): void => void call(db, 'close', []);

/** Runs one step on the database; undefined if there is none. */
function withStore(mode: IDBTransactionMode, step: Step): Promise<unknown> {
  const result = new Vow<unknown>((resolve, reject) => {
    const opening = call<IDBOpenDBRequest>(builtIn('indexedDB'), 'open', [database, 1]);
    set(opening, 'onupgradeneeded', () => call(get(opening, 'result'), 'createObjectStore', [store]));
    set(opening, 'onerror', reject);
    set(opening, 'onsuccess', () => {
      const db = get(opening, 'result');
      // Another tab might delete it.
      set(db, 'onversionchange', () => closed(db));
      const transaction = call<IDBTransaction>(db, 'transaction', [store, mode]);
      const request = step(call(transaction, 'objectStore', [store]));
      const failed = (event: unknown): void => {
        reject(event);
        closed(db);
      };
      set(transaction, 'oncomplete', () => {
        resolve(get(request, 'result'));
        closed(db);
      });
      set(transaction, 'onerror', failed);
      set(transaction, 'onabort', failed);
    });
  });
  return within(storage_wait_ms, result);
}

const typeOf = getter('CryptoKey', 'type');
/** Uses the key's own getter, because the page can replace the class that `instanceof` reads. */
function isKey(of: unknown, type: string): boolean {
  try {
    return apply(typeOf, of, []) === type;
  } catch {
    return false;
  }
}

const isSession = (kept: Session | null | undefined): kept is Session =>
  isKey(kept?.own?.privateKey, 'private') && isKey(kept?.peer, 'public') && isArray(kept?.accounts);

export async function load(): Promise<Session | undefined> {
  const session = (await withStore('readonly', (of) => call(of, 'get', [store]))) as Session | null;
  return isSession(session) ? session : undefined;
}

export const keep = (session: Session): Promise<unknown> =>
  withStore('readwrite', (of) => call(of, 'put', [session, store]));
export const forget = (): Promise<unknown> => withStore('readwrite', (of) => call(of, 'delete', [store]));
