// A smart session from its grant to its end, through our own modal: the page asks, the person allows it in the frame, reads what was allowed,
// finds it in the list and takes it back there; then the service's own store says that it is gone.
import { expectAccessible } from '../support/axe';
import { confirm, expectClosed, openCard, still, toast } from '../support/modal';
import { expect, test } from '../support/test';
import { permissionOf, sessionsOf } from './grants';
import { inFrame, logIn, request, resultOf, visitLogin } from './host-page';
import { confirmIn } from './smart-wallet';

test('shows a granted permission in the list, and revokes it with a signature @1.24 @1.25 @7.21 @7.22 @7.39', async ({
  page,
}) => {
  await visitLogin(page, { features: { smartSessions: true } });
  const address = await logIn(page);
  const granting = await request(page, 'wallet_grantPermissions', permissionOf(address));
  await still(page, 'ApproveTransaction');
  await confirmIn(page.frameLocator('#w3m-iframe'));
  await still(page, 'SmartSessionCreated');
  await expect(page.getByTestId('wm-grant-line')).toHaveText('Up to 0.1 ETH an hour');
  const { context: pci } = await resultOf<{ context: string }>(granting);
  await page.getByTestId('wm-session-done').click();
  await expectClosed(page);

  await openCard(page, 'Account');
  await page.getByTestId('account-settings-button').click();
  await page.getByTestId('wm-settings-sessions').click();
  await still(page, 'SmartSessionList');
  const row = page.getByTestId(`wm-session-${pci}`);
  await expect(row).toContainText('Active');
  await row.click();
  await expect(page.getByTestId('wm-grant-line')).toHaveText('Up to 0.1 ETH an hour');
  await expectAccessible(page);
  await page.getByTestId(`wm-revoke-${pci}`).click();
  await confirm(page.getByTestId('wm-session-revoke'));
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'fact-message')).toContainText(pci.slice(0, 20));
  expect((await sessionsOf(address))[0], 'not before it is signed').not.toHaveProperty('revokedAt');
  await confirmIn(page.frameLocator('#w3m-iframe'));
  await still(page, 'SmartSessionList');
  await expect(toast(page)).toHaveText(/Permission revoked/);
  await expect(row).toHaveCount(0);
  expect(await sessionsOf(address)).toMatchObject([{ pci, revokedAt: expect.any(Number) }]);
  await page.getByTestId('tab-revoked').click();
  await expect(row).toContainText('Revoked');
});
