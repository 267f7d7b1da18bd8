// Everybody can use the ways to a wallet that is not in this page: axe in every view and state of them, in both themes, on a desktop and on
// a phone. The theme is changed under the open card: a view is reached once.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { card, connectingStatus, openCard, still } from '../support/modal';
import { trouble } from '../support/networks';
import { HOST_URLS } from '../support/ports';
import { expect } from '../support/test';
import { qr, start, test, uriOf, WALLET_CONNECT, type Phone } from '../support/walletkit';

const LIST = new RegExp(`^${HOST_URLS.wallets}/getWallets`);
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const field = (page: Page) => page.getByTestId('wui-input-text');
const tiles = (page: Page) => page.locator('[data-testid^=wallet-search-item-]');
const back = async (page: Page, view: string) => {
  await page.getByTestId('header-back').click();
  await still(page, view);
};

/** Looks at what is on the screen in both themes; in the second one at what a theme changes. */
function looker(page: Page) {
  const found: string[] = [];
  const look = async (state: string): Promise<void> => {
    for (const theme of ['dark', 'light']) {
      await page.evaluate((mode) => {
        const handle = (window as unknown as { walletModal: { setThemeMode(mode: string): unknown } })
          .walletModal;
        return handle.setThemeMode(mode);
      }, theme);
      await expect
        .poll(() =>
          card(page).evaluate((element) => {
            const [red] = /\d+/.exec(getComputedStyle(element).backgroundColor)!;
            return Number(red) > 127 ? 'light' : 'dark';
          }),
        )
        .toBe(theme);
      await expectAccessible(page, 'wallet-modal', theme == 'dark' ? undefined : ['color-contrast']).catch(
        (error: Error) =>
          found.push(
            `${state}, ${theme}: ${/\+ {3}"(.*)"/.exec(error.message)?.[1] ?? error.message.slice(0, 300)}`,
          ),
      );
    }
  };
  return { found, look };
}

/** All wallets, the guide, where one can be had. */
async function directory(page: Page, look: (state: string) => Promise<void>): Promise<void> {
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
async function pairing(page: Page, phone: Phone, look: (state: string) => Promise<void>): Promise<void> {
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

test('axe finds nothing in the directory @10.8', async ({ page }) => {
  test.slow();
  const { found, look } = looker(page);
  await directory(page, look);
  expect(found).toEqual([]);
});

test('axe finds nothing on a wallet with several ways, and where it can be had @10.8', async ({ page }) => {
  test.slow();
  const { found, look } = looker(page);
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
  expect(found).toEqual([]);
});

test('axe finds nothing on the code and what comes of it @10.8', async ({ page, phone }) => {
  test.slow();
  const { found, look } = looker(page);
  await pairing(page, phone, look);
  expect(found).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ userAgent: ANDROID, viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  test('axe finds nothing in the directory @10.8', async ({ page }) => {
    test.slow();
    const { found, look } = looker(page);
    await directory(page, look);
    expect(found).toEqual([]);
  });

  test('axe finds nothing on a wallet of this device, also when it does not open @10.8', async ({ page }) => {
    test.slow();
    const { found, look } = looker(page);
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
    expect(found).toEqual([]);
  });
});
