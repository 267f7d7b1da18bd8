// Sending bitcoin by the wallet's own transfer: it sets the fee, what it sent is read back from the network's indexer, compared and followed
// (decision 101, "Sending on Bitcoin").
import { BitcoinKey } from '../../demo/bitcoin/layout.mjs';
import { expectClosed, openCard, pressSend, review, sendStatus, view, visit } from '../support/modal';
import { nodeControl, rest, ScriptedBitcoinWallet } from '../support/scripted-bitcoin';
import { expect, test } from '../support/test';

interface Stats {
  chain_stats: { funded_txo_sum: number; spent_txo_sum: number };
  mempool_stats: { funded_txo_sum: number; spent_txo_sum: number };
}
async function got(address: string): Promise<number> {
  const { chain_stats: chain, mempool_stats: pending } = await rest<Stats>(`address/${address}`);
  return chain.funded_txo_sum + pending.funded_txo_sum;
}

test('delivers the exact amount to the shown address, reports another network and dust, and shows it as pending first @4.43 @10.27', async ({
  page,
}) => {
  test.slow();
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'sats' });
  const mine = wallet.key().address;
  await nodeControl('give', { address: mine, sats: 50_000_000 });
  await nodeControl('mine');
  const to = new BitcoinKey(`somebody ${Date.now()}`, 'p2tr').address;
  await visit(page, '?bitcoin=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText('BTC');

  await page.getByTestId('w3m-account-default-send-button').click();
  await page.getByTestId('wm-send-amount').fill('0.00000100');
  await page.getByTestId('wm-send-address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await expect(view(page, 'Send')).toContainText('This address is for another network');
  await page.getByTestId('wm-send-address').fill(to);
  await page.getByTestId('wm-send-review').click();
  await expect(view(page, 'Send')).toContainText('Send at least 0.0000033 BTC');
  await page.getByTestId('wm-send-amount').fill('0.0025');
  await page.getByTestId('wm-send-review').click();
  await expect(view(page, 'SendPreview')).toContainText('Set by your wallet');
  await expect(page.getByTestId('wm-send-to')).toHaveText(to);
  await pressSend(page);
  await expect.poll(() => got(to)).toBe(250_000);
  expect(wallet.last('send')).toMatchObject({ to, sats: '250000' });
  await nodeControl('mine');
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
});

test('reports a payment to another recipient as an error, never as success @10.27', async ({ page }) => {
  test.slow();
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'sats' });
  await nodeControl('give', { address: wallet.key().address, sats: 50_000_000 });
  await nodeControl('mine');
  const [to, other] = ['p2wpkh', 'p2tr'].map((kind) => new BitcoinKey(`crook ${Date.now()}`, kind).address);
  wallet.redirectTo = other!;
  await visit(page, '?bitcoin=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '0.0025', to!);
  await pressSend(page);
  await expect(sendStatus(page)).toContainText('Your wallet sent something else', { timeout: 15_000 });
  expect([await got(to!), await got(other!)]).toEqual([0, 250_000]);
});
