// The test kit's Ethereum wallet with the demo's first chain, which has the keys of its accounts and signs for them.
import { EthereumWallet, type EthereumScript } from '../../bindings/testing/wallets/ethereum';
import type { Page } from '@playwright/test';
import { CHAIN_URL } from './ports';

export type ScriptedWallet = EthereumWallet;
export type { Answer } from '../../bindings/testing/wallets/scripted';

const unknown = { code: -32601, message: 'Method not found' };
/** Methods that the chain doesn't support. */
const answers = {
  wallet_switchEthereumChain: unknown,
  wallet_addEthereumChain: unknown,
  wallet_requestPermissions: unknown,
};

export const ScriptedWallet = {
  install: (page: Page, script: EthereumScript & { accounts: readonly string[] }): Promise<EthereumWallet> =>
    EthereumWallet.install(page, {
      name: 'Scripted',
      rdns: 'test.scripted',
      chains: { 1337: CHAIN_URL },
      ...script,
      answers: { ...answers, ...script.answers },
    }),
};
