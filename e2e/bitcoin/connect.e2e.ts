// Wallets of bitcoin in the page, from their row to a reload: by the Wallet Standard, as sats-connect has them, as UniSat
// (docs/spec/page-wallets.md section 3, decision 91, "Bitcoin wallets in the browser").
import { CHAIN, MAINNET, TESTNET } from '../../demo/bitcoin/layout.mjs';
import {
  account,
  connect,
  expectAddress,
  isBip322,
  request,
  told,
  visitBitcoin,
} from '../support/bitcoin-page';
import { call, connectingStatus, expectClosed, openCard, still, visit } from '../support/modal';
import { ScriptedBitcoinWallet, type BitcoinScript } from '../support/scripted-bitcoin';
import { expect, test } from '../support/test';

const asked = ({ requests }: ScriptedBitcoinWallet) => requests.map(({ method }) => method);
const prompts = ({ requests }: ScriptedBitcoinWallet) =>
  requests.map(({ method }) => method).filter((method) => method != 'silent');

const dialects: [string, BitcoinScript, string][] = [
  ['the Wallet Standard', { dialect: 'standard' }, TESTNET],
  ['the sats-connect way', { dialect: 'sats', paymentAddress: 'p2sh' }, TESTNET],
  // it knows no regtest
  ['the UniSat way', { dialect: 'unisat', chain: TESTNET }, MAINNET],
];

for (const [name, script, other] of dialects)
  test.describe(`a wallet of ${name}`, () => {
    const chain = script.chain ?? CHAIN;
    const page_chains = [chain, other];

    test('is listed, connects and emits the events @1.11 @4.1 @4.15', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page, page_chains);
      await openCard(page);
      await expect(page.getByTestId(wallet.row)).toBeVisible();
      expect(asked(wallet)).toEqual([]);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      const { address } = wallet.key();
      await expectAddress(page, address);
      const kinds = (await account(page)).allAccounts.map(({ type }) => type);
      expect(kinds).toEqual(script.dialect == 'unisat' ? ['payment'] : ['payment', 'ordinal']);
      expect(await told(page)).toMatchObject([
        [
          'wallet-connect',
          { namespace: 'bip122', address, caipAddress: `${chain}:${address}`, reconnect: false },
        ],
      ]);
      expect(prompts(wallet)).toEqual(['connect']);
    });

    test('reports a refusal, opens no second window, and can be tried again @2.8', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page, page_chains);
      await wallet.answer('connect', { code: script.dialect == 'sats' ? -32000 : 4001, message: 'no' });
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
      expect(prompts(wallet)).toEqual(['connect']);
      await wallet.answer('connect', null);
      await page.getByTestId('w3m-connecting-widget-secondary-button').click();
      await expectAddress(page, wallet.key().address);
      expect(prompts(wallet)).toEqual(['connect', 'connect']);
    });

    test('opens one window for a wallet that never responds, even after more clicks', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page, page_chains);
      await wallet.answer('connect', 'hang');
      await openCard(page);
      await page.getByTestId(wallet.row).dblclick();
      await expect.poll(() => wallet.count('connect')).toBe(1);
      await page.getByTestId('header-back').click();
      await still(page, 'Connect');
      await page.getByTestId(wallet.row).click();
      await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'confirm');
      expect(prompts(wallet)).toEqual(['connect']);
    });

    test('follows another account, also without an event, and disconnects without accounts @4.7', async ({
      page,
    }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page, page_chains);
      await connect(page, wallet);
      const one = wallet.key().address;
      await wallet.goes({ word: 'account 2' });
      await expectAddress(page, wallet.key().address);
      expect(wallet.key().address).not.toBe(one);
      await wallet.goes({ word: 'account 1' }, true);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expectAddress(page, one);
      await wallet.goes({ isGranted: false });
      await expectAddress(page, null);
      expect((await told(page)).at(-1)).toEqual([
        'wallet-disconnect',
        { namespace: 'bip122', reason: 'wallet' },
      ]);
      expect(prompts(wallet)).toEqual(['connect']);
    });

    test('restores the account after a reload without a prompt, although the wallet loads two seconds late @4.2', async ({
      page,
    }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, { ...script, delayMs: 2_000 });
      await visitBitcoin(page, page_chains);
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await visitBitcoin(page, page_chains);
      await expectAddress(page, wallet.key().address);
      expect(prompts(wallet)).toEqual(['connect']);
    });

    test('tells the wallet of a disconnect, and stays disconnected after a reload @4.6', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page, page_chains);
      await connect(page, wallet);
      await call(page, 'disconnect');
      await expect.poll(() => wallet.count('disconnect')).toBe(1);
      await visitBitcoin(page, page_chains);
      await openCard(page);
      await expect(page.getByTestId(wallet.row)).toBeVisible();
      expect(prompts(wallet)).toEqual(['connect', 'disconnect']);
    });

    test('shows the other accounts of another network, switched by the page or in the wallet @1.11 @1.14', async ({
      page,
    }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, { ...script, paymentAddress: 'p2wpkh' });
      await visitBitcoin(page, page_chains);
      await connect(page, wallet);
      const before = wallet.key().address;
      await call(page, 'switchNetwork', other);
      const { address } = wallet.key();
      expect(address).not.toBe(before);
      await expectAddress(page, address);
      expect((await account(page)).caipAddress).toBe(`${other}:${address}`);
      await wallet.goes({ chain });
      await expectAddress(page, before);
      expect((await account(page)).caipAddress).toBe(`${chain}:${before}`);
      expect(prompts(wallet)).toEqual(['connect', 'switch']);
    });

    test('asks a wallet on an unsupported network to switch, and shows a refusal in the view @1.14 @10.58', async ({
      page,
    }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, { ...script, chain: TESTNET });
      wallet.refuseOnce('switch');
      await visitBitcoin(page, [MAINNET]);
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await call(page, 'open');
      await still(page, 'UnsupportedChain');
      // Only UniSat's way has a request for it.
      expect(prompts(wallet)).toEqual(script.dialect == 'unisat' ? ['connect', 'switch'] : ['connect']);
    });
  });

test('loads none of it on a page with only eip155', async ({ page }) => {
  const wallets = [
    await ScriptedBitcoinWallet.install(page),
    await ScriptedBitcoinWallet.install(page, { dialect: 'sats', name: 'Scripted Sats' }),
  ];
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await visit(page);
  await openCard(page);
  await expect(page.getByTestId('wallet-selector-dev.wallet-modal.demo')).toBeVisible();
  for (const { row } of wallets) await expect(page.getByTestId(row)).toHaveCount(0);
  expect(files.filter((file) => /bitcoin|btc-providers|sats/.test(file))).toEqual([]);
  expect(files.filter((file) => /\/dist\//.test(file)).length).toBeGreaterThan(3);
});

test('restores a Leather account unconfirmed, because it has no silent request, and signs with BIP-322 @10.58', async ({
  page,
}) => {
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'leather' });
  await visitBitcoin(page);
  await connect(page, wallet);
  const { address } = wallet.key();
  await visitBitcoin(page);
  await expectAddress(page, address);
  await expect.poll(async () => (await account(page)).status).toBe('connected');
  expect(asked(wallet)).toEqual(['connect']);
  const { signature } = await request(page, 'signMessage', { account: address, message: 'hello' });
  expect(wallet.last('signMessage')!.protocol).toBe('bip322');
  expect(isBip322(address, 'hello', signature!)).toBe(true);
  await call(page, 'open', { view: 'Receive' });
  await page.getByTestId('wm-receive-confirm').click();
  await expect(page.getByTestId('wm-receive-address')).toHaveText(address);
  expect(asked(wallet)).toEqual(['connect', 'signMessage', 'connect']);
});
