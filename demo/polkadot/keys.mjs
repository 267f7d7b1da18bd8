// Keys of the demo's Polkadot networks, derived from words, so anyone can derive them. One address for all networks, as from a wallet
// that doesn't know them.
import { ed25519PairFromSeed, encodeAddress } from '@polkadot/util-crypto';
import { createHash } from 'node:crypto';

/** The generic prefix. */
export const PREFIX = 42;
/** accounts with initial coins */
export const WORDS = ['account 1', 'account 2'];

/** The seed of a word's key; demo/wallets/polkadot.js derives the same. */
export const seedOf = (word) =>
  new Uint8Array(createHash('sha256').update(`wallet-modal demo polkadot ${word}`).digest());
export const pairOf = (word) => ed25519PairFromSeed(seedOf(word));
export const addressOf = (word) => encodeAddress(pairOf(word).publicKey, PREFIX);
