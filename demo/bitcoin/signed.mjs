// Verifies that the keys of the spent coins signed a transaction's inputs. The demo's Bitcoin ledger only supports single keys.
import { secp256k1, schnorr } from '@noble/curves/secp256k1.js';
import * as btc from '@scure/btc-signer';
import * as utils from '@scure/btc-signer/utils.js';
import { toHex } from './layout.mjs';

const SIGHASH_ALL = 1;
const SIGHASH_DEFAULT = 0;
const SIGHASH_KINDS = [1, 2, 3, 0x81, 0x82, 0x83];

export const same = (one, other) => toHex(one) === toHex(other);

export function withoutWitness(transaction) {
  return btc.RawTx.encode({ ...transaction, segwitFlag: false, witnesses: undefined });
}

/** Whether this key made a DER-encoded ECDSA signature with its sighash type. */
function isEcdsa(signature, publicKey, digestOf) {
  const sighash = signature.at(-1);
  if (!SIGHASH_KINDS.includes(sighash)) return false;
  try {
    const options = { prehash: false, format: 'der', lowS: true };
    return secp256k1.verify(signature.subarray(0, -1), digestOf(sighash), publicKey, options);
  } catch {
    return false;
  }
}

/** Whether the coin's key signed an input. */
export function isSigned(raw, transaction, index, coin, prevouts) {
  const whole = btc.Transaction.fromRaw(raw, {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  });
  const { finalScriptSig } = transaction.inputs[index];
  const witness = transaction.witnesses?.[index] ?? [];
  const decoded = btc.OutScript.decode(coin.script);
  const byHash = (hash) => {
    const [signature, key] = witness;
    if (witness.length !== 2 || !same(utils.hash160(key), hash)) return false;
    const code = btc.OutScript.encode({ type: 'pkh', hash });
    return isEcdsa(signature, key, (sighash) => whole.preimageWitnessV0(index, code, sighash, coin.value));
  };
  if (decoded.type === 'wpkh') return !finalScriptSig.length && byHash(decoded.hash);
  if (decoded.type === 'sh') {
    const program = finalScriptSig.subarray(1);
    if (finalScriptSig[0] !== program.length || !same(utils.hash160(program), decoded.hash)) return false;
    const inner = btc.OutScript.decode(program);
    return inner.type === 'wpkh' && byHash(inner.hash);
  }
  if (decoded.type === 'tr') {
    const [signature] = witness;
    if (witness.length !== 1 || ![64, 65].includes(signature.length)) return false;
    const sighash = signature[64] ?? SIGHASH_DEFAULT;
    if (signature.length === 65 && !SIGHASH_KINDS.includes(sighash)) return false;
    const scripts = prevouts.map(({ script }) => script);
    const values = prevouts.map(({ value }) => value);
    const digest = whole.preimageWitnessV1(index, scripts, sighash, values);
    return schnorr.verify(signature.subarray(0, 64), digest, decoded.pubkey);
  }
  if (decoded.type === 'pkh') {
    const [signature, key] = btc.Script.decode(finalScriptSig);
    if (!(key instanceof Uint8Array) || !same(utils.hash160(key), decoded.hash)) return false;
    return isEcdsa(signature, key, (sighash) => legacyDigest(transaction, index, coin.script, sighash));
  }
  return false;
}

/** For inputs before segwit, only SIGHASH_ALL is supported. */
function legacyDigest(transaction, index, script, sighash) {
  if (sighash !== SIGHASH_ALL) return new Uint8Array(32);
  const inputs = transaction.inputs.map((input, place) => ({
    ...input,
    finalScriptSig: place === index ? script : new Uint8Array(),
  }));
  const bytes = btc.RawTx.encode({ ...transaction, inputs, segwitFlag: false, witnesses: undefined });
  return utils.sha256x2(utils.concatBytes(bytes, Uint8Array.of(sighash, 0, 0, 0)));
}
