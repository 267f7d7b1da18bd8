// Keys of the demo's networks of polkadot, of words: anybody can make them. One address for all networks, as a wallet that knows none of them gives it.
import { ed25519PairFromSeed, encodeAddress } from '@polkadot/util-crypto';
import { createHash } from 'node:crypto';

/** The prefix of no network. */
export const PREFIX = 42;
/** accounts that have coins from the start */
export const WORDS = ['account 1', 'account 2'];

/** The seed of a word's key; demo/wallets/polkadot.js makes the same. */
export const seedOf = (word) =>
  new Uint8Array(createHash('sha256').update(`wallet-modal demo polkadot ${word}`).digest());
export const pairOf = (word) => ed25519PairFromSeed(seedOf(word));
export const addressOf = (word) => encodeAddress(pairOf(word).publicKey, PREFIX);
