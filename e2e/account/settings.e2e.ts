// Settings of the account, help for newcomers, and what stands under the wallets.
import { freshAddress } from '../support/chain';
import {
  button,
  card,
  create,
  DEMO_WALLET,
  disconnect,
  expectClosed,
  openCard,
  openSettings,
  still,
  toast,
  visit,
} from '../support/modal';
import { expectNetwork, networkRow, openAccount } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { SigningWallet } from '../support/signing-wallet';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';
import { withAccount } from '../support/tokens';

test.describe('settings', () => {
  test('copies the whole address, shows the wallet, switches the network, and Disconnect removes everything @1.14 @4.6 @4.7 @4.28', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const wallet = await SigningWallet.install(page);
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openSettings(page);

    await test.step('the address, the wallet', async () => {
      await expect(page.getByTestId('w3m-header-text')).toHaveText('Settings');
      await expect(page.getByTestId('wm-settings-whole')).toHaveText(wallet.address);
      await expect(page.getByTestId('wm-settings-wallet')).toContainText('Signing');
      await expect(page.getByTestId('account-switch-network-button')).toContainText('Demo Chain');
      await expect(page.getByTestId('account-settings-address')).toBeFocused();
      await page.getByTestId('account-settings-address').click();
      await expect(page.getByTestId('account-settings-address')).toHaveText('Copied');
      await expect(toast(page)).toHaveCount(0);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.address);
    });

    await test.step('the network row opens the list, and a choice there returns here', async () => {
      await page.getByTestId('account-switch-network-button').click();
      await still(page, 'Networks');
      await networkRow(page, 1338).click();
      await still(page, 'AccountSettings');
      await expect(page.getByTestId('account-switch-network-button')).toContainText('Demo Chain 2');
      await expectNetwork(page, 1338);
      await page.getByTestId('header-back').click();
      await still(page, 'Account');
    });

    await test.step('Disconnect closes the modal after one click and leaves nothing', async () => {
      await disconnect(page);
      await expectClosed(page);
      await expect(button(page)).toHaveText('Connect wallet');
      await expect(page.getByTestId('demo-account')).toHaveText('-');
      await page.reload();
      await expect(button(page)).toHaveText('Connect wallet');
      await openCard(page);
      await expect(page.getByTestId(wallet.row)).toBeVisible();
      await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    });
  });

  test('reports a copy that the browser blocks, and does not call it copied', async ({ page }) => {
    await page.addInitScript(() => {
      Clipboard.prototype.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
      Document.prototype.execCommand = () => false;
    });
    const account = freshAddress();
    await withAccount(page, account);
    await openSettings(page);
    await page.getByTestId('account-settings-address').click();
    await expect(toast(page)).toHaveText(/Copying is blocked/);
    await expect(toast(page)).toHaveAttribute('data-variant', 'error');
    const text = page.getByTestId('wm-copy-by-hand');
    await expect(text).toHaveValue(account);
    await expect(text).toBeFocused();
    expect(
      await text.evaluate((field: HTMLInputElement) => field.selectionEnd! - field.selectionStart!),
    ).toBe(account.length);
    await expectAccessible(page);
  });

  test('shows the account on a screen of 320 px without sideways scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await withAccount(page, freshAddress());
    for (const part of [
      card(page),
      page.getByTestId('w3m-header-close'),
      page.getByTestId('wm-hide-amounts'),
    ]) {
      await expect(part).toBeVisible();
      const { x, width } = (await part.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(320);
    }
  });

  test('copies through the selection without the async clipboard, and keeps the focus @10.25', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
      addEventListener('copy', (event) => {
        const field = event.composedPath()[0] as HTMLTextAreaElement;
        Object.assign(window, { copied: field.value.slice(field.selectionStart, field.selectionEnd) });
      });
    });
    const account = freshAddress();
    await withAccount(page, account);
    await openSettings(page);
    const button = page.getByTestId('account-settings-address');
    await button.click();
    await expect(button).toContainText('Copied');
    await expect(button).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(account);
  });
});

test.describe('for newcomers', () => {
  test('opens the guide from the question mark, wallets from the footer, and returns', async ({ page }) => {
    await visit(page);
    await openCard(page);
    await page.getByTestId('w3m-wallet-guide-get-started').click();
    await still(page, 'GetWallet');
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await page.getByTestId('wm-header-help').click();
    await still(page, 'WhatIsAWallet');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('What is a wallet?');
    await expect(page.getByTestId('wm-help').getByRole('heading')).toHaveText([
      'The keys to what you own',
      'A new way to sign in',
      'How to get one',
    ]);
    await expect(page.getByTestId('wm-help-done')).toHaveText('Choose a wallet');
    await page.getByTestId('wm-help-done').click();
    await still(page, 'Connect');
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
  });

  test('shows the legal links in a new tab and the branding line, and hides what is turned off @3.22 @3.23', async ({
    page,
    context,
  }) => {
    await ScriptedWallet.install(page, { accounts: [freshAddress()] });
    await page.goto('/?noauto');
    const terms = `${new URL(page.url()).origin}/favicon.svg?terms`;
    const privacy = `${new URL(page.url()).origin}/favicon.svg?privacy`;
    await create(page, {
      termsConditionsUrl: terms,
      privacyPolicyUrl: privacy,
      features: { reownBranding: true },
    });
    await openCard(page);
    const footer = page.getByTestId('wm-footer');
    await expect(footer).toContainText(
      'By connecting, you agree to the terms of service and privacy policy.',
    );
    await expect(footer.getByRole('link')).toHaveCount(2);
    await expect(footer.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', privacy);
    const link = footer.getByRole('link', { name: 'terms of service' });
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await tab.waitForURL(terms);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(page.getByTestId('ux-branding-reown')).toHaveText('Your keys never leave your wallet');
    await expect(card(page)).toBeVisible();
  });

  test('shows no empty footer without guide, links and branding @3.23', async ({ page }) => {
    await ScriptedWallet.install(page, { accounts: [freshAddress()] });
    await page.goto('/?noauto');
    await create(page, { enableWalletGuide: false, features: { reownBranding: false } });
    await openCard(page);
    await expect(page.getByTestId('wm-header-help')).toHaveCount(0);
    await expect(page.getByTestId('w3m-wallet-guide-get-started')).toHaveCount(0);
    await expect(page.getByTestId('ux-branding-reown')).toHaveCount(0);
    await expect(card(page).getByRole('link')).toHaveCount(0);
    await expect(card(page)).not.toContainText('By connecting');
  });
});
