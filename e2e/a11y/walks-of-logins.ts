// The ways through what only somebody who has logged in has: a name and smart sessions, for axe.e2e.ts: each state once.
import type { Page } from '@playwright/test';
import { permissionOf } from '../embedded/grants';
import { approve, logIn, request, resultOf, visitLogin } from '../embedded/host-page';
import { confirmIn } from '../embedded/smart-wallet';
import type { Look } from '../support/axe';
import { card, expectClosed, openCard, openSettings, still, view } from '../support/modal';
import { expect } from '../support/test';

/** Settings, the form, what is near, the name. */
export async function ofAName(page: Page, look: Look): Promise<void> {
  await visitLogin(page);
  await logIn(page);
  await openCard(page, 'Account');
  await openSettings(page);
  await look('AccountSettings of a login');
  await page.getByTestId('account-choose-name-button').click();
  await still(page, 'ChooseAccountName');
  await page.getByTestId('wm-name-more').locator('summary').click();
  await look('ChooseAccountName, more');
  await view(page, 'ChooseAccountName').getByTestId('account-choose-name-button').click();
  await still(page, 'RegisterAccountName');
  const field = page.getByTestId('wm-name-input');
  await field.fill('al ice');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await look('RegisterAccountName, no name');
  const label = `ada-${Date.now().toString(36)}`;
  await field.fill(label);
  await expect(page.getByTestId(`wm-name-suggestion-${label}`)).toBeVisible();
  await look('RegisterAccountName');
  await page.getByTestId('wm-register-name').click();
  await still(page, 'ApproveTransaction');
  await approve(page);
  await still(page, 'RegisterAccountNameSuccess');
  await look('RegisterAccountNameSuccess');
}

/** Nothing, what was just allowed, the list, open, about to be taken back. */
export async function ofSessions(page: Page, look: Look): Promise<void> {
  await visitLogin(page, { features: { smartSessions: true } });
  const address = await logIn(page);
  const granting = await request(page, 'wallet_grantPermissions', permissionOf(address));
  await still(page, 'ApproveTransaction');
  await confirmIn(page.frameLocator('#w3m-iframe'));
  await still(page, 'SmartSessionCreated');
  await look('SmartSessionCreated');
  const { context: pci } = await resultOf<{ context: string }>(granting);
  await page.getByTestId('wm-session-done').click();
  await expectClosed(page);

  await openCard(page, 'Account');
  await openSettings(page);
  await page.getByTestId('wm-settings-sessions').click();
  await still(page, 'SmartSessionList');
  const row = page.getByTestId(`wm-session-${pci}`);
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  await look('SmartSessionList');
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await look('SmartSessionList, open');
  await page.getByTestId(`wm-revoke-${pci}`).click();
  await expect(page.getByTestId('wm-session-status')).toHaveAttribute('data-phase', 'asking');
  await look('SmartSessionList, asking');
  await page.getByTestId('tab-expired').click();
  await expect(page.getByTestId('wm-sessions-empty')).toBeVisible();
  await look('SmartSessionList, none that expired');
  await page.getByTestId('header-back').click();
  await still(page, 'AccountSettings');
  await page.getByTestId('wm-settings-permissions').click();
  await still(page, 'Permissions');
  await expect(card(page).getByTestId('wm-approvals-looked')).toHaveAttribute('data-logs', 'all');
  await look('Permissions, with smart sessions');
}
