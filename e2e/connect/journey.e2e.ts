// The whole way, as somebody walks it: connect in the wallet's window, see the account, send, come back after a reload, leave.
import { type Address } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { shownBalance } from '../support/chain';
import {
  button,
  connectDemoWallet,
  DEMO_WALLET,
  dialog,
  disconnect,
  expectClosed,
  recordEvents,
  openCard,
  still,
  visit,
  walletWindow,
} from '../support/modal';
import { expect, test } from '../support/test';

/** The demo wallet's accounts. Each test that moves the balance of one has it to itself. */
const ACCOUNTS = [0, 1, 2].map(
  (addressIndex): Address =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
      .address,
);
/** Of the third: the registry knows it, the identity service does not. */
const NAME = 'carol.wcn.id';

test.describe('the journey', () => {
  test('paints the card before the engine has loaded, and fills it afterwards @10.3', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/dist\/(list-.*\.js|.*\.wasm)$/, async (route) => (await held, route.continue()));
    await visit(page);
    await button(page).click();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByRole('heading', { name: 'Connect wallet' })).toBeVisible();
    await expect(page.getByTestId('wm-skeleton')).toBeVisible();
    await expect(page.getByTestId('w3m-header-close')).toBeVisible();
    await expect(button(page)).toHaveText('Opening');
    release();
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
    await expect(page.getByTestId('wm-skeleton')).toHaveCount(0);
  });

  test('connects the demo wallet and shows account and balance @1.1 @1.9 @2.4 @2.5 @2.8 @2.29 @4.1 @9.19 @9.22', async ({
    page,
  }) => {
    const account = ACCOUNTS[2]!;
    const events = await recordEvents(page);
    await visit(page);
    await expect(button(page)).toHaveText('Connect wallet');
    await openCard(page);
    const row = page.getByTestId(DEMO_WALLET);
    await expect(row).toContainText('Demo Wallet');
    await expect(row).toContainText('Installed');

    const popup = await walletWindow(page, () => row.click());
    await still(page, 'ConnectingExternal');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Demo Wallet');
    await expect(page.getByTestId('wm-connecting-status')).toContainText('Confirm in Demo Wallet');
    await expect(page.getByTestId('demo-status')).toHaveText('connecting');
    await popup.getByTestId('demo-wallet-account-2').check();
    await popup.getByTestId('demo-wallet-confirm').click();

    await expectClosed(page);
    await expect(button(page)).toContainText(NAME);
    await expect(button(page)).toContainText(`${await shownBalance(account)} ETH`);
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await expect(page.getByTestId('demo-network')).toHaveText('Demo Chain (eip155:1337)');
    expect(events.of('wallet-status').map(({ status }) => status)).toEqual(['connecting', 'connected']);
    expect(events.of('wallet-connect')).toMatchObject([
      { namespace: 'eip155', address: account, caipAddress: `eip155:1337:${account}`, reconnect: false },
    ]);

    await openCard(page, 'Account');
    await expect(page.getByTestId('wm-copy-address')).toHaveText(NAME);
    await expect(page.getByTestId('balance-amount')).toContainText(`${await shownBalance(account)} ETH`);
    await expect(page.getByTestId('w3m-account-select-network')).toContainText('Demo Chain');
  });

  test('reconnects after a reload without a window, and not after Disconnect @4.2 @4.6 @3.32', async ({
    page,
    context,
  }) => {
    const account = ACCOUNTS[1]!;
    const events = await recordEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await expect.poll(() => context.pages().length).toBe(1);

    const opened: string[] = [];
    context.on('page', (popup) => opened.push(popup.url()));
    const before = events.of('wallet-status').length;
    await page.reload();
    // His name: it may be there before anybody has seen the address.
    await expect(button(page)).toContainText('bobby.reown.id');
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await expect(button(page)).toContainText(`${await shownBalance(account)} ETH`);
    expect(opened).toEqual([]);
    const statuses = events
      .of('wallet-status')
      .slice(before)
      .map(({ status }) => String(status));
    expect(statuses.at(-1)).toBe('connected');
    expect(statuses.length, 'connecting or reconnecting came first').toBeGreaterThan(1);
    expect(events.of('wallet-connect').at(-1)).toMatchObject({ address: account, reconnect: true });

    await openCard(page, 'Account');
    await disconnect(page);
    await expectClosed(page);
    await expect(button(page)).toHaveText('Connect wallet');
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    expect(events.of('wallet-disconnect')).toHaveLength(1);

    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(button(page)).toHaveText('Connect wallet');
    expect(
      requests.filter((path) => path.endsWith('.wasm')),
      'nothing is stored that would need the engine',
    ).toEqual([]);
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
    expect(opened).toEqual([]);
  });
});
