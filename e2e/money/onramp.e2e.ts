// Buying for money, from Account to the chain: what the provider's page shows, what the chain has afterwards, and what the modal says of it.
import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import { chain, tokenBalance } from '../support/chain';
import { leaveEnding, still, view, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { buyStatus, continued, goTo, lieOfBuying, toProviders } from '../support/onramp';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

async function connected(page: Page): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  return wallet;
}

test('buys DUSD for a hundred dollars at Coinbase as quoted, and some more at Meld.io @1.22 @2.23 @7.18 @7.19 @7.20 @9.33', async ({
  page,
}) => {
  const wallet = await connected(page);
  await toProviders(page, '100');
  const terms = await page.getByTestId('onramp-provider-coinbase').textContent();
  const [, quoted] = /([\d.]+) DUSD on .*Fee 1-2%/.exec(terms ?? '')!;
  const shop = await goTo(page, 'coinbase');
  expect(await shop.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 800]);
  expect(await shop.evaluate(() => window.opener)).toBeNull();
  await expect(buyStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await expect(shop.getByTestId('pay-recipient')).toHaveText(wallet.address);
  // Two decimals are shown of a dollar; what is bought is exact.
  await expect(shop.getByTestId('pay-asset')).toHaveText(/^[\d.]+ DUSD$/);
  const exact = (await shop.getByTestId('pay-asset').textContent())!.split(' ')[0]!;
  expect(exact.slice(0, quoted!.length)).toBe(quoted);
  await shop.getByTestId('pay-confirm').click();
  await leaveEnding(page, 'buy', new RegExp(`^Bought ${exact} DUSDYour purchase from Coinbase`));
  expect(await tokenBalance('DUSD', wallet.address)).toBe(parseUnits(exact, 6));
  await expect(page.getByTestId('wm-token-DUSD')).toContainText(quoted!.slice(0, 6));

  await test.step('at Meld.io the user sets the amount, and the modal shows what arrived', async () => {
    const before = await tokenBalance('DUSD', wallet.address);
    await toProviders(page, '100');
    const meld = await goTo(page, 'meld');
    await expect(meld.getByTestId('pay-seller')).toHaveText('Meld.io');
    await expect(meld.getByTestId('pay-recipient')).toHaveText(wallet.address);
    await meld.getByTestId('pay-confirm').click();
    await expect(buyStatus(page)).toHaveText(/^Received [\d.]+ "DUSD"/);
    expect(await tokenBalance('DUSD', wallet.address)).toBeGreaterThan(before);
  });
});

test('stays neutral after a canceled purchase, and reports a failed one after another try @3.17', async ({
  page,
}) => {
  const wallet = await connected(page);
  await toProviders(page, '250', 'ETH');
  const first = await goTo(page, 'coinbase');
  await first.getByTestId('pay-cancel').click();
  await expect(buyStatus(page)).toHaveAttribute('data-phase', 'closed');
  await expect(view(page, 'BuyInProgress')).toContainText("We haven't seen a purchase");
  const again = async (): Promise<Page> => {
    await page.getByTestId('w3m-connecting-widget-secondary-button').click();
    return continued(page);
  };
  const second = await again();
  await second.getByTestId('pay-fail').click();
  await expect(buyStatus(page)).toHaveAttribute('data-phase', 'failed', { timeout: 15_000 });
  const before = await chain.getBalance({ address: wallet.address });
  const third = await again();
  await third.getByTestId('pay-confirm').click();
  await leaveEnding(page, 'buy', /^Bought [\d.]+ ETH/);
  expect(await chain.getBalance({ address: wallet.address })).toBeGreaterThan(before);
});

/** Once marked, the page's browser opens no window, one time. The entry takes `window.open` when it loads, so this comes before it. */
const blocksOneWindow = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { open } = window;
    window.open = (...given) => {
      const root = document.documentElement;
      if (!root.hasAttribute('data-blocks')) return open.apply(window, given);
      root.removeAttribute('data-blocks');
      return null;
    };
  });

test('offers a button if the browser blocks the window, and leaves no window for an invalid address', async ({
  page,
}) => {
  await blocksOneWindow(page);
  const wallet = await connected(page);
  await test.step('no window', async () => {
    await toProviders(page, '50');
    await page.getByTestId('onramp-provider-coinbase').click();
    await still(page, 'BuyInProgress');
    await expect(buyStatus(page)).toHaveAttribute('data-phase', 'ready');
    await page.evaluate(() => document.documentElement.setAttribute('data-blocks', ''));
    await page.getByTestId('wm-buy-open').click();
    await expect(buyStatus(page)).toHaveAttribute('data-phase', 'ready');
    const shop = await continued(page);
    await shop.getByTestId('pay-confirm').click();
    await leaveEnding(page, 'buy', /^Bought [\d.]+ DUSD/);
    expect(await tokenBalance('DUSD', wallet.address)).toBeGreaterThan(0n);
  });

  await test.step('no page', async () => {
    await toProviders(page, '100');
    const pages = page.context().pages().length;
    await lieOfBuying('script', { times: 1, only: wallet.address });
    await page.getByTestId('onramp-provider-coinbase').click();
    await expect(buyStatus(page)).toHaveAttribute('data-phase', 'failed');
    expect(page.context().pages()).toHaveLength(pages);
  });
});
