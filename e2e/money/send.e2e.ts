// Sending the native coin with a real wallet's window, from the form to the block.
import { parseEther, type Address } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { chain, freshAddress, shownBalance } from '../support/chain';
import {
  connectDemoWallet,
  recordEvents,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  leaveEnding,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';

const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-6)}`;

/** The demo wallet's accounts. Each test that moves the balance of one has it to itself. */
const ACCOUNTS = [0, 1, 2].map(
  (addressIndex): Address =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
      .address,
);

test('sends 1.25 ETH after a full review and one refusal, and follows it to the block @1.19 @2.21 @2.31 @2.42 @4.43 @4.44 @8.33 @10.31', async ({
  page,
  context,
}) => {
  test.slow();
  const from = ACCOUNTS[0]!;
  const to = freshAddress();
  const events = await recordEvents(page);
  await visit(page);
  await connectDemoWallet(page, 0);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText(`${await shownBalance(from)} ETH`);
  await review(page, '1.25', to);

  await expect(page.getByTestId('w3m-header-text')).toHaveText('Review send');
  const groups = (id: string) =>
    page.getByTestId(id).locator('span:not(:has(span), .avatar)').allTextContents();
  // The receiver first, whole; the sender whole on a tap.
  await expect(page.getByTestId('wm-send-from')).toHaveText(short(from));
  await page.getByTestId('wm-send-from').click();
  for (const [id, address] of [
    ['wm-send-to', to],
    ['wm-send-from', from],
  ] as const) {
    expect((await groups(id)).join('')).toBe(address);
    expect(await groups(id)).toHaveLength(11);
  }
  const facts = view(page, 'SendPreview');
  await expect(facts.locator('.preview-amount')).toHaveText('1.25 ETH');
  await expect(facts).toContainText('Demo Chain');
  const fact = (name: string) => facts.locator('.fact', { hasText: name }).locator('dd');
  await expect(fact('Network fee')).toHaveText(/^<?0\.\d+ ETH, \$0\.\d\d$/);
  await expect(fact('Total')).toHaveText(/^1\.25\d* ETH, \$[\d,]+\.\d\d$/);

  const refused = await walletWindow(page, () => pressSend(page));
  await refused.getByTestId('demo-wallet-reject').click();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  await expect(toast(page)).toHaveCount(0);
  expect(events.of('wallet-error')).toEqual([]);
  expect(events.of('wallet-transaction')).toEqual([]);

  const popup = await walletWindow(page, () => pressSend(page));
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await expect(popup.getByTestId('demo-wallet-amount')).toHaveText('1.25 ETH');
  await expect(popup.locator(`[aria-label="${to}"]`)).toBeVisible();
  await popup.getByTestId('demo-wallet-confirm').click();

  await expect(sendStatus(page)).toHaveText(/^Sent 1\.25 ETH/);
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Sent');
  await expect(toast(page)).toHaveCount(0);
  const sent = events.of('wallet-transaction');
  expect(sent.map(({ status }) => status)).toEqual(['sent', 'confirmed']);
  const hash = String(sent[0]!.hash);
  const link = view(page, 'SendPreview').getByRole('link');
  await expect(link).toHaveAttribute('href', `${HOST_URLS.explorer}/tx/${hash}`);
  const [explorer] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(explorer.locator('body')).toContainText(hash);
  expect(await explorer.evaluate(() => window.opener)).toBeNull();

  await leaveEnding(page, 'send', /^Sent 1\.25 ETH/);
  await expect(view(page, 'SendPreview')).toHaveCount(0);
  await expect(page.getByTestId('header-back')).toHaveCount(0);
  expect(await chain.getBalance({ address: to })).toBe(parseEther('1.25'));
  const receipt = await chain.getTransactionReceipt({ hash: hash as Address });
  expect([receipt.status, receipt.from]).toEqual(['success', from.toLowerCase()]);
  await expect(page.getByTestId('balance-amount')).toContainText(`${await shownBalance(from)} ETH`);

  // 4.44: nothing of it is left in the form
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await expect(page.getByTestId('wm-send-amount')).toHaveValue('');
  await expect(page.getByTestId('wm-send-address')).toHaveValue('');
});
