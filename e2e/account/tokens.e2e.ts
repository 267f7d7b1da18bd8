// Tokens: what the account holds, what is said when nobody knows, and sending one, from the form to the chain.
import type { Page } from '@playwright/test';
import { decodeFunctionData, erc20Abi, parseUnits, type Hex } from 'viem';
import { freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import {
  card,
  connectDemoWallet,
  expectClosed,
  hearEvents,
  openCard,
  pressSend,
  sendStatus,
  still,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { demoAccount, expectNetwork, trouble, walletGoesTo } from '../support/networks';
import { CHAIN_URL, HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';
import {
  balanceOf,
  holder,
  openSend,
  previewToken,
  tokenChoice,
  tokenRow,
  withAccount,
  withholdReceipts,
} from '../support/tokens';

const balance = (page: Page) => page.getByTestId('balance-amount');
const total = (page: Page) => page.getByTestId('wm-tokens-total');
const dollars = (text: string | null): number => Number((text ?? '').replace(/[^\d.]/g, ''));
/** An address as the preview shows it, put together again. */
const whole = async (page: Page, testId: string): Promise<string> =>
  (await page.getByTestId(testId).locator('span:not(:has(span))').allTextContents()).join('');

test.describe('the list', () => {
  test('icons, names, floored amounts, values, their total; no token without decimals @1.15 @2.32 @3.9 @5.33 @7.13 @9.19 @9.20', async ({
    page,
  }) => {
    const account = await holder({
      DUSD: 1_234_567_899n,
      MDW: parseUnits('0.0019999', 18),
      QGLD: 52_340_001n,
      TICK: 3n,
    });
    await withAccount(page, account);
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
    await expect(total(page)).toContainText(/Total value\$[\d,]+\.\d\d$/);
    const sum = worths.map(dollars).reduce((a, b) => a + b, 0);
    expect(Math.abs(dollars(await total(page).locator('strong').textContent()) - sum)).toBeLessThan(0.05);
  });

  test('the eye hides every amount, and shows it again @1.15', async ({ page }) => {
    const account = await holder({ DUSD: 77_000_000n });
    await withAccount(page, account);
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
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
    await page.getByTestId('account-settings-button').click();
    await still(page, 'AccountSettings');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await openCard(page, 'Account');
    await expect(tokenRow(page, 'DUSD')).toContainText('••••');
    await eye.click();
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
  });

  test('nothing there yet: an honest empty text, no total of nothing', async ({ page }) => {
    const account = freshAddress();
    await page.route(balanceOf(account), (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { balances: [] } }),
    );
    await withAccount(page, account);
    await expect(page.getByTestId('empty-account-state')).toContainText('No tokens yet');
    await expect(total(page)).toHaveCount(0);
  });

  test('tokens of one network are never shown on another @1.15', async ({ page }) => {
    const account = await holder({ DUSD: 77_000_000n });
    await giveToken('DUSD', account, 5_000_000n, 1338);
    const wallet = await withAccount(page, account);
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.emit('chainChanged', '0x53a');
    await expectNetwork(page, 1338);
    await expect(tokenRow(page, 'DUSD')).toContainText('5.000 DUSD');
    await wallet.answer('eth_chainId', { result: '0x539' });
    await wallet.emit('chainChanged', '0x539');
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
  });
});

test.describe('the service fails', () => {
  test("500, 503, 403, garbage, 429: said once, the native balance is the node's @8.15 @9.29", async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const events = await hearEvents(page);
    const wallet = await withAccount(page, await holder());
    await expect(tokenRow(page, 'ETH')).toBeVisible();
    // One account after the other, each with its own trouble; 429 last: after it the host is left alone.
    for (const [what, answer] of [
      ['500', { status: 500 }],
      ['503', { status: 503 }],
      ['403', { status: 403 }],
      ['garbage', { body: '<html>' }],
      ['a list that is none', { body: '{"balances":{"0":{"symbol":"X"}}}' }],
      ['429', { status: 429 }],
    ] as const) {
      const account = await holder();
      const met = await trouble(page, balanceOf(account), answer);
      const before = events.of('wallet-toast').length;
      await wallet.emit('accountsChanged', [account]);
      await expect(page.getByTestId('demo-account'), what).toHaveText(account);
      await expect(page.getByTestId('wm-tokens-failed'), what).toContainText('Token Balance Unavailable', {
        timeout: 15_000,
      });
      expect(met.met, what).toBeGreaterThan(0);
      await expect(balance(page), what).toContainText('12.345 ETH');
      await expect(card(page).locator('[data-testid^=wm-token-]'), what).toHaveCount(0);
      await expect(total(page), what).toHaveCount(0);
      await expect
        .poll(() => events.of('wallet-toast').slice(before), what)
        .toEqual([{ message: 'Token Balance Unavailable', variant: 'error' }]);
    }
  });

  test('no answer: after 10 s a try is given up, then it is said @8.15 @9.15 @9.29', async ({ page }) => {
    test.slow();
    await page.clock.install();
    const account = await holder();
    const met = await trouble(page, balanceOf(account), { silent: true });
    await withAccount(page, account);
    await expect(balance(page)).toHaveAttribute('data-phase', 'loading');
    // As many tries as there are; each is given up after its 10 s, none before.
    await expect.poll(() => met.met).toBe(1);
    await expect(async () => {
      await page.clock.fastForward(10_500);
      await expect(page.getByTestId('wm-tokens-failed')).toBeVisible({ timeout: 300 });
    }).toPass();
    expect(met.met).toBeLessThanOrEqual(3);
    await expect(balance(page)).toContainText('12.345 ETH');
  });

  test('Try again counts 30 s down, asks nobody before, and then it is all there @8.16 @9.4', async ({
    page,
  }) => {
    test.slow();
    await page.clock.install();
    const account = await holder({ DUSD: 77_000_000n });
    const fault = await trouble(page, balanceOf(account), { status: 403 });
    await withAccount(page, account);
    const failed = page.getByTestId('wm-tokens-failed');
    const again = failed.getByRole('button');
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
    await expect(failed.getByRole('button')).toHaveText(/^Try again in [1-5] s$/);
    expect(fault.met, 'nobody was asked while it is blocked').toBe(asked);
    await fault.over();
    await page.clock.fastForward(6_000);
    await expect(again).toHaveText('Try again');
    await again.click();
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
    await expect(failed).toHaveCount(0);
  });
});

test.describe('sending', () => {
  // The demo wallet's accounts on the second chain, where nobody else counts their Ether.
  for (const [symbol, index, amount, shown, units] of [
    ['DUSD', 0, '12.345678', '12.345', 12_345_678n],
    ['QGLD', 2, '0.12345678', '0.123', 12_345_678n],
  ] as const)
    test(`${symbol}: form, token list, preview, the wallet's words, the block @1.20 @2.21 @2.31 @4.43 @4.44 ${symbol == 'DUSD' ? '@9.30 ' : ''}@10.31`, async ({
      page,
      context,
    }) => {
      test.slow();
      const [from, to] = [demoAccount(index), freshAddress()];
      await giveToken(symbol, from, parseUnits('20', TOKENS[symbol].decimals), 1338);
      const before = await tokenBalance(symbol, from, 1338);
      const events = await hearEvents(page);
      await visit(page);
      await connectDemoWallet(page, index);
      await walletGoesTo(page, 1338);
      await expectNetwork(page, 1338);
      await openCard(page, 'Account');
      await expect(tokenRow(page, symbol)).toBeVisible();

      await openSend(page, symbol);
      await expect(page.getByTestId('wm-send-token')).toContainText(symbol);
      await page.getByTestId('wm-send-amount').fill(`${amount}9`);
      await expect(card(page)).toContainText(`Too many decimals: ${symbol} has ${TOKENS[symbol].decimals}`);
      await page.getByTestId('wm-send-amount').fill(amount);
      await page.getByTestId('wm-send-address').fill(to);
      await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
      await page.getByTestId('wm-send-review').click();
      await still(page, 'SendPreview');
      const facts = view(page, 'SendPreview');
      await expect(facts.locator('.preview-amount')).toHaveText(`${amount} ${symbol}`);
      expect(await whole(page, 'wm-send-from')).toBe(from);
      expect(await whole(page, 'wm-send-to')).toBe(to);
      expect(await whole(page, 'wm-send-contract')).toBe(TOKENS[symbol].address);
      await expect(facts).toContainText('Demo Chain 2');
      await expect(facts.locator('.fact', { hasText: 'Network fee' })).toContainText(/0\.\d+ ETH/);

      const popup = await walletWindow(page, () => pressSend(page));
      await expect(popup.locator('h1')).toHaveText(`Send ${symbol}`);
      await expect(popup.getByTestId('demo-wallet-amount')).toHaveText(`${amount} ${symbol}`);
      await expect(popup.locator(`[aria-label="${to}"]`)).toBeVisible();
      await expect(popup.locator(`[aria-label="${TOKENS[symbol].address}"]`)).toBeVisible();
      await popup.getByTestId('demo-wallet-confirm').click();

      await expect(toast(page)).toHaveText(new RegExp(`^${shown} ${symbol} sent`));
      await expect(toast(page)).toHaveAttribute('data-variant', 'success');
      const sent = events.of('wallet-transaction');
      expect(sent.map(({ status }) => status)).toEqual(['sent', 'confirmed']);
      const link = toast(page).getByRole('link');
      await expect(link).toHaveAttribute('href', `${HOST_URLS.explorer}/tx/${String(sent[0]!.hash)}`);
      const [explorer] = await Promise.all([context.waitForEvent('page'), link.click()]);
      await expect(explorer.locator('body')).toContainText(String(sent[0]!.hash));
      await explorer.close();

      await still(page, 'Account');
      expect(await tokenBalance(symbol, to, 1338)).toBe(units);
      expect(await tokenBalance(symbol, from, 1338)).toBe(before - units);
      const thousandths = (before - units) / 10n ** BigInt(TOKENS[symbol].decimals - 3);
      const left = `${(thousandths / 1000n).toLocaleString('en-US')}.${String(thousandths % 1000n).padStart(3, '0')}`;
      await expect(tokenRow(page, symbol)).toContainText(`${left} ${symbol}`);

      await page.getByTestId('w3m-account-default-send-button').click();
      await still(page, 'Send');
      await expect(page.getByTestId('wm-send-amount')).toHaveValue('');
      await expect(page.getByTestId('wm-send-address')).toHaveValue('');
      await expect(page.getByTestId('wm-send-token')).toContainText('ETH');
    });

  test('what the wallet is asked is the transfer that was shown, once, however often it is pressed @1.20 @9.30', async ({
    page,
  }) => {
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'wait' });
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page, 2);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await page.getByTestId('wm-send-confirm').click({ clickCount: 2, force: true });
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
    const [request] = wallet.params('eth_sendTransaction') as [{ data: Hex; to: string; value?: string }];
    expect(request.to.toLowerCase()).toBe(TOKENS.DUSD.address.toLowerCase());
    expect(BigInt(request.value ?? 0)).toBe(0n);
    expect(decodeFunctionData({ abi: erc20Abi, data: request.data })).toEqual({
      functionName: 'transfer',
      args: [to, 1_500_000n],
    });
    await wallet.settle('eth_sendTransaction', { code: 4001, message: 'User rejected the request.' });
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
    await expect(view(page, 'SendPreview')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });

  test('a token that answers false is refused before the wallet is asked @9.30', async ({ page }) => {
    const account = await holder({ SHY: parseUnits('5', 18) });
    const wallet = await withAccount(page, account);
    await openSend(page, 'SHY');
    await page.getByTestId('wm-send-amount').fill('1');
    await page.getByTestId('wm-send-address').fill(freshAddress());
    await page.getByTestId('wm-send-review').click();
    const error = page.getByTestId('wm-send-error');
    await expect(error).toBeVisible();
    await error.getByText('Details').click();
    await expect(error).toContainText('The token refuses this transfer');
    await still(page, 'Send');
    await expect(view(page, 'SendPreview')).toHaveCount(0);
    // Another amount is another question.
    await page.getByTestId('wm-send-amount').fill('2');
    await expect(error).toHaveCount(0);
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });

  test('the list to choose from: search, none found, chosen, an amount of the old one is gone @2.21', async ({
    page,
  }) => {
    const account = await holder({ DUSD: 77_000_000n, QGLD: 100_000_000n, TICK: 2n });
    await withAccount(page, account);
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await page.getByTestId('wm-send-amount').fill('9');
    await page.getByTestId('wm-send-token').click();
    await still(page, 'SendSelectToken');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Select token');
    const rows = card(page).locator('[data-testid^=wm-send-token-]');
    await expect(rows).toHaveCount(3);
    await expect(tokenChoice(page, 'ETH')).toHaveAttribute('aria-current', 'true');
    const field = page.getByTestId('swap-select-token-search-input');
    await field.fill('quarry');
    await expect(rows).toHaveCount(1);
    await field.fill(TOKENS.DUSD.address.toLowerCase());
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Demo Dollar');
    await field.fill('zzz');
    await expect(page.getByTestId('wm-select-none')).toContainText('None of your tokens is called “zzz”.');
    await page.getByTestId('wm-select-none').getByRole('button').click();
    await expect(rows).toHaveCount(3);
    await tokenChoice(page, 'QGLD').click();
    await still(page, 'Send');
    await expect(page.getByTestId('wm-send-token')).toContainText('QGLD');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('');
    await expect(view(page, 'Send')).toContainText('1.000 QGLD available');
    await page.getByTestId('wm-send-amount').fill('1.00000001');
    await expect(card(page)).toContainText('More than you have');
    await page.getByTestId('wm-send-max').click();
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('1');
  });

  test('the wallet changes the network over the preview: it goes, and with it what was of the old network', async ({
    page,
  }) => {
    const account = await holder({ DUSD: 77_000_000n });
    const wallet = await withAccount(page, account);
    await previewToken(page, 'DUSD', '1.5', freshAddress());
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.emit('chainChanged', '0x53a');
    await expectNetwork(page, 1338);
    await still(page, 'Send');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('');
    await expect(page.getByTestId('wm-send-token')).toContainText('ETH');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });

  test('the wallet stands elsewhere and has not said so: found out before it is asked', async ({ page }) => {
    const account = await holder({ DUSD: 77_000_000n });
    const wallet = await withAccount(page, account);
    await previewToken(page, 'DUSD', '1.5', freshAddress());
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'failed');
    await sendStatus(page).getByText('Details').click();
    await expect(sendStatus(page)).toContainText('The wallet is on another network');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
    await wallet.answer('eth_chainId', { result: '0x539' });
    await page.getByTestId('wm-send-cancel').click();
    await still(page, 'Send');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('1.5');
  });

  test('the wallet changes the network while it is asked: the request is followed, not covered @10.31', async ({
    page,
  }) => {
    test.slow();
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const events = await hearEvents(page);
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'wait' });
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.emit('chainChanged', '0x53a');
    await expectNetwork(page, 1338);
    await expect(view(page, 'SendPreview')).toBeVisible();
    await expect(view(page, 'SendPreview')).toContainText('1.5 DUSD');
    await expect(view(page, 'SendPreview').locator('.fact', { hasText: 'Network' }).first()).toContainText(
      /Demo Chain(?! 2)/,
    );
    const hash = await giveToken('DUSD', to, 1_500_000n);
    await wallet.settle('eth_sendTransaction', { result: hash });
    await expect
      .poll(() => events.of('wallet-transaction').map(({ status }) => status))
      .toEqual(['sent', 'confirmed']);
    expect(events.of('wallet-transaction')[0]).toMatchObject({ hash, chain: 'eip155:1337' });
  });

  test('a reload while it is on its way: it is followed to the block, and sent once @10.31', async ({
    page,
  }) => {
    test.slow();
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const events = await hearEvents(page);
    const receipts = await withholdReceipts(page, CHAIN_URL);
    const wallet = await withAccount(page, account);
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'confirming');
    const [{ hash }] = events.of('wallet-transaction') as [{ hash: string }];
    await page.reload();
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await openCard(page, 'Account');
    await page.getByTestId('tab-activity').click();
    await expect(page.getByTestId(`wm-tx-${hash}`).first()).toContainText('Waiting for the network');
    receipts.release();
    await expect(toast(page)).toHaveText(/1\.5 DUSD sent/);
    await expect(page.getByTestId(`wm-tx-${hash}`)).toHaveCount(1);
    await expect(page.getByTestId(`wm-tx-${hash}`)).toContainText('-1.500 DUSD');
    expect(await tokenBalance('DUSD', to)).toBe(1_500_000n);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });

  test('a receipt that does not come: after 25 s it is said, it is watched on, and settles late @9.10 @10.31', async ({
    page,
  }) => {
    test.slow();
    await page.clock.install();
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const events = await hearEvents(page);
    const receipts = await withholdReceipts(page, CHAIN_URL);
    const wallet = await withAccount(page, account);
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'confirming');
    // The preview tells it itself; the host hears it.
    await expect
      .poll(() => events.of('wallet-toast'))
      .toContainEqual({ message: 'Sending 1.5 DUSD', variant: 'loading' });
    await page.clock.fastForward(20_000);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'confirming');
    await expect(async () => {
      await page.clock.fastForward(2_000);
      await expect(sendStatus(page)).toHaveAttribute('data-phase', 'unknown', { timeout: 300 });
    }).toPass();
    await expect(sendStatus(page)).toContainText('Sent, not confirmed yet');
    await expect(sendStatus(page).getByRole('link')).toHaveAttribute('href', /\/tx\/0x[0-9a-f]{64}$/);
    await expect(page.getByTestId('wm-send-confirm')).toHaveCount(0);
    await page.getByTestId('wm-send-cancel').click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await page.getByTestId('tab-activity').click();
    const { hash } = events.of('wallet-transaction')[0] as { hash: string };
    await expect(page.getByTestId(`wm-tx-${hash}`).first()).toContainText('Not confirmed yet');
    receipts.release();
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect
        .poll(() => events.of('wallet-transaction').map(({ status }) => status), { timeout: 500 })
        .toEqual(['sent', 'unknown', 'confirmed']);
    }).toPass();
    expect(await tokenBalance('DUSD', to)).toBe(1_500_000n);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });
});
