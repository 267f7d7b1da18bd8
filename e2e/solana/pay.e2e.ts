// Paying on solana what a page wants paid: a token to a locked receiver, with the key by which the page finds the transfer, and the demo's
// own bill in coins (decision 81, "A payment on Solana").
import { expectClosed, openCard, still, visit } from '../support/modal';
import { rpc, ScriptedSolanaWallet } from '../support/scripted-solana';
import { addressOf } from '../../demo/solana/layout.mjs';
import { expect, test } from '../support/test';
import type { Page } from '@playwright/test';

const SHOP = addressOf('account 2');
const balanceOf = async (address: string) => (await rpc<{ value: number }>('getBalance', [address])).value;

async function connected(page: Page): Promise<ScriptedSolanaWallet> {
  const wallet = await ScriptedSolanaWallet.install(page);
  await visit(page, '?solana=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  return wallet;
}

/** The one way here, to the preview and through it. */
async function payByWallet(page: Page, to: string): Promise<void> {
  await still(page, 'Pay');
  await expect(page.getByTestId('wm-pay-to')).toHaveText(to);
  await page.getByTestId('wallet-payment-option').click();
  await still(page, 'SendPreview');
  const [confirm, status] = [page.getByTestId('wm-send-confirm'), page.getByTestId('wm-pay-status')];
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 500 });
    await expect(status).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(status).toHaveAttribute('data-phase', 'done');
}

test('pays the recipient the exact amount, and finds the payment by its reference @1.8 @2.25', async ({
  page,
}) => {
  test.slow();
  await connected(page);
  const to = addressOf('a shop with dollars');
  const reference = addressOf('order 7');
  const paid = page.evaluate(
    ([mint, recipient, key]) => {
      const host = window as unknown as { walletModal: { pay(options: object): Promise<object> } };
      return host.walletModal.pay({
        paymentAsset: {
          network: 'solana:localnet',
          asset: mint,
          metadata: { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 },
        },
        recipient,
        amount: '12.5',
        references: [key],
      });
    },
    [addressOf('dollar'), to, reference] as const,
  );
  await payByWallet(page, to);
  const { txHash } = (await paid) as { txHash: string };
  const found = await rpc<{ signature: string }[]>('getSignaturesForAddress', [reference]);
  expect(found.map(({ signature }) => signature)).toEqual([txHash]);
  const { value } = await rpc<{ value: { account: Holding }[] }>('getTokenAccountsByOwner', [
    to,
    { mint: addressOf('dollar') },
    { encoding: 'jsonParsed' },
  ]);
  expect(value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)).toEqual(['12500000']);
});

test('the demo asks for SOL if the user is on Solana @2.25', async ({ page }) => {
  await connected(page);
  const before = await balanceOf(SHOP);
  await page.getByTestId('demo-pay').click();
  await payByWallet(page, SHOP);
  await expect(page.getByTestId('demo-result')).toContainText('Payment: SUCCESS');
  expect((await balanceOf(SHOP)) - before).toBe(250_000_000);
});

interface Holding {
  data: { parsed: { info: { tokenAmount: { amount: string } } } };
}
