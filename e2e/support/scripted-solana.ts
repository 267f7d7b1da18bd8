// The test kit's Solana wallet with the demo's node, and helpers for that node. The accounts `account 1` and `account 2` have coins and
// tokens.
import type { Page } from '@playwright/test';
import { signedBySolana } from '../../bindings/testing/keys/solana.mjs';
import { SolanaWallet, type SolanaScript } from '../../bindings/testing/wallets/solana';
import { SOLANA_URL } from './ports';

export type ScriptedSolanaWallet = SolanaWallet;

export const ScriptedSolanaWallet = {
  install: (page: Page, script: SolanaScript = {}): Promise<SolanaWallet> =>
    SolanaWallet.install(page, { name: 'Scripted Sun', node: SOLANA_URL, ...script }),
  address: (word: string): string => SolanaWallet.address(word),
};

/** Adds the signature of this word's key to the transaction. */
export const signedBy = signedBySolana;

/** Increases the amount in the transaction's last instruction by one: a transfer of coins ends with the amount. */
export function oneMore(transaction: Uint8Array): Uint8Array {
  const bent = transaction.slice();
  bent[bent.length - 2] = (bent.at(-2)! + 1) & 255;
  return bent;
}

/** Calls the Solana node. */
export async function rpc<T = unknown>(method: string, params: unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await (await fetch(SOLANA_URL, { method: 'POST', body })).json()) as {
    result: T;
    error?: { code: number; message: string };
  };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

/** The node's controls for tests: `faults`, `reset`, `give`, `pass`, `demo` (demo/README.md). */
export async function nodeControl<T = unknown>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${SOLANA_URL}/__${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}
