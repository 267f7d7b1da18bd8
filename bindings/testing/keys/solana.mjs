// Keys of solana that anybody can make: from words, so worth nothing anywhere. Plain JavaScript: the demo's node has the same keys.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2';
import { base58 } from '@scure/base';

/** The key of a word. */
export function solanaKey(word) {
  const seed = sha256(`wallet-modal demo solana ${word}`);
  const publicKey = ed25519.getPublicKey(seed);
  return {
    publicKey,
    address: base58.encode(publicKey),
    sign: (bytes) => ed25519.sign(Uint8Array.from(bytes), seed),
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
