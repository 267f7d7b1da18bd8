// What stays of a connection with the window of Coinbase's wallet (wallets/coinbase.ts): our key, which no script can read, the window's, and
// what it said last. In IndexedDB, since a key stays a key there; where the page keeps nothing, for as long as it is open.

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
  /** our key of P-256; its private half cannot be read out */
  own: CryptoKeyPair;
  /** the window's key, SPKI */
  peer: CryptoKey;
  accounts: readonly string[];
  chainId: number;
  /** the networks it serves, each with its own node */
  chains: Readonly<Record<string, string>>;
  capabilities: unknown;
}

/** Bytes that the window has encrypted, or we. */
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
/** far more than an answer with capabilities has */
const sealed_bytes_max = 256 * 1024;
const key_chars_max = 400;

/** Nothing where the page is neither https nor on this machine. */
export const canEncrypt = (): boolean => !!subtle;

export const newKey = (): Promise<CryptoKeyPair> => by(generateKey, [algorithm, false, ['deriveKey']]);

export const written = async (key: CryptoKey): Promise<string> =>
  toHex(new Bytes(await by<ArrayBuffer>(exportKey, ['spki', key])));

/** A key of the window, which is foreign. */
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

/** Throws for what is not sealed for us, or not whole. */
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
/** storage that does not answer by then is none */
const storage_wait_ms = 2_000;

type Step = (of: IDBObjectStore) => IDBRequest;
const closed = (db: unknown): void => void call(db, 'close', []);

/** One step with the database; nothing where there is none. */
function withStore(mode: IDBTransactionMode, step: Step): Promise<unknown> {
  const done = new Vow<unknown>((resolve, reject) => {
    const opening = call<IDBOpenDBRequest>(builtIn('indexedDB'), 'open', [database, 1]);
    set(opening, 'onupgradeneeded', () => call(get(opening, 'result'), 'createObjectStore', [store]));
    set(opening, 'onerror', reject);
    set(opening, 'onsuccess', () => {
      const db = get(opening, 'result');
      // Another tab may delete it.
      set(db, 'onversionchange', () => closed(db));
      const transaction = call<IDBTransaction>(db, 'transaction', [store, mode]);
      const asked = step(call(transaction, 'objectStore', [store]));
      const failed = (event: unknown): void => {
        reject(event);
        closed(db);
      };
      set(transaction, 'oncomplete', () => {
        resolve(get(asked, 'result'));
        closed(db);
      });
      set(transaction, 'onerror', failed);
      set(transaction, 'onabort', failed);
    });
  });
  return within(storage_wait_ms, done);
}

const typeOf = getter('CryptoKey', 'type');
/** By the key's own getter: `instanceof` asks the page's class. */
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
  const kept = (await withStore('readonly', (of) => call(of, 'get', [store]))) as Session | null;
  return isSession(kept) ? kept : undefined;
}

export const keep = (session: Session): Promise<unknown> =>
  withStore('readwrite', (of) => call(of, 'put', [session, store]));
export const forget = (): Promise<unknown> => withStore('readwrite', (of) => call(of, 'delete', [store]));
