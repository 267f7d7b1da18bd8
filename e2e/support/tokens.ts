// Ways through what an account holds and has done, for the files about tokens and activity.
import type { Locator, Page } from '@playwright/test';
import type { Address } from 'viem';
import { fundedAddress, giveToken, type TOKENS } from './chain';
import { accountAction, still, visit } from './modal';
import { openAccount } from './networks';
import { HOST_URLS } from './ports';
import { ScriptedWallet, type Answer } from './scripted';

export type Symbol = keyof typeof TOKENS;

/** What the data service is asked about an account. */
export const balanceOf = (account: Address): RegExp =>
  new RegExp(`^${HOST_URLS.data}/v1/account/${account}/balance`);
export const historyOf = (account: Address): RegExp =>
  new RegExp(`^${HOST_URLS.data}/v1/account/${account}/history`);

export const tokenRow = (page: Page, symbol: Symbol | 'ETH'): Locator =>
  page.getByTestId(`wm-token-${symbol}`);
export const tokenChoice = (page: Page, symbol: Symbol | 'ETH'): Locator =>
  page.getByTestId(`wm-send-token-${symbol}`);

/** An account of this test alone, with some Ether and some of each token named, in base units. */
export async function holder(tokens: Partial<Record<Symbol, bigint>> = {}): Promise<Address> {
  const account = await fundedAddress();
  for (const [symbol, amount] of Object.entries(tokens)) await giveToken(symbol as Symbol, account, amount);
  return account;
}

/** A wallet that has this account, connected, its Account view open. */
export async function withAccount(
  page: Page,
  account: Address,
  answers: Record<string, Answer> = {},
  query = '?nowallet',
): Promise<ScriptedWallet> {
  const wallet = await ScriptedWallet.install(page, { accounts: [account], answers });
  await visit(page, query);
  await openAccount(page, wallet.row);
  return wallet;
}

/** From Account to the form, with this token. */
export async function openSend(page: Page, symbol: Symbol): Promise<void> {
  await accountAction(page, 'send').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await tokenChoice(page, symbol).click();
  await still(page, 'Send');
}

/** The form, filled, and its preview. */
export async function previewToken(page: Page, symbol: Symbol, amount: string, to: Address): Promise<void> {
  await openSend(page, symbol);
  await page.getByTestId('wm-send-amount').fill(amount);
  await page.getByTestId('wm-send-address').fill(to);
  await page.getByTestId('wm-send-review').click();
  await still(page, 'SendPreview');
}

/** The nodes' receipts do not come to this page, until `release()`: for it the transaction is in no block. */
export async function withholdReceipts(page: Page, chainUrl: string): Promise<{ release(): void }> {
  let held = true;
  await page.route(`${chainUrl}/**`, async (route) => {
    const body = route.request().postDataJSON() as { id: number; method: string } | null;
    if (!held || body?.method != 'eth_getTransactionReceipt') return route.fallback();
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    return route.fulfill({ headers, body: JSON.stringify({ jsonrpc: '2.0', id: body.id, result: null }) });
  });
  return { release: () => void (held = false) };
}
