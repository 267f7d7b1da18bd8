// A balance nobody can tell: what is shown of it, and that it can be asked again.
import { fundedAddress } from '../support/chain';
import { disconnect, expectClosed, recordEvents, openCard, toast, visit } from '../support/modal';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

test('shows a toast and Try again if neither the service nor the node responds @8.15 @2.42', async ({
  page,
}) => {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  const events = await recordEvents(page);
  await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/v1/account/${account}/**`, async (route) => (await held, route.abort()));
  await visit(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  const balance = page.getByTestId('balance-amount');
  await expect(balance).toHaveAttribute('data-phase', 'loading');
  release();
  await expect(toast(page)).toContainText('Token Balance Unavailable');
  await expect(toast(page)).toHaveAttribute('role', 'alert');
  await expect(balance).toHaveAttribute('data-phase', 'failed');
  await expect(balance).toContainText('Token Balance Unavailable');
  await expect(balance).toContainText(/Try again in \d+ s/);
  await expect
    .poll(() => events.of('wallet-toast'))
    .toContainEqual({ message: 'Token Balance Unavailable', variant: 'error' });
  // What does not need the balance still works.
  await expect(page.getByTestId('wm-copy-address')).toBeVisible();
  await disconnect(page);
  await expectClosed(page);
});
