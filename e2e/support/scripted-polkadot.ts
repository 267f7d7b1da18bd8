// The test kit's Polkadot wallet with the demo's network, and helpers for its node. The ed25519 accounts `account 1` and `account 2` have
// coins.
import type { Page } from '@playwright/test';
import { PolkadotWallet, type PolkadotScript } from '../../bindings/testing/wallets/polkadot';
import { POLKADOT_URL } from './ports';

export { PolkadotKey, type KeyKind } from '../../bindings/testing/keys/polkadot';
export type ScriptedPolkadotWallet = PolkadotWallet;

export const ScriptedPolkadotWallet = {
  install: (page: Page, script: PolkadotScript = {}): Promise<PolkadotWallet> =>
    PolkadotWallet.install(page, { key: 'scripted-moon', ...script }),
};

/** Calls the Polkadot node. */
export async function rpc<T = unknown>(method: string, params: unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await (await fetch(POLKADOT_URL, { method: 'POST', body })).json()) as {
    result: T;
    error?: { message: string; data?: string };
  };
  if (answer.error) throw new Error(`${method}: ${answer.error.data ?? answer.error.message}`);
  return answer.result;
}

/** The node's controls for tests: `faults`, `reset`, `give`, `demo` (demo/README.md). */
export async function nodeControl<T = unknown>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${POLKADOT_URL}/__${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}
