// Ways through the views of the account that several files walk, and what they need on the other two chains.
import { expect, type Page, type Route } from '@playwright/test';
import { createTestClient, http, parseEther, type Address } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { ChainId } from './chain';
import { expectClosed, openCard, still } from './modal';
import { CHAIN_URLS } from './ports';

/** What the networks are called (demo/README.md). */
export const NAMES: Record<ChainId, string> = {
  1337: 'Demo Chain',
  1338: 'Demo Chain 2',
  1339: 'Demo Chain 3',
};

/** The demo wallet's accounts. */
export const demoAccount = (addressIndex: number): Address =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address;

/** How much native coin an account has on one of the chains, from now on. */
export const setBalance = (address: Address, ether: string, id: ChainId): Promise<void> =>
  createTestClient({ mode: 'anvil', transport: http(CHAIN_URLS[id - 1337]) }).setBalance({
    address,
    value: parseEther(ether),
  });

/** The page has four networks more, as many as there is a search for; nobody is behind them. Before the page is opened. */
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

/** Connects a wallet of the list that asks nobody, and opens its account. */
export async function openAccount(page: Page, row: string): Promise<void> {
  await openCard(page);
  await page.getByTestId(row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
}

export const networkRow = (page: Page, id: ChainId) => page.getByTestId(`w3m-network-switch-${NAMES[id]}`);

/** From Account to the list of networks. */
export async function openNetworks(page: Page): Promise<void> {
  await page.getByTestId('w3m-account-select-network').click();
  await still(page, 'Networks');
}

export const switchStatus = (page: Page) => page.getByTestId('wm-switch-status');

/** The page, seen as the host sees it, is on this network. */
export const expectNetwork = (page: Page, id: ChainId): Promise<void> =>
  expect(page.getByTestId('demo-network')).toHaveText(`${NAMES[id]} (eip155:${id})`);

/** The demo wallet goes to another network by itself. */
export const walletGoesTo = (page: Page, id: number): Promise<void> =>
  page.evaluate((chain) => {
    const { demoWallet } = window as unknown as { demoWallet: { setChain(id: number): Promise<void> } };
    return demoWallet.setChain(chain);
  }, id);

/** What this page alone is answered. (A fault of the hosts, docs/spec/services.md A13, is for every test that runs.) */
export interface Trouble {
  status?: number;
  body?: string;
  /** no answer, for as long as the page waits */
  silent?: boolean;
}

/** A host answers this page badly where the url fits, until `over()` is called. `met` counts. */
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
