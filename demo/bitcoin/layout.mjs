// The demo's bitcoin network and its keys, which are anybody's: those of the test kit (bindings/testing/keys). What the demo's node, its wallet
// and the tests share.
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

/** One key in one kind of address, of the demo's network where nothing else is said. */
export class BitcoinKey extends Key {
  constructor(word, kind = 'p2wpkh', chain = CHAIN) {
    super(word, kind, chain);
  }
}
