// Everybody can use what an account has: axe in every view of it in both themes, the keyboard alone, what is said, less motion, forced
// colours. The views around it: a11y.e2e.ts.
import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import { expectAccessible } from '../support/axe';
import { freshAddress, giveToken, TOKENS } from '../support/chain';
import {
  call,
  card,
  expectClosed,
  focused,
  openCard,
  pressSend,
  sendStatus,
  still,
  toast,
  view,
  visit,
} from '../support/modal';
import {
  demoAccount,
  networkRow,
  openAccount,
  openNetworks,
  switchStatus,
  trouble,
} from '../support/networks';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import {
  balanceOf,
  historyOf,
  holder,
  tokenChoice,
  tokenRow,
  withAccount,
  withholdReceipts,
} from '../support/tokens';

const refusal = { code: 4001, message: 'User rejected the request' };

type Look = (state: string) => Promise<void>;

/** Which theme the card is drawn in: by the colour of its ground. */
const drawn = (page: Page): Promise<string> =>
  card(page).evaluate((element) => {
    const [red] = /\d+/.exec(getComputedStyle(element).backgroundColor)!;
    return Number(red) > 127 ? 'light' : 'dark';
  });

/** What the account has, its settings, its networks: each state once. */
async function ofAccount(page: Page, look: Look): Promise<void> {
  const account = await holder({ DUSD: 77_000_000n, QGLD: 100_000_000n });
  const answers = { wallet_switchEthereumChain: 'wait', wallet_addEthereumChain: 'wait' } as const;
  const wallet = await withAccount(page, account, answers);
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  await look('Account, tokens');
  await page.getByTestId('wm-hide-amounts').click();
  await look('Account, amounts hidden');
  await page.getByTestId('wm-hide-amounts').click();
  await page.getByTestId('tab-activity').click();
  await expect(card(page).locator('[data-testid^=wm-tx-]').first()).toBeVisible();
  await look('Account, activity');
  await page.getByTestId('tab-nfts').click();
  await expect(page.getByTestId('wm-nfts-empty')).toBeVisible();
  await look('Account, no NFTs');

  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
  await look('AccountSettings');
  await page.getByTestId('account-switch-network-button').click();
  await still(page, 'Networks');
  await look('Networks');
  await page.getByTestId('wui-input-text').fill('nowhere');
  await expect(page.getByTestId('wm-networks-none')).toBeVisible();
  await look('Networks, none found');
  await page.getByTestId('wui-input-text').fill('');
  await page.getByTestId('wm-networks-help').click();
  await still(page, 'WhatIsANetwork');
  await look('WhatIsANetwork');
  await page.getByTestId('wm-help-done').click();
  await still(page, 'Networks');

  await networkRow(page, 1338).click();
  await still(page, 'SwitchNetwork');
  await look('SwitchNetwork, to confirm');
  await wallet.settle('wallet_switchEthereumChain', { code: 4902, message: 'Unrecognized chain' });
  await expect(switchStatus(page)).toHaveAttribute('data-phase', 'adding');
  await look('SwitchNetwork, to add');
  await wallet.settle('wallet_addEthereumChain', refusal);
  await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await look('SwitchNetwork, refused');
  await page.getByTestId('wui-network-button').click();
  await wallet.settle('wallet_switchEthereumChain', { code: -32002, message: 'already open' });
  await expect(switchStatus(page)).toContainText('already has a request open');
  await card(page).getByText('Details').click();
  await look('SwitchNetwork, another request open, details');

  await page.keyboard.press('Escape');
  await expectClosed(page);
  await wallet.emit('chainChanged', '0x7a69');
  await openCard(page, 'UnsupportedChain');
  await look('UnsupportedChain');
}

/** Sending a token, and what is said where something is missing. */
async function ofTokens(page: Page, look: Look): Promise<void> {
  const account = await holder({ DUSD: 77_000_000n, SHY: parseUnits('5', 18) });
  await withholdReceipts(page, CHAIN_URL);
  await withAccount(page, account);
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await look('SendSelectToken');
  await page.getByTestId('swap-select-token-search-input').fill('nothing');
  await expect(page.getByTestId('wm-select-none')).toBeVisible();
  await look('SendSelectToken, none found');
  await page.getByTestId('swap-select-token-search-input').fill('');
  await tokenChoice(page, 'SHY').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-amount').fill('1');
  await page.getByTestId('wm-send-address').fill(freshAddress());
  await page.getByTestId('wm-send-review').click();
  await page.getByTestId('wm-send-error').getByText('Details').click();
  await look('Send, refused by the token, details');

  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await tokenChoice(page, 'DUSD').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-amount').fill('1.5');
  await page.getByTestId('wm-send-address').fill(TOKENS.DUSD.address);
  await expect(view(page, 'Send')).toContainText("This is a token's contract");
  await look("Send, to a token's contract");
  await page.getByTestId('wm-send-address').fill(demoAccount(1));
  await expect(page.getByTestId('wm-send-profile')).toBeVisible();
  await look('Send, to somebody known');
  await page.getByTestId('wm-send-review').click();
  await still(page, 'SendPreview');
  await look('SendPreview of a token');
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'confirming');
  await look('SendPreview, on its way');
}

/** The services do not answer. */
async function ofFailure(page: Page, look: Look): Promise<void> {
  const account = await holder();
  await trouble(page, balanceOf(account), { status: 403 });
  await trouble(page, historyOf(account), { status: 403 });
  await withAccount(page, account);
  await expect(page.getByTestId('wm-tokens-failed')).toBeVisible();
  await look('Account, tokens failed, counting down');
  await page.getByTestId('tab-activity').click();
  await expect(page.getByTestId('wm-activity-retry')).toBeVisible();
  await expect(toast(page)).toBeVisible();
  await look('Account, activity failed, with a toast');
}

/** A long past and collectibles, read only; and help for who has no wallet. */
async function ofThePast(page: Page, look: Look): Promise<void> {
  const wallet = await ScriptedWallet.install(page, { accounts: [demoAccount(3)] });
  await visit(page, '?nowallet');
  await openCard(page);
  await expect(page.getByTestId('wm-footer')).toBeVisible();
  await page.getByTestId('wm-header-help').click();
  await still(page, 'WhatIsAWallet');
  await look('WhatIsAWallet');
  await page.getByTestId('wm-help-done').click();
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await page.getByTestId('tab-nfts').click();
  await expect(card(page).locator('.nft img').first()).toBeVisible();
  await look('Account, NFTs');
  await page.getByTestId('tab-activity').click();
  await expect.poll(() => card(page).locator('[data-testid^=wm-tx-]').count()).toBeGreaterThan(20);
  await look('Account, a long activity');
}

for (const [what, walk] of [
  ['the account, its settings and networks', ofAccount],
  ['sending a token', ofTokens],
  ['services that fail', ofFailure],
  ['a long past, help', ofThePast],
] as const)
  test(`axe finds nothing, light and dark: ${what} @10.8`, async ({ page }) => {
    test.setTimeout(120_000);
    const found: string[] = [];
    await walk(page, async (state) => {
      for (const theme of ['dark', 'light']) {
        await call(page, 'setThemeMode', theme);
        await expect.poll(() => drawn(page)).toBe(theme);
        await expectAccessible(page, 'wallet-modal').catch((error: Error) =>
          found.push(
            `${state}, ${theme}: ${/\+ {3}"(.*)"/.exec(error.message)?.[1] ?? error.message.slice(0, 300)}`,
          ),
        );
      }
    });
    expect(found).toEqual([]);
  });

test('the keyboard alone: tabs, networks, a token sent @10.8', async ({ page }) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  await giveToken('DUSD', wallet.address, 77_000_000n);
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
  await expectFocus('w3m-account-default-send-button');
  await press('Tab');
  await expectFocus('tab-tokens');
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
  wallet.refuse('wallet_switchEthereumChain');
  await press('Enter');
  await still(page, 'SwitchNetwork');
  await expect(switchStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await tabTo('wui-network-button');
  await press('Space');
  await still(page, 'Account');
  await expect(page.getByTestId('demo-network')).toContainText('1338');
  await expectFocus('w3m-account-default-send-button');
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
  await expect(toast(page)).toHaveText(/1\.5 DUSD sent/);
  await still(page, 'Account');
  await press('Escape');
  await expectClosed(page);
  await expectFocus('connect-button');
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('the focus: help and back, refused close, what is gone never keeps it @10.8', async ({ page }) => {
  const account = await holder();
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

test('what changes is said: switching, none found, hidden amounts, failures @10.8', async ({ page }) => {
  const account = await holder({ DUSD: 1_000_000n });
  const wallet = await withAccount(page, account, { wallet_switchEthereumChain: 'wait' });
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  await expect(page.getByTestId('wm-hide-amounts')).toHaveAccessibleName('Hide amounts');
  await page.getByTestId('wm-hide-amounts').click();
  await expect(page.getByTestId('balance-amount')).toContainText('Amount hidden');
  await expect(card(page).getByRole('tablist', { name: 'What this account has' })).toBeVisible();
  await expect(card(page).getByRole('tabpanel', { name: 'Tokens' })).toBeVisible();
  await openNetworks(page);
  await expect(page.getByRole('dialog', { name: 'Choose network' })).toBeVisible();
  await expect(page.getByTestId('wui-input-text')).toHaveAccessibleName('Search networks');
  await expect(networkRow(page, 1337).getByRole('img', { name: 'Selected' })).toBeVisible();
  await networkRow(page, 1338).click();
  await still(page, 'SwitchNetwork');
  await expect(page.getByRole('dialog', { name: 'Demo Chain 2' })).toBeVisible();
  await expect(card(page).getByRole('status').filter({ hasText: 'Confirm in Scripted' })).toBeVisible();
  await wallet.settle('wallet_switchEthereumChain', refusal);
  await expect(card(page).getByRole('status').filter({ hasText: 'Not switched' })).toBeVisible();
});

/** What moves in the card, in words: name, seconds, what it changes. */
const moving = (page: Page) =>
  card(page).evaluate((element) =>
    element.getAnimations({ subtree: true }).map((animation) => {
      const { duration, iterations } = animation.effect!.getComputedTiming();
      const changed = (animation.effect as KeyframeEffect)
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame))
        .filter((key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key));
      return { long: Number(duration) > 100 || iterations == Infinity, changed: [...new Set(changed)] };
    }),
  );

test('less motion: while a switch waits nothing but opacity changes @10.11', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await withAccount(page, await holder(), { wallet_switchEthereumChain: 'wait' });
  await openNetworks(page);
  await networkRow(page, 1338).click();
  await still(page, 'SwitchNetwork');
  const moves = (await moving(page)).filter(({ long }) => long).flatMap(({ changed }) => changed);
  expect(moves.filter((property) => property != 'opacity')).toEqual([]);
});

test('forced colours and more contrast: what is chosen, focused and pressed can still be told @10.11', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more' });
  await withAccount(page, await holder({ DUSD: 1_000_000n }));
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  const look = (testId: string) =>
    page.getByTestId(testId).evaluate((element) => {
      const { color, backgroundColor, borderColor, outline, textDecorationLine, fontWeight, boxShadow } =
        getComputedStyle(element);
      const { borderColor: under, backgroundColor: line } = getComputedStyle(element, '::after');
      return [
        color,
        backgroundColor,
        borderColor,
        outline,
        textDecorationLine,
        fontWeight,
        boxShadow,
        under,
        line,
      ].join();
    });
  await page.getByTestId('wm-explorer').focus();
  expect(await look('tab-tokens'), 'the chosen tab').not.toBe(await look('tab-nfts'));
  const before = await look('wm-hide-amounts');
  await page.getByTestId('tab-tokens').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const outlined = await page
    .getByTestId('tab-tokens')
    .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outlined).toBe('solid');
  await page.getByTestId('wm-hide-amounts').click();
  await page.getByTestId('tab-tokens').focus();
  expect(before.length).toBeGreaterThan(0);
  await expect(page.getByTestId('wm-hide-amounts')).toHaveAttribute('aria-pressed', 'true');
  await openNetworks(page);
  await expect(networkRow(page, 1337).getByRole('img', { name: 'Selected' })).toBeVisible();
  await expectAccessible(page, 'wallet-modal');
});
