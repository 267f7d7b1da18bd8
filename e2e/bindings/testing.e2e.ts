// `wallet-modal/testing` as a host has it, built and by its name: a page on a server of its own, the kit's services, its wallets and its ways through
// the modal. What the kit's services do not serve is asked of nobody.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { verifyMessage } from 'viem';
import * as kit from 'wallet-modal/testing';
import { serve } from '../../demo/hosts/testing/serve.mjs';
import { block, project, ROOT } from '../guide/blocks';

const dist = path.join(ROOT, 'dist');

const test = base.extend<{ services: kit.TestServices; strangers: string[] }>({
  services: async ({ browserName: _ }, use) => {
    const services = await kit.startServices({
      wallets: [{ name: 'Harbour Wallet' }, { name: 'Ridge Wallet' }],
      identity: { name: 'adam.reown.id', avatar: null },
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:1',
          value: 6000,
          price: 3000,
          quantity: { decimals: '18', numeric: '2' },
          iconUrl: '',
        },
      ],
      rpc: { eth_getBalance: () => '0x1bc16d674ec80000' },
    });
    await use(services);
    await services.close();
  },
  strangers: [
    async ({ context }, use) => {
      const strangers: string[] = [];
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (protocol == 'http:' && !['localhost', '127.0.0.1'].includes(hostname))
          strangers.push(request.url());
      });
      await use(strangers);
      expect(strangers).toEqual([]);
    },
    { auto: true },
  ],
});

async function shop(page: Page, services: kit.TestServices, more: object = {}): Promise<() => Promise<void>> {
  const server = await serve({ config: { ...services.options, ...more }, dist });
  await page.goto(server.url);
  return server.close;
}

test('a scripted wallet connects, is shown, signs, refuses, locks, switches and disconnects @10.21', async ({
  page,
  services,
}) => {
  test.slow();
  const wallet = await kit.EthereumWallet.install(page, { chains: { 1: services.node, 5: null } });
  const heard = await kit.recordEvents(page);
  const close = await shop(page, services);
  const modal = kit.getModal(page);
  const customer = page.locator('#customer');

  await modal.open();
  await expect.poll(() => modal.wallets()).toContain(wallet.row);
  await expect.poll(async () => (await modal.wallets()).length).toBe(4); // this one, WalletConnect, and two of the service
  wallet.refuseOnce('eth_requestAccounts');
  await modal.choose(wallet);
  expect(await modal.refused()).toMatch(/declined|rejected|refused|cancelled/i);
  await modal.back();
  await modal.choose(wallet);
  await modal.closed();
  await expect(customer).toHaveText(wallet.address);
  expect(heard.of('wallet-connect')).toHaveLength(1);
  expect(await modal.account()).toEqual({
    address: wallet.address,
    network: 'Test Network',
    wallet: 'Test Wallet',
  });
  await modal.close();

  await page.locator('#order').click();
  await expect(page.locator('#said')).toContainText('Ordered: 0x');
  const signature = (await page.locator('#said').textContent())!.replace('Ordered: ', '') as `0x${string}`;
  expect(await verifyMessage({ address: wallet.address, message: 'One tea', signature })).toBe(true);
  wallet.hang('personal_sign');
  await page.locator('#order').click();
  await expect.poll(() => wallet.count('personal_sign')).toBe(2);
  await wallet.settle('personal_sign', { code: 4001, message: 'no' });
  await expect(page.locator('#said')).toHaveText('You did not order.');
  wallet.approve();

  // What it is told by the test outlasts a reload.
  wallet.refuse('personal_sign');
  await page.reload();
  await expect(customer).toHaveText(wallet.address);
  await page.locator('#order').click();
  await expect(page.locator('#said')).toHaveText('You did not order.');

  const other = kit.ethereumKey('account 2').address;
  await wallet.switchAccount(other);
  await expect(customer).toHaveText(other);
  await wallet.lock();
  await expect(customer).toHaveText('nobody');
  await modal.open();
  await modal.waitForView('Connect');
  await modal.choose(wallet);
  await expect.poll(() => wallet.last('eth_requestAccounts')).toBeTruthy();
  await expect(customer).toHaveText('nobody');
  await wallet.unlock();
  await modal.closed();
  await expect(customer).toHaveText(other);
  await modal.disconnect();
  await expect(customer).toHaveText('nobody');
  expect(heard.of('wallet-disconnect').length).toBeGreaterThan(0);
  await close();
});

test('scripted services respond as configured and record their requests @10.21', async ({
  page,
  services,
}) => {
  test.slow();
  const wallet = await kit.EthereumWallet.install(page, { chains: { 1: services.node } });
  services.answer('/getWallets', { status: 500 });
  const close = await shop(page, services);
  const modal = kit.getModal(page);
  await modal.connect(wallet);
  await modal.open();
  await modal.waitForView('Account');
  await expect(page.getByTestId('balance-amount')).toContainText('2.000');
  expect(services.requests.map(({ what }) => what)).toContain('GET /getWallets');
  expect(services.requests.some(({ what }) => /^GET \/v1\/account\/0x.+\/balance$/.test(what))).toBe(true);
  await expect(modal.waitForView('Networks')).rejects.toThrow('the modal shows Account, not Networks');
  const hasty = kit.getModal(page, { timeoutMs: 2_000 });
  await expect(hasty.switchNetwork('Ethereum')).rejects.toThrow(
    '"Ethereum" is not in the list, but "Test Network"',
  );
  await modal.disconnect();
  if ((await modal.view()) == null) await modal.open();
  await expect(hasty.choose('wallet-selector-other')).rejects.toThrow(
    '"other" is not in the list, but "test.wallet", "walletconnect"',
  );
  await close();
});

const FAMILIES = {
  solana: {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    install: (page: Page) => kit.SolanaWallet.install(page),
    address: kit.solanaKey('account 1').address,
  },
  bip122: {
    id: '000000000019d6689c085ae165831e93',
    install: (page: Page) => kit.BitcoinWallet.install(page),
    address: new kit.BitcoinKey('account 1').address,
  },
  cosmos: {
    id: 'cosmoshub-4',
    install: (page: Page) => kit.CosmosWallet.install(page),
    address: kit.cosmosKey('account 1', 'cosmos').address,
  },
  polkadot: {
    id: '91b171bb158e2d3848fa23a9f1c25182',
    install: (page: Page) => kit.PolkadotWallet.install(page, { prefix: 0 }),
    address: new kit.PolkadotKey('sr25519', 'account 1', 0).address,
  },
} as const;

test('a scripted wallet of each other namespace is listed, refuses and connects @10.21', async ({
  page,
  services,
}) => {
  test.slow();
  for (const [family, { id, install, address }] of Object.entries(FAMILIES)) {
    const tab = await page.context().newPage();
    const wallet = await install(tab);
    const network = {
      id,
      chainNamespace: family,
      caipNetworkId: `${family}:${id}`,
      name: `Test ${family}`,
      nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
      rpcUrls: { default: { http: [services.node] } },
      ...(family == 'cosmos'
        ? { cosmos: { bech32Prefix: 'cosmos', coinType: 118, rest: services.node, feeCurrencies: [] } }
        : {}),
    };
    const close = await shop(tab, services, { networks: [network] });
    const modal = kit.getModal(tab);
    wallet.refuse();
    await modal.open();
    await modal.choose(wallet);
    expect(await modal.refused(), family).not.toBe('');
    wallet.approve();
    await modal.back();
    await modal.choose(wallet);
    await modal.closed();
    await expect(tab.locator('#customer'), family).toHaveText(address);
    await close();
    await tab.close();
  }
});

test('the tests of an example host pass, and so do those of the guide @10.21', async ({}, info) => {
  test.slow();
  const server = await serve({ config: {}, dist });
  const guide = ['customer.spec.mjs', 'payment.spec.mjs', 'decline.spec.mjs', 'solana.spec.mjs'].map(
    (name) => [name, block(name).replace('http://localhost:5173/', server.url)],
  );
  const folder = project(info.outputPath('host'), [], Object.fromEntries(guide) as Record<string, string>);
  // without what `npm run test:hosts` has installed there
  const isOwn = (name: string) => !name.includes('node_modules');
  cpSync(path.join(ROOT, 'demo/hosts/testing'), folder, {
    recursive: true,
    filter: (from) => isOwn(path.relative(ROOT, from)),
  });
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, path.join(folder, 'node_modules/wallet-modal'), 'dir');
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const { CHROMIUM, PATH, HOME } = process.env;
  const child = spawn(process.execPath, [cli, 'test', '--workers', '1'], {
    cwd: folder,
    env: { CHROMIUM, PATH, HOME },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  const status = await new Promise((resolve) => child.on('close', resolve));
  await server.close();
  expect(status, said).toBe(0);
  expect(said).toContain('7 passed');
});
