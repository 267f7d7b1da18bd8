/**
 * Proofs of possession, like DPoP (RFC 9449). This browser has a non-extractable key pair (ES256). The server binds a session to it, and
 * each call is signed, so that a stolen token is useless elsewhere. Without IndexedDB, the pair and the login last as long as this
 * document.
 */
import { base64urlnopad } from '@scure/base';
import { told } from './outside';
import { readOrWrite } from './vault';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

let pair: Promise<CryptoKeyPair> | null = null;
/** The server's nonce for the next proof. */
let nonce = told('proof');

async function load(): Promise<CryptoKeyPair> {
  const made = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  return readOrWrite('keys', 'proof', made).catch(() => made);
}

function keyPair(): Promise<CryptoKeyPair> {
  pair ??= load().catch((error: unknown) => {
    pair = null;
    throw error;
  });
  return pair;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const encoded = (bytes: Uint8Array): string => base64urlnopad.encode(Uint8Array.from(bytes));
const partOf = (value: object): string => encoded(bytesOf(JSON.stringify(value)));

/** The proof for a POST to this URL with this token. */
export async function proofOf(url: string, token: string | null): Promise<string> {
  const { privateKey, publicKey } = await keyPair();
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const content = `${partOf({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })}.${partOf({
    jti: encoded(crypto.getRandomValues(new Uint8Array(16))),
    htm: 'POST',
    htu: url,
    iat: Math.floor(Date.now() / 1000),
    nonce,
    ...(token === null ? {} : { ath: encoded(await digest(token)) }),
  })}`;
  const by = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(by, privateKey, bytesOf(content));
  return `${content}.${encoded(new Uint8Array(signature))}`;
}

/** Every response has the nonce for the next proof. */
export function takeNonce({ headers }: Response): void {
  nonce = headers.get('dpop-nonce') ?? nonce;
}

async function digest(token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(token)));
}

/** The session's name for the page: it distinguishes sessions and grants no access. */
export async function nameOf(token: string): Promise<string> {
  return Array.from(await digest(token), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
