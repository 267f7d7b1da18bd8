// Tokens: what the account holds, what is said when nobody knows, and sending one, from the form to the chain.
import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import { giveToken } from '../support/chain';
import { card, expectClosed, recordEvents, openCard, openSettings } from '../support/modal';
import { expectNetwork, trouble } from '../support/networks';
import { expect, test } from '../support/test';
import { balanceOf, holder, tokenRow, withAccount } from '../support/tokens';

const balance = (page: Page) => page.getByTestId('balance-amount');
const total = (page: Page) => page.getByTestId('wm-total');
/** The head of Account: what it is worth, and what is the matter with that. */
const worth = (page: Page) => card(page).locator('.account-worth');
const dollars = (text: string | null): number => Number((text ?? '').replace(/[^\d.]/g, ''));

test.describe('the list', () => {
  test('shows icons, names, floored amounts, values and their total of one network, hides them on request, and skips tokens without decimals @1.15 @2.32 @3.9 @5.33 @7.13 @9.19 @9.20', async ({
    page,
  }) => {
    const account = await holder({
      DUSD: 1_234_567_899n,
      MDW: parseUnits('0.0019999', 18),
      QGLD: 52_340_001n,
      TICK: 3n,
    });
    await giveToken('DUSD', account, 5_000_000n, 1338);
    const wallet = await withAccount(page, account);
    for (const [id, name] of [
      ['tab-tokens', 'Tokens'],
      ['tab-nfts', 'NFTs'],
      ['tab-activity', 'Activity'],
    ] as const)
      await expect(page.getByTestId(id)).toHaveText(name);
    await expect(card(page).getByRole('tab')).toHaveText(['Tokens', 'NFTs', 'Activity']);
    await expect(page.getByTestId('tab-tokens')).toHaveAttribute('aria-selected', 'true');

    const rows = card(page).locator('[data-testid^=wm-token-]');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toHaveAttribute('data-testid', 'wm-token-ETH');
    await expect(tokenRow(page, 'ETH')).toContainText('12.345 ETH');
    await expect(tokenRow(page, 'DUSD')).toContainText('Demo Dollar');
    await expect(tokenRow(page, 'DUSD')).toContainText('1,234.567 DUSD');
    await expect(tokenRow(page, 'MDW')).toContainText('0.001 MDW');
    await expect(tokenRow(page, 'QGLD')).toContainText('0.523 QGLD');
    await expect(tokenRow(page, 'TICK')).toHaveCount(0);
    for (const row of await rows.all()) await expect(row.locator('img')).toHaveAttribute('src', /^blob:/);

    const worths = await rows.locator('.row-end').allTextContents();
    for (const worth of worths) expect(worth).toMatch(/^<?\$[\d,]+\.\d\d$/);
    const values = worths.slice(1).map(dollars);
    expect(
      [...values].sort((a, b) => b - a),
      'native first, then by value',
    ).toEqual(values);
    await expect(total(page)).toContainText(/Total value \$[\d,]+\.\d\d$/);
    const sum = worths.map(dollars).reduce((a, b) => a + b, 0);
    expect(Math.abs(dollars(await total(page).textContent()) - sum)).toBeLessThan(0.05);

    await test.step('the eye hides every amount, and shows it again', async () => {
      const eye = page.getByTestId('wm-hide-amounts');
      await expect(eye).toHaveAttribute('aria-pressed', 'false');
      await eye.click();
      await expect(eye).toHaveAttribute('aria-pressed', 'true');
      await expect(eye).toBeFocused();
      await expect(balance(page)).toContainText('••••');
      await expect(tokenRow(page, 'DUSD')).toContainText('••••');
      await expect(total(page)).toContainText('••••');
      for (const part of [balance(page), tokenRow(page, 'DUSD'), tokenRow(page, 'ETH'), total(page)])
        expect(await part.textContent()).not.toMatch(/\d/);
      // Another view in between, and closed: it stays as it was chosen.
      await openSettings(page);
      await page.keyboard.press('Escape');
      await expectClosed(page);
      await openCard(page, 'Account');
      await expect(tokenRow(page, 'DUSD')).toContainText('••••');
      await eye.click();
      await expect(tokenRow(page, 'DUSD')).toContainText('1,234.567 DUSD');
    });

    await test.step('does not show tokens of one network on another', async () => {
      await wallet.answer('eth_chainId', { result: '0x53a' });
      await wallet.emit('chainChanged', '0x53a');
      await expectNetwork(page, 1338);
      await expect(tokenRow(page, 'DUSD')).toContainText('5.000 DUSD');
      await expect(tokenRow(page, 'MDW')).toHaveCount(0);
      await wallet.answer('eth_chainId', { result: '0x539' });
      await wallet.emit('chainChanged', '0x539');
      await expect(tokenRow(page, 'DUSD')).toContainText('1,234.567 DUSD');
    });
  });
});

test.describe('the service fails', () => {
  test('reports 500, garbage and 429 once, and shows the native balance of the node @8.15 @9.29', async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const events = await recordEvents(page);
    const wallet = await withAccount(page, await holder());
    await expect(tokenRow(page, 'ETH')).toBeVisible();
    // One account after the other, each with its own trouble; 429 last: after it the host is left alone.
    for (const [what, answer] of [
      ['500', { status: 500 }],
      ['garbage', { body: '<html>' }],
      ['429', { status: 429 }],
    ] as const) {
      const account = await holder();
      const met = await trouble(page, balanceOf(account), answer);
      const before = events.of('wallet-toast').length;
      await wallet.emit('accountsChanged', [account]);
      await expect(page.getByTestId('demo-account'), what).toHaveText(account);
      await expect(page.getByTestId('wm-tokens-failed'), what).toBeVisible({ timeout: 15_000 });
      await expect(worth(page).getByRole('status'), what).toHaveText('Token Balance Unavailable');
      expect(met.met, what).toBeGreaterThan(0);
      await expect(balance(page), what).toContainText('12.345 ETH');
      await expect(card(page).locator('[data-testid^=wm-token-]'), what).toHaveCount(0);
      await expect(total(page), what).toHaveCount(0);
      await expect
        .poll(() => events.of('wallet-toast').slice(before), what)
        .toEqual([{ message: 'Token Balance Unavailable', variant: 'error' }]);
    }
  });

  test('counts 30 s down on Try again, sends no request before, and then shows all @8.16 @9.4', async ({
    page,
  }) => {
    test.slow();
    await page.clock.install();
    const account = await holder({ DUSD: 77_000_000n });
    const fault = await trouble(page, balanceOf(account), { status: 403 });
    await withAccount(page, account);
    const failed = page.getByTestId('wm-tokens-failed');
    const again = worth(page).getByRole('button');
    await expect(again).toHaveText(/^Try again in \d+ s$/);
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    const asked = fault.met;
    await again.click({ force: true });
    const left = Number(/\d+/.exec((await again.textContent())!)![0]);
    await page.clock.fastForward((left - 5) * 1_000);
    await expect(again).toHaveText(/^Try again in [1-5] s$/);
    // Closed and opened, and after a reload: it is still too early.
    await page.reload();
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await openCard(page, 'Account');
    await expect(again).toHaveText(/^Try again in [1-5] s$/);
    expect(fault.met, 'nobody was asked while it is blocked').toBe(asked);
    await fault.over();
    await page.clock.fastForward(6_000);
    await expect(again).toHaveText('Try again');
    await again.click();
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
    await expect(failed).toHaveCount(0);
  });
});
