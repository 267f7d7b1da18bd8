// A connected wallet that answers nonsense, words and pictures that attack: what of it meets the browser.
// Its wallets stand for none: what they say is a guess.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress, TOKENS } from '../support/chain';
import {
  card,
  expectClosed,
  openCard,
  openSettings,
  review,
  sendStatus,
  still,
  toast,
  visit,
} from '../support/modal';
import { expectNetwork, networkRow, openAccount, openNetworks, switchStatus } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';
import { balanceOf, historyOf, withAccount } from '../support/tokens';

const balance = (page: Page) => page.getByTestId('balance-amount');
const MARKUP = '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>';

/** A wallet whose answers are sources, chosen while the page runs. */
async function madWallet(page: Page, account: string) {
  await page.addInitScript(
    `(() => {
      const address = '${account}';
      const cases = {
        'throws nothing at all': () => { throw undefined; },
        'rejects with parts that throw': () => Promise.reject({ get code() { throw 1; }, get message() { throw 2; } }),
        'gives a cyclic object': () => { const a = {}; a.a = a; return Promise.resolve(a); },
        'gives a text without end': () => Promise.resolve('x'.repeat(2e6)),
        'answers twice': () => ({ then(yes, no) { yes(null); yes('0x1'); no(new Error('twice')); } }),
        'answers twice, first no': () => ({ then(yes, no) { no({ code: 4001, message: 'no' }); yes(null); } }),
      };
      const odd = (window.__mad = { now: {}, asked: [], chainId: '0x539' });
      const plain = { eth_requestAccounts: () => [address], eth_accounts: () => [address], eth_chainId: () => odd.chainId, wallet_revokePermissions: () => null };
      const listeners = {};
      odd.emit = (event, payload) => (listeners[event] ?? []).forEach((fn) => fn(payload));
      const provider = {
        request({ method }) {
          odd.asked.push(method);
          const chosen = odd.now[method];
          if (chosen) return cases[chosen]();
          if (plain[method]) return Promise.resolve(plain[method]());
          return Promise.reject(Object.assign(new Error('not known'), { code: -32601 }));
        },
        on(event, fn) { (listeners[event] ??= []).push(fn); },
        removeListener() {},
      };
      const info = { uuid: 'd4dcb6e2-8f0a-4c7b-9a55-0000000000aa', name: 'Mad', rdns: 'test.mad', icon: 'data:,' };
      const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
      addEventListener('eip6963:requestProvider', tell);
      tell();
    })()`,
  );
  await visit(page, '?nowallet');
  await openAccount(page, 'wallet-selector-test.mad');
  type Mad = { now: Record<string, string | undefined>; asked: string[]; chainId: string };
  return {
    set: (method: string, name?: string) =>
      page.evaluate(([m, n]) => void ((window as unknown as { __mad: Mad }).__mad.now[m!] = n), [
        method,
        name,
      ] as const),
    standsOn: (id: string) =>
      page.evaluate((value) => void ((window as unknown as { __mad: Mad }).__mad.chainId = value), id),
    count: (method: string) =>
      page.evaluate(
        (m) => (window as unknown as { __mad: Mad }).__mad.asked.filter((one) => one == m).length,
        method,
      ),
  };
}

test.describe('a wallet with invalid responses', () => {
  test('ends a switch after an invalid response, and accepts a valid one later @4.31', async ({ page }) => {
    test.setTimeout(120_000);
    const wallet = await madWallet(page, await fundedAddress());
    for (const [what, end] of [
      ['throws nothing at all', 'list'],
      ['rejects with parts that throw', 'list'],
      ['answers twice, first no', 'rejected'],
    ] as const) {
      await wallet.set('wallet_switchEthereumChain', what);
      await openNetworks(page);
      await networkRow(page, 1338).click();
      if (end == 'rejected') {
        await expect(switchStatus(page), what).toHaveAttribute('data-phase', 'rejected');
        await page.getByTestId('header-back').click();
      } else await expect(toast(page), what).toHaveAttribute('data-variant', 'error');
      await still(page, 'Networks');
      await expectNetwork(page, 1337);
      await page.getByTestId('header-back').click();
      await still(page, 'Account');
    }
    // It says yes, and stands where it stood: believed is where it stands.
    await wallet.set('wallet_switchEthereumChain', 'answers twice');
    await openNetworks(page);
    await networkRow(page, 1338).click();
    // A wallet may stand there up to 30 s after its yes.
    await expect(toast(page)).toHaveText("Couldn't switch to Demo Chain 2", { timeout: 40_000 });
    await still(page, 'Networks');
    await expectNetwork(page, 1337);
    // Whatever it said: it is there.
    await wallet.set('wallet_switchEthereumChain', 'gives a cyclic object');
    await wallet.standsOn('0x53a');
    await networkRow(page, 1338).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
  });

  test('does not send twice if an invalid response leaves the result unknown', async ({ page }) => {
    test.setTimeout(90_000);
    const wallet = await madWallet(page, await fundedAddress());
    let asked = 0;
    for (const what of [
      'rejects with parts that throw',
      'gives a cyclic object',
      'gives a text without end',
    ] as const) {
      await wallet.set('eth_sendTransaction', what);
      await review(page, '0.25', freshAddress());
      const confirm = page.getByTestId('wm-send-confirm');
      await expect(async () => {
        if ((await wallet.count('eth_sendTransaction')) == asked) await confirm.click({ timeout: 500 });
        expect(await wallet.count('eth_sendTransaction')).toBe(asked + 1);
      }).toPass();
      asked += 1;
      await expect(sendStatus(page), what).toHaveAttribute('data-phase', 'unknown');
      await page.keyboard.press('Escape');
      await expectClosed(page);
      expect(await wallet.count('eth_sendTransaction'), what).toBe(asked);
      await openCard(page, 'Account');
    }
  });
});

test.describe('names with markup', () => {
  test.afterEach(async ({ page }) => {
    expect(await page.evaluate(() => '__pwned' in window), 'a payload ran').toBe(false);
  });

  test('shows a wallet with markup in its name as text in every view of the account @10.5 @10.33', async ({
    page,
  }) => {
    const account = await fundedAddress();
    const name = MARKUP.slice(0, 60);
    const icon =
      'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1"><script>window.__pwned=1</script></svg>';
    const answers = { wallet_switchEthereumChain: 'hang' } as const;
    const wallet = await ScriptedWallet.install(page, {
      name,
      icon,
      accounts: [account],
      answers,
      uuid: 'd4dcb6e2-8f0a-4c7b-9a55-0000000000b1',
    });
    await page.addInitScript((id) => {
      const info = { uuid: id, name: 'Other', rdns: 'test.scripted', icon: 'data:,' };
      const provider = { request: async () => [], on() {}, removeListener() {} };
      const tell = () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
      addEventListener('eip6963:requestProvider', tell);
      tell();
    }, 'd4dcb6e2-8f0a-4c7b-9a55-0000000000b2');
    await visit(page, '?nowallet');
    await openCard(page);
    const rows = card(page).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Two wallets use this name' })).toHaveCount(2);
    await rows.filter({ hasText: '<img src=x' }).getByRole('button').click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await openSettings(page);
    await expect(page.getByTestId('wm-settings-wallet')).toContainText('<img src=x onerror=');
    await page.getByTestId('account-switch-network-button').click();
    await still(page, 'Networks');
    await networkRow(page, 1338).click();
    await still(page, 'SwitchNetwork');
    await expect(switchStatus(page)).toContainText('Confirm in <img src=x onerror=');
    await wallet.emit('chainChanged', '0x7a69');
    await page.getByTestId('header-back').click();
    await still(page, 'UnsupportedChain');
    await expect(card(page)).toContainText('<img src=x onerror=');
    await expect(card(page).locator('img[onerror], script')).toHaveCount(0);
  });

  test('shows tokens and activity with markup as text, and loads no foreign picture @10.5 @3.9', async ({
    page,
  }) => {
    const account = await fundedAddress();
    const headers = { 'access-control-allow-origin': '*' };
    const evil = 'https://evil.example/x.png';
    const script = `java${'script'}:window.__pwned=1`;
    await page.route(balanceOf(account), (route) =>
      route.fulfill({
        headers,
        json: {
          balances: [
            {
              name: 'Ether',
              symbol: 'ETH',
              chainId: 'eip155:1337',
              price: 1,
              value: 1,
              quantity: { decimals: '18', numeric: '12.345' },
            },
            {
              name: MARKUP,
              symbol: '<b>\u202eX',
              chainId: 'eip155:1337',
              address: `eip155:1337:${TOKENS.MDW.address}`,
              price: 1e308,
              value: '1e999',
              quantity: { decimals: '18', numeric: '1' },
              iconUrl: evil,
            },
            {
              name: 'Dollar',
              symbol: 'DUSD',
              chainId: 'eip155:1338',
              address: `eip155:1338:${TOKENS.DUSD.address}`,
              quantity: { decimals: '6', numeric: '99' },
              iconUrl: script,
            },
            {
              name: 'Minus',
              symbol: 'MIN',
              chainId: 'eip155:1337',
              address: `eip155:1337:${TOKENS.QGLD.address}`,
              quantity: { decimals: '8', numeric: '-5' },
            },
          ],
        },
      }),
    );
    await page.route(historyOf(account), (route) =>
      route.fulfill({
        headers,
        json: {
          next: null,
          data: [
            {
              id: 'one',
              metadata: {
                hash: `0x${'ab'.repeat(32)}`,
                minedAt: '2026-01-02T03:04:05Z',
                chain: 'eip155:1337',
                status: 'confirmed',
                operationType: '<b>send</b>',
                sentFrom: account,
                sentTo: MARKUP,
              },
              transfers: [
                {
                  direction: 'in',
                  quantity: { numeric: '1e400' },
                  nft_info: {
                    name: MARKUP,
                    content: { preview: { url: script } },
                    flags: { is_spam: false },
                  },
                },
                {
                  direction: 'out',
                  quantity: { numeric: '1' },
                  fungible_info: { symbol: '<i>Z', icon: { url: evil } },
                },
              ],
            },
            { id: 'two', metadata: { minedAt: 'yesterday', operationType: 'send' } },
            { id: 'three' },
            null,
            7,
          ],
        },
      }),
    );
    await withAccount(page, account);
    await expect(balance(page)).toContainText('12.345 ETH');
    const tokens = card(page).locator('[data-testid^=wm-token-]');
    await expect(tokens.filter({ hasText: '<img src=x' })).toHaveCount(1);
    await expect(tokens.filter({ hasText: /Dollar|Minus/ })).toHaveCount(0);
    expect(await tokens.last().textContent()).not.toMatch(/\u202e/);
    await page.getByTestId('tab-activity').click();
    const rows = card(page).locator('[data-testid^=wm-tx-]');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('<b>send</b>');
    await page.getByTestId('tab-nfts').click();
    await expect(card(page).locator('.nfts')).toHaveAttribute('data-phase', 'ready');
    await expect(card(page).locator('script, b, i, img[onerror]')).toHaveCount(0);
    for (const src of await card(page)
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src)))
      expect(src).toMatch(/^(blob|data):/);
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await page.getByTestId('wm-send-token').click();
    await still(page, 'SendSelectToken');
    await expect(card(page)).toContainText('<img src=x');
    await expect(card(page).locator('script, b, i, img[onerror]')).toHaveCount(0);
  });
});
