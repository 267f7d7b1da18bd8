// What a host asks of the handle, with the real engine behind it (docs/spec/public-api.md section 3): it steers, reads and follows without
// touching a button of ours.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress } from '../support/chain';
import { call, create, dialog, expectClosed, openCard, still, toast, visit } from '../support/modal';
import { CHAIN_URLS } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const network = (id: number, name = `Demo ${id}`) => ({
  id,
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}`,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [CHAIN_URLS[id - 1337]!] } },
});

/** Connects by the API alone; gives what it resolves with. */
async function connect(page: Page, wallet: ScriptedWallet): Promise<Record<string, unknown>> {
  const account = await call(page, 'connect', { connectorId: wallet.rdns, namespace: 'eip155' });
  return account as Record<string, unknown>;
}

/** Every public event from now on, by subscribeEvents. */
async function follow(
  page: Page,
): Promise<{ types(): Promise<string[]>; all(): Promise<[string, unknown][]> }> {
  await page.evaluate(() => {
    const scope = window as unknown as {
      walletModal: { subscribeEvents(fn: (event: { type: string; detail: unknown }) => void): void };
      __events: [string, unknown][];
    };
    scope.__events = [];
    scope.walletModal.subscribeEvents(({ type, detail }) =>
      scope.__events.push([
        type,
        type == 'wallet-provider-change' ? null : JSON.parse(JSON.stringify(detail)),
      ]),
    );
  });
  const all = () => page.evaluate(() => (window as unknown as { __events: [string, unknown][] }).__events);
  return { all, types: async () => (await all()).map(([type]) => type) };
}

test('a page connects with only the API, from early events to the disconnect @4.3 @8.23', async ({
  page,
}) => {
  const address = freshAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [address] });
  await visit(page, '?nowallet');
  // Before the engine: kept for it.
  await call(page, 'addAddressLabel', address, 'Savings');
  const events = await follow(page);
  const told = () => page.evaluate(() => (window as unknown as { __told: Record<string, unknown[]> }).__told);

  await test.step('each subscription reports the current state at once', async () => {
    await page.evaluate(() => {
      const scope = window as unknown as {
        walletModal: Record<string, (fn: (value: never) => void) => () => void>;
        __told: Record<string, unknown[]>;
        __leave: (() => void)[];
      };
      scope.__told = {};
      const read: Record<string, (value: never) => unknown> = {
        Account: ({ address }: { address: string }) => address,
        Providers: (providers: object) => Object.keys(providers),
        Connections: (list: { connectorId: string }[]) => list.length,
        WalletInfo: (info: { rdns: string } | null) => info?.rdns ?? null,
        Network: ({ active }: { active: { id: number } | null }) => active?.id ?? null,
        State: ({ connecting }: { connecting: boolean }) => connecting,
        Theme: ({ themeMode }: { themeMode: string }) => themeMode,
        Features: (features: object) => typeof features,
      };
      scope.__leave = Object.entries(read).map(([name, of]) =>
        scope.walletModal[`subscribe${name}`]!((value) => (scope.__told[name] ??= []).push(of(value))),
      );
    });
    const first = await told();
    expect(Object.keys(first)).toHaveLength(8);
    expect(Object.values(first).every((list) => list.length == 1)).toBe(true);
    expect([first.Account, first.Providers, first.Connections]).toEqual([[null], [[]], [0]]);
  });

  await test.step('connect() asks that wallet, resolves with the account and opens nothing', async () => {
    expect(await connect(page, wallet)).toMatchObject({ namespace: 'eip155', address });
    await expect(dialog(page)).toBeHidden();
    expect([
      await call(page, 'getIsConnected'),
      await call(page, 'getAddress'),
      await call(page, 'getProviderType', 'eip155'),
      ((await call(page, 'getWalletInfo')) as { name: string }).name,
    ]).toEqual([true, address, 'ANNOUNCED', expect.any(String)]);
  });

  await test.step('the subscriptions report the changes', async () => {
    const now = await told();
    expect([now.Account!.at(-1), now.Providers, now.Connections!.at(-1), now.WalletInfo!.at(-1)]).toEqual([
      address,
      [[], ['eip155']],
      1,
      wallet.rdns,
    ]);
  });

  await test.step('a name for the address is reported with the account', async () => {
    const labels = async () => ((await call(page, 'getAccount')) as { addressLabels: object }).addressLabels;
    expect(Object.values(await labels())).toEqual(['Savings']);
    await call(page, 'removeAddressLabel', address);
    expect(await labels()).toEqual({});
  });

  await test.step('lists the connection, and rejects an unknown status', async () => {
    const [connection] = (await call(page, 'getConnections', 'eip155')) as Record<string, unknown>[];
    expect(connection).toMatchObject({
      connectorId: wallet.rdns,
      status: 'active',
      accounts: [{ address }],
    });
    expect(await call(page, 'getRecentWallets')).toMatchObject([{ rdns: wallet.rdns }]);
    expect(await call(page, 'getConnections', 'solana')).toEqual([]);
    expect(
      await call(page, 'switchConnection', { connection: { ...connection, status: 'nonsense' } }),
    ).toMatchObject({
      rejected: true,
      message: 'Invalid connection status',
    });
  });

  await test.step('an ended subscription reports nothing, and a disconnected connection can be removed', async () => {
    const left = await page.evaluate(() => {
      const scope = window as unknown as { __leave: (() => void)[]; __told: Record<string, unknown[]> };
      scope.__leave.forEach((leave) => leave());
      return scope.__told;
    });
    await call(page, 'disconnect');
    expect(await told()).toEqual(left);
    expect(await call(page, 'getIsConnected')).toBe(false);
    const remembered = (await call(page, 'getConnections', 'eip155')) as Record<string, unknown>[];
    for (const one of remembered) await call(page, 'deleteConnection', one);
    expect(await call(page, 'getConnections', 'eip155')).toEqual([]);
  });

  await test.step('subscribeEvents reported the connection from beginning to end', async () => {
    const types = await events.types();
    for (const type of [
      'wallet-ready',
      'wallet-state',
      'wallet-status',
      'wallet-connect',
      'wallet-account-change',
      'wallet-provider-change',
      'wallet-connections-change',
      'wallet-disconnect',
    ])
      expect(types, type).toContain(type);
    expect(types.indexOf('wallet-connect')).toBeLessThan(types.indexOf('wallet-disconnect'));
  });

  await test.step('rejects with 4001 after a refusal, and rejects an unknown wallet', async () => {
    await wallet.answer('eth_requestAccounts', { code: 4001, message: 'User rejected the request.' });
    expect(await connect(page, wallet)).toMatchObject({ rejected: true, name: 'WalletError', code: 4001 });
    expect(await call(page, 'connect', { connectorId: 'nobody' })).toMatchObject({
      rejected: true,
      name: 'WalletError',
    });
  });
});

test('lists the page’s own provider as a wallet, and connects it', async ({ page }) => {
  const address = await fundedAddress();
  await page.goto('/?noauto&nowallet');
  await create(page);
  await page.evaluate(
    ([account, url]) => {
      const listeners: Record<string, ((payload: unknown) => void)[]> = {};
      const provider = {
        asked: [] as string[],
        async request({ method, params }: { method: string; params?: unknown }) {
          provider.asked.push(method);
          if (/Accounts|accounts/.test(method)) return [account];
          if (method == 'eth_chainId') return '0x539';
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] });
          const headers = { 'content-type': 'application/json' };
          return (await (await fetch(url, { method: 'POST', headers, body })).json()).result;
        },
        on: (name: string, fn: (payload: unknown) => void) => (listeners[name] ??= []).push(fn),
        removeListener() {},
      };
      const { walletModal } = window as unknown as {
        walletModal: { addConnector(connector: unknown): void };
      };
      walletModal.addConnector({
        id: 'shop-vault',
        name: 'Shop vault',
        type: 'EXTERNAL',
        chain: 'eip155',
        provider,
      });
      Object.assign(window, { vault: provider });
    },
    [address, CHAIN_URLS[0]!] as const,
  );
  await page.locator('wallet-button').click();
  await still(page, 'Connect');
  await page.getByRole('button', { name: 'Shop vault' }).click();
  await expectClosed(page);
  expect(await call(page, 'getAddress')).toBe(address);
  expect(
    await page.evaluate(() => {
      const { walletModal, vault } = window as unknown as {
        walletModal: { getConnectors(): { id: string; provider: unknown }[] };
        vault: unknown;
      };
      return walletModal.getConnectors().map(({ id, provider }) => [id, provider == vault]);
    }),
  ).toEqual([['shop-vault', true]]);
  // The host knows its own among those that announced themselves.
  expect(await call(page, 'getProviderType', 'eip155')).toBe('EXTERNAL');
});

test('switches networks directly without a wallet; with one reads, switches, rejects, adds and removes', async ({
  page,
}) => {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [freshAddress()],
    answers: { wallet_switchEthereumChain: { code: 4001, message: 'User rejected the request.' } },
  });
  await page.goto('/?noauto&nowallet');
  await create(page, { networks: [network(1337), network(1338)] });

  await test.step('without a wallet', async () => {
    const events = await follow(page);
    await call(page, 'switchNetwork', network(1338), { throwOnFailure: true });
    expect(await call(page, 'getChainId')).toBe(1338);
    expect((await events.all()).find(([type]) => type == 'wallet-network-change')).toEqual([
      'wallet-network-change',
      { namespace: 'eip155', caipNetworkId: 'eip155:1338', supported: true },
    ]);
    await call(page, 'switchNetwork', network(1337), { throwOnFailure: true });
  });

  await test.step('read', async () => {
    await connect(page, wallet);
    expect([
      await call(page, 'getChainId'),
      ((await call(page, 'getNetworks')) as unknown[]).length,
      await call(page, 'getApprovedNetworkIds'),
    ]).toEqual([1337, 2, ['eip155:1337', 'eip155:1338']]);
  });

  await test.step('switched to, and refused', async () => {
    expect(await call(page, 'switchNetwork', network(1338))).toBeUndefined();
    expect(await call(page, 'switchNetwork', network(1338), { throwOnFailure: true })).toMatchObject({
      rejected: true,
      code: 4001,
    });
    expect(await call(page, 'getChainId')).toBe(1337);
    expect(await call(page, 'switchNetwork', 'eip155:99', { throwOnFailure: true })).toMatchObject({
      rejected: true,
    });
  });

  await test.step('added and removed', async () => {
    await call(page, 'addNetwork', 'eip155', network(1339, 'Third'));
    expect(((await call(page, 'getNetworks')) as { name: string }[]).map(({ name }) => name)).toEqual([
      'Demo 1337',
      'Demo 1338',
      'Third',
    ]);
    expect(await call(page, 'addNetwork', 'solana', network(1339))).toMatchObject({
      rejected: true,
      message: "Adapter for namespace solana doesn't exist",
    });
    await call(page, 'removeNetwork', 'eip155', 1339);
    expect(await call(page, 'removeNetwork', 'eip155', 1337)).toMatchObject({ rejected: true });
    expect(((await call(page, 'getNetworks')) as unknown[]).length).toBe(2);
  });
});

test('opens, themes and steers the modal through the handle, before the engine and after it', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '?nowallet');

  await test.step('theme and features are kept for the engine', async () => {
    expect(await call(page, 'isOpen')).toBe(false);
    await call(page, 'setThemeMode', 'dark');
    await call(page, 'setThemeVariables', { '--wm-success': '#0a7d3c' });
    await call(page, 'updateFeatures', { send: false });
    expect(asked.some((url) => url.endsWith('.wasm'))).toBe(false);
  });

  const events = await follow(page);
  await test.step('opens, changes the view and closes, and emits the events', async () => {
    await call(page, 'open', { view: 'Networks' });
    await still(page, 'Networks');
    expect(await call(page, 'isOpen')).toBe(true);
    await call(page, 'replace', 'WhatIsANetwork');
    await still(page, 'WhatIsANetwork');
    await call(page, 'redirect', 'Connect');
    await still(page, 'Connect');
    await call(page, 'close');
    await expectClosed(page);
    expect(await call(page, 'isOpen')).toBe(false);
    const types = await events.types();
    expect(types.filter((type) => /^wallet-(open|close)$/.test(type))).toEqual([
      'wallet-open',
      'wallet-close',
    ]);
    const views = (await events.all()).filter(([type]) => type == 'wallet-view-change');
    expect(views.map(([, detail]) => (detail as { view: string }).view)).toEqual([
      'Networks',
      'WhatIsANetwork',
      'Connect',
    ]);
    expect(await call(page, 'open', { view: 'Nonsense' })).toMatchObject({
      rejected: true,
      name: 'WalletError',
    });
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('applies the theme of the page, and each change of it', async () => {
    await openCard(page);
    const look = () =>
      page.evaluate(() => {
        const modal = document.querySelector('wallet-modal')!;
        const card = modal.shadowRoot!.querySelector('.card')!;
        return [
          getComputedStyle(card).backgroundColor,
          getComputedStyle(modal).getPropertyValue('--wm-success').trim(),
        ];
      });
    expect(await look()).toEqual(['rgb(22, 24, 29)', '#0a7d3c']);
    await call(page, 'setThemeMode', 'light');
    await expect.poll(async () => (await look())[0]).toBe('rgb(255, 255, 255)');
    const features = (await call(page, 'getState')) as { features: Record<string, unknown> };
    expect(features.features.send).toBe(false);
  });

  await test.step('shows the page’s messages', async () => {
    await call(page, 'showSuccess', 'Saved');
    await expect(toast(page)).toHaveText('Saved');
    await call(page, 'showError', 'Not saved');
    await expect(toast(page)).toHaveText('Not saved');
  });

  await test.step('the page’s accent colors the primary button, and its text stays readable', async () => {
    await call(page, 'setThemeMode', 'dark');
    await page.getByTestId('wm-header-help').click();
    await still(page, 'WhatIsAWallet');
    const look = () =>
      page.getByTestId('wm-help-done').evaluate((button) => {
        const { backgroundColor, color } = getComputedStyle(button);
        // what is painted, whatever the colour is written in
        const context = document.createElement('canvas').getContext('2d')!;
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [backgroundColor, [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ')];
      });
    const white = '255 255 255';
    await page.mouse.move(0, 0);
    await expect.poll(look).toEqual(['rgb(68, 104, 242)', white]);
    for (const [accent, computed, on] of [
      ['#0a7d3c', 'rgb(10, 125, 60)', white],
      ['#8fa8ff', 'rgb(143, 168, 255)', '0 0 0'],
      ['#ffe066', 'rgb(255, 224, 102)', '0 0 0'],
    ] as const) {
      await call(page, 'setThemeVariables', { '--wm-accent': accent });
      await expect.poll(look).toEqual([computed, on]);
    }
    await call(page, 'setThemeVariables', { '--wm-primary': '#2a54d5' });
    await expect.poll(look).toEqual(['rgb(42, 84, 213)', white]);
  });
});

test('asks before closing without an engine as it does with one', async ({ page }) => {
  await visit(page, '?nowallet');
  // The engine never comes.
  await page.route('**/*.wasm', () => {});
  await page.evaluate(() => {
    const scope = window as unknown as { __asked: unknown[] };
    scope.__asked = [];
    document.addEventListener('wallet-before-close', (event) => {
      scope.__asked.push((event as CustomEvent).detail);
      if (scope.__asked.length == 1) event.preventDefault();
    });
  });
  await page.getByTestId('connect-button').click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectClosed(page);
  expect(await page.evaluate(() => (window as unknown as { __asked: unknown[] }).__asked)).toEqual([
    { reason: 'user' },
    { reason: 'user' },
  ]);
});
