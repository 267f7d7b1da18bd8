// A wallet of solana in the page, from its row to a reload (docs/spec/page-wallets.md section 2).
import { account, connect, isNotFetched, isRefusedThenConnects, status } from '../support/family';
import { expectClosed, recordEvents, openCard, still, visit } from '../support/modal';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { expect, test } from '../support/test';

const ONE = ScriptedSolanaWallet.address('account 1');
const TWO = ScriptedSolanaWallet.address('account 2');

test.describe('a Solana wallet', () => {
  test('is listed, connects and emits the events @1.1 @4.1', async ({ page }) => {
    const wallet = await ScriptedSolanaWallet.install(page);
    const heard = await recordEvents(page);
    await visit(page, '?solana=only&nowallet');
    await connect(page, wallet);
    await expect(account(page)).toContainText(ONE.slice(0, 4));
    expect(heard.of('wallet-connect')).toMatchObject([
      { namespace: 'solana', address: ONE, caipAddress: `solana:localnet:${ONE}`, reconnect: false },
    ]);
    expect([wallet.count('connect'), wallet.count('silent')]).toEqual([1, 0]);
  });

  test('reports a refusal and can be tried again @2.8', async ({ page }) => {
    const wallet = await ScriptedSolanaWallet.install(page);
    await visit(page, '?solana=only&nowallet');
    await isRefusedThenConnects(page, wallet, ['connect', 'User rejected the request.']);
  });

  test('follows another account, also without an event, and disconnects without accounts @4.7', async ({
    page,
  }) => {
    const wallet = await ScriptedSolanaWallet.install(page);
    const heard = await recordEvents(page);
    await visit(page, '?solana=only&nowallet');
    await connect(page, wallet);
    await wallet.accounts([1, 0]);
    await expect(account(page)).toContainText(TWO.slice(0, 4));
    await wallet.accounts([0, 1], true);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(account(page)).toContainText(ONE.slice(0, 4));
    await wallet.accounts([]);
    await expect(status(page)).toHaveText('disconnected');
    expect(heard.of('wallet-disconnect')).toEqual([{ namespace: 'solana', reason: 'wallet' }]);
    expect(wallet.count('silent')).toBe(0);
  });

  test('restores the account after a reload although the wallet loads two seconds late @4.2', async ({
    page,
  }) => {
    const wallet = await ScriptedSolanaWallet.install(page, { delayMs: 2_000 });
    await visit(page, '?solana=only&nowallet');
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    // What is shown does not wait for storage; the modal does.
    await expectClosed(page);
    await page.reload();
    await expect(status(page)).toHaveText('connected');
    await expect(account(page)).toContainText(ONE.slice(0, 4));
    expect([wallet.count('connect'), wallet.count('silent')]).toEqual([1, 1]);
  });

  test('tells the wallet of a disconnect, and stays disconnected after a reload @4.6', async ({ page }) => {
    const wallet = await ScriptedSolanaWallet.install(page);
    await visit(page, '?solana=only&nowallet');
    await connect(page, wallet);
    await page.getByTestId('demo-disconnect').click();
    await expect(status(page)).toHaveText('disconnected');
    await expect.poll(() => wallet.count('disconnect')).toBe(1);
    await page.reload();
    await openCard(page);
    await expect(page.getByTestId(wallet.row)).toBeVisible();
    expect(wallet.count('silent')).toBe(0);
  });

  test('leaves a wallet that does not respond, and sends it the next request', async ({ page }) => {
    const wallet = await ScriptedSolanaWallet.install(page);
    await visit(page, '?solana=only&nowallet');
    await wallet.answer('connect', 'hang');
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect.poll(() => wallet.count('connect')).toBe(1);
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await wallet.answer('connect', null);
    await page.getByTestId(wallet.row).click();
    await expect(status(page)).toHaveText('connected');
  });

  test('loads none of it on a page with only eip155', async ({ page }) => {
    const wallet = await ScriptedSolanaWallet.install(page);
    await isNotFetched(page, wallet, /standard|\/solana-/);
  });
});
