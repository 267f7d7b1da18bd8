// Networks: chosen here, refused there, added to the wallet, changed by the wallet itself.
import type { Page } from '@playwright/test';
import {
  button,
  card,
  connectDemoWallet,
  dialog,
  expectClosed,
  focused,
  hearEvents,
  openCard,
  still,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { freshAddress, fundedAddress } from '../support/chain';
import {
  demoAccount,
  expectNetwork,
  NAMES,
  networkRow,
  openAccount,
  openNetworks,
  setBalance,
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
  test('from the picker to the wallet and back, with the balance of there @1.14 @2.15 @4.28 @7.37', async ({
    page,
  }) => {
    test.slow();
    await setBalance(demoAccount(1), '77.1239', 1338);
    const events = await hearEvents(page);
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
    await popup.getByTestId('demo-wallet-confirm').click();

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
  });

  test('a network the wallet does not know is added, then switched to @4.29 @7.37', async ({ page }) => {
    test.slow();
    await setBalance(demoAccount(1), '8.8888', 1339);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await openNetworks(page);
    const adding = await walletWindow(page, () => networkRow(page, 1339).click());
    await still(page, 'SwitchNetwork');
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'adding');
    await expect(switchStatus(page)).toContainText('Add Demo Chain 3 to Demo Wallet');
    await expect(adding.getByTestId('demo-wallet-confirm')).toHaveText('Add network');
    await expect(adding.locator('body')).toContainText('Demo Chain 3');
    await expect(adding.locator('body')).toContainText('1339');
    await expect(adding.locator('body')).toContainText('JUN');

    const switching = await walletWindow(page, () => adding.getByTestId('demo-wallet-confirm').click());
    await expect(switching.getByTestId('demo-wallet-confirm')).toHaveText('Switch network');
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await switching.getByTestId('demo-wallet-confirm').click();
    await still(page, 'Account');
    await expectNetwork(page, 1339);
    await expect(balance(page)).toContainText('8.888 JUN');
  });

  test('4902, 5000, -32603 and 32603 mean that the wallet does not know the network: it is added @4.29', async ({
    page,
  }) => {
    test.slow();
    const wallet = await signing(page);
    await setBalance(wallet.address, '3.2109', 1338);
    for (const [i, code] of [4902, 5000, -32603, 32603].entries()) {
      const [to, shown] = (
        [
          [1338, '3.210 ETH'],
          [1337, '10.000 ETH'],
        ] as const
      )[i % 2]!;
      const before = wallet.asked.length;
      wallet.refuse('wallet_switchEthereumChain', { code, message: 'Unrecognized chain' });
      await openNetworks(page);
      await networkRow(page, to).click();
      await still(page, 'Account');
      await expectNetwork(page, to);
      await expect(balance(page)).toContainText(shown);
      const asked = wallet.asked.slice(before).filter((method) => method.endsWith('EthereumChain'));
      expect(asked, `${code}`).toEqual([
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        'wallet_switchEthereumChain',
      ]);
    }
  });

  test('a wallet that moves to what it adds is there as well @4.29', async ({ page }) => {
    const wallet = await signing(page, { movesToAdded: true });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
    expect(wallet.count('wallet_addEthereumChain')).toBe(1);
  });

  test('the current one asks nobody and leads back', async ({ page }) => {
    const wallet = await signing(page);
    await openNetworks(page);
    await networkRow(page, 1337).click();
    await still(page, 'Account');
    expect(wallet.count('wallet_switchEthereumChain')).toBe(0);
  });
});

test.describe('not switched', () => {
  test('refused: quiet, Try again asks again, Back keeps the old network @2.15 @8.33', async ({ page }) => {
    const events = await hearEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await openNetworks(page);
    const popup = await walletWindow(page, () => networkRow(page, 1338).click());
    await popup.getByTestId('demo-wallet-reject').click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(switchStatus(page)).toContainText('Not switched');
    await expect(view(page, 'SwitchNetwork')).toBeVisible();
    await expect(card(page).locator('details')).toHaveCount(0);
    await expect(retry(page)).toHaveText('Try again');
    await expectNetwork(page, 1337);
    const again = await walletWindow(page, () => retry(page).click());
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await again.close();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await page.getByTestId('header-back').click();
    await still(page, 'Networks');
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
    await expectNetwork(page, 1337);
    await expect(toast(page)).toHaveCount(0);
    expect(events.of('wallet-error')).toEqual([]);
    expect(events.of('wallet-toast')).toEqual([]);
  });

  test('adding refused: the view stays, quietly, and Try again leads there @4.29 @8.33', async ({ page }) => {
    test.slow();
    const events = await hearEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await openNetworks(page);
    const popup = await walletWindow(page, () => networkRow(page, 1339).click());
    await popup.getByTestId('demo-wallet-reject').click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(view(page, 'SwitchNetwork')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    expect(events.of('wallet-error')).toEqual([]);

    const adding = await walletWindow(page, () => retry(page).click());
    await expect(adding.getByTestId('demo-wallet-confirm')).toHaveText('Add network');
    const switching = await walletWindow(page, () => adding.getByTestId('demo-wallet-confirm').click());
    await switching.getByTestId('demo-wallet-confirm').click();
    await still(page, 'Account');
    await expectNetwork(page, 1339);
  });

  test("adding fails: 'Chain is not supported', and back in the list @4.30 @4.31", async ({ page }) => {
    const wallet = await signing(page);
    wallet.refuse('wallet_addEthereumChain', { code: -32602, message: 'no such method here' });
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

  test('added, and still unknown: the same, and it ends there @4.30 @4.31', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, {
      accounts: [await fundedAddress()],
      answers: {
        wallet_switchEthereumChain: { code: 4902, message: 'Unrecognized chain' },
        wallet_addEthereumChain: { result: null },
      },
    });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(toast(page)).toHaveText(/Chain is not supported/);
    await still(page, 'Networks');
    expect(wallet.count('wallet_switchEthereumChain')).toBe(2);
    expect(wallet.count('wallet_addEthereumChain')).toBe(1);
    expect(wallet.params('wallet_addEthereumChain')).toEqual([
      expect.objectContaining({
        chainId: '0x53a',
        chainName: 'Demo Chain 2',
        nativeCurrency: expect.objectContaining({ symbol: 'ETH', decimals: 18 }),
        rpcUrls: [expect.stringContaining('http')],
      }),
    ]);
  });

  test('another failure: said, and back in the list @4.31', async ({ page }) => {
    const wallet = await signing(page);
    wallet.refuse('wallet_switchEthereumChain', { code: -32000, message: 'the vault is on fire' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(toast(page)).toHaveAttribute('data-variant', 'error');
    await still(page, 'Networks');
    expect(wallet.count('wallet_addEthereumChain')).toBe(0);
    await expectNetwork(page, 1337);
  });

  test('the wallet has another request open: said where it can be asked again', async ({ page }) => {
    const wallet = await signing(page);
    wallet.refuse('wallet_switchEthereumChain', { code: -32002, message: 'Request already pending' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(switchStatus(page)).toContainText('Signing already has a request open');
    await still(page, 'SwitchNetwork');
    await card(page).getByText('Details').click();
    await expect(card(page).locator('details code')).toContainText('Request already pending');
    await retry(page).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
  });

  test('pressed twice it is asked once; left, a late yes is believed by where the wallet stands', async ({
    page,
  }) => {
    const wallet = await ScriptedWallet.install(page, {
      accounts: [await fundedAddress()],
      answers: { wallet_switchEthereumChain: 'wait' },
    });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openNetworks(page);
    await networkRow(page, 1338).dblclick();
    await still(page, 'SwitchNetwork');
    await expect.poll(() => wallet.count('wallet_switchEthereumChain')).toBe(1);
    await page.getByTestId('header-back').click();
    await still(page, 'Networks');
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.settle('wallet_switchEthereumChain', { result: null });
    await wallet.emit('chainChanged', '0x53a');
    await expectNetwork(page, 1338);
    await expect(view(page, 'Account')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    expect(wallet.count('wallet_switchEthereumChain')).toBe(1);
  });

  test('a reload in the middle: connected as before, nobody is asked a second time', async ({ page }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, {
      accounts: [account],
      answers: { wallet_switchEthereumChain: 'wait' },
    });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect.poll(() => wallet.count('wallet_switchEthereumChain')).toBe(1);
    await page.reload();
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await expectNetwork(page, 1337);
    await openCard(page, 'Account');
    await expect(balance(page)).toContainText('12.345 ETH');
    expect(wallet.count('wallet_switchEthereumChain')).toBe(1);
    // The person says yes in the wallet after all: its event counts.
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.emit('chainChanged', '0x53a');
    await expectNetwork(page, 1338);
    await still(page, 'Account');
  });
});

test.describe('the wallet changes the network by itself', () => {
  test('to one of ours: account and balance follow, nothing of the old one stays @4.28', async ({ page }) => {
    await setBalance(demoAccount(1), '77.1239', 1338);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await expect(balance(page)).toHaveAttribute('data-phase', 'ready');
    await walletGoesTo(page, 1338);
    await expect(balance(page)).toContainText('77.123 ETH');
    await expectNetwork(page, 1338);
    await expect(view(page, 'Account')).toBeVisible();
    await walletGoesTo(page, 1337);
    await expectNetwork(page, 1337);
    await expect(balance(page)).not.toContainText('77.123');
  });

  test('to one the page does not know: it says so, and is not closed away; a network leads out @2.17 @4.27', async ({
    page,
  }) => {
    const events = await hearEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await walletGoesTo(page, 31337);
    await still(page, 'UnsupportedChain');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Switch network');
    await expect(card(page)).toContainText('Demo Wallet is on another network');
    await expect(page.getByTestId('wm-unsupported-network')).toContainText('eip155:31337');
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

  test('it comes back by itself: the account is shown again @4.27', async ({ page }) => {
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await walletGoesTo(page, 31337);
    await still(page, 'UnsupportedChain');
    await walletGoesTo(page, 1338);
    await still(page, 'Account');
    await expectNetwork(page, 1338);
  });

  test('closed, the button says it and opens there; Disconnect is the other way out @2.17 @4.27', async ({
    page,
  }) => {
    await visit(page);
    await connectDemoWallet(page, 1);
    await walletGoesTo(page, 31337);
    await expectClosed(page);
    await expect(button(page)).toContainText('Switch network');
    await openCard(page, 'UnsupportedChain');
    await page.getByTestId('disconnect-button').click();
    await expectClosed(page);
    await expect(button(page)).toHaveText('Connect wallet');
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await openCard(page);
  });

  test('nothing can be sent from there, and nothing of the old network is shown @4.27', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await expect(balance(page)).toContainText('12.345 ETH');
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await wallet.emit('chainChanged', '0x7a69');
    await still(page, 'UnsupportedChain');
    await expect(card(page)).not.toContainText('12.345');
    await expect(button(page)).not.toContainText('12.345');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });
});

test.describe('the list', () => {
  test('search: by name, by id, none found, cleared; it is over with the view', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openNetworks(page);
    const field = page.getByTestId('wui-input-text');
    await expect(field).toBeFocused();
    const rows = card(page).locator('[data-testid^=w3m-network-switch-]');
    await expect(rows).toHaveCount(3);
    await field.fill('chain 3');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Demo Chain 3');
    await field.fill('1338');
    await expect(rows).toContainText('Demo Chain 2');
    await field.fill('<img src=x onerror=alert(1)>');
    await expect(page.getByTestId('wm-networks-none')).toContainText('<img src=x onerror=alert(1)>');
    await expect(card(page).getByRole('status').filter({ hasText: 'No network found' })).toHaveCount(1);
    await page.getByTestId('wm-networks-none').getByRole('button', { name: 'Clear search' }).click();
    await expect(rows).toHaveCount(3);
    await expect(field).toHaveValue('');
    await field.fill('chain 3');
    await expect(rows).toHaveCount(1);
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
    await openNetworks(page);
    await expect(field).toHaveValue('');
    await expect(rows).toHaveCount(3);
  });

  test('the keyboard: one stop, arrows, Home, End, letters, Enter', async ({ page }) => {
    const wallet = await signing(page);
    await openNetworks(page);
    const expectOn = (id: 1337 | 1338 | 1339) =>
      expect.poll(() => focused(page)).toBe(`w3m-network-switch-${NAMES[id]}`);
    const press = (key: string) => page.keyboard.press(key);
    await expect(page.getByTestId('wui-input-text')).toBeFocused();
    await press('Tab');
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

  test('What is a network? is answered and left again', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await openNetworks(page);
    await page.getByTestId('wm-networks-help').click();
    await still(page, 'WhatIsANetwork');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('What is a network?');
    await expect(page.getByTestId('wm-help').getByRole('heading')).toHaveCount(2);
    await expect(page.getByTestId('wm-help-done')).toBeFocused();
    await page.getByTestId('wm-help-done').click();
    await still(page, 'Networks');
    await page.getByTestId('wm-networks-help').click();
    await still(page, 'WhatIsANetwork');
    await page.keyboard.press('Alt+ArrowLeft');
    await still(page, 'Networks');
  });

  test('one network alone has no picker: there is nothing to choose', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
    await visit(page, '?nowallet&networks=1337');
    await openAccount(page, wallet.row);
    await expect(page.getByTestId('w3m-account-select-network')).toHaveCount(0);
    await expect(view(page, 'Account')).toContainText('Demo Chain');
  });
});
