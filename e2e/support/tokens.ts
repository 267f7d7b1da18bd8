// Helpers for an account's tokens and activity.
import type { Locator, Page } from '@playwright/test';
import type { Address } from 'viem';
import { fundedAddress, giveToken, type TOKENS } from './chain';
import { accountAction, still, visit } from './modal';
import { openAccount } from './networks';
import { HOST_URLS } from './ports';
import { ScriptedWallet, type Answer } from './scripted';

export type Symbol = keyof typeof TOKENS;

/** Matches the data service's balance request for an account. */
export const balanceOf = (account: Address): RegExp =>
  new RegExp(`^${HOST_URLS.data}/v1/account/${account}/balance`);
export const historyOf = (account: Address): RegExp =>
  new RegExp(`^${HOST_URLS.data}/v1/account/${account}/history`);

export const tokenRow = (page: Page, symbol: Symbol | 'ETH'): Locator =>
  page.getByTestId(`wm-token-${symbol}`);
export const tokenChoice = (page: Page, symbol: Symbol | 'ETH'): Locator =>
  page.getByTestId(`wm-send-token-${symbol}`);

/** Creates an account for this test, with some Ether and the given tokens, in base units. */
export async function holder(tokens: Partial<Record<Symbol, bigint>> = {}): Promise<Address> {
  const account = await fundedAddress();
  for (const [symbol, amount] of Object.entries(tokens)) await giveToken(symbol as Symbol, account, amount);
  return account;
}

/** Connects a wallet with this account, and opens its Account view. */
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

/** Opens the form of Send with this token, from Account. */
export async function openSend(page: Page, symbol: Symbol): Promise<void> {
  await accountAction(page, 'send').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await tokenChoice(page, symbol).click();
  await still(page, 'Send');
}

/** Fills the form and opens its preview. */
export async function previewToken(page: Page, symbol: Symbol, amount: string, to: Address): Promise<void> {
  await openSend(page, symbol);
  await page.getByTestId('wm-send-amount').fill(amount);
  await page.getByTestId('wm-send-address').fill(to);
  await page.getByTestId('wm-send-review').click();
  await still(page, 'SendPreview');
}

/** Blocks the nodes' receipts for this page until `release()`, so that the transaction seems unmined. */
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
