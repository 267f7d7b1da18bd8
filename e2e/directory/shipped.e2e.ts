// The wallets and drawings that ship with the package: where the page has no project ID, they are listed, and no service is contacted.
import type { Page } from '@playwright/test';
import { create, expectClosed, openCard, still } from '../support/modal';
import { HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';

const tiles = (page: Page) => page.locator('[data-testid^=wallet-search-item-]');
const guide = (page: Page) => page.locator('[data-testid^=wm-get-wallet-]');
const drawn = /^blob:/;
const services = [HOST_URLS.wallets, HOST_URLS.data];

async function openGuide(page: Page): Promise<void> {
  await openCard(page);
  await page.getByTestId('w3m-wallet-guide-get-started').click();
  await still(page, 'GetWallet');
}

test('without a project ID, lists four wallets of the package and links all 40 @10.32 @7.29', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (services.some((host) => request.url().startsWith(host))) asked.push(request.url());
  });
  await page.goto('/?noauto&nowallet');
  await create(page, { projectId: undefined, featuredWalletIds: ['me.rainbow'] });
  await openCard(page);
  const rainbow = page.locator('[data-testid^=wallet-selector-featured-]');
  await expect(rainbow).toHaveText('Rainbow');
  await expect(rainbow.locator('img')).toHaveAttribute('src', drawn);
  await rainbow.click();
  await still(page, 'Downloads');
  await expect(page.getByTestId('wm-download-website')).toHaveAttribute('href', 'https://rainbow.me');
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await openGuide(page);
  await expect(guide(page)).toHaveText([
    'MetaMaskGet',
    'Trust WalletGet',
    'Coinbase WalletGet',
    'PhantomGet',
  ]);
  await expect(guide(page).first().locator('img')).toHaveAttribute('src', drawn);
  await page.getByTestId('w3m-wallet-guide-explore').click();
  await still(page, 'AllWallets');
  await expect(tiles(page)).not.toHaveCount(0);
  await page.getByTestId('wui-input-text').fill('zerion');
  await expect(tiles(page)).toHaveCount(1);
  await tiles(page).click();
  await still(page, 'Downloads');
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Get Zerion');
  expect(asked).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  });
  test('without a project ID, leads an iPhone to the App Store and not to an extension @10.32', async ({
    page,
  }) => {
    await page.goto('/?noauto&nowallet');
    await create(page, { projectId: undefined });
    await openGuide(page);
    await expect(guide(page).first()).toContainText('MetaMask');
    await expect(page.locator('.guide')).not.toContainText('extension');
    await guide(page).first().click();
    await still(page, 'Downloads');
    await expect(page.getByTestId('wm-download-ios')).toHaveAttribute(
      'href',
      'https://apps.apple.com/app/id1438144202',
    );
    await expect(page.getByTestId('wm-download-extension')).toHaveCount(0);
  });
});
