// A page of bitcoin alone, as a test wants it: its networks, requests of the host, and what another implementation says of a signature.
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

/** Loads the page, or loads it again. What was told of is in `told`. */
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

/** The address that is the current one, as soon as it is. */
export const expectAddress = (page: Page, address: string | null) =>
  expect.poll(async () => (await account(page)).address).toBe(address);

export const told = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: [string, Record<string, unknown>][] }).told);

/** A request of the host, or the code and words it is rejected with. */
export const request = <T = Record<string, string>>(page: Page, method: string, params: object) =>
  requestOf<T>(page, 'bip122', method, params);

export async function connect(page: Page, wallet: ScriptedBitcoinWallet): Promise<void> {
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expectAddress(page, wallet.key().address);
}

/** By the older form and no other. */
export const isOlder = (address: string, message: string, signature: string): boolean =>
  Buffer.from(signature, 'base64').length == 65 &&
  bitcoinMessage.verify(message, address, signature, undefined, true);

/** By BIP-322 and no other: this library takes the older form too. */
export const isBip322 = (address: string, message: string, signature: string): boolean =>
  Buffer.from(signature, 'base64').length != 65 && Verifier.verifySignature(address, message, signature);
