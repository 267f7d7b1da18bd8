// Solana keys derived from words: anyone can derive them, so they are worthless. Plain JavaScript, because the demo's node uses the same
// keys.
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

/** Adds the signature of this word's key to the transaction. */
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
