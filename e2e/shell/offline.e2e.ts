// Without a connection: said over every view, what is there goes on, and what was pressed and needs more goes on by itself
// (docs/spec/views.md section 1).
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { fundedAddress } from '../support/chain';
import {
  button,
  card,
  dialog,
  expectClosed,
  fetchedAhead,
  listed,
  openCard,
  openSendBy,
  still,
  visit,
} from '../support/modal';
import { openNetworks } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const banner = (page: Page) => page.getByTestId('wm-offline');

test('shows the banner over every view without a connection, and loaded views go on @10.25', async ({
  page,
  context,
}) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await visit(page);
  await openCard(page);
  await listed(page);
  await fetchedAhead(page);
  await expect(banner(page)).toHaveCount(0);
  await context.setOffline(true);
  await expect(banner(page)).toContainText("You're offline");
  await expect(banner(page)).toContainText("Most things won't load");
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(banner(page)).toHaveCount(0);

  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
  await openNetworks(page);
  await fetchedAhead(page);
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await page.getByTestId('header-back').click();
  await still(page, 'Account');
  await expect(banner(page)).toBeVisible();
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(banner(page)).toBeVisible();
  await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
});

test('reports a part of the engine that is missing, and repeats the press once when it loads, unless the user left', async ({
  page,
  context,
}) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  const fetched: string[] = [];
  page.on('request', (request) => /money-.*wasm/.test(request.url()) && fetched.push(request.url()));
  await visit(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
  await openNetworks(page);
  await page.getByTestId('header-back').click();
  await still(page, 'Account');
  await fetchedAhead(page);
  const send = page.getByTestId('w3m-account-default-send-button');

  await test.step('left meanwhile', async () => {
    await context.setOffline(true);
    await send.click();
    await expect(banner(page)).toContainText('This will continue');
    await openNetworks(page);
    await expect(banner(page)).not.toContainText('This will continue');
    await context.setOffline(false);
    await expect(banner(page)).toHaveCount(0);
    await page.waitForTimeout(500);
    await still(page, 'Networks');
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
  });

  await context.setOffline(true);
  await send.click();
  await expect(banner(page)).toContainText("This will continue when you're back online");
  await expect(dialog(page)).toBeVisible();
  await context.setOffline(false);
  await still(page, 'Send');
  await expect(banner(page)).toHaveCount(0);
  await page.getByTestId('header-back').click();
  await still(page, 'Account');
  expect(fetched.length).toBeGreaterThan(0);
});

test('shows the banner and refuses nothing if the browser wrongly reports no connection @10.25', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await visit(page);
  await openCard(page);
  await listed(page);
  await expect(banner(page)).toBeVisible();
  await openSendBy(page, wallet.row);
});

test('opens once the connection is back if the user still wants it, and so does a view', async ({
  page,
  context,
}) => {
  await visit(page, '?nowallet');
  await context.setOffline(true);
  await button(page).click();
  await expect(card(page)).toContainText("Couldn't load");
  await context.setOffline(false);
  await still(page, 'Connect');

  await test.step('a view', async () => {
    await listed(page);
    await fetchedAhead(page);
    await context.setOffline(true);
    await page.getByTestId('wm-header-help').click();
    await expect(card(page)).toContainText("Couldn't load");
    await expect(banner(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByTestId('wm-help').first()).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });

  await visit(page, '?nowallet');
  await context.setOffline(true);
  await button(page).click();
  await expect(card(page)).toContainText("Couldn't load");
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await context.setOffline(false);
  await page.waitForTimeout(500);
  await expectClosed(page);
});
