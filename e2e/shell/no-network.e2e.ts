// What is asked of the network, and when: nothing beyond the entry before anybody wants something, nobody else before connected.
import type { Page, Request } from '@playwright/test';
import { freshAddress } from '../support/chain';
import {
  ask,
  button,
  chunkOf,
  connectingStatus,
  expectClosed,
  manifest,
  openCard,
  ofNetworkButton,
  still,
  visit,
} from '../support/modal';
import { HOST_URLS, PAGE_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

/** Every request of the page from now on. */
function listen(page: Page): { dist(): string[]; elsewhere(): string[] } {
  const seen: Request[] = [];
  page.on('request', (request) => seen.push(request));
  const urls = () => seen.map((request) => new URL(request.url()));
  return {
    dist: () =>
      urls()
        .filter(({ origin, pathname }) => origin == PAGE_URL && pathname.startsWith('/dist/'))
        .map(({ pathname }) => pathname.slice('/dist/'.length)),
    elsewhere: () =>
      urls()
        .filter(({ origin, protocol }) => protocol.startsWith('http') && origin != PAGE_URL)
        .map(({ href }) => href),
  };
}

/** The entry files and what they import statically, and what the network's button draws: what the demo page pays for at load. */
function entryFiles(): string[] {
  const all = manifest();
  const files = new Set<string>();
  const add = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    all[name]!.imports.forEach(add);
  };
  ['define.js', 'index.js', ofNetworkButton()].forEach(add);
  return [...files].sort();
}

/** These, and the one file that a page with a button of ours gets when it is idle. */
const whenIdle = (): string[] => [...entryFiles(), chunkOf('element/src/first/list.ts')].sort();

type Prefetching = { walletModal: { prefetch(): void } };

const ENGINE = /^engine-.*\.wasm$/;

test('opening sends the directory at most three requests, connecting none, and the balance comes afterwards @10.1', async ({
  page,
}) => {
  const account = freshAddress();
  const wallet = await ScriptedWallet.install(page, {
    accounts: [account],
    answers: { eth_requestAccounts: 'hang' },
  });
  const requests = listen(page);
  await visit(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await still(page, 'ConnectingExternal');
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'confirm');
  const others = () => requests.elsewhere().filter((url) => !url.startsWith(HOST_URLS.wallets));
  expect(others(), 'before the wallet has answered').toEqual([]);
  const lists = requests.elsewhere().filter((url) => !/Image\//.test(url));
  expect(lists.length, lists.join('\n')).toBeLessThanOrEqual(3);

  const connected = page.waitForEvent(
    'request',
    (request) => ![PAGE_URL, HOST_URLS.wallets].some((ours) => request.url().startsWith(ours)),
  );
  await wallet.settle('eth_requestAccounts', { result: [account] });
  // The first request to anybody is for the account that is connected by then.
  await connected;
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(account);
  await expect.poll(() => others().length).toBeGreaterThan(0);
});

for (const [intent, act] of [
  ['hovering', (page: Page) => button(page).hover()],
  ['focusing', (page: Page) => button(page).focus()],
  ['pressing', (page: Page) => button(page).dispatchEvent('pointerdown')],
  [
    'prefetch() of the handle beside',
    (page: Page) => page.evaluate(() => (window as unknown as Prefetching).walletModal.prefetch()),
  ],
  [
    'prefetch() of the element beside',
    (page: Page) =>
      page
        .locator('wallet-modal')
        .evaluate((modal) => (modal as unknown as Prefetching['walletModal']).prefetch()),
  ],
] as const) {
  test(`loading the page asks for the entry files, and when idle for the list's; ${intent} the button loads engine and views, and opens nothing @10.2`, async ({
    page,
  }) => {
    const requests = listen(page);
    await visit(page);
    await page.waitForLoadState('networkidle');
    await expect(button(page)).toHaveText('Connect wallet');
    const views = chunkOf('element/src/views/root.tsx');
    await expect.poll(() => requests.dist().sort()).toEqual(whenIdle());
    expect(entryFiles()).not.toContain(views);
    expect(requests.elsewhere()).toEqual([]);

    await act(page);
    await expect.poll(() => requests.dist()).toContain(views);
    await expect.poll(() => requests.dist().filter((file) => ENGINE.test(file))).toHaveLength(1);
    await expect(page.locator('wallet-modal dialog')).toBeHidden();
    expect(requests.elsewhere()).toEqual([]);
    // What came by intent is not asked for again by the click.
    await openCard(page);
    expect(requests.dist().sort()).toEqual([...new Set(requests.dist())].sort());
  });
}

for (const [why, set] of [
  ["the host's option is `prefetch: 'intent'`", async () => {}],
  [
    'the user saves data',
    (page: Page) =>
      page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
      ),
  ],
  [
    'the connection is slow',
    (page: Page) =>
      page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ effectiveType: '3g' }) }),
      ),
  ],
  [
    'the button is below the screen',
    (page: Page) =>
      page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => (document.body.style.paddingTop = '3000px')),
      ),
  ],
] as const)
  test(`the list’s file waits for an intent if ${why} @10.2`, async ({ page }) => {
    await set(page);
    const requests = listen(page);
    await visit(page, why.startsWith('the host') ? '?nowallet&prefetch=intent' : '?nowallet');
    await page.waitForLoadState('networkidle');
    // Two turns in which the page is idle: what is fetched ahead has been asked for by then.
    for (let turn = 0; turn < 2; turn++)
      await page.evaluate(() => new Promise((next) => requestIdleCallback(() => next(0))));
    expect(requests.dist()).not.toContain(chunkOf('element/src/first/list.ts'));
    await button(page).hover();
    await expect.poll(() => requests.dist()).toContain(chunkOf('element/src/first/list.ts'));
  });

test('the code for sending, and for the page’s requests, loads when it is needed', async ({ page }) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  const requests = listen(page);
  await visit(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  const has = (part: string) => requests.dist().some((file) => file.startsWith(part));
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toHaveAttribute('data-phase', 'ready');
  expect([has('money-'), has('host-')]).toEqual([false, false]);
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  expect([has('money-'), has('host-')]).toEqual([true, false]);
  expect(await ask(page, 'eth_chainId')).toBe('0x539');
  expect(has('host-')).toBe(true);
});
