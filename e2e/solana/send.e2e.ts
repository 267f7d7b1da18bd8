// Sending the coin of a solana network: the wallet signs, what it signed is compared, and the page gives it to the node (docs/spec/decisions.md 65, 66).
import { expectClosed, openCard, pressSend, review, sendStatus, view, visit } from '../support/modal';
import { rpc, ScriptedSolanaWallet } from '../support/scripted-solana';
import { expect, test } from '../support/test';

const balanceOf = async (address: string) => (await rpc<{ value: number }>('getBalance', [address])).value;

test('@4.43 @10.44 half a coin is signed by the wallet, given to the node and arrives; changed by the wallet it is not given', async ({
  page,
}) => {
  test.slow();
  const wallet = await ScriptedSolanaWallet.install(page);
  const to = ScriptedSolanaWallet.address('somebody new');
  await visit(page, '?solana=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');

  // More than was shown: signed, and never given to anybody.
  await review(page, '0.25', to);
  await expect(view(page, 'SendPreview').locator('.preview-amount')).toHaveText('0.25 SOL');
  wallet.alter = (transaction) => {
    const bent = transaction.slice();
    // the lamports of the transfer are the last eight bytes
    bent[bent.length - 2] = (bent.at(-2)! + 1) & 255;
    return bent;
  };
  const before = await balanceOf(to);
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'failed');
  await expect(view(page, 'SendPreview')).toContainText('Not sent');
  expect(await balanceOf(to)).toBe(before);

  wallet.alter = (transaction) => transaction;
  await expect(async () => {
    await page.getByTestId('wm-send-confirm').click({ timeout: 500 });
    await expect(sendStatus(page)).not.toHaveAttribute('data-phase', 'failed', { timeout: 300 });
  }).toPass();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
  expect((await balanceOf(to)) - before).toBe(250_000_000);
  expect(wallet.count('signAndSendTransaction')).toBe(0);
  expect(wallet.count('signTransaction')).toBe(2);
});
