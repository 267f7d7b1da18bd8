// Keys of solana that anybody can make: from words, so worth nothing anywhere. Plain JavaScript: the demo's node has the same keys.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { base58 } from '@scure/base';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of a word. */
export function solanaKey(word) {
  const seed = createHash('sha256').update(`wallet-modal demo solana ${word}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Uint8Array.from(Buffer.from(String(x), 'base64url'));
  return {
    publicKey,
    address: base58.encode(publicKey),
    sign: (bytes) => Uint8Array.from(sign(null, bytes, key)),
  };
}

/** The transaction with the signature of this word's key in its place. */
export function signedBySolana(transaction, word) {
  const { publicKey, sign: signs } = solanaKey(word);
  const count = transaction[0] ?? 0;
  const message = transaction.subarray(1 + 64 * count);
  const first = (message[0] ?? 0) & 128 ? 5 : 4;
  const bytes = transaction.slice();
  for (let place = 0; place < count; place++) {
    const at = first + 32 * place;
    if (publicKey.every((byte, i) => message[at + i] === byte)) bytes.set(signs(message), 1 + 64 * place);
  }
  return bytes;
}
