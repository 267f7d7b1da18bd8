// Networks: chosen here, refused there, added to the wallet, changed by the wallet itself.
import type { Page } from '@playwright/test';
import {
  card,
  confirm,
  connectDemoWallet,
  dialog,
  focused,
  recordEvents,
  openCard,
  still,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { freshAddress } from '../support/chain';
import {
  demoAccount,
  expectNetwork,
  NAMES,
  networkRow,
  openAccount,
  openNetworks,
  setBalance,
  sevenNetworks,
  switchStatus,
  walletGoesTo,
} from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

const balance = (page: Page) => page.getByTestId('balance-amount');
const retry = (page: Page) => page.getByTestId('wui-network-button');

/** A wallet of the test with an account, its Account view open. */
async function signing(page: Page, options?: { movesToAdded: boolean }): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page, options);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  await expect(balance(page)).toHaveAttribute('data-phase', 'ready');
  return wallet;
}

test.describe('switching', () => {
  test('stays quiet after a refusal, then switches and shows the balance there, and adds an unknown network first @1.14 @2.15 @4.28 @4.29 @7.37 @8.33', async ({
    page,
  }) => {
    test.slow();
    await setBalance(demoAccount(1), '77.1239', 1338);
    await setBalance(demoAccount(1), '8.8888', 1339);
    const events = await recordEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await expect(balance(page)).toHaveAttribute('data-phase', 'ready');
    const picker = page.getByTestId('w3m-account-select-network');
    await expect(picker).toHaveAccessibleName('Demo Chain. Choose network');
    await openNetworks(page);
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Choose network');
    for (const id of [1337, 1338, 1339] as const) await expect(networkRow(page, id)).toContainText(NAMES[id]);
    await expect(networkRow(page, 1337)).toHaveAttribute('aria-current', 'true');
    await expect(networkRow(page, 1338)).not.toHaveAttribute('aria-current');
    await expect(networkRow(page, 1338).locator('img')).toHaveAttribute('src', /^blob:/);

    const popup = await walletWindow(page, () => networkRow(page, 1338).click());
    await still(page, 'SwitchNetwork');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Demo Chain 2');
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await expect(switchStatus(page)).toContainText('Confirm in Demo Wallet');
    await expectNetwork(page, 1337);
    await expect(popup.getByTestId('demo-wallet-confirm')).toHaveText('Switch network');
    await popup.getByTestId('demo-wallet-reject').click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(switchStatus(page)).toContainText('Network not switched');
    await expect(view(page, 'SwitchNetwork')).toBeVisible();
    await expect(card(page).locator('details')).toHaveCount(0);
    await expect(retry(page)).toHaveText('Try again');
    await expectNetwork(page, 1337);
    const again = await walletWindow(page, () => confirm(retry(page)));
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await again.close();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
    expect(events.of('wallet-error')).toEqual([]);
    expect(events.of('wallet-toast')).toEqual([]);

    const last = await walletWindow(page, () => confirm(retry(page)));
    await last.getByTestId('demo-wallet-confirm').click();
    await still(page, 'Account');
    await expect(picker).toHaveAccessibleName('Demo Chain 2. Choose network');
    await expect(balance(page)).toContainText('77.123 ETH');
    await expectNetwork(page, 1338);
    await expect(toast(page)).toHaveCount(0);
    expect(events.of('wallet-network-change').at(-1)).toEqual({
      namespace: 'eip155',
      caipNetworkId: 'eip155:1338',
      supported: true,
    });
    // It leads back to where one came from, and what was left is the first to be offered.
    await openNetworks(page);
    await expect(card(page).getByRole('heading', { name: 'Recent' })).toBeVisible();
    await expect(card(page).locator('.rows').first()).toContainText('Demo Chain');
    await expect(networkRow(page, 1338)).toHaveAttribute('aria-current', 'true');

    await test.step('adds an unknown network after one quiet refusal, and switches to it', async () => {
      const adding = await walletWindow(page, () => networkRow(page, 1339).click());
      await still(page, 'SwitchNetwork');
      await expect(switchStatus(page)).toHaveAttribute('data-phase', 'adding');
      await expect(switchStatus(page)).toContainText('Add Demo Chain 3 to Demo Wallet');
      await expect(adding.getByTestId('demo-wallet-confirm')).toHaveText('Add network');
      await expect(adding.locator('body')).toContainText('Demo Chain 3');
      await expect(adding.locator('body')).toContainText('1339');
      await expect(adding.locator('body')).toContainText('JUN');
      await adding.getByTestId('demo-wallet-reject').click();
      await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
      await expect(view(page, 'SwitchNetwork')).toBeVisible();
      await expect(toast(page)).toHaveCount(0);

      const twice = await walletWindow(page, () => confirm(retry(page)));
      const switching = await walletWindow(page, () => twice.getByTestId('demo-wallet-confirm').click());
      await expect(switching.getByTestId('demo-wallet-confirm')).toHaveText('Switch network');
      await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
      await switching.getByTestId('demo-wallet-confirm').click();
      await still(page, 'Account');
      await expectNetwork(page, 1339);
      await expect(balance(page)).toContainText('8.888 JUN');
    });
  });
});

test.describe('not switched', () => {
  test('shows “Chain is not supported” in the list if adding fails @4.30 @4.31', async ({ page }) => {
    const wallet = await signing(page);
    wallet.refuseOnce('wallet_addEthereumChain', { code: -32602, message: 'no such method here' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(toast(page)).toHaveText(/Chain is not supported/);
    await expect(toast(page)).toHaveAttribute('data-variant', 'error');
    await still(page, 'Networks');
    await expectNetwork(page, 1337);
    await expect(networkRow(page, 1337)).toHaveAttribute('aria-current', 'true');
    // It is no verdict for ever: chosen again it works.
    await networkRow(page, 1338).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
  });
});

test.describe('the wallet changes the network', () => {
  test('reports an unsupported network, does not close, and offers a supported one @2.17 @4.27', async ({
    page,
  }) => {
    const events = await recordEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await walletGoesTo(page, 31337);
    await still(page, 'UnsupportedChain');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Switch network');
    await expect(card(page)).toContainText('Demo Wallet is on an unsupported network');
    await expect(page.getByTestId('wm-unsupported-network'), 'no raw id').toHaveText('Unknown Network');
    await expect(page.getByTestId('header-back')).toHaveCount(0);
    for (const id of [1337, 1338, 1339] as const) await expect(networkRow(page, id)).toBeVisible();
    expect(events.of('wallet-network-change').at(-1)).toMatchObject({ supported: false });

    for (const leave of [
      () => page.getByTestId('w3m-header-close').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]) {
      await leave();
      await expect.poll(() => focused(page)).toBe('disconnect-button');
      await still(page, 'UnsupportedChain');
      await networkRow(page, 1338).focus();
    }
    await expect(dialog(page)).toBeVisible();
    expect(events.of('wallet-close')).toHaveLength(1);

    const popup = await walletWindow(page, () => networkRow(page, 1338).click());
    await still(page, 'SwitchNetwork');
    await popup.getByTestId('demo-wallet-reject').click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await page.getByTestId('header-back').click();
    await still(page, 'UnsupportedChain');
    const again = await walletWindow(page, () => networkRow(page, 1338).click());
    await again.getByTestId('demo-wallet-confirm').click();
    await expectNetwork(page, 1338);
    await expect(view(page, 'UnsupportedChain')).toHaveCount(0);
    await expect(view(page, 'SwitchNetwork')).toHaveCount(0);
  });
});

test.describe('the list', () => {
  test('searches by name and by ID, shows an empty result, and clears the search when the view closes', async ({
    page,
  }) => {
    await sevenNetworks(page);
    const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openNetworks(page);
    const field = page.getByTestId('wui-input-text');
    await expect(field).toBeFocused();
    const rows = card(page).locator('[data-testid^=w3m-network-switch-]');
    await expect(rows).toHaveCount(7);
    await field.fill('chain 3');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Demo Chain 3');
    await field.fill('1338');
    await expect(rows).toContainText('Demo Chain 2');
    await field.fill('<img src=x onerror=alert(1)>');
    await expect(page.getByTestId('wm-networks-none')).toContainText('<img src=x onerror=alert(1)>');
    await expect(card(page).getByRole('status').filter({ hasText: 'No networks found' })).toHaveCount(1);
    await page.getByTestId('wm-networks-none').getByRole('button', { name: 'Clear search' }).click();
    await expect(rows).toHaveCount(7);
    await expect(field).toHaveValue('');
    await field.fill('chain 3');
    await expect(rows).toHaveCount(1);
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
    await openNetworks(page);
    await expect(field).toHaveValue('');
    await expect(rows).toHaveCount(7);
  });

  test('works by keys: one tab stop, arrows, Home, End, letters, Enter', async ({ page }) => {
    const wallet = await signing(page);
    await openNetworks(page);
    const expectOn = (id: 1337 | 1338 | 1339) =>
      expect.poll(() => focused(page)).toBe(`w3m-network-switch-${NAMES[id]}`);
    const press = (key: string) => page.keyboard.press(key);
    // three of them need no field to search in
    await expect(page.getByTestId('wui-input-text')).toHaveCount(0);
    await expectOn(1337);
    await press('ArrowDown');
    await expectOn(1338);
    await press('End');
    await expectOn(1339);
    await press('ArrowDown');
    await expectOn(1337);
    await press('ArrowUp');
    await expectOn(1339);
    await press('Home');
    await expectOn(1337);
    // All begin alike: the letter again goes to the next of them.
    await press('d');
    await expectOn(1338);
    await press('Tab');
    await expect.poll(() => focused(page)).toBe('wm-networks-help');
    await press('Shift+Tab');
    await expectOn(1338);
    await press('Enter');
    await still(page, 'Account');
    await expectNetwork(page, 1338);
    expect(wallet.count('wallet_switchEthereumChain')).toBeGreaterThan(0);
  });
});
