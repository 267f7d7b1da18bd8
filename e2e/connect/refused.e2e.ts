// Connecting, as far as a real window of a wallet decides it: refused, closed, locked.
import type { Page } from '@playwright/test';
import {
  button,
  card,
  connectingStatus,
  DEMO_WALLET,
  expectClosed,
  recordEvents,
  openCard,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { demoAccount } from '../support/networks';
import { expect, test } from '../support/test';

const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');

test('stays quiet after a refusal or a closed window, offers Try again, and restores a locked wallet by one Unlock @4.1 @4.2 @4.6 @8.21 @8.33', async ({
  page,
  context,
}) => {
  test.slow();
  const events = await recordEvents(page);
  await visit(page);
  await openCard(page);

  await test.step('refused, closed, tried again', async () => {
    const first = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
    await first.getByTestId('demo-wallet-reject').click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(connectingStatus(page)).toContainText('Connection rejected');
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByTestId('wui-alertbar-text')).toHaveCount(0);
    await expect(card(page).locator('details')).toHaveCount(0);
    expect(events.of('wallet-error')).toEqual([]);
    expect(events.of('wallet-alert')).toEqual([]);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');

    const second = await walletWindow(page, () => retry(page).click());
    await second.close();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    const third = await walletWindow(page, () => retry(page).click());
    await third.getByTestId('demo-wallet-account-1').check();
    await third.getByTestId('demo-wallet-confirm').click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-status')).toHaveText('connected');
  });

  await test.step('disconnects when the wallet is locked', async () => {
    await openCard(page, 'Account');
    await page.evaluate(() => (window as unknown as { demoWallet: { lock(): void } }).demoWallet.lock());
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await expect(view(page, 'Account')).toHaveCount(0);
    await expect(button(page)).toHaveText('Connect wallet');
  });

  await test.step('asks nothing at the start, stays quiet if the user does not unlock, and restores after one Unlock', async () => {
    const opened: string[] = [];
    context.on('page', (popup) => opened.push(popup.url()));
    await page.reload();
    // the account comes back by itself for five seconds, if its wallet is unlocked (4.2)
    await expect(button(page)).toHaveText('Connect wallet', { timeout: 15_000 });
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
    expect(opened).toEqual([]);
    const refused = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
    await refused.getByTestId('demo-wallet-reject').click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');

    const popup = await walletWindow(page, () => retry(page).click());
    await expect(popup.getByTestId('demo-wallet-confirm')).toHaveText('Unlock');
    await popup.getByTestId('demo-wallet-confirm').click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-account')).toHaveText(demoAccount(1));
  });
});
