// Receive: from Account to the address as a code that a camera reads, to what is copied, and to the networks it is good on.
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { card, still, visit } from '../support/modal';
import { expectNetwork, NAMES, networkRow, openAccount, openNetworks } from '../support/networks';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

test('shows the plain address in the QR code, copies it, and lists the page’s networks @2.22 @2.34', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  const tiles = card(page).locator('[data-testid^=w3m-account-default-]');
  for (const [i, name] of ['Buy', 'Swap', 'Receive', 'Send'].entries())
    await expect(tiles.nth(i)).toHaveText(name);
  await page.getByTestId('w3m-account-default-receive-button').click();
  await still(page, 'Receive');
  await expect(page.getByTestId('wm-receive-address')).toHaveText(wallet.address);

  const { data, width, height } = PNG.sync.read(await page.getByTestId('wui-qr-code').screenshot());
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(wallet.address);

  await page.getByTestId('receive-address-copy-button').click();
  await expect(page.getByTestId('receive-address-copy-button')).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.address);

  await page.getByTestId('link-receive-funds').click();
  await still(page, 'CompatibleNetworks');
  const rows = card(page).locator('[data-testid^=wm-compatible-]');
  await expect(rows).toHaveText(Object.values(NAMES));
  await page.getByTestId('header-back').click();
  await still(page, 'Receive');
  await page.getByTestId('header-back').click();
  await still(page, 'Account');

  // where the account stands now comes first
  await openNetworks(page);
  await networkRow(page, 1338).click();
  await expectNetwork(page, 1338);
  await still(page, 'Account');
  await page.getByTestId('w3m-account-default-receive-button').click();
  await still(page, 'Receive');
  await page.getByTestId('link-receive-funds').click();
  await still(page, 'CompatibleNetworks');
  await expect(rows.first()).toHaveText(NAMES[1338]);
});
