// Paying what a page wants paid: from the wallet, with an exchange, and what the recipient has afterwards.
import type { Page } from '@playwright/test';
import { getAddress, type Address } from 'viem';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import { card, expectClosed, recordEvents, still, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

const status = (page: Page) => page.getByTestId('wm-pay-status');

const bill = (recipient: Address, more: object = {}) => ({
  paymentAsset: {
    network: 'eip155:1337',
    asset: TOKENS.DUSD.address,
    metadata: { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 },
  },
  recipient,
  amount: '25.5',
  ...more,
});

/** The page's own call. */
const begin = (page: Page, options: object): Promise<void> =>
  page.evaluate((given) => {
    const host = window as unknown as {
      walletModal: { pay(options: object): Promise<unknown> };
      paid: Promise<unknown>;
    };
    host.paid = host.walletModal
      .pay(given)
      .catch(({ name, code }: Error & { code: unknown }) => ({ name, code }));
  }, options);

/** What became of it. */
const ended = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => (window as unknown as { paid: Promise<Record<string, string>> }).paid);

/** The exchange's page, opened in the click. */
async function atHarbour(page: Page): Promise<Page> {
  const row = page.getByTestId('exchange-option-harbour');
  await expect(row).toHaveAttribute('aria-disabled', 'false');
  await row.click();
  const open = page.getByTestId('wm-pay-open');
  await expect(open).toContainText('Continue on localhost');
  const [popup] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
  await expect(popup.getByTestId('pay-asset')).toHaveText('25.5 DUSD');
  return popup;
}

test('pays the recipient the exact amount from the wallet @1.8 @2.25', async ({ page }) => {
  const recipient = freshAddress();
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  await giveToken('DUSD', wallet.address, 100_000_000n);
  await page.getByTestId('w3m-header-close').click();
  await begin(page, bill(recipient));
  await still(page, 'Pay');
  await expect(page.getByTestId('wm-pay-to')).toHaveText(recipient);
  await page.getByTestId('wallet-payment-option').click();
  await still(page, 'SendPreview');
  await expect(page.getByTestId('wm-send-to')).toHaveText(recipient);
  const confirm = page.getByTestId('wm-send-confirm');
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 500 });
    await expect(status(page)).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(status(page)).toHaveAttribute('data-phase', 'done');
  const { status: said, txHash } = await ended(page);
  expect(said).toBe('SUCCESS');
  const receipt = await chain.getTransactionReceipt({ hash: txHash as `0x${string}` });
  expect([receipt.status, getAddress(receipt.from)]).toEqual(['success', wallet.address]);
  expect(await tokenBalance('DUSD', recipient)).toBe(25_500_000n);
  await expect(page.getByTestId('wm-pay-explorer')).toHaveAttribute('href', new RegExp(`/tx/${txHash}$`));
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('pays through an exchange without a connection, offers another way after a cancel, and resolves @1.8 @2.25', async ({
  page,
}) => {
  test.slow();
  await visit(page, '?nowallet');
  await test.step('reports a payment that was canceled at the exchange and left as failed', async () => {
    const recipient = freshAddress();
    await begin(page, bill(recipient));
    const popup = await atHarbour(page);
    await Promise.all([popup.waitForEvent('close'), popup.getByTestId('pay-cancel').click()]);
    await expect(status(page)).toHaveAttribute('data-phase', 'failed', { timeout: 15_000 });
    await page.getByTestId('wm-pay-again').click();
    await still(page, 'Pay');
    await expect(page.getByTestId('exchange-option-harbour')).toBeVisible();
    await page.getByTestId('w3m-header-close').click();
    await expectClosed(page);
    expect(await ended(page)).toMatchObject({ status: 'FAILED' });
    expect(await tokenBalance('DUSD', recipient)).toBe(0n);
  });

  const recipient = freshAddress();
  await begin(page, bill(recipient));
  await still(page, 'Pay');
  const popup = await atHarbour(page);
  await still(page, 'PayLoading');
  await expect(status(page)).toHaveAttribute('data-phase', 'exchange');
  expect(await popup.evaluate(() => opener as unknown)).toBeNull();
  await popup.getByTestId('pay-confirm').click();
  await expect(status(page)).toHaveAttribute('data-phase', 'done', { timeout: 15_000 });
  const { status: said, txHash, sessionId } = await ended(page);
  expect([said, !!sessionId]).toEqual(['SUCCESS', true]);
  const receipt = await chain.getTransactionReceipt({ hash: txHash as `0x${string}` });
  expect(receipt.status).toBe('success');
  expect(await tokenBalance('DUSD', recipient)).toBe(25_500_000n);
  await page.getByTestId('wm-pay-close').click();
  await expectClosed(page);
});

test('asks for the result after a reload during a payment @2.25', async ({ page }) => {
  const recipient = freshAddress();
  const heard = await recordEvents(page);
  await visit(page, '?nowallet');
  await begin(page, bill(recipient));
  const popup = await atHarbour(page);
  await page.reload();
  await popup.getByTestId('pay-confirm').click();
  await expect
    .poll(() => heard.of('wallet-toast').map(({ message }) => message), { timeout: 20_000 })
    .toContain('25.5 DUSD paid with Harbour Exchange');
  expect(await tokenBalance('DUSD', recipient)).toBe(25_500_000n);
  expect(await page.evaluate(() => localStorage['wallet-modal:payments'] as unknown)).toBeUndefined();
});

test('rejects an impossible payment with its code, and opens nothing @2.25', async ({ page }) => {
  await visit(page, '?nowallet');
  for (const [what, options, code] of [
    ['no amount', { amount: '0' }, 'INVALID_AMOUNT'],
    ['more decimals than the token has', { amount: 0.0000001 }, 'INVALID_AMOUNT'],
    ['the token itself', { recipient: TOKENS.DUSD.address }, 'INVALID_RECIPIENT'],
    ['nothing at all', { paymentAsset: null }, 'INVALID_PAYMENT_CONFIG'],
  ] as const)
    await test.step(what, async () => {
      await begin(page, bill(freshAddress(), options));
      expect(await ended(page)).toEqual({ name: 'WalletError', code });
      await expectClosed(page);
      await expect(card(page)).toBeHidden();
    });
});
