// The demo's Bitcoin network and its public keys, which are the test kit's (bindings/testing/keys). Shared by the demo's node, its wallet
// and the tests.
import { BitcoinKey as Key, REGTEST_CHAIN } from '../../bindings/testing/keys/bitcoin.mjs';

export {
  idOf,
  MAINNET,
  NETWORKS,
  REGTEST,
  TESTNET,
  toBase64,
  toHex,
} from '../../bindings/testing/keys/bitcoin.mjs';

export const CHAIN = REGTEST_CHAIN;
export const WORDS = ['account 1', 'account 2'];
export const KINDS = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'];

/** A key with one address type, by default on the demo's network. */
export class BitcoinKey extends Key {
  constructor(word, kind = 'p2wpkh', chain = CHAIN) {
    super(word, kind, chain);
  }
}
