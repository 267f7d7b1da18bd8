// A wallet of cosmos in the page, from its row to a reload (docs/spec/page-wallets.md section 5).
import type { Page } from '@playwright/test';
import { CHAIN, CHAIN_ID } from '../../demo/cosmos/layout.mjs';
import { account, connect, isNotFetched, isRefusedThenConnects, status } from '../support/family';
import { connectingStatus, expectClosed, recordEvents, openCard, still, view, visit } from '../support/modal';
import { ScriptedCosmosWallet, type CosmosScript } from '../support/scripted-cosmos';
import { expect, test } from '../support/test';

async function come(page: Page, script: CosmosScript = {}): Promise<ScriptedCosmosWallet> {
  const wallet = await ScriptedCosmosWallet.install(page, script);
  await visit(page, '?cosmos=only&nowallet');
  return wallet;
}
const asked = ({ requests }: ScriptedCosmosWallet) => requests.map(({ method }) => method);

/** A page of these networks, made by its host. */
async function make(page: Page, names: readonly string[], suggested: boolean): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await page.evaluate(
    async ([chains, isWhole]) => {
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const { cosmosNetworks, services } = await (await fetch('/demo-config.json')).json();
      const networks = chains.map((chain: string) => ({
        ...cosmosNetworks[0],
        id: chain,
        caipNetworkId: `cosmos:${chain}`,
        name: `The ${chain}`,
        ...(isWhole ? {} : { cosmos: { bech32Prefix: cosmosNetworks[0].cosmos.bech32Prefix } }),
      }));
      Object.assign(window, { walletModal: createWalletModal({ projectId: 'demo', networks, services }) });
    },
    [names, suggested] as const,
  );
}

test.describe('a Cosmos wallet', () => {
  test('asks only the clicked wallet, once for all networks, and emits the events @1.13 @4.1', async ({
    page,
  }) => {
    const other = await ScriptedCosmosWallet.install(page, { place: 'leap' });
    const wallet = await ScriptedCosmosWallet.install(page, { chains: [CHAIN_ID, 'demo-cosmos-2'] });
    const heard = await recordEvents(page);
    await make(page, [CHAIN_ID, 'demo-cosmos-2'], true);
    await openCard(page);
    await expect(page.getByTestId(other.row)).toContainText('Leap');
    await expect(page.getByTestId(wallet.row)).toContainText('Keplr');
    expect([asked(wallet), asked(other)]).toEqual([[], []]);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    const address = wallet.address();
    expect(heard.of('wallet-connect')).toMatchObject([
      { namespace: 'cosmos', address, caipAddress: `${CHAIN}:${address}`, reconnect: false },
    ]);
    expect(wallet.requests).toEqual([{ method: 'prompt', chains: [CHAIN_ID, 'demo-cosmos-2'] }]);
    expect(asked(other)).toEqual([]);
  });

  test('reports a refusal and can be tried again @2.8', async ({ page }) => {
    const wallet = await come(page);
    await isRefusedThenConnects(page, wallet, ['prompt', 'Request rejected']);
  });

  test('opens no second window for a wallet that never responds, and lets other wallets connect @1.13', async ({
    page,
  }) => {
    const other = await ScriptedCosmosWallet.install(page, { place: 'leap', words: ['account 2'] });
    const wallet = await come(page);
    await wallet.answer('prompt', 'hang');
    await openCard(page);
    for (let press = 0; press < 2; press++) {
      await page.getByTestId(wallet.row).click();
      await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'confirm');
      await expect.poll(() => wallet.count('prompt')).toBe(1);
      await page.getByTestId('header-back').click();
      await still(page, 'Connect');
    }
    await page.getByTestId(other.row).click();
    await expect(account(page)).toHaveText(other.address());
    expect(wallet.count('prompt')).toBe(1);
  });

  test('suggests a network that the wallet lacks once, with the page’s data @1.13', async ({ page }) => {
    const wallet = await ScriptedCosmosWallet.install(page, { chains: [] });
    await make(page, [CHAIN_ID], true);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    expect(asked(wallet)).toEqual(['suggest', 'prompt']);
    const coin = { coinDenom: 'DATOM', coinMinimalDenom: 'udatom', coinDecimals: 6 };
    expect(wallet.last('suggest')!.info).toMatchObject({
      chainId: CHAIN_ID,
      chainName: `The ${CHAIN_ID}`,
      bip44: { coinType: 118 },
      bech32Config: { bech32PrefixAccAddr: 'demo', bech32PrefixValAddr: 'demovaloper' },
      currencies: [coin],
      feeCurrencies: [coin],
      stakeCurrency: coin,
    });
  });

  test('names a network that it cannot describe, and does not suggest it @8.21', async ({ page }) => {
    const wallet = await ScriptedCosmosWallet.install(page, { chains: [] });
    await make(page, ['demo-cosmos-3'], false);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
    await expect(view(page, 'ConnectingExternal')).toContainText('Network not found: The demo-cosmos-3');
    expect(asked(wallet)).toEqual([]);
  });

  test('follows another account on the wallet’s event, and sends no request on focus @4.7 @10.58', async ({
    page,
  }) => {
    const wallet = await come(page);
    await connect(page, wallet);
    await wallet.use(1);
    await expect(account(page)).toHaveText(wallet.address(1));
    await wallet.use(0, true);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await openCard(page, 'Account');
    await expect(account(page)).toHaveText(wallet.address(1));
    expect(asked(wallet)).toEqual(['prompt']);
    await wallet.use(0);
    await expect(account(page)).toHaveText(wallet.address(0));
  });

  test('shows the address of each network after a switch and after a reload @10.58', async ({ page }) => {
    const [hub, stars] = [CHAIN_ID, 'demo-stars-1'];
    const prefixes = { [stars]: 'stars' };
    const wallet = await ScriptedCosmosWallet.install(page, {
      chains: [hub],
      prefixes,
      keyless: ['demo-inj-1'],
    });
    await make(page, [hub, 'demo-inj-1', stars], true);
    const account = () =>
      page.evaluate(() => {
        type Handle = { getAccount(of: string): { caipAddress: string } };
        return (window as unknown as { walletModal: Handle }).walletModal.getAccount('cosmos').caipAddress;
      });
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect.poll(account).toBe(`cosmos:${hub}:${wallet.address()}`);
    expect(asked(wallet)).toEqual(['suggest', 'suggest', 'prompt']);
    await page.evaluate(async (to) => {
      type Handle = { switchNetwork(to: string): Promise<void> };
      await (window as unknown as { walletModal: Handle }).walletModal.switchNetwork(to);
    }, `cosmos:${stars}`);
    await expect.poll(account).toBe(`cosmos:${stars}:${wallet.address(0, stars)}`);
    expect(wallet.count('prompt')).toBe(1);
  });

  test('restores the account after a reload although the wallet loads late @4.2', async ({ page }) => {
    const wallet = await come(page, { delayMs: 200 });
    await connect(page, wallet);
    await page.reload();
    await expect(status(page)).toHaveText('connected');
    await expect(account(page)).toHaveText(wallet.address());
    expect(asked(wallet)).toEqual(['prompt', 'enable']);
  });

  test('connects the account that changed while the page was closed @4.3 @10.58', async ({ page }) => {
    const wallet = await come(page);
    await connect(page, wallet);
    await wallet.use(1, true);
    await page.reload();
    await expect(account(page)).toHaveText(wallet.address(1));
    await expect(status(page)).toHaveText('connected');
  });

  test('tells the wallet of a disconnect, and asks nothing after a reload @4.6', async ({ page }) => {
    const wallet = await come(page);
    await connect(page, wallet);
    await page.getByTestId('demo-disconnect').click();
    await expect(status(page)).toHaveText('disconnected');
    await expect.poll(() => wallet.count('disable')).toBe(1);
    await page.reload();
    await openCard(page);
    await expect(page.getByTestId(wallet.row)).toBeVisible();
    expect(asked(wallet)).toEqual(['prompt', 'disable']);
  });

  test('loads none of it on a page with only eip155', async ({ page }) => {
    const wallet = await ScriptedCosmosWallet.install(page);
    await isNotFetched(page, wallet, /keplr|cosmos/);
  });
});
