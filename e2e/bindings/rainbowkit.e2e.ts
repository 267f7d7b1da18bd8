// A page of RainbowKit, moved by one import: `wallet-modal/rainbowkit` as it is built, under React and wagmi in a real browser, over the real
// engine and a wallet that signs (docs/guide/from-rainbowkit.md, requirement 10.48).
import type { Page } from '@playwright/test';
import { parseEther, verifyMessage, type Hex } from 'viem';
import { chain, freshAddress } from '../support/chain';
import { call, card, confirm, expectClosed, still } from '../support/modal';
import { networkRow } from '../support/networks';
import { SigningWallet } from '../support/signing-wallet';
import { bindingPage } from '../support/binding-page';
import { cancel, sign } from '../support/sign-in';
import { expect, test } from '../support/test';

const put = bindingPage('bindings/rainbowkit/page.tsx');

const putSignIn = bindingPage('bindings/rainbowkit/sign-in.tsx');

const account = (page: Page) => page.getByTestId('account');

async function choose(page: Page, wallet: SigningWallet): Promise<void> {
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
}

test('a page of RainbowKit with one import changed connects, reloads, switches, signs, sends and disconnects @10.48 @10.40', async ({
  page,
}) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  const to = freshAddress();
  await put(page);
  await page.goto(`/?noauto&nowallet&to=${to}`);
  const main = page.locator('main').last();
  const on = (id: number) => `connected ${wallet.address} ${id}`;
  const button = main.locator('wallet-button');

  await test.step('connects by ConnectButton in the page’s theme, also after the modal was closed', async () => {
    await expect(account(page)).toHaveText(/^disconnected/);
    // Before there is an engine, and with it.
    const inTheme = () =>
      expect(button.getByTestId('connect-button-eip155')).toHaveCSS('background-color', 'rgb(123, 63, 228)');
    await inTheme();
    await main.getByTestId('custom-connect').click();
    await still(page, 'Connect');
    await expect(card(page)).toHaveCSS('color-scheme', 'dark');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await inTheme();
    await expect(account(page)).toHaveText(/^disconnected/);
    await button.getByTestId('connect-button-eip155').click();
    await choose(page, wallet);
    await expect(account(page)).toHaveText(on(1337));
    await expect(main.locator('wallet-network-button')).toBeVisible();
  });

  await test.step('reports a refused signature, then signs and sends', async () => {
    wallet.refuseOnce('personal_sign');
    await main.getByTestId('sign').click();
    await expect(main.getByTestId('said')).toHaveText('UserRejectedRequestError');
    await main.getByTestId('sign').click();
    await expect(main.getByTestId('said')).toHaveText(/^0x/);
    const signature = (await main.getByTestId('said').textContent()) as Hex;
    expect(await verifyMessage({ address: wallet.address, message: 'Hello', signature })).toBe(true);
    await main.getByTestId('send').click();
    await expect(main.getByTestId('receipt')).toHaveText('success');
    expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'));
  });

  await test.step('follows switches by wagmi and by the modal', async () => {
    await main.getByTestId('switch').click();
    await expect(account(page)).toHaveText(on(1338));
    await main.getByTestId('custom-chain').click();
    await still(page, 'Networks');
    await networkRow(page, 1337).click();
    await expect(account(page)).toHaveText(on(1337));
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  await test.step('a reload', async () => {
    await page.reload();
    await expect(account(page)).toHaveText(on(1337));
  });

  await test.step('follows a disconnect by wagmi, a new connection, and a disconnect by the modal', async () => {
    await main.getByTestId('leave').click();
    await expect(account(page)).toHaveText(/^disconnected/);
    expect(await call(page, 'getIsConnected')).toBe(false);
    await main.getByTestId('custom-connect').click();
    await choose(page, wallet);
    await expect(account(page)).toHaveText(on(1337));
    await main.getByTestId('custom-account').click();
    await still(page, 'Account');
    await page.keyboard.press('Escape');
    await call(page, 'disconnect');
    await expect(account(page)).toHaveText(/^disconnected/);
  });
});

test('connectors by ID or position open the wallet, the QR code or the list @10.58', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  await put(page);
  const main = page.locator('main').last();
  const connected = () => expect(account(page)).toHaveText(`connected ${wallet.address} 1337`);
  const go = (id: string) => page.goto(`/?noauto&nowallet&id=${id}`);

  await test.step('the ID that the wallet announces, or the page’s own, connects without the list', async () => {
    for (const id of [wallet.row.replace('wallet-selector-', ''), 'injected']) {
      await go(id);
      await expect(account(page)).toHaveText(/^disconnected/);
      // The engine finds the wallets of the page once it runs.
      await page.evaluate(() =>
        (window as unknown as { walletModal: { ready(): Promise<void> } }).walletModal.ready(),
      );
      await main.getByTestId('by-id').click();
      await connected();
      await main.getByTestId('leave').click();
      await expect(account(page)).toHaveText(/^disconnected/);
    }
  });

  await test.step('a wallet that is not installed, or a position, opens the list', async () => {
    await go('coinbaseWalletSDK');
    for (const button of ['by-id', 'by-position']) {
      await main.getByTestId(button).click();
      await choose(page, wallet);
      await connected();
      await main.getByTestId('leave').click();
      await expect(account(page)).toHaveText(/^disconnected/);
    }
  });

  await test.step('the QR code, closed', async () => {
    await go('walletConnect');
    await main.getByTestId('by-id').click();
    await still(page, 'ConnectingWalletConnectBasic');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expect(account(page)).toHaveText(/^disconnected/);
  });
});

test('a sign-in by an adapter connects wagmi; without a session after a reload, nothing opens before the button is pressed @10.48', async ({
  page,
}) => {
  const wallet = await SigningWallet.install(page);
  await putSignIn(page);
  await page.goto('/?noauto&nowallet');
  const button = page.locator('main').last().locator('wallet-button');
  const status = page.getByTestId('status');
  const connected = `connected ${wallet.address}`;

  await test.step('signs in while connecting, and keeps the session over a reload', async () => {
    await button.click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await still(page, 'SIWXSignMessage');
    await expect(account(page)).not.toHaveText(connected);
    await confirm(sign(page));
    await expectClosed(page);
    await expect(account(page)).toHaveText(connected);
    await expect(status).toHaveText('authenticated');
    await page.reload();
    await expect(account(page)).toHaveText(connected);
    await expectClosed(page);
  });

  await test.step('an expired session opens nothing, the button asks only for the signature, and Cancel disconnects', async () => {
    await page.evaluate(() => localStorage.removeItem('signed-in'));
    await page.reload();
    await expect(status).toHaveText('unauthenticated');
    await expect(account(page)).toHaveText(/^disconnected/);
    await expectClosed(page);
    await button.click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await still(page, 'SIWXSignMessage');
    await expect(account(page)).not.toHaveText(connected);
    await cancel(page).click();
    await expectClosed(page);
    await expect(account(page)).toHaveText(/^disconnected/);
  });

  await test.step('a disconnect ends the session, and nothing opens', async () => {
    await button.click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await still(page, 'SIWXSignMessage');
    await confirm(sign(page));
    await expect(account(page)).toHaveText(connected);
    await expectClosed(page);
    await page.getByTestId('leave').click();
    await expect(status).toHaveText('unauthenticated');
    await page.reload();
    await expect(account(page)).toHaveText(/^disconnected/);
    await expectClosed(page);
    expect(
      await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length,
      ),
    ).toBe(0);
  });
});
