/**
 * The keys: one seed per user, generated here, stored in this origin's IndexedDB under a non-extractable AES-GCM key, and decrypted only
 * to sign. So that the same user has the same address in another browser, the server also stores the seed, sealed with a key that the
 * frame's code derives and never sends. The server only returns it to the browser that logged in (proof.ts). A real site would hold that
 * key in hardware: this one is only good enough for a demo.
 */
import { hexToBytes, toHex } from 'viem';
import { privateKeyToAccount, toAccount, type LocalAccount, type PrivateKeyAccount } from 'viem/accounts';
import { call, readUser, type User } from './site';
import { read, readOrWrite, write } from './vault';

const SEALING = 'the embedded wallet of the wallet-modal demo';

type Kept = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

/** Without IndexedDB (third-party storage blocked), the seed is in memory, for the life of the frame. */
const inMemory = new Map<number, Uint8Array<ArrayBuffer>>();

/** The user's account; each signature decrypts its key again. */
export async function accountOf(user: User): Promise<LocalAccount> {
  const signer = async (): Promise<PrivateKeyAccount> => privateKeyToAccount(toHex(await seedOf(user)));
  const { address } = await signer();
  return toAccount({
    address,
    sign: async (hash) => (await signer()).sign(hash),
    signMessage: async (message) => (await signer()).signMessage(message),
    signTransaction: async (transaction, options) =>
      (await signer()).signTransaction(transaction as never, options as never) as never,
    signTypedData: async (data) => (await signer()).signTypedData(data as never),
  });
}

/** The seed, from this browser or otherwise from the server. */
export async function seedOf(user: User): Promise<Uint8Array<ArrayBuffer>> {
  const known = await readSeed(user.id);
  if (known) return known;
  const seed = await fetchSeed(user);
  await writeSeed(user.id, seed);
  return seed;
}

/** The server's seed, if there is one: also if another tab has just stored a new one. */
async function fetchSeed(user: User): Promise<Uint8Array<ArrayBuffer>> {
  let { user: owner, sealed } = await call('seed');
  if (typeof sealed !== 'string') {
    const fresh = crypto.getRandomValues(new Uint8Array(32));
    ({ user: owner, sealed } = await call('seed', { sealed: await seal(user, fresh) }));
  }
  if (readUser(owner)?.id !== user.id || typeof sealed !== 'string')
    throw new Error('The secure site has no key for this user');
  return unseal(user, sealed);
}

async function sealingKey(user: User): Promise<CryptoKey> {
  const text = new TextEncoder();
  const base = await crypto.subtle.importKey('raw', text.encode(SEALING), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text.encode(`user ${user.id}`), info: text.encode('seed') },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function seal(user: User, seed: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await sealingKey(user), seed);
  return `${toHex(iv).slice(2)}.${toHex(new Uint8Array(data)).slice(2)}`;
}

async function unseal(user: User, sealed: string): Promise<Uint8Array<ArrayBuffer>> {
  const [iv, data] = sealed.split('.').map((part) => new Uint8Array(hexToBytes(`0x${part}`)));
  const algorithm = { name: 'AES-GCM', iv: iv! };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, await sealingKey(user), data!));
}

// What this browser keeps.

/** This browser's key: generated once, not extractable. */
async function ownKey(): Promise<CryptoKey> {
  const algorithm = { name: 'AES-GCM', length: 256 };
  return readOrWrite(
    'keys',
    'own',
    await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']),
  );
}

async function readSeed(id: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (inMemory.has(id)) return inMemory.get(id)!;
  try {
    const kept = (await read('seeds', id)) as Kept | undefined;
    if (!kept) return null;
    const algorithm = { name: 'AES-GCM', iv: kept.iv };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, await ownKey(), kept.data));
  } catch {
    return null;
  }
}

async function writeSeed(id: number, seed: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await ownKey(), seed);
    await write('seeds', id, { iv, data } satisfies Kept);
  } catch {
    inMemory.set(id, seed);
  }
}
