// What goes wrong, and what people see of it: refused, closed, unreachable, pressed twice, reloaded in the middle, nothing stored.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress, shownBalance } from '../support/chain';
import { fault } from '../support/faults';
import {
  button,
  call,
  card,
  chunkOf,
  connectDemoWallet,
  connectingStatus,
  DEMO_WALLET,
  dialog,
  expectClosed,
  fillSend,
  hearEvents,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');

test.describe('connecting, refused', () => {
  test('a refusal is quiet, and Try again works @8.21 @8.33', async ({ page }) => {
    const events = await hearEvents(page);
    await visit(page);
    await openCard(page);
    const first = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
    await first.getByTestId('demo-wallet-reject').click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(connectingStatus(page)).toContainText('Connection rejected');
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByTestId('wui-alertbar-text')).toHaveCount(0);
    await expect(card(page).locator('details')).toHaveCount(0);
    expect(events.of('wallet-error')).toEqual([]);
    expect(events.of('wallet-alert')).toEqual([]);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');

    const second = await walletWindow(page, () => retry(page).click());
    await second.getByTestId('demo-wallet-confirm').click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-status')).toHaveText('connected');
  });

  test("closing the wallet's window is a refusal @8.21", async ({ page }) => {
    await visit(page);
    await openCard(page);
    const popup = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
    await popup.close();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(retry(page)).toBeVisible();
  });

  test("closing the modal while the wallet is asked: the host's promise says 'Modal closed' @8.21", async ({
    page,
  }) => {
    const wallet = await ScriptedWallet.install(page, {
      accounts: [freshAddress()],
      answers: { eth_requestAccounts: 'wait' },
    });
    await visit(page);
    await openCard(page);
    const answer = call(page, 'connect', { connectorId: wallet.rdns });
    await still(page, 'ConnectingExternal');
    await expect.poll(() => wallet.count('eth_requestAccounts')).toBe(1);
    await page.keyboard.press('Escape');
    await expectClosed(page);
    expect(await answer).toMatchObject({ rejected: true, name: 'WalletError', message: 'Modal closed' });
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');

    // The late yes of the wallet connects nobody behind the person's back.
    await wallet.settle('eth_requestAccounts', { result: [freshAddress()] });
    await openCard(page);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await expect(button(page)).toHaveText('Connect wallet');
  });

  test('a wallet that fails: said honestly, with Details, and Try again @8.21', async ({ page }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, {
      accounts: [account],
      answers: { eth_requestAccounts: { code: -32603, message: 'the vault is on fire' } },
    });
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toContainText('Failed to connect');
    await card(page).getByText('Details').click();
    await expect(card(page).locator('details code')).toContainText('the vault is on fire');
    await wallet.answer('eth_requestAccounts', { result: [account] });
    await retry(page).click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-account')).toHaveText(account);
  });

  test('clicks on a wallet that is already asked ask it once', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, {
      accounts: [freshAddress()],
      answers: { eth_requestAccounts: 'wait' },
    });
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).dblclick();
    await still(page, 'ConnectingExternal');
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await expect.poll(() => wallet.count('eth_requestAccounts')).toBe(1);
  });
});

test.describe('sending, refused', () => {
  test('a refusal is quiet: the preview stays and can be sent again @8.33', async ({ page }) => {
    test.slow();
    const events = await hearEvents(page);
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await review(page, '0.5', freshAddress());
    const popup = await walletWindow(page, () => pressSend(page));
    await popup.getByTestId('demo-wallet-reject').click();
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
    await expect(view(page, 'SendPreview')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    expect(events.of('wallet-error')).toEqual([]);
    expect(events.of('wallet-transaction')).toEqual([]);
    const again = await walletWindow(page, () => pressSend(page));
    await expect(again.getByTestId('demo-wallet-amount')).toHaveText('0.5 ETH');
    await again.getByTestId('demo-wallet-reject').click();
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
    await page.getByTestId('wm-send-cancel').click();
    await still(page, 'Send');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('0.5');
  });

  test('pressed twice it is sent once @10.27', async ({ page }) => {
    const [from, to] = [await fundedAddress(), freshAddress()];
    const wallet = await ScriptedWallet.install(page, {
      accounts: [from],
      answers: { eth_sendTransaction: 'wait' },
    });
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await review(page, '0.75', to);
    await pressSend(page, 2);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await page.getByTestId('wm-send-confirm').click({ clickCount: 2, force: true });
    // Closed and opened again it is the same request, still.
    await page.getByTestId('w3m-header-close').click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'SendPreview');
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await page.getByTestId('wm-send-confirm').click({ force: true });
    expect(wallet.count('eth_sendTransaction')).toBe(1);
    expect(wallet.params('eth_sendTransaction')).toEqual([
      expect.objectContaining({ from, to, value: '0xa688906bd8b0000' }),
    ]);
    await wallet.settle('eth_sendTransaction', { code: -32000, message: 'nonce too low' });
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'failed');
    await expect(sendStatus(page)).toContainText('Not sent');
    await sendStatus(page).getByText('Details').click();
    await expect(sendStatus(page)).toContainText('nonce too low');
    await expect(page.getByTestId('wm-send-confirm')).toHaveText('Try again');
  });

  test('a reload in the middle of a send sends nothing a second time', async ({ page }) => {
    const from = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, {
      accounts: [from],
      answers: { eth_sendTransaction: 'wait' },
    });
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await review(page, '0.75', freshAddress());
    await pressSend(page);
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);

    await page.reload();
    await expect(page.getByTestId('demo-account')).toHaveText(from);
    await openCard(page, 'Account');
    await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('');
    await expect(page.getByTestId('wm-send-max')).toHaveAttribute('aria-busy', 'false');
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });
});

// Faults belong to one address each, so that no other test meets them; still one after the other: a reset is for the whole host.
test.describe('services down', () => {
  test.describe.configure({ mode: 'serial' });

  const connected = async (page: Page): Promise<void> => {
    await visit(page);
    await openCard(page);
    await page.getByTestId('wallet-selector-test.scripted').click();
    await expectClosed(page);
  };

  for (const [what, answer, patience_ms] of [
    ['500', { status: 500 }, 7_000],
    ['503', { status: 503 }, 12_000],
    ['429', { status: 429 }, 7_000],
    ['403', { status: 403 }, 7_000],
    ['nonsense', { body: '<html>' }, 7_000],
    [
      'a balance that is no number',
      { body: '{"balances":[{"chainId":"eip155:1337","quantity":{"decimals":"x","numeric":"1e99"}}]}' },
      7_000,
    ],
    ['no answer at all', { delayMs: 60_000 }, 20_000],
  ] as const) {
    test(`the data service gives ${what}: the balance comes from the chain @9.29 @10.25`, async ({
      page,
    }) => {
      test.slow();
      const account = await fundedAddress();
      await ScriptedWallet.install(page, { accounts: [account] });
      await fault('data', { path: `/v1/account/${account}`, ...answer });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await connected(page);
      await expect(button(page)).toContainText('12.345 ETH', { timeout: patience_ms });
      expect(
        asked.some((url) => url.includes(`/v1/account/${account}`)),
        'the fault was met',
      ).toBe(true);
    });
  }

  test('neither service nor chain: a toast, an honest state, and a way to ask again @8.15', async ({
    page,
  }) => {
    const account = await fundedAddress();
    await ScriptedWallet.install(page, { accounts: [account] });
    const events = await hearEvents(page);
    await fault('data', { path: `/v1/account/${account}`, status: 500 });
    await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
    await connected(page);
    await openCard(page, 'Account');
    const balance = page.getByTestId('balance-amount');
    await expect(balance).toHaveAttribute('data-phase', 'failed');
    await expect(balance).toContainText('Token Balance Unavailable');
    await expect
      .poll(() => events.of('wallet-toast'))
      .toContainEqual({ message: 'Token Balance Unavailable', variant: 'error' });
    await expect(balance).toContainText(/Try again in \d+ s/);
    // What does not need the balance still works.
    await expect(page.getByTestId('wm-copy-address')).toBeVisible();
    await page.getByTestId('disconnect-button').click();
    await expectClosed(page);
  });

  test("the 'Token Balance Unavailable' toast is read in the card @8.15 @2.42", async ({ page }) => {
    const account = await fundedAddress();
    await ScriptedWallet.install(page, { accounts: [account], granted: true });
    await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/v1/account/${account}/**`, async (route) => (await held, route.abort()));
    await connected(page);
    await openCard(page, 'Account');
    await expect(page.getByTestId('balance-amount')).toHaveAttribute('data-phase', 'loading');
    release();
    await expect(toast(page)).toContainText('Token Balance Unavailable');
    await expect(toast(page)).toHaveAttribute('role', 'alert');
  });

  test('the wallet services are down: nobody who connects a page wallet notices', async ({ page }) => {
    const account = await fundedAddress();
    await ScriptedWallet.install(page, { accounts: [account] });
    await page.route('http://localhost:4101/**', (route) => route.abort());
    await connected(page);
    await expect(button(page)).toContainText('12.345 ETH');
    await openCard(page, 'Account');
    await expect(page.getByTestId('wui-alertbar-text')).toHaveCount(0);
  });

  test('the fee cannot be read: the preview says so and asks again', async ({ page }) => {
    const account = await fundedAddress();
    await ScriptedWallet.install(page, { accounts: [account], granted: true });
    await connected(page);
    await openCard(page, 'Account');
    await fillSend(page, '1', freshAddress());
    await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    await expect(view(page, 'SendPreview')).toContainText('Not known');
    await page.unroute(`${CHAIN_URL}/**`);
    await view(page, 'SendPreview').getByRole('button', { name: 'Try again' }).click();
    await expect(view(page, 'SendPreview').locator('.fact', { hasText: 'Network fee' })).toContainText('ETH');
  });
});

/** Whether the handle says that it is ready, in words. */
const ready = (): Promise<string> => {
  const { walletModal } = window as unknown as { walletModal: { ready(): Promise<void> } };
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'not after 5 s'));
  return Promise.race([walletModal.ready().then(() => 'ready'), late]);
};

test.describe('storage', () => {
  const names = ['storage_version', 'connection_status', 'connections', 'connected_namespaces'];
  const more = ['eip155:connected_connector_id', 'wallet_id', 'wallet_name', 'active_caip_network_id'];

  /** Fills what is stored, from another page of the origin. */
  const fill = async (page: Page, kind: 'garbage' | 'newer' | 'foreign'): Promise<void> => {
    await page.goto('/favicon.svg');
    await page.evaluate(
      async ([keys, how]) => {
        const junk = [
          '{"v":99,"value":',
          '"connected"',
          '[[[[[',
          '\ud800',
          '{"v":1,"value":{"eip155":[{"a":1e999}]}}',
        ];
        keys.forEach((key, i) => localStorage.setItem(`wallet-modal:${key}`, junk[i % junk.length]!));
        await new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('wallet-modal', how == 'newer' ? 7 : 1);
          request.onupgradeneeded = () => {
            if (how == 'foreign') request.result.createObjectStore('something else');
            else request.result.createObjectStore('kv');
          };
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            const database = request.result;
            if (how == 'foreign') return (database.close(), resolve());
            const transaction = database.transaction('kv', 'readwrite');
            const store = transaction.objectStore('kv');
            keys.forEach((key, i) => store.put(i % 2 ? junk[i % junk.length]! : { deep: [new Date()] }, key));
            transaction.oncomplete = () => (database.close(), resolve());
          };
        });
      },
      [[...names, ...more, 'transactions'], kind] as const,
    );
  };

  for (const kind of ['garbage', 'newer', 'foreign'] as const) {
    test(`${kind === 'garbage' ? 'garbage in every key' : kind === 'newer' ? 'a newer database' : 'a database without our store'}: the page works @10.23`, async ({
      page,
    }) => {
      const account = await fundedAddress();
      const wallet = await ScriptedWallet.install(page, { accounts: [account] });
      await fill(page, kind);
      await visit(page);
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await expect(button(page)).toContainText('12.345 ETH');
      await page.reload();
      // Where the database cannot be used its mirror is.
      await expect(page.getByTestId('demo-account')).toHaveText(account);
    });
  }

  test('all storage denied: the page works, for as long as it is open @10.23', async ({ page }) => {
    const account = await fundedAddress();
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: deny, configurable: true });
      IDBFactory.prototype.open = deny;
    });
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    await visit(page);
    await openCard(page);
    expect.soft(await page.evaluate(ready), 'ready() settles').toBe('ready');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');
    await openCard(page, 'Account');
    await fillSend(page, '1', freshAddress());
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
    await page.getByTestId('disconnect-button').click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  });
});

test.describe('a file that does not come', () => {
  for (const [what, pattern] of [
    ['the engine', 'engine-*.wasm'],
    ['the glue', chunkOf('virtual:engine-glue')],
    ['the runner', chunkOf('element/src/engine/load.ts')],
    ['the views', chunkOf('element/src/views/root.tsx')],
  ] as const) {
    test(`${what}: "Could not load", and Try again loads it @10.25`, async ({ page }) => {
      let away = true;
      await page.route(`**/dist/${pattern}`, (route) => (away ? route.abort() : route.continue()));
      await visit(page);
      await button(page).click();
      await expect(card(page)).toContainText('Could not load');
      await expect(card(page).getByRole('alert')).toBeVisible();
      await expect(button(page)).toHaveText('Connect wallet');
      const again = card(page).getByRole('button', { name: 'Try again' });
      await expect(again).toBeFocused();
      away = false;
      await again.click();
      await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
    });
  }

  test('while it does not come the card can be closed and opened again', async ({ page }) => {
    await page.route('**/dist/*.wasm', (route) => route.abort());
    await visit(page);
    await button(page).click();
    await expect(card(page)).toContainText('Could not load');
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await expect(card(page)).toContainText('Could not load');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await page.unroute('**/dist/*.wasm');
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
  });

  test('the code of a view: said in the card, and Try again loads it @10.25', async ({ page }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    let refuse = true;
    await page.route(`**/dist/${chunkOf('element/src/views/account/account.tsx')}`, (route) =>
      refuse ? route.abort() : route.continue(),
    );
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await button(page).click();
    await expect(card(page)).toContainText('Could not load');
    refuse = false;
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByTestId('wm-copy-address')).toBeVisible();
  });

  test('the money part: an error is shown, the second try works @10.25', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    const refused: string[] = [];
    await page.route('**/dist/money-*.wasm', (route) =>
      refused.push(route.request().url()) > 1 ? route.continue() : route.abort(),
    );
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await page.getByTestId('w3m-account-default-send-button').click();
    await expect.poll(() => refused.length).toBe(1);
    await expect.soft(card(page).getByRole('alert'), 'a failure is never silent').toBeVisible();
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await expect(dialog(page)).toBeVisible();
  });

  test('the host part: the request fails, the next one works', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    let refused = 0;
    await page.route('**/dist/host-*.wasm', (route) => (refused++ ? route.continue() : route.abort()));
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    const block = () =>
      page.evaluate(() =>
        (
          window as unknown as {
            walletModal: { getProvider(n: string): { request(a: unknown): Promise<unknown> } };
          }
        ).walletModal
          .getProvider('eip155')
          .request({ method: 'eth_blockNumber' })
          .catch((error: Error) => `${error.name}`),
      );
    expect(await block()).toBe('WalletError');
    expect(await block()).toMatch(/^0x/);
  });

  test('offline after the page is there: what is loaded goes on', async ({ page, context }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');
    await openCard(page, 'Account');
    await expect(page.getByTestId('wm-copy-address')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await context.setOffline(true);
    await openCard(page, 'Account');
    await expect(page.getByTestId('balance-amount')).toContainText(`${await shownBalance(account)} ETH`);
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });
});
