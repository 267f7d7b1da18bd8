// Helpers for the account's views that several files use, and for the other two chains.
import { expect, type Page, type Route } from '@playwright/test';
import { createTestClient, http, parseEther, type Address } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { ChainId } from './chain';
import { expectClosed, openCard, still } from './modal';
import { CHAIN_URLS } from './ports';

/** The names of the networks (demo/README.md). */
export const NAMES: Record<ChainId, string> = {
  1337: 'Demo Chain',
  1338: 'Demo Chain 2',
  1339: 'Demo Chain 3',
};

/** An account of the demo wallet. */
export const demoAccount = (addressIndex: number): Address =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address;

/** Sets an account's native balance on one of the chains. */
export const setBalance = (address: Address, ether: string, id: ChainId): Promise<void> =>
  createTestClient({ mode: 'anvil', transport: http(CHAIN_URLS[id - 1337]) }).setBalance({
    address,
    value: parseEther(ether),
  });

/** Adds four networks to the page, so that the list has a search; they have no node. Call it before the page opens. */
export const sevenNetworks = (page: Page): Promise<unknown> =>
  page.route('**/demo-config.json', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as { networks: Record<string, unknown>[] };
    const more = ['Alder', 'Birch', 'Cedar', 'Elm'].map((name, i) => ({
      ...config.networks[0],
      name,
      id: 2000 + i,
      caipNetworkId: `eip155:${2000 + i}`,
    }));
    await route.fulfill({ response: answer, json: { ...config, networks: [...config.networks, ...more] } });
  });

/** Connects a wallet of the list that doesn't prompt, and opens its account. */
export async function openAccount(page: Page, row: string): Promise<void> {
  await openCard(page);
  await page.getByTestId(row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
}

export const networkRow = (page: Page, id: ChainId) => page.getByTestId(`w3m-network-switch-${NAMES[id]}`);

/** Opens the list of networks from Account. */
export async function openNetworks(page: Page): Promise<void> {
  await page.getByTestId('w3m-account-select-network').click();
  await still(page, 'Networks');
}

export const switchStatus = (page: Page) => page.getByTestId('wm-switch-status');

/** Expects the page's state to have this network. */
export const expectNetwork = (page: Page, id: ChainId): Promise<void> =>
  expect(page.getByTestId('demo-network')).toHaveText(`${NAMES[id]} (eip155:${id})`);

/** The demo wallet switches to another network without a request. */
export const walletGoesTo = (page: Page, id: number): Promise<void> =>
  page.evaluate((chain) => {
    const { demoWallet } = window as unknown as { demoWallet: { setChain(id: number): Promise<void> } };
    return demoWallet.setChain(chain);
  }, id);

/** Wrong responses for this page only. (A fault set at the services, docs/spec/services.md A13, affects every running test.) */
export interface Trouble {
  status?: number;
  body?: string;
  /** no response, as long as the page waits */
  silent?: boolean;
}

/** Makes a service respond wrongly to this page for matching URLs, until `over()` is called. `met` counts the requests. */
export async function trouble(
  page: Page,
  url: string | RegExp,
  { status = 200, body = '{}', silent }: Trouble,
) {
  const seen = { met: 0, over: (): Promise<void> => page.unroute(url, answer) };
  const answer = async (route: Route): Promise<void> => {
    seen.met += 1;
    if (silent) return;
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    await route.fulfill({ status, body, headers });
  };
  await page.route(url, answer);
  return seen;
}
