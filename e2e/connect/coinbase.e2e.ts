// Coinbase's wallet without an extension: the window at the wallet's own site, opened by our page and by the official SDK
// (docs/spec/page-wallets.md 7.1).
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { verifyMessage } from 'viem';
import { chain, freshAddress } from '../support/chain';
import {
  accountAction,
  expectClosed,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  visit,
  walletWindow,
} from '../support/modal';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const COINBASE = 'wallet-selector-com.coinbase.wallet';

async function connect(page: Page): Promise<void> {
  await openCard(page);
  const popup = await walletWindow(page, () => page.getByTestId(COINBASE).click());
  await expect(popup).toHaveURL(/\/connect\?/);
  await expect(popup.getByTestId('demo-wallet-site')).toHaveText(PAGE_URL);
  await popup.getByTestId('demo-wallet-account-1').check();
  await popup.getByTestId('demo-wallet-confirm').click();
  await expectClosed(page);
}

test('connects through its window, signs, sends, reconnects after a reload, and disconnects @1.1 @4.43', async ({
  page,
}) => {
  test.slow();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '?nowallet&coinbase');
  await connect(page);
  expect(asked.filter((url) => new URL(url).pathname == '/connect')).toEqual([]);
  await expect(page.getByTestId('demo-account')).toHaveText(ACCOUNT);

  const signing = await walletWindow(page, () => page.getByTestId('demo-sign').click());
  await signing.getByTestId('demo-wallet-confirm').click();
  await expect(page.getByTestId('demo-result')).toHaveText(/^Signed: 0x/);

  const to = freshAddress();
  await openCard(page, 'Account');
  await review(page, '1', to);
  const sending = await walletWindow(page, () => pressSend(page));
  await expect(sending.getByTestId('demo-wallet-amount')).toHaveText('1 ETH');
  await sending.getByTestId('demo-wallet-confirm').click();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
  expect(await chain.getBalance({ address: to })).toBe(10n ** 18n);

  await page.reload();
  await expect(page.getByTestId('demo-account')).toHaveText(ACCOUNT);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  const again = await walletWindow(page, () => page.getByTestId('demo-sign').click());
  await again.getByTestId('demo-wallet-reject').click();
  await expect(page.getByTestId('demo-result')).toHaveText(/^Failed \(4001\)/);

  await page.getByTestId('demo-disconnect').click();
  await expect(page.getByTestId('demo-account')).not.toHaveText(ACCOUNT);
  await page.reload();
  await openCard(page);
  await expect(page.getByTestId(COINBASE)).toBeVisible();
  await expect(page.getByTestId('demo-account')).not.toHaveText(ACCOUNT);
});

test('opens the window first, although a script stored records that name an account @10.60', async ({
  page,
}) => {
  const eve = freshAddress();
  await visit(page, '?nowallet&coinbase');
  await connect(page);
  // Whoever can write the records of this origin can name an account of their own in all of them.
  await page.evaluate(
    async ([mine, theirs]) => {
      const open = (name: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
      const done = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = () => reject(asked.error);
        });
      const window_ = await open('wallet-modal-coinbase');
      const session = (await done(
        window_.transaction('session').objectStore('session').get('session'),
      )) as object;
      await done(
        window_
          .transaction('session', 'readwrite')
          .objectStore('session')
          .put({ ...session, accounts: [theirs] }, 'session'),
      );
      window_.close();
      const own = await open('wallet-modal');
      const [store] = [...own.objectStoreNames];
      const all = own.transaction(store!).objectStore(store!);
      const [keys, values] = [
        await done(all.getAllKeys()),
        await done(own.transaction(store!).objectStore(store!).getAll()),
      ];
      for (const [at, value] of values.entries())
        if (JSON.stringify(value)?.includes(mine)) {
          const text = JSON.stringify(value).replaceAll(mine, theirs);
          await done(
            own
              .transaction(store!, 'readwrite')
              .objectStore(store!)
              .put(JSON.parse(text) as unknown, keys[at]!),
          );
        }
      own.close();
      for (const [key, text] of Object.entries(localStorage))
        if (String(text).includes(mine)) localStorage.setItem(key, String(text).replaceAll(mine, theirs));
    },
    [ACCOUNT, eve] as const,
  );
  await page.reload();
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  await expect(page.getByTestId('demo-account')).toHaveText(eve);
  await openCard(page, 'Account');
  await accountAction(page, 'receive').click();
  await still(page, 'Receive');
  await expect(page.getByTestId('wm-receive-confirm')).toBeVisible();
  await expect(page.getByTestId('wm-receive-address')).toHaveCount(0);
  const popup = await walletWindow(page, () => page.getByTestId('wm-receive-confirm').click());
  await popup.getByTestId('demo-wallet-account-1').check();
  await popup.getByTestId('demo-wallet-confirm').click();
  await expect(page.getByTestId('wm-receive-address')).toHaveText(ACCOUNT);
  await expect(page.getByTestId('demo-account')).toHaveText(ACCOUNT);
});

test('reports a refusal and a closed window, can be tried again, and has no row if the page excludes it @2.8', async ({
  page,
}) => {
  await visit(page, '?nowallet&coinbase');
  await openCard(page);
  await expect(page.getByTestId(COINBASE).locator('img')).toBeVisible();
  const popup = await walletWindow(page, () => page.getByTestId(COINBASE).click());
  await popup.getByTestId('demo-wallet-reject').click();
  await expect(page.getByTestId('wm-connecting-status')).toHaveAttribute('data-phase', 'rejected');
  const second = await walletWindow(page, () =>
    page.getByTestId('w3m-connecting-widget-secondary-button').click(),
  );
  await second.close();
  await expect(page.getByTestId('wm-connecting-status')).toHaveAttribute('data-phase', 'rejected');
  await visit(page, '?nowallet');
  await openCard(page);
  await expect(page.getByTestId(COINBASE)).toHaveCount(0);
});

test('the official SDK connects and signs through the demo’s window', async ({ page }) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk';
        window.make = (keysUrl) => createCoinbaseWalletSDK({ appName: 'Peer', appChainIds: [1337],
          preference: { options: 'all', keysUrl, telemetry: false } }).getProvider();`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'iife',
    define: { global: 'globalThis' },
    logLevel: 'error',
  });
  await visit(page, '?nowallet');
  await page.evaluate(outputFiles[0]!.text);
  const request = (method: string, params: unknown[] = []): Promise<unknown> =>
    page.evaluate(
      async ([method, params]) => {
        const own = window as unknown as {
          make(url: string): { request(args: object): Promise<unknown> };
          peer?: { request(args: object): Promise<unknown> };
        };
        const { demoWallet } = (await fetch('/demo-config.json').then((answer) => answer.json())) as {
          demoWallet: string;
        };
        own.peer ??= own.make(`${demoWallet}/connect`);
        return own.peer.request({ method, params });
      },
      [method, params] as const,
    );
  const [popup, accounts] = [
    page.context().waitForEvent('page'),
    request('eth_requestAccounts') as Promise<string[]>,
  ];
  const opened = await popup;
  await opened.getByTestId('demo-wallet-account-1').check();
  await opened.getByTestId('demo-wallet-confirm').click();
  expect((await accounts).map((one) => one.toLowerCase())).toEqual([ACCOUNT.toLowerCase()]);
  await expect.poll(() => opened.isClosed()).toBe(true);
  const message = `0x${Buffer.from('of the peer').toString('hex')}` as const;
  const signed = request('personal_sign', [message, ACCOUNT]) as Promise<`0x${string}`>;
  const signing = await page.context().waitForEvent('page');
  await signing.getByTestId('demo-wallet-confirm').click();
  expect(await verifyMessage({ address: ACCOUNT, message: 'of the peer', signature: await signed })).toBe(
    true,
  );
});
