// What stays of a connection with the window of Coinbase's wallet (wallets/coinbase.ts): our key, which no script can read, the window's, and
// what it said last. In IndexedDB, since a key stays a key there; where the page keeps nothing, for as long as it is open.

import { Bytes, apply, decoded, get, global, method, vow } from '../captured';
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

const crypto = global<Crypto>('crypto');
const subtle = get(crypto, 'subtle') as SubtleCrypto | undefined;
const of = (name: string) => (subtle ? get(subtle, name) : undefined);
const [deriveKey, encrypt, decrypt, exportKey, generateKey, importKey] = [
  of('deriveKey'),
  of('encrypt'),
  of('decrypt'),
  of('exportKey'),
  of('generateKey'),
  of('importKey'),
];
const random = get(crypto, 'getRandomValues') as (...args: never[]) => unknown;
const encode = method('TextEncoder', 'encode');
const encoder = new (global<typeof TextEncoder>('TextEncoder'))();

const by = <T>(method: unknown, given: unknown[]): Promise<T> =>
  vow<T>(() => apply(method as (...args: unknown[]) => unknown, subtle, given));

const algorithm = { __proto__: null, name: 'ECDH', namedCurve: 'P-256' };
/** far more than an answer with capabilities has */
const sealed_bytes_max = 256 * 1024;
const key_chars_max = 400;

export const randomBytes = (length: number): Uint8Array =>
  apply(random, crypto, [new Bytes(length)]) as Uint8Array;

/** Nothing where the page is neither https nor on this machine. */
export const canEncrypt = (): boolean => !!subtle;

const hex_digits = '0123456789abcdef';
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += hex_digits[bytes[i]! >> 4]! + hex_digits[bytes[i]! & 15]!;
  return text;
}

export const newKey = (): Promise<CryptoKeyPair> => by(generateKey, [algorithm, false, ['deriveKey']]);

export const written = async (key: CryptoKey): Promise<string> =>
  toHex(new Bytes(await by<ArrayBuffer>(exportKey, ['spki', key])));

/** A key of the window, which is foreign. */
export function readKey(hex: unknown): Promise<CryptoKey> {
  if (typeof hex != 'string' || hex.length > key_chars_max || !/^([0-9a-f]{2})+$/i.test(hex))
    throw unreadable();
  const bytes = new Bytes(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
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
  const clear = apply(encode, encoder, [text]);
  const key = await shared(keys);
  return { iv, cipherText: await by(encrypt, [{ __proto__: null, name: 'AES-GCM', iv }, key, clear]) };
}

/** Throws for what is not sealed for us, or not whole. */
export async function unseal(keys: Pick<Session, 'own' | 'peer'>, sealed: unknown): Promise<string> {
  const { iv, cipherText } = (sealed ?? {}) as Partial<Sealed>;
  const nonce = new Bytes(iv as Uint8Array);
  const bytes = new Bytes(cipherText as ArrayBuffer);
  if (nonce.length != 12 || !bytes.length || bytes.length > sealed_bytes_max) throw unreadable();
  const key = await shared(keys);
  const clear = await by<ArrayBuffer>(decrypt, [{ __proto__: null, name: 'AES-GCM', iv: nonce }, key, bytes]);
  return decoded(new Bytes(clear), clear.byteLength);
}

const database = 'wallet-modal-coinbase';
const store = 'session';
/** storage that does not answer by then is none */
const storage_wait_ms = 2_000;

/** One step with the database; nothing where there is none. */
function withStore<T>(
  mode: IDBTransactionMode,
  step: (of: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const done = new Promise<T>((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const { result: db } = opening;
      // Another tab may delete it.
      db.onversionchange = () => db.close();
      const transaction = db.transaction(store, mode);
      const asked = step(transaction.objectStore(store));
      transaction.oncomplete = () => {
        resolve(asked.result);
        db.close();
      };
      transaction.onerror = transaction.onabort = (event) => {
        reject(event);
        db.close();
      };
    };
  });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, storage_wait_ms));
  return Promise.race([done, late]).catch(() => undefined);
}

const isSession = (kept: Session | undefined): kept is Session =>
  kept?.own?.privateKey instanceof CryptoKey &&
  kept.peer instanceof CryptoKey &&
  Array.isArray(kept.accounts);

export async function load(): Promise<Session | undefined> {
  const kept = await withStore<Session>('readonly', (of) => of.get(store) as IDBRequest<Session>);
  return isSession(kept) ? kept : undefined;
}

export const keep = (session: Session): Promise<unknown> =>
  withStore('readwrite', (of) => of.put(session, store));
export const forget = (): Promise<unknown> => withStore('readwrite', (of) => of.delete(store));
