// The ways through buying, paying, swapping and what others may take, for axe.e2e.ts: each state once.
import { maxUint256, type Address } from 'viem';
import type { Page } from '@playwright/test';
import type { Look } from '../support/axe';
import { approve, freshAddress, giveToken, TOKENS } from '../support/chain';
import { SWAP_ROUTER } from '../support/hosts.gen.mjs';
import { card, openSettings, still, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { buyStatus, goTo, lieOfBuying, toProviders } from '../support/onramp';
import { SigningWallet } from '../support/signing-wallet';
import { fillSwap, swapAction } from '../support/swap';
import { expect } from '../support/test';

const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');

async function connected(page: Page): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  return wallet;
}

/** From the form to the provider's window, closed, failed, opened again. */
export async function ofABuy(page: Page, look: Look): Promise<void> {
  const wallet = await connected(page);
  await page.getByTestId('w3m-account-default-onramp-button').click();
  await still(page, 'OnRamp');
  await page.getByTestId('wm-onramp-choose').click({ force: true });
  await expect(card(page)).toContainText('Enter how much you want to spend');
  await look('OnRamp, the button explains');
  await page.getByTestId('wm-onramp-amount').fill('1');
  await expect(page.getByTestId('wm-onramp-amount')).toHaveAttribute('aria-invalid', 'true');
  await look('OnRamp, too little');
  await page.getByTestId('wm-onramp-help').click();
  await still(page, 'WhatIsABuy');
  await look('WhatIsABuy');
  await page.getByTestId('header-back').click();
  await still(page, 'OnRamp');
  await page.getByTestId('wm-onramp-fiat').click();
  await still(page, 'OnRampFiatSelect');
  await look('OnRampFiatSelect');
  await page.getByTestId('header-back').click();
  await still(page, 'OnRamp');
  await page.getByTestId('wm-onramp-token').click();
  await still(page, 'OnRampTokenSelect');
  await look('OnRampTokenSelect');
  await page.getByTestId('header-back').click();
  await still(page, 'OnRamp');
  await page.getByTestId('wm-onramp-preset-250').click();
  await expect(page.getByTestId('wm-onramp-quote')).toHaveAttribute('data-state', 'quoted');
  await look('OnRamp, priced');
  await page.getByTestId('header-back').click();
  await still(page, 'Account');

  await toProviders(page, '100');
  await look('OnRampProviders');
  const shop = await goTo(page, 'coinbase');
  await expect(buyStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await look('BuyInProgress, waiting');
  await shop.getByTestId('pay-cancel').click();
  await expect(buyStatus(page)).toHaveAttribute('data-phase', 'closed');
  await look('BuyInProgress, closed');
  await lieOfBuying('script', { times: 1, only: wallet.address });
  await retry(page).click();
  await expect(buyStatus(page)).toHaveAttribute('data-phase', 'failed');
  await card(page).getByText('Details').click();
  await look('BuyInProgress, failed, details');
}

/** What a page wants paid: nobody connected, at an exchange, failed there. */
export async function ofAPayment(page: Page, look: Look): Promise<void> {
  await visit(page, '?nowallet');
  await page.evaluate(
    (options) => {
      const host = window as unknown as { walletModal: { pay(options: object): Promise<unknown> } };
      void host.walletModal.pay(options).catch(() => {});
    },
    {
      paymentAsset: {
        network: 'eip155:1337',
        asset: TOKENS.DUSD.address,
        metadata: { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 },
      },
      recipient: freshAddress(),
      amount: '25.5',
    },
  );
  await still(page, 'Pay');
  const row = page.getByTestId('exchange-option-harbour');
  await expect(row).toHaveAttribute('aria-disabled', 'false');
  await look('Pay');
  await row.click();
  const open = page.getByTestId('wm-pay-open');
  await expect(open).toBeVisible();
  const [popup] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
  await still(page, 'PayLoading');
  await expect(page.getByTestId('wm-pay-status')).toHaveAttribute('data-phase', 'exchange');
  await look('PayLoading, at the exchange');
  await popup.getByTestId('pay-cancel').click();
  await expect(page.getByTestId('wm-pay-status')).toHaveAttribute('data-phase', 'failed', {
    timeout: 15_000,
  });
  await look('PayLoading, failed');
  await page.getByTestId('wm-pay-again').click();
  await still(page, 'Pay');
  await look('Pay, after it has failed');
}

/** From the form to what is confirmed. */
export async function ofASwap(page: Page, look: Look): Promise<void> {
  const wallet = await connected(page);
  await giveToken('DUSD', wallet.address, 300_000_000n);
  await fillSwap(page, 'ETH', 'DUSD', '0.25');
  await look('Swap, quoted');
  await page.getByTestId('swap-select-token-button-toToken').click();
  await still(page, 'SwapSelectToken');
  await look('SwapSelectToken');
  await page.getByTestId('header-back').click();
  await still(page, 'Swap');
  await expect(swapAction(page)).toHaveText('Review');
  await swapAction(page).click();
  await still(page, 'SwapPreview');
  await look('SwapPreview');
}

/** Who may take what; one of them is to be taken back. */
export async function ofPermissions(page: Page, look: Look): Promise<void> {
  const wallet = await SigningWallet.install(page);
  await giveToken('DUSD', wallet.address, 300_000_000n);
  await approve(wallet.address, 'DUSD', SWAP_ROUTER as Address, 250_000_000n);
  await approve(wallet.address, 'MDW', freshAddress(), maxUint256);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  await openSettings(page);
  await page.getByTestId('wm-settings-permissions').click();
  await still(page, 'Permissions');
  await expect(page.getByTestId('wm-approval')).toHaveCount(2);
  await expect(page.getByTestId('wm-approvals-looked')).toHaveAttribute('data-logs', 'all');
  await look('Permissions');
  const ofRouter = page.locator(`[data-testid=wm-approval][data-spender="${SWAP_ROUTER}"]`);
  const button = ofRouter.getByTestId('wm-permission-revoke');
  await expect(button).toHaveAccessibleDescription(/250 DUSD/);
  await button.click();
  await still(page, 'RevokePreview');
  await look('RevokePreview');
}
