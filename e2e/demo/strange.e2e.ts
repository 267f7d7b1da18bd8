// The demo's page "Strange wallets": each habit is switched on by its parameter and by its box, and the modal gets along with it.
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../support/axe';
import { expectClosed, openCard } from '../support/modal';
import { expect, test } from '../support/test';

const WALLET = 'wallet-selector-test.strange';
const status = (page: Page) => page.getByTestId('demo-status');
const account = (page: Page) => page.getByTestId('demo-account');

const visit = async (page: Page, ...habits: string[]): Promise<void> => {
  await page.goto(`/strange-wallets.html?nologin&habits=${habits.join(',')}`);
  await page.waitForFunction(() => 'walletModal' in window);
};

/** Opens the list, presses the wallet in it, and waits until it is connected. */
async function connect(page: Page, row = WALLET): Promise<void> {
  await openCard(page);
  await page.getByTestId(row).click();
  await expectClosed(page);
  await expect(status(page)).toHaveText('connected');
}

test('a checkbox turns a habit on, and the page clears its storage @10.58', async ({ page }) => {
  await visit(page);
  await expect(page.getByTestId('strange-wallets')).toBeEmpty();
  await expectAccessibleInBoth(page);
  await page.getByTestId('habit-eip155.odd-uuid').check();
  await expect(page).toHaveURL(/habits=eip155\.odd-uuid/);
  await expect(page.getByTestId('habit-eip155.odd-uuid')).toBeChecked();
  await page.waitForFunction(() => 'walletModal' in window);
  await connect(page);
  await expect(page.getByTestId('strange-asked')).toContainText('eth_requestAccounts');
  await page.getByTestId('strange-answer').selectOption('Reject');
  await page.getByTestId('demo-sign').click();
  await expect(page.getByTestId('demo-result')).toContainText('Failed (4001)');
  await page.getByTestId('strange-answer').selectOption('Approve');
  await page.getByTestId('demo-sign').click();
  await expect(page.getByTestId('demo-result')).toContainText('Signed: 0x');
  await page.getByTestId('strange-forget').click();
  await expect(page.getByTestId('strange-wallets')).toBeEmpty();
});

for (const [habit, row] of [
  ['new-proxy', WALLET],
  ['other-global', 'wallet-selector-app.subwallet'],
  ['raw-icon', WALLET],
  ['no-icon', WALLET],
  ['wrapped-late', WALLET],
] as const)
  test(`shows one row and keeps the connection after a reload: ${habit} @10.58`, async ({ page }) => {
    await visit(page, `eip155.${habit}`);
    await openCard(page);
    await expect(page.getByTestId(/^wallet-selector-(test\.strange|app\.subwallet|injected)/)).toHaveCount(1);
    await page.getByTestId(row).click();
    await expectClosed(page);
    await expect(status(page)).toHaveText('connected');
    await page.reload();
    await expect(status(page)).toHaveText('connected');
    await page.getByTestId('demo-sign').click();
    await expect(page.getByTestId('demo-result')).toContainText('Signed: 0x');
  });

test('shows two rows for two wallets with one uuid, and each connects @10.58', async ({ page }) => {
  await visit(page, 'eip155.shared-uuid');
  await connect(page);
  await page.getByTestId('demo-disconnect').click();
  await expect(account(page)).toHaveText('-');
  await connect(page, 'wallet-selector-test.copy');
});

for (const [family, habit, row] of [
  ['eip155', 'locked-at-load', WALLET],
  ['eip155', 'mute-at-load', WALLET],
  ['solana', 'locked-at-load', 'wallet-selector-solana:strange-sun'],
] as const)
  test(`restores a locked wallet when the user unlocks it: ${family}, ${habit} @10.58`, async ({ page }) => {
    await visit(page, `${family}.${habit}`);
    await connect(page, row);
    const before = (await account(page).textContent())!;
    await page.reload();
    // after 5 s the page sees it as disconnected (4.2)
    await expect(status(page)).toHaveText('disconnected');
    await page.getByTestId('strange-unlock').click();
    await expect(account(page)).toHaveText(before);
    await expect(status(page)).toHaveText('connected');
  });

test('restores a wallet that responds after 10 s @10.58', async ({ page }) => {
  await visit(page, 'eip155.slow-at-load');
  await connect(page);
  const before = (await account(page).textContent())!;
  await page.reload();
  await expect(account(page)).toHaveText(before, { timeout: 20_000 });
  await expect(status(page)).toHaveText('connected', { timeout: 20_000 });
});

test('connects the account that the user switched to while the page was closed @10.58', async ({ page }) => {
  await visit(page, 'eip155.switched-while-closed');
  await connect(page);
  const before = (await account(page).textContent())!;
  await page.reload();
  await expect(status(page)).toHaveText('connected');
  await expect(account(page)).toHaveText(/^0x/);
  await expect(account(page)).not.toHaveText(before);
});

test('adds the network if a switch fails with 4001 and an unknown chain in its message @10.58', async ({
  page,
}) => {
  await visit(page, 'eip155.errors-as-refusals');
  await connect(page);
  await page.getByTestId('demo-network-choice').selectOption({ index: 1 });
  await page.getByTestId('demo-switch').click();
  await expect(page.getByTestId('strange-asked')).toContainText('wallet_addEthereumChain');
  await expect(page.getByTestId('demo-result')).toContainText('Switched to');
});

test('shows a toast when the wallet loses its connection @10.58', async ({ page }) => {
  await visit(page, 'eip155.dead-stream');
  await connect(page);
  await page.getByTestId('demo-sign').click();
  await expect(page.getByTestId('demo-result')).toContainText('Reload the page');
});

test('lets a click through to the window of a wallet that draws in the page @10.58', async ({ page }) => {
  await visit(page, 'eip155.draws-in-page');
  await openCard(page);
  await page.getByTestId(WALLET).click();
  // a real press, which meets whatever is on top
  await page.getByTestId('strange-approve').click();
  await expectClosed(page);
  await expect(status(page)).toHaveText('connected');
  await page.getByTestId('demo-sign').click();
  await page.getByTestId('strange-reject').click();
  await expect(page.getByTestId('demo-result')).toContainText('Failed (4001)');
});

test('on Polkadot, handles no account, a closed window and a late approval @10.58', async ({ page }) => {
  const row = 'wallet-selector-polkadot:strange-moon';
  await visit(page, 'polkadot.no-account');
  await openCard(page);
  await page.getByTestId(row).click();
  await expect(page.locator('wallet-modal')).toContainText('Choose accounts');
  await visit(page, 'polkadot.silent-close');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.waitForFunction(() => 'walletModal' in window);
  await openCard(page);
  await page.getByTestId(row).click();
  await expect(page.locator('wallet-modal')).toContainText('Nothing opened?', { timeout: 15_000 });
  await page.getByTestId('strange-open-and-allow').dispatchEvent('click');
  await expect(status(page)).toHaveText('connected');
  await visit(page, 'polkadot.late-yes');
  await expect(status(page)).toHaveText('connected', { timeout: 20_000 });
});

test('shows one row for a wallet whose names differ in case @10.58', async ({ page }) => {
  await visit(page, 'polkadot.other-case');
  await openCard(page);
  await expect(page.getByTestId(/^wallet-selector-/).filter({ hasText: 'nkrypt' })).toHaveCount(1);
  await expect(page.locator('wallet-modal')).not.toContainText('Two wallets use this name');
});

test('on Bitcoin, reads an empty address as no account, and restores the account later @10.58', async ({
  page,
}) => {
  await visit(page, 'bip122.empty-address');
  await connect(page, 'wallet-selector-bip122:unisat');
  await page.getByTestId('strange-share-no-account').click();
  await expect(status(page)).toHaveText('disconnected');
  await page.getByTestId('strange-share-it-again').click();
  await expect(status(page)).toHaveText('connected');
  await page.getByTestId('demo-disconnect').click();
  await expect(status(page)).toHaveText('disconnected');
});

test('connects a Safe that responds late @10.58', async ({ page }) => {
  await page.goto('/safe?late_ms=3000');
  const app = page.frameLocator('#app');
  await expect(app.getByTestId('demo-status')).toHaveText('connected', { timeout: 20_000 });
});
