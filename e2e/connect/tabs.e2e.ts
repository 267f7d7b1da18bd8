// Two tabs of one page and a wallet in each: they agree on the connection (10.23). Which rules count is in the scenarios; here real tabs
// hear each other.
import { freshAddress } from '../support/chain';
import { expectClosed, openCard, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

test('follows a connection and a disconnect of another tab @10.23', async ({ page, context }) => {
  const account = freshAddress();
  const second = await context.newPage();
  const wallets = [];
  for (const tab of [page, second])
    wallets.push(await ScriptedWallet.install(tab, { accounts: [account], granted: true }));
  for (const tab of [page, second]) await visit(tab, '?nowallet&projectId=');
  await openCard(page);
  await page.getByTestId(wallets[0]!.row).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(account);
  // The other tab had no engine yet.
  await expect(second.getByTestId('demo-account')).toHaveText(account);
  expect(wallets[1]!.count('eth_requestAccounts'), 'nobody is asked twice').toBe(0);
  await second.evaluate(() =>
    (document.querySelector('wallet-modal') as unknown as { disconnect(): Promise<void> }).disconnect(),
  );
  await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  // And again, now that both have one.
  await openCard(page);
  await page.getByTestId(wallets[0]!.row).click();
  await expect(second.getByTestId('demo-account')).toHaveText(account);
  await openCard(second, 'Account');
});
