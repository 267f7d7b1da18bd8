// Which finders of page wallets a page fetches: those of the families that its networks name, and of these only what may find something
// (element/src/wallets/index.ts).
// Its globals stand for no wallet: they answer nothing, or a guess.
import type { Page, Request } from '@playwright/test';
import { freshAddress } from '../support/chain';
import { call, chunkOf, create, expectClosed, fetchedAhead, openCard } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const LEGACY = chunkOf('element/src/wallets/legacy.ts');
const GLOBAL_ROW = 'wallet-selector-injected';

const SOLANA = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  // no service of the demo knows it: nothing is fetched for it
  testnet: true,
  rpcUrls: { default: { http: ['http://localhost:1'] } },
};

/** The finders that the page asks for, from now on. */
function finders(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith(LEGACY)) asked.push(LEGACY);
  });
  return asked;
}

/** A wallet of old: a global that announces nothing. */
const global = (): void => {
  Object.assign(window, { ethereum: { request: async () => [], on() {}, removeListener() {} } });
};

const evmNetworks = (page: Page): Promise<object[]> =>
  page.evaluate(async () => (await (await fetch('/demo-config.json')).json()).networks);

/** Opens the list; every finder that looks has looked when it returns. */
async function opened(page: Page): Promise<void> {
  await openCard(page);
  await page.waitForTimeout(1_000);
}

async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expectClosed(page);
}

test('loads no finder for a wallet that has announced itself, and finds one that has not @1.1', async ({
  page,
}) => {
  const asked = finders(page);
  const announced = `{
    const provider = { request: async () => [], on() {}, removeListener() {} };
    const info = { uuid: 'd4dcb6e2-8f0a-4c7b-9a55-000000000001', name: 'Both', rdns: 'test.both', icon: '' };
    const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
    addEventListener('eip6963:requestProvider', tell);
    window.ethereum = provider;
    tell();
  }`;
  await page.addInitScript(announced);
  await page.goto('/?noauto&nowallet');
  await create(page);
  await opened(page);
  await expect(page.getByTestId('wallet-selector-test.both')).toBeVisible();
  expect(asked).toEqual([]);
  await closed(page);

  await page.evaluate(global);
  await openCard(page);
  await expect(page.getByTestId(GLOBAL_ROW)).toBeVisible();
  expect(asked).toEqual([LEGACY]);
});

test('loads the EVM finder only once an EVM network is added', async ({ page }) => {
  const asked = finders(page);
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  await page.addInitScript(global);
  await page.goto('/?noauto&nowallet');
  const networks = await evmNetworks(page);
  await create(page, { networks: [SOLANA] });
  await opened(page);
  await expect(page.getByTestId(wallet.row)).toHaveCount(0);
  await expect(page.getByTestId(GLOBAL_ROW)).toHaveCount(0);
  expect(asked).toEqual([]);

  expect(await call(page, 'updateOptions', { networks: [SOLANA, ...networks] })).toBeUndefined();
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await expect(page.getByTestId(GLOBAL_ROW)).toBeVisible();
  expect(asked).toEqual([LEGACY]);
});

test('loads only the EVM finder without a global, and retries a failed one', async ({ page, context }) => {
  const asked = finders(page);
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  await page.goto('/?noauto&nowallet');
  await create(page);
  await opened(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  expect(asked).toEqual([]);
  await fetchedAhead(page);
  await closed(page);

  await context.setOffline(true);
  await page.evaluate(global);
  await opened(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await expect(page.getByTestId(GLOBAL_ROW)).toHaveCount(0);
  expect(asked).toEqual([]);
  await closed(page);

  await context.setOffline(false);
  await openCard(page);
  await expect(page.getByTestId(GLOBAL_ROW)).toBeVisible();
});

test('reports no error if a finder’s file is missing, and connects the other wallets', async ({ page }) => {
  const account = freshAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await page.addInitScript(global);
  await page.route(`**/dist/${LEGACY}`, (route) => route.abort());
  await page.goto('/?noauto&nowallet');
  await create(page);
  await opened(page);
  await expect(page.getByTestId(GLOBAL_ROW)).toHaveCount(0);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(account);
});
