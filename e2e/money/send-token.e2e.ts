// Sending a token, from the form to the chain.
import type { Page } from '@playwright/test';
import { decodeFunctionData, erc20Abi, parseUnits, type Hex } from 'viem';
import { freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import {
  card,
  connectDemoWallet,
  recordEvents,
  openCard,
  pressSend,
  sendStatus,
  still,
  leaveEnding,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { demoAccount, expectNetwork, trouble, walletGoesTo } from '../support/networks';
import { CHAIN_URL, HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';
import {
  historyOf,
  holder,
  openSend,
  previewToken,
  tokenChoice,
  tokenRow,
  withAccount,
  withholdReceipts,
} from '../support/tokens';

/** An address as the preview shows it, put together again. */
const whole = async (page: Page, testId: string): Promise<string> =>
  (await page.getByTestId(testId).locator('span:not(:has(span))').allTextContents()).join('');

test.describe('sending', () => {
  // The demo wallet's accounts on the second chain, where nobody else counts their Ether.
  test('sends DUSD: form, token list, preview, the wallet’s prompt, the block @1.20 @2.21 @2.31 @4.43 @4.44 @9.30 @10.31', async ({
    page,
    context,
  }) => {
    test.slow();
    const symbol = 'DUSD';
    const [amount, shown, units] = ['12.345678', '12.345678', 12_345_678n] as const;
    const [from, to] = [demoAccount(0), freshAddress()];
    await giveToken(symbol, from, parseUnits('20', TOKENS[symbol].decimals), 1338);
    const before = await tokenBalance(symbol, from, 1338);
    const events = await recordEvents(page);
    await visit(page);
    await connectDemoWallet(page, 0);
    await walletGoesTo(page, 1338);
    await expectNetwork(page, 1338);
    await openCard(page, 'Account');
    await expect(tokenRow(page, symbol)).toBeVisible();

    await openSend(page, symbol);
    await expect(page.getByTestId('wm-send-token')).toContainText(symbol);
    await page.getByTestId('wm-send-amount').fill(`${amount}9`);
    await expect(card(page)).toContainText(`Use at most ${TOKENS[symbol].decimals} decimals for ${symbol}`);
    await page.getByTestId('wm-send-amount').fill(amount);
    await page.getByTestId('wm-send-address').fill(to);
    await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    const facts = view(page, 'SendPreview');
    await expect(facts.locator('.preview-amount')).toHaveText(`${amount} ${symbol}`);
    await page.getByTestId('wm-send-from').click();
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

    await expect(sendStatus(page)).toHaveText(new RegExp(`^Sent ${shown} ${symbol}`));
    const sent = events.of('wallet-transaction');
    expect(sent.map(({ status }) => status)).toEqual(['sent', 'confirmed']);
    const link = view(page, 'SendPreview').getByRole('link');
    await expect(link).toHaveAttribute('href', `${HOST_URLS.explorer}/tx/${String(sent[0]!.hash)}`);
    const [explorer] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await expect(explorer.locator('body')).toContainText(String(sent[0]!.hash));
    await explorer.close();

    await leaveEnding(page, 'send', new RegExp(`^Sent ${shown} ${symbol}`));
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

  test('searches the tokens, clears the amount of the one before, and asks the wallet once for the shown transfer @1.20 @2.21 @9.30 @10.27', async ({
    page,
  }) => {
    const account = await holder({ DUSD: 77_000_000n, QGLD: 100_000_000n, TICK: 2n });
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'hang' });
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await page.getByTestId('wm-send-amount').fill('9');
    await page.getByTestId('wm-send-token').click();
    await still(page, 'SendSelectToken');
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Choose token');
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
    await expect(page.getByTestId('wm-select-none')).toContainText('Nothing matches “zzz”.');
    await page.getByTestId('wm-select-none').getByRole('button').click();
    await expect(rows).toHaveCount(3);
    await tokenChoice(page, 'QGLD').click();
    await still(page, 'Send');
    await expect(page.getByTestId('wm-send-token')).toContainText('QGLD');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('');
    await expect(view(page, 'Send')).toContainText('1.000 QGLD available');
    await page.getByTestId('wm-send-amount').fill('1.00000001');
    await expect(card(page)).toContainText('Not enough QGLD');
    await page.getByTestId('wm-send-max').click();
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('1');

    await test.step('asks once for the shown transfer', async () => {
      const to = freshAddress();
      await page.getByTestId('header-back').click();
      await still(page, 'Account');
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
  });

  test('follows a send to its block after a reload, and sends it once @10.31', async ({ page }) => {
    test.slow();
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const events = await recordEvents(page);
    const receipts = await withholdReceipts(page, CHAIN_URL);
    // The history does not know it either: on a slow machine the block is there before somebody looks.
    const history = await trouble(page, historyOf(account), { body: '{"data":[],"next":null}' });
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
    await history.over();
    receipts.release();
    await expect(toast(page)).toHaveText(/1\.5 DUSD sent/);
    await expect(page.getByTestId(`wm-tx-${hash}`)).toHaveCount(1);
    await expect(page.getByTestId(`wm-tx-${hash}`)).toContainText('-1.500 DUSD');
    expect(await tokenBalance('DUSD', to)).toBe(1_500_000n);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });

  test('loads the view after a send while the wallet asks, and retries a failed load @10.2 @10.25 @10.31', async ({
    page,
  }) => {
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const events = await recordEvents(page);
    const asked: string[] = [];
    await page.route('**/dist/transactions-*.wasm', (route) =>
      asked.push(route.request().url()) > 1 ? route.continue() : route.abort(),
    );
    const wallet = await withAccount(page, account, { eth_sendTransaction: { delayMs: 2_000 } });
    await previewToken(page, 'DUSD', '1.5', to);
    expect(asked).toEqual([]);
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const told = () => events.of('wallet-transaction').map((detail) => (detail as { status: string }).status);
    await expect.poll(told, { timeout: 15_000 }).toEqual(['sent', 'confirmed']);
    expect(asked.length).toBeGreaterThan(1);
    expect(await tokenBalance('DUSD', to)).toBe(1_500_000n);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });
});
