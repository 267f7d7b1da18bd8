// What somebody who has logged in by email sees of it and changes: the account type, the address, another network.
import type { Page } from '@playwright/test';
import { call, create, expectClosed, openCard, still, toast, view } from '../support/modal';
import { expect, test } from '../support/test';
import { codeFor, freshEmail, mails } from './peer';

const account = (page: Page) => page.getByTestId('demo-account');
const code = (page: Page) => page.getByTestId('wui-otp-input').locator('input').first();

async function logIn(page: Page): Promise<string> {
  const email = freshEmail();
  await page.goto('/?noauto');
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  await call(page, 'open');
  await still(page, 'Connect');
  await page.getByTestId('wui-email-input').fill(email);
  await page.keyboard.press('Enter');
  await still(page, 'EmailVerifyDevice');
  await fetch((await mails(email))[0]!.link!);
  await still(page, 'EmailVerifyOtp');
  await code(page).pressSequentially(await codeFor(email));
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  return email;
}

async function settings(page: Page): Promise<void> {
  await openCard(page, 'Account');
  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
}

test('changes the account type and keeps it, and uses the standard one on a network without smart accounts @4.11 @4.12 @3.29', async ({
  page,
}) => {
  await logIn(page);
  const smart = await account(page).textContent();
  await settings(page);
  const toggle = page.getByTestId('account-toggle-preferred-account-type');
  await expect(toggle).toContainText('Standard account');
  await toggle.click();
  await expect(account(page)).not.toHaveText(smart!);
  const plain = await account(page).textContent();
  await expect(toggle).toContainText('Smart account');
  await expect(page.getByTestId('account-settings-address')).not.toContainText(smart!.slice(-4));
  await page.reload();
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  await expect(account(page)).toHaveText(plain!);
  await settings(page);
  await toggle.click();
  await expect(account(page)).toHaveText(smart!);
  await call(page, 'switchNetwork', 'eip155:1338');
  await expect(account(page)).toHaveText(plain!);
  await expect(toast(page)).toContainText("doesn't support smart accounts");
  await call(page, 'switchNetwork', 'eip155:1337');
  await expect(account(page)).toHaveText(smart!);
});

test('changes the email address with the old and the new code, and logs in with the new one @2.12 @4.22', async ({
  page,
}) => {
  const email = await logIn(page);
  const next = freshEmail();
  await settings(page);
  await page.getByTestId('w3m-account-email-update').click();
  await still(page, 'UpdateEmailWallet');
  const field = view(page, 'UpdateEmailWallet').getByTestId('wui-email-input');
  await expect(field).toHaveValue(email);
  await field.fill(next);
  await page.getByTestId('wm-email-save').click();
  await still(page, 'UpdateEmailPrimaryOtp');
  await code(page).pressSequentially('000000');
  await expect(page.getByTestId('wm-otp-message')).not.toBeEmpty();
  await code(page).pressSequentially(await codeFor(email));
  await still(page, 'UpdateEmailSecondaryOtp');
  await code(page).pressSequentially(await codeFor(next));
  await still(page, 'AccountSettings');
  await expect(page.getByTestId('wm-settings-email')).toContainText(next.slice(0, 20));
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(next);
});

test('logs in by email through the handle, and returns no account if the user leaves the code', async ({
  page,
}) => {
  const email = freshEmail();
  await page.goto('/?noauto');
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  const connected = call(page, 'connect', { email });
  await still(page, 'EmailVerifyDevice');
  await fetch((await mails(email))[0]!.link!);
  await still(page, 'EmailVerifyOtp');
  await code(page).pressSequentially(await codeFor(email));
  expect(JSON.stringify(await connected)).toContain((await account(page).textContent())!);
  const { embedded } = (await page.evaluate(() =>
    JSON.parse(
      JSON.stringify(
        (window as unknown as { walletModal: { getAccount(): unknown } }).walletModal.getAccount(),
      ),
    ),
  )) as { embedded: object };
  expect(embedded).toMatchObject({ user: { email }, authProvider: 'email', accountType: 'smartAccount' });
});
