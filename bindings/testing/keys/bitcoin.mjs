// Bitcoin keys derived from words: anyone can derive them, so they are worthless. Plain JavaScript, because the demo's node uses the same
// keys.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2';
import * as btc from '@scure/btc-signer';
import * as utils from '@scure/btc-signer/utils.js';

/** The parameters of `regtest`. */
export const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
export const REGTEST_CHAIN = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328';
export const MAINNET = 'bip122:000000000019d6689c085ae165831e93';
export const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba';
/** By chain ID. */
export const NETWORKS = { [REGTEST_CHAIN]: REGTEST, [MAINNET]: btc.NETWORK, [TESTNET]: btc.TEST_NETWORK };

/** Every sighash type, including taproot's own (0). */
const SIGHASH_TYPES = [0, 1, 2, 3, 0x81, 0x82, 0x83];

export const toHex = (bytes) => Buffer.from(bytes).toString('hex');
export const toBase64 = (bytes) => Buffer.from(bytes).toString('base64');
export const idOf = (raw) => toHex(utils.sha256x2(raw).reverse());

/** The hash that a "Bitcoin Signed Message" signs. */
function messageHash(text) {
  const bytes = Buffer.from(text);
  const length = btc.CompactSize.encode(BigInt(bytes.length));
  return utils.sha256x2(
    utils.concatBytes(Buffer.from('\x18Bitcoin Signed Message:\n', 'latin1'), length, bytes),
  );
}

/** A key with one address type. */
export class BitcoinKey {
  #secret;
  constructor(word, kind = 'p2wpkh', chain = MAINNET) {
    this.#secret = sha256(`wallet-modal demo bitcoin ${word}`);
    this.kind = kind;
    this.chain = chain;
    const network = NETWORKS[chain];
    this.publicKey = utils.pubECDSA(this.#secret);
    const make = {
      p2wpkh: () => btc.p2wpkh(this.publicKey, network),
      p2tr: () => btc.p2tr(utils.pubSchnorr(this.#secret), undefined, network),
      p2sh: () => btc.p2sh(btc.p2wpkh(this.publicKey, network), network),
      p2pkh: () => btc.p2pkh(this.publicKey, network),
    };
    this.payment = make[kind]();
    this.address = String(this.payment.address);
    this.script = this.payment.script;
  }

  /** In the wallets' format: 32 bytes for taproot. */
  get publicKeyHex() {
    return toHex(this.kind === 'p2tr' ? utils.pubSchnorr(this.#secret) : this.publicKey);
  }

  /** The fields of an input of this address, except its amount. */
  get input() {
    if (this.kind === 'p2tr') return { tapInternalKey: utils.pubSchnorr(this.#secret) };
    return this.kind === 'p2sh' ? { redeemScript: this.payment.redeemScript } : {};
  }

  /** The bytes of a signature: the older format with the header for this address type (BIP-137), or the witness of BIP-322. */
  signMessage(text, protocol) {
    return protocol === 'bip322' ? this.#witnessOf(text) : this.#recoverable(text);
  }

  #recoverable(text) {
    const signature = secp256k1.sign(messageHash(text), this.#secret, {
      prehash: false,
      format: 'recovered',
    });
    const header = { p2pkh: 31, p2sh: 35, p2wpkh: 39, p2tr: 31 }[this.kind] + signature[0];
    return Uint8Array.from([header, ...signature.subarray(1)]);
  }

  #witnessOf(text) {
    const hash = utils.tagSchnorr('BIP0322-signed-message', Buffer.from(text));
    const toSpend = btc.RawTx.encode({
      version: 0,
      segwitFlag: false,
      inputs: [
        {
          txid: new Uint8Array(32),
          index: 0xffffffff,
          finalScriptSig: utils.concatBytes(Uint8Array.of(0, 32), hash),
          sequence: 0,
        },
      ],
      outputs: [{ amount: 0n, script: this.script }],
      lockTime: 0,
    });
    const toSign = new btc.Transaction({
      version: 0,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    });
    const witnessUtxo = { amount: 0n, script: this.script };
    toSign.addInput({ txid: idOf(toSpend), index: 0, sequence: 0, witnessUtxo, ...this.input });
    toSign.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
    toSign.sign(this.#secret);
    toSign.finalize();
    return btc.RawWitness.encode(toSign.getInput(0).finalScriptWitness);
  }

  /** Signs the PSBT with this key at these inputs only, with the document's sighash type if it is one of these. */
  signPsbt(psbt, indexes, { sighashTypes = SIGHASH_TYPES, finalize = false } = {}) {
    const transaction = btc.Transaction.fromPSBT(psbt, {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    });
    for (const index of indexes) {
      transaction.signIdx(this.#secret, index, sighashTypes);
      if (finalize) transaction.finalizeIdx(index);
    }
    return transaction.toPSBT();
  }

  /** A payment from these coins with change: its raw bytes, or the PSBT before it is signed. */
  pay(coins, to, sats, { fee = 300n, isUnsigned = false, chain = this.chain } = {}) {
    const transaction = new btc.Transaction();
    let sum = 0n;
    for (const { txid, vout, value, raw } of coins) {
      if (sum >= sats + fee) break;
      // before segwit, a signature doesn't commit to the amount, so the whole previous transaction is needed as proof
      const before = raw
        ? { nonWitnessUtxo: raw }
        : { witnessUtxo: { amount: BigInt(value), script: this.script } };
      transaction.addInput({ txid, index: vout, sequence: 0xfffffffd, ...before, ...this.input });
      sum += BigInt(value);
    }
    if (sum < sats + fee) throw new Error('not enough coins');
    transaction.addOutputAddress(to, sats, NETWORKS[chain]);
    const rest = sum - sats - fee;
    if (rest > 546n) transaction.addOutputAddress(this.address, rest, NETWORKS[chain]);
    if (isUnsigned) return transaction.toPSBT();
    transaction.sign(this.#secret);
    transaction.finalize();
    return transaction.extract();
  }
}
