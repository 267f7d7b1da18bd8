// The ways through every view and state of a wallet that is not in the page, for axe.e2e.ts: each state once.
import type { Page } from '@playwright/test';
import type { Look } from '../support/axe';
import { card, connectingStatus, openCard, still } from '../support/modal';
import { trouble } from '../support/networks';
import { HOST_URLS } from '../support/ports';
import { expect } from '../support/test';
import { qr, start, uriOf, WALLET_CONNECT, type Phone } from '../support/walletkit';

const LIST = new RegExp(`^${HOST_URLS.wallets}/getWallets`);
const field = (page: Page) => page.getByTestId('wui-input-text');
const tiles = (page: Page) => page.locator('[data-testid^=wallet-search-item-]');
const back = async (page: Page, view: string) => {
  await page.getByTestId('header-back').click();
  await still(page, view);
};
/** All wallets, the guide, where one can be had. */
export async function ofTheDirectory(page: Page, look: Look): Promise<void> {
  await start(page);
  await openCard(page);
  await expect(page.getByTestId('all-wallets')).toContainText('+');
  await look('Connect');
  await page.getByTestId('w3m-wallet-guide-get-started').click();
  await still(page, 'GetWallet');
  await expect(page.locator('[data-testid^=wm-get-wallet-]').first()).toBeVisible();
  await look('GetWallet');
  await page.locator('[data-testid^=wm-get-wallet-]').first().click();
  await still(page, 'Downloads');
  await look('Downloads, nothing known');
  await back(page, 'GetWallet');
  await page.getByTestId('w3m-wallet-guide-explore').click();
  await still(page, 'AllWallets');
  await expect(tiles(page).nth(20)).toBeVisible();
  await look('AllWallets');
  const broken = await trouble(page, LIST, { status: 500 });
  await field(page).fill('lantern');
  await expect(page.getByTestId('wm-all-wallets-retry').first()).toBeVisible();
  await look('AllWallets, failed');
  await broken.over();
  await field(page).fill('no such wallet');
  await expect(page.getByTestId('no-wallet-found')).toBeVisible();
  await look('AllWallets, none found');
}

/** A wallet of which every kind of link is known. */
async function openSaffron(page: Page): Promise<void> {
  await start(page);
  await openCard(page);
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  await field(page).fill('saffron beacon');
  await expect(tiles(page)).toHaveCount(1);
  await tiles(page).click();
  await still(page, 'ConnectingWalletConnect');
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'ready');
}

/** The code, and what comes of it. */
export async function ofPairing(page: Page, phone: Phone, look: Look): Promise<void> {
  await start(page);
  await openCard(page);
  await page.getByTestId(WALLET_CONNECT).click();
  await still(page, 'ConnectingWalletConnect');
  const uri = await uriOf(page);
  await look('any wallet, the code');
  await page.getByRole('button', { name: 'Enlarge QR code' }).click();
  await look('the code, large');
  await page.keyboard.press('Escape');
  await phone.pair(uri);
  await phone.reject();
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await look('rejected');
  await start(page, { projectId: 'demo-key', debug: false });
  await openCard(page);
  await page.getByTestId(WALLET_CONNECT).click();
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed', { timeout: 20_000 });
  await card(page).getByText('Details').click();
  await look('failed, details open');
}

/** A wallet with tabs for each way to it, and where it can be had. */
export async function ofOneWallet(page: Page, look: Look): Promise<void> {
  await openSaffron(page);
  await look('a wallet with tabs, the code');
  await page.getByTestId('tab-webapp').click();
  await expect(page.getByTestId('wm-open-wallet')).toBeVisible();
  await look('a wallet with tabs, its page');
  await page.getByTestId('tab-mobile').click();
  await page.getByTestId('wm-pairing-get').click();
  await still(page, 'Downloads');
  await expect(qr(page)).toBeVisible();
  await look('Downloads');
}

/** The same on the device the wallet is on, also when it does not open. */
export async function ofOneWalletHere(page: Page, look: Look): Promise<void> {
  await openSaffron(page);
  await look('a wallet, its link');
  await page
    .getByTestId('wm-open-wallet')
    .evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await page.getByTestId('wm-open-wallet').tap();
  await expect(page.getByTestId('wm-not-opened')).toBeVisible();
  await look('a wallet that did not open');
  await page.getByTestId('wm-show-qr').tap();
  await expect(qr(page)).toBeVisible();
  await look('a wallet, the code');
  await page.getByTestId('wm-pairing-get').tap();
  await still(page, 'Downloads');
  await look('Downloads');
}
