// The list in the first card: real buttons before the engine is there. The engine is held back at the network, for as long as a test likes.
import { type Page } from '@playwright/test';
import {
  button,
  connectDemoWallet,
  DEMO_WALLET,
  dialog,
  expectClosed,
  listed,
  still,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { expect, test } from '../support/test';

/** The engine's bytes come when they are let go. */
async function holdEngine(page: Page): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/dist/engine-*.wasm', async (route) => (await held, route.continue()));
  return release;
}

const row = (page: Page) => page.getByTestId(DEMO_WALLET);
const place = async (page: Page, testId: string) => {
  const { x, y, width, height } = (await page.getByTestId(testId).boundingBox())!;
  return [x, y, width, height].map(Math.round);
};

async function open(page: Page): Promise<void> {
  await button(page).click();
  await expect(row(page)).toBeVisible();
  await page.evaluate(() =>
    Promise.all(
      document
        .querySelector('wallet-modal')!
        .shadowRoot!.getAnimations()
        .map((one) => one.finished),
    ),
  );
}

for (const [where, query] of [
  ['wallets alone', '?nologin'],
  ['with ways to log in', '?'],
])
  test(`the engine’s list replaces the first card’s list without moving it, ${where} @10.3`, async ({
    page,
  }) => {
    const release = await holdEngine(page);
    await page.goto(`/${query}`);
    await page.waitForFunction(() => 'walletModal' in window);
    await open(page);
    await expect(row(page)).toContainText('Installed');
    await expect(page.getByTestId('wm-view-Connect')).toHaveCount(0);
    const names = [
      DEMO_WALLET,
      'wallet-selector-walletconnect',
      'all-wallets',
      'w3m-wallet-guide-get-started',
    ];
    const before = await Promise.all(names.map((name) => place(page, name)));
    await row(page).focus();
    release();
    await still(page, 'Connect');
    await expect(row(page)).toHaveCount(1);
    await expect(row(page)).toBeFocused();
    expect(await Promise.all(names.map((name) => place(page, name)))).toEqual(before);
    await listed(page);
    expect(await place(page, DEMO_WALLET)).toEqual(before[0]);
  });

test('a wallet that was clicked before the engine loads waits in its own card, and is asked once it has loaded @10.3', async ({
  page,
}) => {
  const release = await holdEngine(page);
  await visit(page);
  await open(page);
  await row(page).click();
  await expect(dialog(page).getByRole('heading', { name: 'Demo Wallet', exact: true })).toBeVisible();
  await expect(dialog(page).getByRole('status')).toContainText('Opening Demo Wallet');
  const popup = await walletWindow(page, async () => release());
  await still(page, 'ConnectingExternal');
  await expect(dialog(page).getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByTestId('wm-connecting-status')).toContainText('Confirm in Demo Wallet');
  await popup.getByTestId('demo-wallet-account-0').check();
  await popup.getByTestId('demo-wallet-confirm').click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
});

test('Back, another row and Close work before the engine loads', async ({ page }) => {
  const release = await holdEngine(page);
  await visit(page);
  await open(page);
  await row(page).click();
  await page.getByTestId('header-back').click();
  await expect(dialog(page).getByRole('heading', { name: 'Connect wallet' })).toBeVisible();
  await row(page).click();
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);
  await open(page);
  await page.getByTestId('all-wallets').click();
  const pages = page.context().pages().length;
  release();
  await still(page, 'AllWallets');
  await page.getByTestId('header-back').click();
  await still(page, 'Connect');
  expect(page.context().pages().length).toBe(pages);
  await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
});

test('a press that begins on the first card’s row counts on the engine’s row in its place', async ({
  page,
}) => {
  const release = await holdEngine(page);
  await visit(page);
  await open(page);
  await row(page).hover();
  await page.mouse.down();
  release();
  await expect(view(page, 'Connect')).toBeVisible();
  await walletWindow(page, () => page.mouse.up());
  await still(page, 'ConnectingExternal');
});

test('a returning user finds the last wallet first, marked as recent', async ({ page }) => {
  await visit(page);
  await connectDemoWallet(page);
  await page.evaluate(() =>
    (window as unknown as { walletModal: { disconnect(): Promise<void> } }).walletModal.disconnect(),
  );
  await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  const release = await holdEngine(page);
  await visit(page);
  await open(page);
  await expect(row(page)).toContainText('Recent');
  release();
  await still(page, 'Connect');
  await expect(row(page)).toContainText('Recent');
});

test('an engine that fails to load shows an error, and Try again opens the list', async ({ page }) => {
  await page.route('**/dist/engine-*.wasm', (route) => route.abort());
  await visit(page);
  await button(page).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expect(row(page)).toHaveCount(0);
  await page.unroute('**/dist/engine-*.wasm');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await still(page, 'Connect');
});

test('ignores a press on a row that moves when other logins appear @10.3', async ({ page }) => {
  await page.route('**/appkit/v1/config*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { features: [{ id: 'social_login', isEnabled: true, config: ['google'] }] },
    }),
  );
  const release = await holdEngine(page);
  await page.goto('/?');
  await page.waitForFunction(() => 'walletModal' in window);
  await open(page);
  const before = await place(page, 'all-wallets');
  // A click that was on its way as the view came: in the moment in which it stands.
  await page.evaluate(() => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const observer = new MutationObserver(() => {
      const view = root.querySelector('[data-testid="wm-view-Connect"]');
      const row = view?.querySelector('[data-testid="all-wallets"]');
      if (!row) return;
      observer.disconnect();
      row.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, composed: true }));
      Object.assign(window, { clicked: true });
    });
    observer.observe(root, { subtree: true, childList: true });
  });
  release();
  await page.waitForFunction(() => 'clicked' in window);
  await still(page, 'Connect');
  await listed(page);
  expect((await place(page, 'all-wallets'))[1]).toBeLessThan(before[1]!);
  await expect(view(page, 'AllWallets')).toHaveCount(0);
  // Once it has been seen that it moved, it counts.
  await expect(async () => {
    const leads = page.getByTestId('all-wallets');
    if (await leads.isVisible()) await leads.click({ timeout: 1_000 });
    await expect(view(page, 'AllWallets')).toBeVisible({ timeout: 300 });
  }).toPass();
});
