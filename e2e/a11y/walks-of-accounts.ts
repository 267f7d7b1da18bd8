// The ways through every view and state around an account, for axe.e2e.ts: each state once.
import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import type { Look } from '../support/axe';
import { freshAddress, fundedAddress, TOKENS } from '../support/chain';
import {
  button,
  card,
  confirm,
  connectingStatus,
  expectClosed,
  openCard,
  openSettings,
  pressSend,
  sendStatus,
  still,
  toast,
  view,
  visit,
} from '../support/modal';
import { demoAccount, networkRow, sevenNetworks, switchStatus, trouble } from '../support/networks';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { choose, createRequired, sign, status } from '../support/sign-in';
import { expect } from '../support/test';
import {
  balanceOf,
  historyOf,
  holder,
  tokenChoice,
  tokenRow,
  withAccount,
  withholdReceipts,
} from '../support/tokens';

const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');
const refusal = { code: 4001, message: 'User rejected the request' };
// A code by which nothing was sent.
const failure = { code: -32602, message: 'the vault is on fire' };

/** From the list of wallets over a refusal to an account, and a send that fails. */
export async function ofASend(page: Page, look: Look): Promise<void> {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, {
    accounts: [account],
    answers: { eth_requestAccounts: 'hang', eth_sendTransaction: 'hang' },
  });
  await visit(page, '?nowallet');
  await openCard(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await look('Connect');

  await page.getByTestId(wallet.row).click();
  await still(page, 'ConnectingExternal');
  await look('ConnectingExternal, opening or to confirm');
  await wallet.settle('eth_requestAccounts', refusal);
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await look('ConnectingExternal, rejected');
  await wallet.answer('eth_requestAccounts', failure);
  await retry(page).click();
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
  await card(page).getByText('Details').click();
  await look('ConnectingExternal, failed, details open');
  await wallet.answer('eth_requestAccounts', { result: [account] });
  await retry(page).click();
  await expectClosed(page);

  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toHaveAttribute('data-phase', 'ready');
  await look('Account');

  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await expect(page.getByTestId('wm-send-max')).toHaveAttribute('aria-busy', 'false');
  await look('Send, empty');
  await page.getByTestId('wm-send-review').click({ force: true });
  await expect(card(page)).toContainText('Enter how much you want to send');
  await look('Send, the button explains');
  await page.getByTestId('wm-send-amount').fill('1.2.3');
  await page.getByTestId('wm-send-address').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79c8');
  await expect(page.getByTestId('wm-send-address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('wm-send-amount')).toHaveAttribute('aria-invalid', 'true');
  await look('Send, errors');
  await page.getByTestId('wm-send-amount').fill('1.25');
  await page.getByTestId('wm-send-address').fill(account.toLowerCase());
  await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
  await look('Send, filled, with a notice');

  await page.getByTestId('wm-send-review').click();
  await still(page, 'SendPreview');
  await look('SendPreview, review');
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await look('SendPreview, waiting');
  await wallet.settle('eth_sendTransaction', failure);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'failed');
  await sendStatus(page).getByText('Details').click();
  await expect(toast(page), 'the view says it').toHaveCount(0);
  await look('SendPreview, failed');
}

/** No wallet, no engine. */
export async function ofNothing(page: Page, look: Look): Promise<void> {
  await visit(page, '?nowallet&projectId=');
  await openCard(page);
  await expect(page.getByTestId('wm-connect-empty')).toBeVisible();
  await look('Connect, no wallet');
  await page.getByTestId('wm-connect-again').click();
  await expect(card(page)).toContainText('Still no wallet');
  await look('Connect, still no wallet');

  await page.route('**/dist/*.wasm', (route) => route.abort());
  await page.reload();
  await page.waitForFunction(() => 'walletModal' in window);
  await button(page).click();
  await expect(card(page)).toContainText("Couldn't load");
  await look('the first card, could not load');
}

/** Neither the service nor the chain; then a chain that is not configured. */
export async function ofNoChain(page: Page, look: Look): Promise<void> {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
  await page.route(`**/v1/account/${account}/**`, (route) => route.abort());
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toHaveAttribute('data-phase', 'failed', {
    timeout: 12_000,
  });
  await look('Account, balance failed');
  await wallet.emit('chainChanged', '0x1');
  await still(page, 'UnsupportedChain');
  await look('UnsupportedChain');
  // The button outside is part of it. What is asked for here is not closed away: the way out is to let go.
}

/** What the account has, its settings, its networks: each state once. */
export async function ofAccount(page: Page, look: Look): Promise<void> {
  const account = await holder({ DUSD: 77_000_000n, QGLD: 100_000_000n });
  const answers = { wallet_switchEthereumChain: 'hang', wallet_addEthereumChain: 'hang' } as const;
  await sevenNetworks(page);
  const wallet = await withAccount(page, account, answers);
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  await look('Account, tokens');
  await page.getByTestId('wm-hide-amounts').click();
  await look('Account, amounts hidden');
  await page.getByTestId('wm-hide-amounts').click();
  await page.getByTestId('tab-activity').click();
  await expect(card(page).locator('[data-testid^=wm-tx-]').first()).toBeVisible();
  await look('Account, activity');
  await page.getByTestId('w3m-account-default-activity-button').click();
  await still(page, 'Activity');
  await look('Activity');
  await page.getByTestId('header-back').click();
  await still(page, 'Account');
  await page.getByTestId('tab-nfts').click();
  await expect(page.getByTestId('wm-nfts-empty')).toBeVisible();
  await look('Account, no NFTs');

  await openSettings(page);
  await look('AccountSettings');
  await page.getByTestId('account-switch-network-button').click();
  await still(page, 'Networks');
  await look('Networks');
  await page.getByTestId('wui-input-text').fill('nowhere');
  await expect(page.getByTestId('wm-networks-none')).toBeVisible();
  await look('Networks, none found');
  await page.getByTestId('wui-input-text').fill('');
  await page.getByTestId('wm-networks-help').click();
  await still(page, 'WhatIsANetwork');
  await look('WhatIsANetwork');
  await page.getByTestId('wm-help-done').click();
  await still(page, 'Networks');

  await networkRow(page, 1338).click();
  await still(page, 'SwitchNetwork');
  await look('SwitchNetwork, to confirm');
  await wallet.settle('wallet_switchEthereumChain', { code: 4902, message: 'Unrecognized chain' });
  await expect(switchStatus(page)).toHaveAttribute('data-phase', 'adding');
  await look('SwitchNetwork, to add');
  await wallet.settle('wallet_addEthereumChain', refusal);
  await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await look('SwitchNetwork, refused');
  await confirm(page.getByTestId('wui-network-button'));
  await wallet.settle('wallet_switchEthereumChain', { code: -32002, message: 'already open' });
  await expect(switchStatus(page)).toContainText('already has a request open');
  await card(page).getByText('Details').click();
  await look('SwitchNetwork, another request open, details');
}

/** Sending a token, and what is said where something is missing. */
export async function ofTokens(page: Page, look: Look): Promise<void> {
  const account = await holder({ DUSD: 77_000_000n, SHY: parseUnits('5', 18) });
  await withholdReceipts(page, CHAIN_URL);
  await withAccount(page, account);
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await look('SendSelectToken');
  await page.getByTestId('swap-select-token-search-input').fill('nothing');
  await expect(page.getByTestId('wm-select-none')).toBeVisible();
  await look('SendSelectToken, none found');
  await page.getByTestId('swap-select-token-search-input').fill('');
  await tokenChoice(page, 'SHY').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-amount').fill('1');
  await page.getByTestId('wm-send-address').fill(freshAddress());
  await page.getByTestId('wm-send-review').click();
  await page.getByTestId('wm-send-error').getByText('Details').click();
  await look('Send, refused by the token, details');

  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await tokenChoice(page, 'DUSD').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-amount').fill('1.5');
  await page.getByTestId('wm-send-address').fill(TOKENS.DUSD.address);
  await expect(view(page, 'Send')).toContainText('This is a token contract');
  await look("Send, to a token's contract");
  await page.getByTestId('wm-send-address').fill(demoAccount(1));
  await expect(page.getByTestId('wm-send-profile')).toBeVisible();
  await look('Send, to somebody known');
  await page.getByTestId('wm-send-review').click();
  await still(page, 'SendPreview');
  await look('SendPreview of a token');
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'confirming');
  await look('SendPreview, on its way');
}

/** The services do not answer. */
export async function ofFailure(page: Page, look: Look): Promise<void> {
  const account = await holder();
  await trouble(page, balanceOf(account), { status: 403 });
  await trouble(page, historyOf(account), { status: 403 });
  await withAccount(page, account);
  await expect(page.getByTestId('wm-tokens-failed')).toBeVisible();
  await still(page, 'Account');
  await look('Account, tokens failed, counting down');
  await page.getByTestId('tab-activity').click();
  await expect(page.getByTestId('wm-activity-retry')).toBeVisible();
  await expect(toast(page)).toBeVisible();
  await look('Account, activity failed, with a toast');
}

/** A long past and collectibles, read only; and help for who has no wallet. */
export async function ofThePast(page: Page, look: Look): Promise<void> {
  const wallet = await ScriptedWallet.install(page, { accounts: [demoAccount(3)] });
  await visit(page, '?nowallet');
  await openCard(page);
  await expect(page.getByTestId('wm-footer')).toBeVisible();
  await page.getByTestId('wm-header-help').click();
  await still(page, 'WhatIsAWallet');
  await look('WhatIsAWallet');
  await page.getByTestId('wm-help-done').click();
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await page.getByTestId('tab-nfts').click();
  await expect(card(page).locator('.nft img').first()).toBeVisible();
  await look('Account, NFTs');
  await page.getByTestId('tab-activity').click();
  await expect.poll(() => card(page).locator('[data-testid^=wm-tx-]').count()).toBeGreaterThan(20);
  await look('Account, a long activity');
}

/** The question of a required sign-in. */
export async function ofSigningIn(page: Page, look: Look): Promise<void> {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [await fundedAddress()],
    answers: { personal_sign: 'hang' },
  });
  await createRequired(page);
  await choose(page, wallet.row);
  await page.getByText('Read message').click();
  await look('SIWXSignMessage, read');
  await confirm(sign(page));
  await expect(status(page)).toHaveAttribute('data-phase', 'signing');
  await look('SIWXSignMessage, signing');
  await wallet.settle('personal_sign', refusal);
  await expect(status(page).getByRole('heading')).toHaveText('Signature declined');
  await look('SIWXSignMessage, refused');
}
