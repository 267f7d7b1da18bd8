// The test kit's wallet of Ethereum with a key of its own, which nobody else has. It says yes to everything unless told otherwise, and starts on one
// chain of the three; the others it has to be told of.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createTestClient, http, parseEther } from 'viem';
import { EthereumWallet } from '../../bindings/testing/wallets/ethereum';
import { CHAIN_URL, CHAIN_URLS } from './ports';

export type SigningWallet = EthereumWallet;

export const SigningWallet = {
  /** Before the page is loaded; its account has ten Ether on every chain. */
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
