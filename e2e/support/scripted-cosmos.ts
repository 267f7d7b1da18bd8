// The test kit's Cosmos wallet on the demo's network, and helpers for its node. Another implementation (cosmjs) verifies its signatures.
import type { Page } from '@playwright/test';
import { Secp256k1Wallet, serializeSignDoc, type StdSignature } from '@cosmjs/amino';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { fromBase64, toBase64 } from '@cosmjs/encoding';
import { CosmosWallet, type CosmosScript } from '../../bindings/testing/wallets/cosmos';
import { accountOf, CHAIN_ID, PREFIX, wordsOf } from '../../demo/cosmos/layout.mjs';
import { COSMOS_URL } from './ports';

export type { CosmosScript } from '../../bindings/testing/wallets/cosmos';
export type ScriptedCosmosWallet = CosmosWallet;

/** The accounts of `account 1` and `account 2` have coins. */
export const ScriptedCosmosWallet = {
  install: (page: Page, script: CosmosScript = {}): Promise<CosmosWallet> =>
    CosmosWallet.install(page, { prefix: PREFIX, chains: [CHAIN_ID], ...script }),
};

/** Whether the account of a word has signed this message, according to cosmjs. */
export function isSigned(word: string, text: string, { pub_key, signature }: StdSignature): boolean {
  const { key, address } = accountOf(word);
  if (pub_key.value !== toBase64(key)) return false;
  const own = Secp256k1Signature.fromFixedLength(fromBase64(signature));
  return Secp256k1.verifySignature(own, sha256(serializeSignDoc(wordsOf(address, text))), key);
}

/** Signs a message with the account of a word. */
export async function signWords(word: string, text: string): Promise<StdSignature> {
  const { secret, address } = accountOf(word);
  const wallet = await Secp256k1Wallet.fromKey(secret, PREFIX);
  return (await wallet.signAmino(address, wordsOf(address, text))).signature;
}

/** Reads from the Cosmos node, or posts to it. */
export async function rest<T = unknown>(path: string, body?: object): Promise<T> {
  const more = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await (await fetch(`${COSMOS_URL}${path}`, more)).json()) as T;
}

/** Broadcasts signed bytes; returns the network's result. */
export async function send(bytes: Uint8Array): Promise<{ code: number; txhash: string; raw_log: string }> {
  const given = { tx_bytes: toBase64(bytes), mode: 'BROADCAST_MODE_SYNC' };
  return (await rest<{ tx_response: never }>('/cosmos/tx/v1beta1/txs', given)).tx_response;
}

/** The node's controls for tests: `faults`, `reset`, `give`, `demo` (demo/README.md). */
export const nodeControl = <T = unknown>(what: string, body: object = {}): Promise<T> =>
  rest<T>(`/__${what}`, body);
