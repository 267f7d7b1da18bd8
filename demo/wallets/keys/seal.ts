/** The window's keys and secrets: ECDH on P-256, then AES-GCM. The keys of connected sites are stored at this wallet's own origin. */

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const HEX = /^([0-9a-f]{2})+$/i;

export type Secret = { own: CryptoKeyPair; key: CryptoKey };

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function readKey(hex: string): Promise<CryptoKey> {
  if (!HEX.test(hex)) throw new Error('The page has sent no key');
  const bytes = Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));
  return crypto.subtle.importKey('spki', bytes, CURVE, true, []);
}

export const writtenKey = async ({ own }: Secret): Promise<string> =>
  toHex(await crypto.subtle.exportKey('spki', own.publicKey));

const nameOf = (site: string): string => `keys:${site}`;

/**
 * The shared secret of this site and this window. `isNew`: created now; otherwise the one from the connection, and never another page's.
 */
export async function secretOf(
  site: string,
  peer: CryptoKey,
  sender: string,
  isNew: boolean,
): Promise<Secret> {
  const own = isNew ? await made(site, sender) : await kept(site, sender);
  const key = await crypto.subtle.deriveKey(
    { name: 'ECDH', public: peer },
    own.privateKey,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return { own, key };
}

async function made(site: string, sender: string): Promise<CryptoKeyPair> {
  const own = await crypto.subtle.generateKey(CURVE, true, ['deriveKey']);
  const [secret, open] = await Promise.all(
    [own.privateKey, own.publicKey].map((key) => crypto.subtle.exportKey('jwk', key)),
  );
  localStorage.setItem(nameOf(site), JSON.stringify({ sender, secret, open }));
  return own;
}

async function kept(site: string, sender: string): Promise<CryptoKeyPair> {
  const found = JSON.parse(localStorage.getItem(nameOf(site)) ?? 'null') as {
    sender: string;
    secret: JsonWebKey;
    open: JsonWebKey;
  } | null;
  if (found?.sender !== sender) throw new Error('This site is not connected');
  return {
    privateKey: await crypto.subtle.importKey('jwk', found.secret, CURVE, true, ['deriveKey']),
    publicKey: await crypto.subtle.importKey('jwk', found.open, CURVE, true, []),
  };
}

export const forgetSite = (site: string): void => localStorage.removeItem(nameOf(site));

export async function seal(
  { key }: Secret,
  text: string,
): Promise<{ iv: Uint8Array; cipherText: ArrayBuffer }> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return {
    iv,
    cipherText: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)),
  };
}

export async function unseal({ key }: Secret, sealed: unknown): Promise<string> {
  const { iv, cipherText } = (sealed ?? {}) as { iv: Uint8Array<ArrayBuffer>; cipherText: ArrayBuffer };
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, cipherText));
}
