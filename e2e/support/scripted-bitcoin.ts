// The test kit's Bitcoin wallets with the demo's node, and helpers for that node. Wallets like UniSat don't support `regtest`.
import type { Page } from '@playwright/test';
import { BitcoinWallet, type BitcoinScript } from '../../bindings/testing/wallets/bitcoin';
import { CHAIN, toHex } from '../../demo/bitcoin/layout.mjs';
import { BITCOIN_URL } from './ports';

export type ScriptedBitcoinWallet = BitcoinWallet;
export type { AddressKind, BitcoinScript, Dialect } from '../../bindings/testing/wallets/bitcoin';

export const ScriptedBitcoinWallet = {
  install: (page: Page, script: BitcoinScript = {}): Promise<BitcoinWallet> =>
    BitcoinWallet.install(page, { name: 'Scripted Coin', chain: CHAIN, node: BITCOIN_URL, ...script }),
};

/** Reads from the Bitcoin node. */
export async function rest<T>(path: string): Promise<T> {
  const answer = await fetch(`${BITCOIN_URL}/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  const text = await answer.text();
  return (/^[[{]/.test(text) ? JSON.parse(text) : text) as T;
}

/** Broadcasts a transaction; returns its ID. */
export async function sent(raw: Uint8Array): Promise<string> {
  const answer = await fetch(`${BITCOIN_URL}/tx`, { method: 'POST', body: toHex(raw) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** The node's controls for tests: `faults`, `reset`, `give`, `mine` (demo/README.md). */
export async function nodeControl<T = unknown>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${BITCOIN_URL}/__${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}
