// Sending the coin of a solana network: the wallet signs, what it signed is compared, and the page gives it to the node (decisions 65, "What a Solana
// wallet can add", and 66, "A Solana transfer").
import {
  accountAction,
  call,
  expectClosed,
  openCard,
  pressSend,
  review,
  sendStatus,
  view,
  visit,
} from '../support/modal';
import { oneMore, rpc, ScriptedSolanaWallet } from '../support/scripted-solana';
import { addressOf } from '../../demo/solana/layout.mjs';
import { expect, test } from '../support/test';

const balanceOf = async (address: string) => (await rpc<{ value: number }>('getBalance', [address])).value;

test('the wallet signs half a SOL, the node gets it and it arrives, and a changed transaction is not sent @4.43 @10.44', async ({
  page,
}) => {
  test.slow();
  const wallet = await ScriptedSolanaWallet.install(page);
  const to = ScriptedSolanaWallet.address('somebody new');
  await visit(page, '?solana=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');

  // More than was shown: signed, and never given to anybody.
  await review(page, '0.25', to);
  await expect(view(page, 'SendPreview').locator('.preview-amount')).toHaveText('0.25 SOL');
  wallet.tamper = oneMore;
  const before = await balanceOf(to);
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'altered');
  await expect(view(page, 'SendPreview')).toContainText('Your wallet signed something else');
  expect(await balanceOf(to)).toBe(before);

  wallet.tamper = (transaction) => transaction;
  // it may have been sent: this request can't be repeated, only a new one made
  await expect(page.getByTestId('wm-send-confirm')).toHaveCount(0);
  await call(page, 'close');
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '0.25', to);
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
  expect((await balanceOf(to)) - before).toBe(250_000_000);
  expect(wallet.count('signAndSendTransaction')).toBe(0);
  expect(wallet.count('signTransaction')).toBe(2);
});

test('names tokens of both programs as they name themselves, in the account and in the list @1.15', async ({
  page,
}) => {
  const wallet = await ScriptedSolanaWallet.install(page);
  await visit(page, '?solana=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  for (const [symbol, name] of [
    ['DUSD', 'Demo Dollar'],
    ['LEAF', 'Demo Leaf'],
    ['TOLL', 'Demo Toll'],
  ]) {
    await expect(page.getByTestId(`wm-token-${symbol}`)).toContainText(name!);
  }
  await accountAction(page, 'send').click();
  await page.getByTestId('wm-send-token').click();
  await expect(page.getByTestId('wm-send-token-LEAF')).toContainText('Demo Leaf');
});

test('delivers a token of each program as shown, and reports its fee and its issuer’s rights first @10.46', async ({
  page,
}) => {
  test.slow();
  const wallet = await ScriptedSolanaWallet.install(page);
  const to = ScriptedSolanaWallet.address(`somebody with tokens ${test.info().repeatEachIndex}`);
  const held = async (mint: string) => {
    const params = [to, { mint }, { encoding: 'jsonParsed' }];
    const { value } = await rpc<{ value: { account: Holding }[] }>('getTokenAccountsByOwner', params);
    return value.map(({ account }) => account.data.parsed.info.tokenAmount.amount);
  };
  await visit(page, '?solana=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  for (const { mint, amount, kept } of [
    { mint: addressOf('dollar'), amount: '12500000', kept: null },
    { mint: addressOf('toll'), amount: '12375000', kept: '0.125' },
  ]) {
    const named = { view: 'Send', arguments: { token: mint, to, amount: '12.5' } };
    await page.evaluate((options) => {
      const modal = document.querySelector('wallet-modal') as HTMLElement & {
        open(of: object): Promise<void>;
      };
      void modal.open(options);
    }, named);
    const rules = view(page, 'Send').getByTestId('wm-send-rules');
    await expect(page.getByTestId('wm-send-review')).toBeEnabled();
    await expect(rules).toHaveCount(kept ? 1 : 0);
    await page.getByTestId('wm-send-review').click();
    await expect(page.getByTestId('wm-send-opens')).toBeVisible();
    if (kept) {
      await expect(page.getByTestId('wm-send-withheld')).toContainText(kept);
      const said = view(page, 'SendPreview').getByTestId('wm-send-rules');
      await expect(said).toHaveText('The issuer can take this token back.');
    }
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
    expect(await held(mint)).toEqual([amount]);
    await page.getByTestId('wm-send-done').click();
  }
});

interface Holding {
  data: { parsed: { info: { tokenAmount: { amount: string } } } };
}
