// The keyboard alone: from the button to the preview, through tabs, networks and a token; where the focus is when something goes.
import type { Page } from '@playwright/test';
import { approve, freshAddress, fundedAddress, giveToken } from '../support/chain';
import { calm, card, expectClosed, focused, sendStatus, still, toast, visit } from '../support/modal';
import { networkRow, openAccount, openNetworks, sevenNetworks, switchStatus } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import { holder, tokenRow, withAccount } from '../support/tokens';

/** What Account leads to first, in the default order. */
const FIRST_TILE = 'w3m-account-default-onramp-button';

/** The focused element can be seen to be it: an outline, or the frame of its field. */
const visible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    let at = document.activeElement as HTMLElement;
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const frames = [at.closest('.field-line'), at.closest('.field')];
    const framed = frames.some((frame) => frame && getComputedStyle(frame).boxShadow != 'none');
    return framed || (outlineStyle == 'solid' && outlineWidth == '2px');
  });

test('with only the keyboard, opens the modal, reaches the send preview and leaves @10.8', async ({
  page,
}) => {
  test.slow();
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page);
  const press = (key: string) => page.keyboard.press(key);
  const expectFocus = async (testId: string) => {
    await expect.poll(() => focused(page), `the focus is on ${testId}`).toBe(testId);
    expect(await visible(page), `the focus on ${testId} can be seen`).toBe(true);
  };
  const tabTo = async (testId: string, key = 'Tab') => {
    for (let i = 0; i < 12 && (await focused(page)) != testId; i++) await press(key);
    await expectFocus(testId);
  };

  await tabTo('connect-button');
  await press('Enter');
  await still(page, 'Connect');
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await expect(page.getByTestId('wallet-selector-dev.wallet-modal.demo')).toBeVisible();
  // The list is one stop; arrows move in it, letters find.
  await expect.poll(() => focused(page)).toMatch(/^wallet-selector-/);
  expect(await visible(page)).toBe(true);
  await press('d');
  await expectFocus('wallet-selector-dev.wallet-modal.demo');
  for (let i = 0; i < 6 && (await focused(page)) != wallet.row; i++) await press('ArrowUp');
  await expectFocus(wallet.row);
  await tabTo('w3m-header-close', 'Shift+Tab');
  await tabTo(wallet.row);
  await press('Enter');
  await expectClosed(page);
  await expectFocus('connect-button');
  // What the account can do is known: a card that opens before it has no button to give the focus to yet.
  await expect(page.getByTestId('connect-button')).toContainText('12.345 ETH');

  await press('Space');
  await still(page, 'Account');
  await expectFocus(FIRST_TILE);
  await tabTo('wm-account-copy');
  await tabTo('account-settings-button', 'Shift+Tab');
  await press('Enter');
  await still(page, 'AccountSettings');
  await tabTo('disconnect-button');
  await press('Alt+ArrowLeft');
  await still(page, 'Account');
  await expectFocus(FIRST_TILE);
  await tabTo('w3m-account-default-send-button');
  await press('Enter');
  await still(page, 'Send');
  await expectFocus('wm-send-amount');
  await page.keyboard.type('1.25');
  await tabTo('wm-send-address');
  const to = freshAddress();
  await page.keyboard.insertText(to);
  await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
  await tabTo('wm-send-review');
  await press('Enter');
  await still(page, 'SendPreview');
  // Approving is never one Enter away.
  await expectFocus('wm-send-cancel');
  await press('Tab');
  await expectFocus('wm-send-confirm');
  await press('Alt+ArrowLeft');
  await still(page, 'Send');
  await expect(page.getByTestId('wm-send-amount')).toHaveValue('1.25');
  await press('Escape');
  await expectClosed(page);
  await expectFocus('connect-button');
  expect(wallet.count('eth_sendTransaction')).toBe(0);
});

test('with only the keyboard, changes tabs and networks, and sends a token @10.8', async ({ page }) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  await giveToken('DUSD', wallet.address, 77_000_000n);
  await sevenNetworks(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  const press = (key: string) => page.keyboard.press(key);
  const expectFocus = (testId: string) =>
    expect.poll(() => focused(page), `the focus is on ${testId}`).toBe(testId);
  const tabTo = async (testId: string, key = 'Tab') => {
    for (let i = 0; i < 14 && (await focused(page)) != testId; i++) await press(key);
    await expectFocus(testId);
  };

  // The tabs are one stop; arrows, Home and End choose, and go round.
  await expectFocus(FIRST_TILE);
  await tabTo('tab-tokens');
  await press('ArrowRight');
  await expectFocus('tab-nfts');
  await expect(page.getByTestId('tab-nfts')).toHaveAttribute('aria-selected', 'true');
  await press('End');
  await expectFocus('tab-activity');
  await expect(card(page).getByRole('tabpanel', { name: 'Activity' })).toBeVisible();
  await press('ArrowRight');
  await expectFocus('tab-tokens');
  await press('ArrowLeft');
  await expectFocus('tab-activity');
  await expect(card(page).locator('[data-testid^=wm-tx-]')).toHaveCount(1);
  await press('Tab');
  await expect(card(page).getByRole('tabpanel')).toBeFocused();
  await tabTo('w3m-account-default-activity-button');
  await press('Tab');
  await expect.poll(() => focused(page)).toMatch(/^wm-tx-0x/);
  await tabTo('tab-activity', 'Shift+Tab');
  await press('Home');
  await expectFocus('tab-tokens');

  // To another network, and back with the focus where the next action is.
  await tabTo('w3m-account-select-network', 'Shift+Tab');
  await press('Enter');
  await still(page, 'Networks');
  await expectFocus('wui-input-text');
  await page.keyboard.type('1338');
  await expect(networkRow(page, 1337)).toHaveCount(0);
  await tabTo('w3m-network-switch-Demo Chain 2');
  wallet.refuseOnce('wallet_switchEthereumChain');
  await press('Enter');
  await still(page, 'SwitchNetwork');
  await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await tabTo('wui-network-button');
  await calm(page);
  await press('Space');
  await still(page, 'Account');
  await expect(page.getByTestId('demo-network')).toContainText('1338');
  await expectFocus(FIRST_TILE);
  await tabTo('w3m-account-select-network', 'Shift+Tab');
  await press('Enter');
  await still(page, 'Networks');
  await tabTo('w3m-network-switch-Demo Chain 2');
  await press('Home');
  await press('Enter');
  await still(page, 'Account');
  await expect(page.getByTestId('demo-network')).toContainText('1337');

  // A token, from the list to the wallet.
  await tabTo('w3m-account-default-send-button');
  await press('Enter');
  await still(page, 'Send');
  await expectFocus('wm-send-amount');
  await tabTo('wm-send-token');
  await press('Enter');
  await still(page, 'SendSelectToken');
  await expectFocus('swap-select-token-search-input');
  await press('Tab');
  await expectFocus('wm-send-token-ETH');
  await press('ArrowDown');
  await expectFocus('wm-send-token-DUSD');
  await press('Enter');
  await still(page, 'Send');
  await expectFocus('wm-send-amount');
  await page.keyboard.type('1.5');
  await tabTo('wm-send-address');
  await page.keyboard.insertText(freshAddress());
  await tabTo('wm-send-review');
  await press('Enter');
  await still(page, 'SendPreview');
  await expectFocus('wm-send-cancel');
  await tabTo('wm-send-confirm');
  await expect(async () => {
    if ((await sendStatus(page).getAttribute('data-phase', { timeout: 500 })) == 'review')
      await press('Enter');
    await expect(sendStatus(page)).not.toHaveAttribute('data-phase', 'review', { timeout: 300 });
  }).toPass();
  await expect(sendStatus(page)).toHaveText(/^Sent 1\.5 DUSD/);
  await expectFocus('wm-send-done');
  await press('Enter');
  await still(page, 'Account');
  await press('Escape');
  await expectClosed(page);
  await expectFocus('connect-button');
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('with only the keyboard, buys and returns to the previous view @10.8', async ({ page }) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  const press = (key: string) => page.keyboard.press(key);
  const expectFocus = async (testId: string | RegExp) => {
    await expect.poll(() => focused(page), `the focus is on ${testId}`).toMatch(testId);
    expect(await visible(page), `the focus on ${testId} can be seen`).toBe(true);
  };
  const tabTo = async (testId: string, key = 'Tab') => {
    for (let i = 0; i < 14 && (await focused(page)) != testId; i++) await press(key);
    await expectFocus(testId);
  };

  await expect.poll(() => focused(page)).toBe(FIRST_TILE);
  await press('Enter');
  await still(page, 'OnRamp');
  await expectFocus('wm-onramp-amount');
  await tabTo('wm-onramp-fiat');
  await press('Enter');
  await still(page, 'OnRampFiatSelect');
  await expectFocus(/^wm-onramp-[A-Z]+$/);
  await press('ArrowDown');
  await press('Enter');
  await still(page, 'OnRamp');
  await expect(page.getByTestId('wm-onramp-fiat')).toHaveText('€EUR');
  await expectFocus('wm-onramp-amount');
  await tabTo('wm-onramp-preset-100');
  await press('Space');
  await expect(page.getByTestId('wm-onramp-preset-100')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('wm-onramp-quote')).toHaveAttribute('data-state', 'quoted');
  await tabTo('wm-onramp-help');
  await press('Enter');
  await still(page, 'WhatIsABuy');
  await expectFocus('wm-help-done');
  await press('Alt+ArrowLeft');
  await still(page, 'OnRamp');
  await expect(page.getByTestId('wm-onramp-amount')).toHaveValue('100');
  await tabTo('wm-onramp-choose');
  await press('Enter');
  await still(page, 'OnRampProviders');
  await expectFocus(/^onramp-provider-/);
  if ((await focused(page)) != 'onramp-provider-coinbase') await press('c');
  await expectFocus('onramp-provider-coinbase');
  await press('Enter');
  await still(page, 'BuyInProgress');
  await tabTo('wm-buy-open');
  const [shop] = await Promise.all([page.waitForEvent('popup'), press('Enter')]);
  await shop.close();
  await page.bringToFront();
  await expect(page.getByTestId('wm-buy-status')).toHaveAttribute('data-phase', 'closed');
  await expectFocus('w3m-connecting-widget-secondary-button');
  await press('Escape');
  await expectClosed(page);
  await expectFocus('connect-button');
});

test('with only the keyboard, opens an approval, keeps it, then revokes it @10.8 @10.37', async ({
  page,
}) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  await giveToken('DUSD', wallet.address, 300_000_000n);
  await approve(wallet.address, 'DUSD', freshAddress(), 250_000_000n);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  const press = (key: string) => page.keyboard.press(key);
  const expectFocus = (testId: string) =>
    expect.poll(() => focused(page), `the focus is on ${testId}`).toBe(testId);
  const tabTo = async (testId: string, key = 'Tab') => {
    for (let i = 0; i < 14 && (await focused(page)) != testId; i++) await press(key);
    await expectFocus(testId);
  };

  // The wallet's own access of this site can be revoked too, by a button of the same name.
  const tabToApproval = async () => {
    const revoke = page.getByTestId('wm-approval').getByTestId('wm-permission-revoke');
    const has = () =>
      revoke.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement == button);
    for (let i = 0; i < 20 && !(await has()); i++) await press('Tab');
    expect(await has()).toBe(true);
  };

  await tabTo('account-settings-button', 'Shift+Tab');
  await press('Enter');
  await still(page, 'AccountSettings');
  await tabTo('wm-settings-permissions');
  await press('Enter');
  await still(page, 'Permissions');
  await expect(card(page).getByRole('list', { name: 'Token approvals' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await tabToApproval();
  await expect(
    page.getByTestId('wm-approval').getByTestId('wm-permission-revoke'),
  ).toHaveAccessibleDescription(/^250 DUSD Who has access 0x/);
  await press('Enter');
  await still(page, 'RevokePreview');
  // Revoking is never one Enter away either.
  await expectFocus('wm-revoke-cancel');
  await press('Enter');
  await still(page, 'Permissions');
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  await expect(page.getByTestId('wm-approval')).toHaveCount(1);
  await tabToApproval();
  await press('Enter');
  await still(page, 'RevokePreview');
  await tabTo('wm-revoke-confirm');
  await expect(async () => {
    if ((await page.getByTestId('wm-revoke-status').getAttribute('data-phase', { timeout: 500 })) == 'review')
      await press('Enter');
    await expect(page.getByTestId('wm-revoke-status')).not.toHaveAttribute('data-phase', 'review', {
      timeout: 300,
    });
  }).toPass();
  await expect(toast(page)).toHaveText(/permission revoked/);
  await still(page, 'Permissions');
  await expect(page.getByTestId('wm-approval')).toHaveCount(0);
  await expect.poll(() => focused(page)).not.toBe('');
});

test('keeps the focus in help, when Close is refused, and when the focused element disappears @10.8', async ({
  page,
}) => {
  const account = await holder();
  await sevenNetworks(page);
  const wallet = await withAccount(page, account);
  await openNetworks(page);
  await page.getByTestId('wm-networks-help').click();
  await still(page, 'WhatIsANetwork');
  await expect.poll(() => focused(page)).toBe('wm-help-done');
  await page.keyboard.press('Enter');
  await still(page, 'Networks');
  await expect.poll(() => focused(page)).toBe('wui-input-text');
  await wallet.emit('chainChanged', '0x7a69');
  await still(page, 'UnsupportedChain');
  await expect.poll(() => focused(page)).toMatch(/^w3m-network-switch-/);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('disconnect-button');
  await page.keyboard.press('Enter');
  await expectClosed(page);
  await expect.poll(() => focused(page)).toBe('connect-button');
});
