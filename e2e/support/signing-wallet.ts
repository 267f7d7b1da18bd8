// The test kit's Ethereum wallet with its own key, which only it has. It approves everything by default, and knows one of the three
// chains; the others must be added.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createTestClient, http, parseEther } from 'viem';
import { EthereumWallet } from '../../bindings/testing/wallets/ethereum';
import { CHAIN_URL, CHAIN_URLS } from './ports';

export type SigningWallet = EthereumWallet;

export const SigningWallet = {
  /** Adds it to the page. Call it before the page loads; its account has ten Ether on every chain. */
  async install(page: Page, { movesToAdded = false } = {}): Promise<EthereumWallet> {
    const wallet = await EthereumWallet.install(page, {
      name: 'Signing',
      rdns: 'test.signing',
      uuid: '3f2b6a52-6c1d-4a58-9d0e-2f6f0c8f1a77',
      icon: 'data:,',
      words: [randomUUID()],
      chains: { 1337: CHAIN_URL },
      movesToAdded,
    });
    for (const url of CHAIN_URLS)
      await createTestClient({ mode: 'anvil', transport: http(url) }).setBalance({
        address: wallet.address,
        value: parseEther('10'),
      });
    return wallet;
  },
};
