/**
 * Bitcoin documents (PSBT) for the effects page, and the verification of their signatures with @noble/curves. The hashes of BIP-143 and
 * BIP-341 come from @scure/btc-signer, so nothing here uses the engine under test.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import * as btc from '@scure/btc-signer';
import type { BitcoinAccount } from '../../element/src/handle/bitcoin';
import { nodeOf, read, type Account } from './kinds';

/** The parameters of `regtest`, which no package exports. */
export const NETWORK = { ...btc.TEST_NETWORK, bech32: 'bcrt' };

export interface Coin {
  address: string;
  txid: string;
  vout: number;
  value: number;
}

/** The coins of an address on the network. */
export async function coinsOf(account: Account, address: string): Promise<Coin[]> {
  const coins = await read<Omit<Coin, 'address'>[]>(`${nodeOf(account)}/address/${address}/utxo`);
  return coins.map(({ txid, vout, value }) => ({ address, txid, vout, value }));
}

/** The transaction that created a coin, which proves the amount. */
async function before(account: Account, { txid }: Coin): Promise<Uint8Array> {
  const text = await (await fetch(`${nodeOf(account)}/tx/${txid}/hex`)).text();
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

export const scriptOf = (address: string): Uint8Array =>
  btc.OutScript.encode(btc.Address(NETWORK).decode(address));

export interface Input extends Coin {
  sighash?: number;
  /** already has a signature of this sighash type */
  signedAs?: number;
  /** the amount is stated but not proven */
  isBare?: boolean;
  /** the amount isn't even stated */
  isUnknown?: boolean;
}

/** An output to an address, or to a script. */
export type Output = { sats: number } & ({ to: string } | { script: Uint8Array });

/** A well-formed signature that no key made. */
const SIGNED = [0x30, 6, 2, 1, 1, 2, 1, 1];

/** A document that spends these coins. */
export async function psbtOf(
  account: Account,
  keys: readonly BitcoinAccount[],
  inputs: readonly Input[],
  outputs: readonly Output[],
): Promise<Uint8Array> {
  const transaction = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  for (const input of inputs) {
    const { address, txid, vout, value, sighash, signedAs, isBare, isUnknown } = input;
    const script = scriptOf(address);
    const { type } = btc.OutScript.decode(script);
    const key = keys.find((one) => one.address == address)?.publicKey;
    transaction.addInput({
      txid,
      index: vout,
      sequence: 0xfffffffd,
      ...(isUnknown ? {} : { witnessUtxo: { amount: BigInt(value), script } }),
      ...(isBare || isUnknown || type == 'tr' ? {} : { nonWitnessUtxo: await before(account, input) }),
      ...(type == 'tr' && key ? { tapInternalKey: key } : {}),
      ...(type == 'sh' && key ? { redeemScript: btc.p2wpkh(key, NETWORK).script } : {}),
      ...(sighash === undefined ? {} : { sighashType: sighash }),
      ...(signedAs && key ? { partialSig: [[key, Uint8Array.of(...SIGNED, signedAs)]] } : {}),
    });
  }
  for (const output of outputs) {
    const amount = BigInt(output.sats);
    if ('to' in output) transaction.addOutputAddress(output.to, amount, NETWORK);
    else transaction.addOutput({ script: output.script, amount });
  }
  return transaction.toPSBT();
}

/** Whether each of these inputs has a valid signature of its address's key for exactly this transaction. */
export function isSigned(asked: Uint8Array, answer: Uint8Array, indexes: readonly number[]): boolean {
  const lenient = { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true };
  const [shown, signed] = [asked, answer].map((bytes) => btc.Transaction.fromPSBT(bytes, lenient)) as [
    btc.Transaction,
    btc.Transaction,
  ];
  if (String(shown.unsignedTx) != String(signed.unsignedTx)) return false;
  const spent = Array.from({ length: shown.inputsLength }, (_, at) => {
    const { witnessUtxo } = shown.getInput(at);
    return { script: witnessUtxo?.script ?? new Uint8Array(), amount: witnessUtxo?.amount ?? 0n };
  });
  return indexes.every((at) => {
    const { tapKeySig, partialSig, finalScriptWitness } = signed.getInput(at);
    const { script, amount } = spent[at]!;
    if (btc.OutScript.decode(script).type == 'tr') {
      const signature = tapKeySig ?? finalScriptWitness?.[0];
      if (!signature) return false;
      const kind = signature.length == 65 ? signature[64]! : 0;
      const [scripts, amounts] = [spent.map((of) => of.script), spent.map((of) => of.amount)];
      const hash = shown.preimageWitnessV1(at, scripts, kind, amounts);
      return schnorr.verify(signature.subarray(0, 64), hash, script.subarray(2));
    }
    const [key, signature] = partialSig?.[0] ?? [finalScriptWitness?.[1], finalScriptWitness?.[0]];
    if (!key || !signature) return false;
    const own = [btc.p2wpkh(key, NETWORK), btc.p2sh(btc.p2wpkh(key, NETWORK), NETWORK)];
    if (!own.some((of) => String(of.script) == String(script))) return false;
    const code = btc.p2pkh(key, NETWORK).script;
    const hash = shown.preimageWitnessV0(at, code, signature.at(-1)!, amount);
    return secp256k1.verify(signature.subarray(0, -1), hash, key, { prehash: false, format: 'der' });
  });
}
