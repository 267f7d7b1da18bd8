// A page whose every service is its own: the list of wallets as a file that was taken from a directory, what an account has, its history, prices
// and names from functions, its networks' own nodes. Nobody else is asked anything, whatever a visitor does.
import type { Page } from '@playwright/test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeDirectory } from '../../bin/directory.mjs';
import { chain, freshAddress } from '../support/chain';
import { call, expectClosed, pressSend, review, sendStatus, still } from '../support/modal';
import { CHAIN_URL, HOST_URLS, PAGE_URL } from '../support/ports';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-host-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** The page's own host serves what the program has written. */
async function serve(page: Page): Promise<void> {
  const file = (name: string): Buffer => readFileSync(path.join(folder, name));
  await page.route('**/own/wallets.json', (route) => route.fulfill({ body: file('wallets.json') }));
  await page.route('**/own/wallets/*', (route) =>
    route.fulfill({ body: file(new URL(route.request().url()).pathname.slice('/own/'.length)) }),
  );
}

/** Makes the modal as such a page would: no project, no services, no word from elsewhere. */
const create = (page: Page, receiver: string, hash: string): Promise<void> =>
  page.evaluate(
    async ([carol, sent]) => {
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const { networks } = await (await fetch('/demo-config.json')).json();
      const [network] = networks;
      const asked: string[] = [];
      const note = (name: string, of: object) => void asked.push(`${name} ${Object.keys(of).join()}`);
      const entry = {
        id: 'first',
        metadata: {
          operationType: 'send',
          hash: sent,
          chain: network.caipNetworkId,
          minedAt: new Date().toISOString(),
          sentFrom: carol,
          sentTo: carol,
          status: 'confirmed',
          nonce: 1,
        },
        transfers: [
          {
            direction: 'in',
            quantity: { numeric: '1.5' },
            fungible_info: { name: 'Acorn', symbol: 'ACORN' },
          },
        ],
      };
      const walletModal = createWalletModal({
        networks: [{ ...network, blockExplorers: undefined }],
        remoteConfig: false,
        features: { email: false, socials: false },
        data: {
          wallets: '/own/wallets.json',
          balances: (of: { chainId: string; address: string }) => {
            note('balances', of);
            const line = { chainId: of.chainId, quantity: { decimals: '18', numeric: '7.25' } };
            const token = `${of.chainId}:0x${'ac'.repeat(20)}`;
            return [
              { ...line, name: 'Ether', symbol: 'ETH', price: 2000 },
              { ...line, name: 'Acorn', symbol: 'ACORN', price: 2, address: token },
            ];
          },
          history: (of: object) => (note('history', of), Promise.resolve({ data: [entry], next: null })),
          prices: (of: { addresses: string[] }) => of.addresses.map((address) => ({ address, price: 2000 })),
          names: (of: { name?: string }) => (
            note('names', of),
            of.name == 'carol.shop' ? { address: carol } : { name: 'visitor.shop', avatar: null }
          ),
        },
      });
      Object.assign(window, { walletModal, asked });
    },
    [receiver, hash] as const,
  );

test('contacts only its own host and node for list, pictures, search, account, activity, a name and a send @10.43', async ({
  page,
}) => {
  test.slow();
  const taken = await takeDirectory({
    url: HOST_URLS.wallets,
    out: path.join(folder, 'wallets.json'),
    projectId: 'demo',
  });
  expect(taken).toEqual({ wallets: 600, pictures: 600, folder: 'wallets/', warnings: [] });

  const hosts = new Set<string>();
  const wallet = await SigningWallet.install(page);
  await serve(page);
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(origin);
  });
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).origin));
  const carol = freshAddress();
  await page.goto('/?noauto&nologin');
  await create(page, carol, `0x${'5e'.repeat(32)}`);

  await call(page, 'open');
  await still(page, 'Connect');
  await expect(page.getByTestId('all-wallets')).toContainText('380+');
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  const tiles = page.locator('[data-testid^=wallet-search-item-]');
  await expect(tiles.nth(20)).toBeVisible();
  await expect(tiles.nth(5).locator('img')).toHaveAttribute('src', /^blob:/);
  await page.getByTestId('wui-input-text').fill('saffron beacon');
  await expect(tiles.first()).toHaveText(/Saffron Beacon/);
  await expect(tiles.first().locator('img')).toHaveAttribute('src', /^blob:/);
  await call(page, 'open', { view: 'Connect' });
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);

  await call(page, 'open');
  await still(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText('7.250 ETH');
  await expect(page.getByTestId('wm-view-Account')).toContainText('visitor.shop');
  await expect(page.getByTestId('wm-view-Account')).toContainText('ACORN');
  await page.getByTestId('tab-activity').click();
  await expect(page.getByTestId('wm-view-Account')).toContainText('1.500 ACORN');

  await review(page, '0.25', 'carol.shop');
  await expect(page.getByTestId('wm-view-SendPreview')).toContainText('carol.shop');
  await pressSend(page);
  await expect(sendStatus(page)).toHaveText(/^Sent 0\.25 ETH/);
  expect(await chain.getBalance({ address: carol })).toBe(250_000_000_000_000_000n);

  expect([...hosts].sort()).toEqual([CHAIN_URL, PAGE_URL].sort());
  const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  expect(new Set(asked)).toEqual(
    new Set([
      'balances chainId,address,refresh',
      'history chainId,address,cursor',
      'names address',
      'names name',
    ]),
  );
});

test('tells developer and user of a missing file, and can load it again @10.43', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => void (message.type() == 'error' && said.push(message.text())));
  let isThere = false;
  const wallets = [{ id: 'ab'.repeat(32), name: 'Acorn Wallet' }];
  await page.route('**/own/wallets.json', (route) =>
    isThere ? route.fulfill({ json: { version: 1, wallets } }) : route.fulfill({ status: 404 }),
  );
  await page.goto('/?noauto&nologin');
  await create(page, freshAddress(), '0x');
  await call(page, 'open', { view: 'AllWallets' });
  await still(page, 'AllWallets');
  await expect(page.getByTestId('wm-all-wallets-retry')).toBeVisible();
  expect(said.join('\n')).toContain('[wallet-modal] data.wallets() failed. See ');
  isThere = true;
  await page.getByTestId('wm-all-wallets-retry').click();
  await expect(page.locator('[data-testid^=wallet-search-item-]').last()).toHaveText(/Acorn Wallet/);
});
