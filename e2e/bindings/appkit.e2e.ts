// `wallet-modal/appkit` as it is built: a page as AppKit's documentation has them (appkit/page.tsx), over the real engine and a wallet that
// signs. What the names themselves do is in bindings/appkit/*.test.ts.
import type { Page } from '@playwright/test';
import { parseEther, verifyMessage, type Hex } from 'viem';
import { chainOf } from '../support/chain';
import { confirm, connectingStatus, dialog, expectClosed, openSettings, still } from '../support/modal';
import { EthereumWallet } from '../../bindings/testing/wallets/ethereum';
import { CHAIN_URL } from '../support/ports';
import { sign } from '../support/sign-in';
import { SigningWallet } from '../support/signing-wallet';
import { bindingPage } from '../support/binding-page';
import { expect, test } from '../support/test';

const put = bindingPage('bindings/appkit/page.tsx');
const putByName = bindingPage('bindings/appkit/by-name.ts');

async function visit(page: Page): Promise<void> {
  await put(page);
  await page.goto('/?noauto&nowallet');
}

const says = (page: Page) => page.getByTestId('state');
const said = (page: Page) => page.getByTestId('said');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const joined = (page: Page) => page.locator('appkit-button');
const told = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: unknown[] }).told.splice(0)) as Promise<unknown[]>;

test('a page of AppKit connects, reloads, switches, signs, sends and disconnects, from the page and from outside @10.41', async ({
  page,
}) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  const me = wallet.address;
  await visit(page);
  await expect(says(page)).toHaveText('disconnected false  1337 true false ');
  const engines = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length,
    );
  expect(await engines()).toBe(0);

  await test.step('stays disconnected after the user closes the modal, and can open it again', async () => {
    await press(page, 'Open');
    await still(page, 'Connect');
    await expect(says(page)).toHaveText(/true $/);
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expect(says(page)).toHaveText('disconnected false  1337 true false ');
    expect(await told(page)).toEqual(
      expect.arrayContaining([
        ['open', true],
        ['open', false],
      ]),
    );
  });

  await test.step('connects after the wallet refused once', async () => {
    wallet.refuseOnce('eth_requestAccounts');
    await expect(joined(page)).toHaveText('Join');
    await joined(page).click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toContainText('Connection rejected');
    await expect(says(page)).toHaveText(/^disconnected false/);
    await expect(page.getByTestId('event')).toHaveText('USER_REJECTED');
    await page.getByTestId('w3m-connecting-widget-secondary-button').click();
    await expectClosed(page);
    await expect(says(page)).toHaveText(new RegExp(`^connected true ${me} 1337 true false \\S`));
    expect(await told(page)).toContainEqual(['account', 'connected', me]);
  });

  await test.step('reconnects after a reload', async () => {
    await page.reload();
    await expect(says(page)).toHaveText(new RegExp(`^connected true ${me} 1337 true false`));
    await expect(joined(page)).toContainText(me.slice(0, 4));
  });

  await test.step('ethers signs and sends through the hook’s provider, and reports a refusal as its own error', async () => {
    await press(page, 'Sign');
    await expect(said(page)).toHaveText(/^0x/);
    const signature = (await said(page).textContent()) as Hex;
    expect(await verifyMessage({ address: me, message: 'hello', signature })).toBe(true);
    wallet.refuseOnce('personal_sign');
    await press(page, 'Sign');
    await expect(said(page)).toHaveText('failed ACTION_REJECTED');
    await press(page, 'Send');
    await expect(said(page)).toHaveText('1');
    await press(page, 'Balance');
    await expect(said(page)).toHaveText(/^9\.\d+ \w+$/);
    const left = await chainOf(1337).getBalance({ address: me });
    expect(left).toBeLessThan(parseEther('10'));
  });

  await test.step('switches by the hook, by the modal and by the wallet', async () => {
    await press(page, 'Second');
    await expect(says(page)).toHaveText(new RegExp(`^connected true ${me} 1338`));
    await press(page, 'Networks');
    await still(page, 'Networks');
    await page.getByTestId('w3m-network-switch-Demo Chain').click();
    await expect(says(page)).toHaveText(new RegExp(`^connected true ${me} 1337`));
    await press(page, 'Close').catch(() => {});
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await wallet.emit('chainChanged', '0x53a');
    await expect(says(page)).toHaveText(new RegExp(`^connected true ${me} 1338`));
    expect(await told(page)).toEqual(
      expect.arrayContaining([
        ['network', 1338],
        ['network', 1337],
      ]),
    );
  });

  await test.step('disconnects by the hook, then by the modal', async () => {
    await press(page, 'Leave');
    await expect(says(page)).toHaveText(/^disconnected false/);
    await joined(page).click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await joined(page).click();
    await still(page, 'Account');
    await openSettings(page);
    await page.getByTestId('disconnect-button').click();
    await expect(says(page)).toHaveText(/^disconnected false/);
    expect(await told(page)).toContainEqual(['account', 'disconnected', undefined]);
  });

  await test.step('applies the page’s CSS variables', async () => {
    await page.keyboard.press('Escape');
    await press(page, 'Open');
    await still(page, 'Connect');
    const accent = await dialog(page).evaluate((box) =>
      getComputedStyle(box).getPropertyValue('--wm-accent'),
    );
    expect(accent.trim()).toBe('rgb(200, 0, 120)');
  });
});

test('connects one wallet by name, by the function and by the button, and signs in with AppKit’s classes @10.41', async ({
  page,
}) => {
  const wallet = await EthereumWallet.install(page, {
    name: 'MetaMask',
    rdns: 'io.metamask',
    words: ['by name'],
    chains: { 1337: CHAIN_URL },
  });
  const me = wallet.address;
  await putByName(page);
  await page.goto('/?noauto&nowallet');
  const button = page.locator('appkit-wallet-button');
  const kept = () => page.evaluate(() => localStorage.getItem('@appkit/siwx') ?? '[]');
  await expect(button).toHaveText('MetaMask');

  await test.step('the button asks the wallet at once before the engine has loaded', async () => {
    wallet.refuseOnce('eth_requestAccounts');
    await button.click();
    await expect(page.getByText('declined').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  await test.step('a refusal rejects the function; then the signed session is stored where AppKit keeps it', async () => {
    wallet.refuseOnce('eth_requestAccounts');
    await press(page, 'By name');
    await expect(said(page)).toHaveText('failed 4001');
    await press(page, 'By name');
    await confirm(sign(page));
    await expect(said(page)).toHaveText(
      JSON.stringify({ chainNamespace: 'eip155', chainId: '1337', address: me }),
    );
    const [session] = JSON.parse(await kept()) as { message: string; signature: Hex }[];
    expect(session!.message).toContain('Chain ID: eip155:1337');
    expect(await verifyMessage({ address: me, ...session! })).toBe(true);
    await expect(button).toContainText(me.slice(0, 4));
    await page.keyboard.press('Escape');
  });

  await test.step('a reload keeps a session with a valid signature, and asks again for a forged one', async () => {
    const connected = async () => {
      await expect(button).toContainText(me.slice(0, 4));
      // known from before, as long as it is pale
      await expect(button.locator('button')).not.toHaveAttribute('data-dim');
      await expect(dialog(page)).toBeHidden();
    };
    await page.reload();
    await connected();
    const good = await kept();
    await page.evaluate(() => {
      const [session] = JSON.parse(localStorage.getItem('@appkit/siwx')!) as object[];
      const signature = `0x${'11'.repeat(65)}`;
      localStorage.setItem('@appkit/siwx', JSON.stringify([{ ...session, signature }]));
    });
    await page.reload();
    await expect(sign(page)).toBeVisible();
    await page.evaluate((text) => localStorage.setItem('@appkit/siwx', text), good);
    await page.reload();
    await connected();
  });

  await test.step('a disconnect removes the session, and the button asks the wallet again', async () => {
    await press(page, 'Leave');
    await expect.poll(kept).toBe('[]');
    await expect(button).toHaveText('MetaMask');
    await button.click();
    await confirm(sign(page));
    await expect(button).toContainText(me.slice(0, 4));
    await press(page, 'Leave');
  });

  await test.step('a wallet that is not installed is shown in the modal, and closing rejects', async () => {
    await press(page, 'Other');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(said(page)).toHaveText(/^failed/);
  });
});
