// The host takes the element away, or moves it, while something is asked.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress, giveToken } from '../support/chain';
import {
  dialog,
  expectClosed,
  recordEvents,
  leaveEnding,
  openCard,
  pressSend,
  sendStatus,
  still,
} from '../support/modal';
import { expectNetwork, networkRow, openNetworks, switchStatus } from '../support/networks';
import { expect, test } from '../support/test';
import { holder, previewToken, withAccount } from '../support/tokens';

test.describe('the page moves the element', () => {
  /** What a host's framework may do with it, while something is open. */
  const remove = (page: Page) =>
    page.evaluate(() => {
      const element = document.querySelector('wallet-modal')!;
      (window as unknown as { kept: Element }).kept = element;
      element.remove();
    });
  const append = (page: Page, where = 'body') =>
    page.evaluate((selector) => {
      document.querySelector(selector)!.append((window as unknown as { kept: Element }).kept);
    }, where);
  const move = (page: Page, where: string) =>
    page.evaluate(
      (selector) => document.querySelector(selector)!.append(document.querySelector('wallet-modal')!),
      where,
    );

  test('continues a switch after the element is moved and inserted twice @10.30', async ({ page }) => {
    const wallet = await withAccount(page, await fundedAddress(), { wallet_switchEthereumChain: 'hang' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await move(page, 'main');
    await move(page, 'body');
    await move(page, 'body');
    await still(page, 'SwitchNetwork');
    await expect(switchStatus(page)).toHaveCount(1);
    expect(await dialog(page).evaluate((box) => box.matches(':modal'))).toBe(true);
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.settle('wallet_switchEthereumChain', { result: null });
    await still(page, 'Account');
    await expectNetwork(page, 1338);
    expect(wallet.count('wallet_switchEthereumChain')).toBe(1);
  });

  test('follows a send while the element is removed, and shows it when the element is inserted @10.30 @10.31', async ({
    page,
  }) => {
    test.slow();
    const events = await recordEvents(page);
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'hang' });
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
    await remove(page);
    await append(page, 'main');
    await expectClosed(page);
    await openCard(page, 'Account');
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'SendPreview');
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await move(page, 'body');
    await still(page, 'SendPreview');
    const hash = await giveToken('DUSD', to, 1_500_000n, 1337, account);
    await wallet.settle('eth_sendTransaction', { result: hash });
    await leaveEnding(page, 'send', /^Sent 1\.5 DUSD/);
    expect(events.of('wallet-transaction').map(({ status }) => status)).toEqual(['sent', 'confirmed']);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
    expect(events.of('wallet-error')).toEqual([]);
  });
});
