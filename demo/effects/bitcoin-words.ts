/** Verifies messages signed by a Bitcoin address, for the effects page, with @noble/curves. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import * as btc from '@scure/btc-signer';
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import { toHex } from './kinds';
import { NETWORK, scriptOf } from './psbt';

/** Whether the key recovered from a "Bitcoin Signed Message" (with @noble/curves) is the account's. */
export function isOlder(message: string, signature: Uint8Array, address: string): boolean {
  if (signature.length != 65) return false;
  const bytes = new TextEncoder().encode(message);
  const head = new TextEncoder().encode('\x18Bitcoin Signed Message:\n');
  const hash = sha256x2(concatBytes(head, btc.CompactSize.encode(BigInt(bytes.length)), bytes));
  const recovered = Uint8Array.from([(signature[0]! - 27) & 3, ...signature.subarray(1)]);
  const key = secp256k1.recoverPublicKey(recovered, hash, { prehash: false });
  const compressed = secp256k1.Point.fromBytes(key).toBytes(true);
  const of = [btc.p2wpkh, btc.p2pkh].map((made) => made(compressed, NETWORK).script);
  return of.some((script) => String(script) == String(scriptOf(address)));
}

/** Verifies the witness of a taproot address (BIP-322), which signs a transaction that no network accepts. */
export function isWitness(message: string, signature: Uint8Array, address: string): boolean {
  const script = scriptOf(address);
  const [own] = btc.RawWitness.decode(signature);
  if (!own || btc.OutScript.decode(script).type != 'tr') return false;
  const hash = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message));
  const spent = btc.RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  const signed = new btc.Transaction({ version: 0, allowUnknownOutputs: true, disableScriptCheck: true });
  signed.addInput({
    txid: toHex(sha256x2(spent).toReversed()),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
  });
  signed.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  const digest = signed.preimageWitnessV1(0, [script], own.length == 65 ? own[64]! : 0, [0n]);
  return schnorr.verify(own.subarray(0, 64), digest, script.subarray(2));
}
