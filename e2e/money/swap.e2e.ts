// Swapping, from Account to the chain: what is shown, what the wallet is asked, what the chain has afterwards.
import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import { chain, giveToken, tokenBalance } from '../support/chain';
import { SWAP_ROUTER } from '../support/hosts.gen.mjs';
import { accountAction, card, leaveEnding, still, toast, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { SigningWallet } from '../support/signing-wallet';
import {
  allowance,
  confirmSwap,
  fillSwap,
  gets,
  lie,
  reviewSwap,
  swapAction,
  swapStatus,
  tickSwap,
} from '../support/swap';
import { expect, test } from '../support/test';

async function connected(page: Page): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  return wallet;
}

const least = async (page: Page): Promise<bigint> => {
  const text = (await page.getByTestId('wm-swap-minimum').textContent()) ?? '';
  return parseUnits(/[\d,]+(\.\d+)?/.exec(text)![0].replaceAll(',', ''), 6);
};

test('swaps a coin for a token and delivers at least the shown amount @1.21 @2.20 @7.6 @7.11 @9.38 @10.31', async ({
  page,
}) => {
  const wallet = await connected(page);
  await fillSwap(page, 'ETH', 'DUSD', '0.5');
  await expect(gets(page)).toHaveValue(/^[\d,]+\.\d+$/);
  await expect(page.getByTestId('wm-swap-details')).toContainText('1 ETH =');
  await expect(page.getByTestId('wm-swap-slippage')).toContainText('1%');
  await swapAction(page).click();
  await still(page, 'SwapPreview');
  await expect(page.getByTestId('wm-swap-router')).toHaveText(SWAP_ROUTER);
  const minimum = await least(page);
  const before = await chain.getBalance({ address: wallet.address });
  await tickSwap(page);
  await confirmSwap(page, 'Swap');
  await leaveEnding(page, 'swap', /^Swapped 0\.5 ETH→[\d,.]+ DUSD$/);
  const got = await tokenBalance('DUSD', wallet.address);
  expect(got).toBeGreaterThanOrEqual(minimum);
  expect(before - (await chain.getBalance({ address: wallet.address }))).toBeGreaterThan(
    parseUnits('0.5', 18),
  );
  await expect(page.getByTestId('wm-token-DUSD')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(1);

  await page.getByTestId('tab-activity').click();
  await expect(card(page).locator('[data-testid^=wm-tx-]').first()).toContainText('Swapped');
});

test('swaps a token for the coin, approves exactly the amount with a separate click, and leaves no approval @5.22 @7.9 @7.12 @10.15', async ({
  page,
}) => {
  const wallet = await connected(page);
  await giveToken('DUSD', wallet.address, 300_000_000n);
  await reviewSwap(page, 'DUSD', 'ETH', '250');
  await expect(page.getByTestId('wm-swap-step-approve')).toHaveAttribute('data-status', 'now');
  await expect(page.getByTestId('wm-swap-step-swap')).toHaveAttribute('data-status', 'todo');
  await confirmSwap(page, 'Approve');
  await expect(page.getByTestId('wm-swap-step-approve')).toHaveAttribute('data-status', 'done');
  expect(await allowance('DUSD', wallet.address)).toBe(250_000_000n);
  expect(wallet.count('eth_sendTransaction')).toBe(1);
  const before = await chain.getBalance({ address: wallet.address });
  await confirmSwap(page, 'Swap');
  await leaveEnding(page, 'swap', /^Swapped 250 DUSD→at least [\d,.]+ ETH$/);
  expect(await tokenBalance('DUSD', wallet.address)).toBe(50_000_000n);
  expect(await allowance('DUSD', wallet.address)).toBe(0n);
  expect(await chain.getBalance({ address: wallet.address })).toBeGreaterThan(before);
});

test('does not show a dishonest quote, and stays quiet after a refusal that moved nothing @10.12', async ({
  page,
}) => {
  const wallet = await connected(page);
  await fillSwap(page, 'ETH', 'DUSD', '1');
  for (const [n, kind] of ['router', 'recipient', 'minimum'].entries())
    await test.step(`a dishonest ${kind}`, async () => {
      await page.getByTestId('swap-input-token-sourceToken').fill(`1.${n + 1}`);
      await expect(page.getByTestId('wm-swap-error')).toHaveCount(0);
      await expect(swapAction(page)).toHaveText('Review');
      await lie(kind, wallet.address);
      await swapAction(page).click();
      await expect(page.getByTestId('wm-swap-error')).toContainText("This swap can't be checked");
      await still(page, 'Swap');
      expect(wallet.count('eth_sendTransaction')).toBe(0);
    });
  await page.getByTestId('swap-input-token-sourceToken').fill('1');
  // The button already reads Review before the new quote; the error goes with the new amount.
  await expect(page.getByTestId('wm-swap-error')).toHaveCount(0);
  await expect(swapAction(page)).toHaveText('Review');

  await test.step('refused by the user', async () => {
    await swapAction(page).click();
    await still(page, 'SwapPreview');
    await tickSwap(page);
    wallet.refuseOnce('eth_sendTransaction');
    await expect(async () => {
      await swapAction(page).click();
      expect(wallet.count('eth_sendTransaction')).toBe(1);
    }).toPass();
    await expect(swapStatus(page)).toHaveAttribute('data-phase', 'review');
    await expect(toast(page)).toHaveCount(0);
    expect(await tokenBalance('DUSD', wallet.address)).toBe(0n);
  });
});

for (const [zone, isHidden] of [
  ['Asia/Shanghai', true],
  ['Asia/Urumqi', true],
  // the same time of day
  ['Asia/Singapore', false],
  ['Europe/Berlin', false],
] as const)
  test.describe(zone, () => {
    test.use({ timezoneId: zone });
    test(`a swap is ${isHidden ? 'not ' : ''}offered @9.37`, async ({ page }) => {
      await connected(page);
      await expect(accountAction(page, 'send')).toBeVisible();
      await expect(accountAction(page, 'swaps')).toHaveCount(isHidden ? 0 : 1);
    });
  });
