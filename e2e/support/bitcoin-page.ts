// A page with only Bitcoin for tests: its networks, requests of the page, and signature checks by another implementation.
import type { Page } from '@playwright/test';
import { Verifier } from 'bip322-js';
import bitcoinMessage from 'bitcoinjs-message';
import { CHAIN, MAINNET, TESTNET } from '../../demo/bitcoin/layout.mjs';
import { BITCOIN_URL } from './ports';
import type { ScriptedBitcoinWallet } from './scripted-bitcoin';
import { request as requestOf } from './family';
import { expectClosed, openCard } from './modal';
import { expect } from './test';

const names: Record<string, string> = {
  [CHAIN]: 'Demo Bitcoin',
  [TESTNET]: 'Bitcoin Testnet',
  [MAINNET]: 'Bitcoin',
};

export const networkOf = (chain: string) => ({
  id: chain.split(':')[1],
  chainNamespace: 'bip122',
  caipNetworkId: chain,
  name: names[chain],
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [BITCOIN_URL] } },
});

/** Loads or reloads the page. `told` records its events. */
export async function visitBitcoin(
  page: Page,
  chains: readonly string[] = [CHAIN],
  options: Record<string, unknown> = {},
): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await page.evaluate(
    async ([networks, more]) => {
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const { services } = await (await fetch('/demo-config.json')).json();
      const told: [string, unknown][] = [];
      for (const name of ['wallet-connect', 'wallet-disconnect'])
        document.addEventListener(name, (event) => told.push([name, (event as CustomEvent).detail]));
      const isRequired = more.siwx === 'required';
      const walletModal = createWalletModal({
        projectId: 'demo',
        networks,
        services,
        reviewRequests: 'never',
        ...more,
        ...(isRequired ? { siwx: { getRequired: () => true } } : {}),
      });
      Object.assign(window, { walletModal, told });
    },
    [chains.map(networkOf), options] as const,
  );
}

type Handle = {
  getAccount(namespace: string): {
    address: string | null;
    caipAddress: string | null;
    status: string;
    allAccounts: { address: string; type: string }[];
  };
};

export const account = (page: Page) =>
  page.evaluate(() => (window as unknown as { walletModal: Handle }).walletModal.getAccount('bip122'));

/** Expects this address to become the current one. */
export const expectAddress = (page: Page, address: string | null) =>
  expect.poll(async () => (await account(page)).address).toBe(address);

export const told = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: [string, Record<string, unknown>][] }).told);

/** A request of the page; returns the result, or the code and message of its rejection. */
export const request = <T = Record<string, string>>(page: Page, method: string, params: object) =>
  requestOf<T>(page, 'bip122', method, params);

export async function connect(page: Page, wallet: ScriptedBitcoinWallet): Promise<void> {
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expectAddress(page, wallet.key().address);
}

/** Whether the signature has the older format, and only that. */
export const isOlder = (address: string, message: string, signature: string): boolean =>
  Buffer.from(signature, 'base64').length == 65 &&
  bitcoinMessage.verify(message, address, signature, undefined, true);

/** Whether the signature has the BIP-322 format, and only that: this library also accepts the older one. */
export const isBip322 = (address: string, message: string, signature: string): boolean =>
  Buffer.from(signature, 'base64').length != 65 && Verifier.verifySignature(address, message, signature);
