// Wallets that lie, break, flood and inject: the page keeps working, and their data never becomes code. The fixture fails a test on any uncaught
// error (they don't stand for a real wallet, and their responses are a guess); `__pwned` is what every payload tries to set.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress } from '../support/chain';
import { button, call, card, connectingStatus, expectClosed, openCard, still, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const uuid = (n: number) => `d4dcb6e2-8f0a-4c7b-9a55-${String(n).padStart(12, '0')}`;
const MARKUP = '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>';

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => '__pwned' in window), 'a payload ran').toBe(false);
});

/** Announces what `make` gives, at once and whenever asked. `make` runs in the page. */
const announce = (page: Page, make: (id: (n: number) => string) => unknown[]) =>
  page.addInitScript(
    `(() => {
      const uuid = (n) => 'd4dcb6e2-8f0a-4c7b-9a55-' + String(n).padStart(12, '0');
      const details = (${make.toString()})(uuid);
      const tell = () => { for (const detail of details) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })); };
      addEventListener('eip6963:requestProvider', tell);
      tell();
    })()`,
  );

/** An honest wallet beside the hostile ones must still be there and connect. */
async function expectHonest(page: Page, wallet: ScriptedWallet, account: string): Promise<void> {
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(account);
}

test('shows markup in names and icons as text or no row, sends no request, and connects the other wallets @1.1 @10.5', async ({
  page,
}) => {
  test.slow();
  const account = freshAddress();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // getters that throw, proxies that trap
  await announce(page, (id) => {
    const provider = () => ({ request: async () => [], on() {}, removeListener() {} });
    const info = { uuid: id(1), name: 'Trap', rdns: 'test.trap', icon: 'data:image/png;base64,AAAA' };
    const boom = (): never => {
      throw new Error('boom');
    };
    const traps = Object.fromEntries(
      Object.getOwnPropertyNames(Reflect).map((name) => [name, boom]),
    ) as ProxyHandler<object>;
    const getter = (name: string) =>
      Object.defineProperty({ ...info }, name, { get: boom, enumerable: true });
    return [
      undefined,
      null,
      0,
      'x',
      {},
      { info },
      { provider: provider() },
      { info: null, provider: provider() },
      { info: getter('name'), provider: provider() },
      { info: getter('uuid'), provider: provider() },
      { info: getter('icon'), provider: provider() },
      { info: getter('rdns'), provider: provider() },
      { info: new Proxy(info, traps), provider: provider() },
      { info, provider: new Proxy(provider(), traps) },
      new Proxy({ info, provider: provider() }, traps),
      Object.defineProperty({ info }, 'provider', { get: boom }),
      { info, provider: Object.defineProperty({}, 'request', { get: boom }) },
      { info, provider: { request: 7 } },
      { info: { ...info, uuid: id(2), name: { toString: boom } }, provider: provider() },
      { info: { ...info, uuid: id(3), name: Symbol('name') }, provider: provider() },
      { info: { ...info, uuid: id(4), rdns: ['a.b'] }, provider: provider() },
    ];
  });
  // no name, blanks, endless
  await announce(page, (id) =>
    [undefined, '', '   ', '\u200b\u202e', 'x'.repeat(10_000), 7].map((name, n) => ({
      info: { uuid: id(n + 100), name, rdns: `test.name${n}`, icon: 'data:,' },
      provider: { request: async () => [] },
    })),
  );
  const markup = await ScriptedWallet.install(page, {
    name: MARKUP.slice(0, 60),
    rdns: 'test.markup',
    uuid: uuid(201),
    accounts: [account],
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1"><script>window.__pwned=1</script></svg>',
  });
  const bidi = await ScriptedWallet.install(page, {
    name: 'Good\u202e\u2066 tellaW\u200b\u0000',
    rdns: 'test.bidi',
    uuid: uuid(202),
    accounts: [account],
  });
  // five megabytes, another scheme, no image, more comments than anybody reads
  const comments = `data:image/svg+xml,${encodeURIComponent('<!---->'.repeat(60) + '<svh')}`;
  expect(comments.length).toBeGreaterThan(460);
  const icons = [
    `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}`,
    'https://example.com/icon.png',
    `java${'script'}:window.__pwned=1`,
    'data:text/html,<script>',
    'x',
    comments,
  ];
  const drawn: ScriptedWallet[] = [];
  for (const [n, icon] of icons.entries())
    drawn.push(
      await ScriptedWallet.install(page, {
        name: `Icon ${n}`,
        rdns: `test.icon${n}`,
        uuid: uuid(300 + n),
        icon,
        accounts: [account],
      }),
    );
  const honest = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page, '?nowallet');
  await openCard(page);

  await test.step('a row has a name', async () => {
    await expect(page.getByTestId(honest.row)).toBeVisible();
    for (const row of await card(page).getByRole('listitem').filter({ hasText: 'Installed' }).all())
      expect((await row.textContent())!.trim().length).toBeGreaterThan('Installed'.length);
  });

  await test.step('markup and control characters in names are text', async () => {
    await expect(page.getByTestId(markup.row)).toContainText('<img src=x onerror="window.__pwned=1">');
    await expect(card(page).locator('img[onerror], script')).toHaveCount(0);
    const name = await page.getByTestId(bidi.row).locator('bdi').textContent();
    expect(name).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0000]/);
  });

  await test.step('a wallet with an invalid icon has a row without an icon', async () => {
    for (const wallet of drawn) {
      await expect(page.getByTestId(wallet.row)).toBeVisible();
      await expect(page.getByTestId(wallet.row).locator('img')).toHaveCount(0);
    }
    expect(asked.filter((url) => url.includes('icon.png'))).toEqual([]);
  });

  await test.step('each real wallet connects', async () => {
    for (const wallet of [drawn[0]!, drawn.at(-1)!, honest, markup]) {
      await expectHonest(page, wallet, account);
      await openCard(page, 'Account');
      await expect(card(page).locator('script')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expectClosed(page);
      if (wallet == markup) break;
      await call(page, 'disconnect');
      await openCard(page);
    }
  });
});

test('lists and marks both wallets that claim one identity @10.33', async ({ page }) => {
  const [one, two] = [freshAddress(), freshAddress()];
  await ScriptedWallet.install(page, { name: 'Twin', rdns: 'test.honest', uuid: uuid(9), accounts: [one] });
  await page.addInitScript(
    ([address, id]) => {
      const info = { uuid: id, name: 'Twin', rdns: 'test.honest', icon: 'data:,' };
      const provider = {
        request: async ({ method }: { method: string }) =>
          method == 'eth_chainId' ? '0x539' : method == 'wallet_revokePermissions' ? null : [address],
        on() {},
        removeListener() {},
      };
      const tell = () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
      addEventListener('eip6963:requestProvider', tell);
      tell();
    },
    [two, uuid(10)] as const,
  );
  await visit(page, '?nowallet&projectId=');
  await openCard(page);
  const rows = card(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  for (const i of [0, 1]) await expect(rows.nth(i)).toContainText('Two wallets use this name');
  // Each row is the provider it stands for.
  await page.getByTestId(`wallet-selector-${uuid(10)}`).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(two);
});

/** Counts the object urls that are alive, by the type of their blobs. */
const countBlobs = (page: Page) =>
  page.addInitScript(() => {
    const alive = new Map<string, string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL(blob);
      alive.set(url, blob.type);
      return url;
    };
    URL.revokeObjectURL = (url) => (alive.delete(url), revokeObjectURL(url));
    Object.assign(window, { aliveBlobs: () => [...alive.values()] });
  });
const aliveBlobs = (page: Page) =>
  page.evaluate(() => (window as unknown as { aliveBlobs(): string[] }).aliveBlobs());

test('lists six hundred wallets with icons, keeps known ones in place, and leaks no blob', async ({
  page,
}) => {
  const account = freshAddress();
  await countBlobs(page);
  await announce(page, (id) => {
    const icon = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(120_000)}`;
    return Array.from({ length: 600 }, (_, n) => ({
      info: { uuid: id(n + 1000), name: `Flood ${n}`, rdns: `test.flood${n}`, icon },
      provider: { request: async () => [] },
    }));
  });
  const wallet = await ScriptedWallet.install(page, {
    name: 'MetaMask',
    rdns: 'io.metamask',
    icon: `data:image/svg+xml,${encodeURIComponent('<!----><!-- x --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#f60"/></svg>')}`,
    accounts: [account],
  });
  await visit(page, '?nowallet&projectId=');
  await openCard(page);
  const row = page.getByTestId(wallet.row);
  await expect(row.locator('img')).toBeVisible();
  const rows = card(page).getByRole('listitem');
  expect(await rows.count()).toBeGreaterThan(20);
  expect(await rows.count()).toBeLessThanOrEqual(65);
  // The SVG was drawn; what it was is gone. What is no picture left nothing.
  await expect.poll(async () => [...new Set(await aliveBlobs(page))]).toEqual(['image/png']);
  await expect.poll(async () => (await aliveBlobs(page)).length).toBeLessThan(10);

  await test.step('it scrolls, and keys reach both ends', async () => {
    expect((await card(page).boundingBox())!.height).toBeLessThanOrEqual(720);
    await row.focus();
    await page.keyboard.press('End');
    await expect(rows.last().getByRole('button')).toBeInViewport();
    await page.keyboard.press('Home');
  });
  await expectHonest(page, wallet, account);
});

test.describe('a provider with invalid responses', () => {
  const cases: [string, string, 'failed' | 'rejected' | 'connected'][] = [
    ['throws at once', '() => { throw new Error("<b>boom</b>"); }', 'failed'],
    ['throws nothing at all', '() => { throw undefined; }', 'failed'],
    ['rejects with a refusal as text', '() => Promise.reject("User rejected the request")', 'rejected'],
    [
      'rejects with an error whose parts throw',
      '() => Promise.reject({ get code() { throw 1; }, get message() { throw 2; } })',
      'failed',
    ],
    ['gives no promise', '(method) => method == "eth_chainId" ? "0x539" : [address]', 'connected'],
    ['gives undefined', '() => undefined', 'failed'],
    ['gives a number', '() => Promise.resolve(42)', 'failed'],
    ['gives addresses that are none', '() => Promise.resolve(["0x12", null, {}, "<img>"])', 'failed'],
    ['gives an empty list', '() => Promise.resolve([])', 'failed'],
    ['gives a thenable that throws', '() => ({ then() { throw new Error("then"); } })', 'failed'],
    ['gives a list that never ends', '() => Promise.resolve(Array(1e6).fill(address))', 'failed'],
    ['gives a cyclic object', '() => { const a = []; a.push(a); return Promise.resolve(a); }', 'failed'],
    [
      'gives a chain that is none',
      '(method) => Promise.resolve(method == "eth_chainId" ? "mainnet" : [address])',
      'failed',
    ],
    [
      'has an `on` that throws',
      '(method) => Promise.resolve(method == "eth_chainId" ? "0x539" : [address])',
      'connected',
    ],
  ];
  /** Puts each case into the page as a wallet of its own. */
  const announceAll = (page: Page, list: typeof cases, address: string) =>
    page.addInitScript(`(() => {
      const address = '${address}';
      const answers = [${list.map(([, request]) => request).join(', ')}];
      const names = ${JSON.stringify(list.map(([what]) => what))};
      const details = answers.map((answer, n) => {
        const provider = { request: ({ method }) => answer(method) };
        if (names[n].startsWith('has an')) provider.on = provider.removeListener = () => { throw new Error('on'); };
        const uuid = 'd4dcb6e2-8f0a-4c7b-9a55-' + String(n + 1).padStart(12, '0');
        return { info: { uuid, name: names[n], rdns: 'test.case' + n, icon: 'data:,' }, provider };
      });
      const tell = () => details.forEach((detail) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
      addEventListener('eip6963:requestProvider', tell);
      tell();
    })()`);

  test('fails the attempt, keeps a usable one, and connects an honest wallet afterwards @8.21', async ({
    page,
  }) => {
    test.slow();
    const account = await fundedAddress();
    await announceAll(page, cases, account);
    const honest = await ScriptedWallet.install(page, { accounts: [account] });
    await visit(page, '?nowallet');
    await openCard(page);
    for (const [n, [what, , end]] of cases.entries())
      await test.step(what, async () => {
        await page.getByTestId(`wallet-selector-test.case${n}`).click();
        if (end == 'connected') {
          await expectClosed(page);
          await expect(button(page)).toContainText('12.345 ETH');
          await call(page, 'disconnect');
          await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
          await openCard(page);
          return;
        }
        await still(page, 'ConnectingExternal');
        await expect(connectingStatus(page), what).toHaveAttribute('data-phase', end);
        await expect(page.getByTestId('demo-status'), what).toHaveText('disconnected');
        await page.getByTestId('header-back').click();
        await still(page, 'Connect');
      });
    await expectHonest(page, honest, account);
  });
});

test('follows the account of a wallet that floods events and changes often', async ({ page }) => {
  const [one, two, last] = [freshAddress(), freshAddress(), freshAddress()];
  const wallet = await ScriptedWallet.install(page, { accounts: [one] });
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  for (const payload of [null, {}, 'mainnet', -1, '0x', [], 1e40]) await wallet.emit('chainChanged', payload);
  for (const payload of [null, 'x', { code: {} }]) await wallet.emit('disconnect', payload);
  for (let i = 0; i < 50; i++) await wallet.emit('accountsChanged', [i % 2 ? one : two]);
  // Each is taken in its turn: when the last is shown, all have been.
  await wallet.emit('accountsChanged', [last]);
  await expect(page.getByTestId('demo-account')).toHaveText(last);
  await openCard(page, 'Account');
  await expect(page.getByTestId('wm-copy-address')).toHaveAttribute('title', last);
  await page.keyboard.press('Escape');
  await expectClosed(page);
  // A list of accounts that is none may end the connection; it never names anybody.
  for (const payload of [null, 7, 'x', {}, [null], ['0x12'], [{}], ['<b>']])
    await wallet.emit('accountsChanged', payload);
  expect([last, '-']).toContain(await page.getByTestId('demo-account').textContent());
  await button(page).click();
  await expect(page.getByTestId('w3m-header-text')).toBeVisible();
});
