// The directory of wallets: the rows of Connect, all wallets page by page, searched, by keyboard, with its pictures; where a wallet can be
// had; and a phone, where wallets are reached by links that are there before the tap.
import type { Page, Request } from '@playwright/test';
import {
  button,
  card,
  connectDemoWallet,
  connectingStatus,
  create,
  DEMO_WALLET,
  disconnect,
  expectClosed,
  focused,
  openCard,
  still,
  unchanging,
  view,
  visit,
} from '../support/modal';
import { trouble } from '../support/networks';
import { HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';
import { WALLET_CONNECT } from '../support/walletkit';

const META_MASK = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96';
const TRUST = '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0';
const COINBASE = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa';
const PAGE = 40;
const IMAGES_PREFETCHED = 20;
const LIST = new RegExp(`^${HOST_URLS.wallets}/getWallets`);

const tiles = (page: Page) => page.locator('[data-testid^=wallet-search-item-]');
const tile = (page: Page, name: string) => tiles(page).filter({ hasText: name }).first();
const rows = (page: Page) =>
  view(page, 'Connect')
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => one.querySelector<HTMLElement>('[data-testid]')!.dataset.testid));
const field = (page: Page) => page.getByTestId('wui-input-text');

/** What this page asks of the wallet services. */
function asked(page: Page) {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(HOST_URLS.wallets)) seen.push(request);
  });
  const of = (path: string) =>
    seen.map((one) => new URL(one.url())).filter((url) => url.pathname.includes(path));
  return { lists: () => of('/getWallets'), images: () => of('getWalletImage'), all: () => of('') };
}

async function openAll(page: Page): Promise<void> {
  await openCard(page);
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
}

test('orders the wallets and counts them all, sends no request before it opens, and moves no row afterwards @2.4 @2.35 @9.16 @10.18', async ({
  page,
}) => {
  const requests = asked(page);
  await visit(page);
  await page.waitForLoadState('networkidle');
  await expect(button(page)).toHaveText('Connect wallet');
  expect(requests.all(), 'before somebody opens it').toEqual([]);
  await test.step('moves no row under the pointer when the directory loads', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(LIST, async (route) => (await held, route.continue()));
    await openCard(page);
    const places = () =>
      Promise.all(
        ['wallet-selector-walletconnect', DEMO_WALLET, 'all-wallets'].map((id) =>
          page.getByTestId(id).boundingBox(),
        ),
      );
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
    const before = await places();
    answer();
    await expect(page.getByTestId('all-wallets')).toContainText('+');
    expect(await places()).toEqual(before);
  });
  // 4 recommended fill the list up: one is here already
  expect(await rows(page)).toEqual([
    DEMO_WALLET,
    WALLET_CONNECT,
    `wallet-selector-${META_MASK}`,
    `wallet-selector-${TRUST}`,
    `wallet-selector-${COINBASE}`,
    'all-wallets',
  ]);
  await expect(page.getByTestId('all-wallets')).toHaveText(/All wallets\s*[1-9]\d*0\+/);
  await expect(page.getByTestId(WALLET_CONNECT)).toContainText('QR code');
  await expect(page.getByTestId(DEMO_WALLET)).toContainText('Installed');
  const [first] = requests.lists();
  expect(Object.fromEntries(first!.searchParams)).toMatchObject({ page: '1', entries: '8' });
  // and the names of these alone
  expect(requests.lists()).toHaveLength(1);

  await page.keyboard.press('Escape');
  await expectClosed(page);
  await connectDemoWallet(page);
  await openCard(page, 'Account');
  await disconnect(page);
  await expectClosed(page);
  await openCard(page);
  await expect(page.getByTestId(DEMO_WALLET)).toContainText('Recent');
});

test('counts a press on the last row although fewer wallets load than expected @9.16', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/getWallets.*entries=8&/, async (route) => {
    const response = await route.fetch();
    const { data, count } = (await response.json()) as { data: unknown[]; count: number };
    await held;
    await route.fulfill({ response, json: { data: data.slice(0, 2), count } });
  });
  await visit(page, '?nowallet');
  await openCard(page);
  const all = page.getByTestId('all-wallets');
  await unchanging(page, async () => [await all.boundingBox()]);
  const before = (await all.boundingBox())!;
  await all.hover();
  await page.mouse.down();
  answer();
  await expect(all).toContainText('+');
  const after = (await all.boundingBox())!;
  expect(after.y + after.height, 'away from under the pointer').toBeLessThan(before.y + before.height / 2);
  await expect(page.locator('.short'), 'also of a press that lasts').not.toContainClass('moves');
  await page.mouse.up();
  await still(page, 'AllWallets');
});

test('applies the page’s order, featured, added and excluded wallets, with one row for each @2.35 @3.18 @10.18', async ({
  page,
}) => {
  await page.goto('/?noauto');
  await create(page, {
    featuredWalletIds: [COINBASE],
    excludeWalletIds: [TRUST],
    customWallets: [{ id: 'own', name: 'Own', homepage: 'https://own.example', mobile_link: 'own://' }],
    features: { connectorTypeOrder: ['injected', 'featured'] },
  });
  await openCard(page);
  await expect(page.getByTestId(`wallet-selector-${META_MASK}`)).toBeVisible();
  expect(await rows(page)).toEqual([
    DEMO_WALLET,
    `wallet-selector-featured-${COINBASE}`,
    WALLET_CONNECT,
    'wallet-selector-own',
    `wallet-selector-${META_MASK}`,
    'all-wallets',
  ]);
});

test('shows all wallets in pages of 40, with search, certified, arrow keys and an empty result @2.6 @7.28 @7.29 @9.16 @9.17 @9.18', async ({
  page,
}) => {
  test.slow();
  const requests = asked(page);
  await visit(page);
  await openAll(page);
  await expect(tiles(page).nth(PAGE - 1)).toBeAttached();
  await expect(tiles(page).first()).toContainText('Demo Wallet');
  await expect(field(page)).toBeFocused();
  const pages = () => requests.lists().filter(({ searchParams }) => searchParams.get('entries') == `${PAGE}`);
  expect(pages().map(({ searchParams }) => searchParams.get('page'))).toEqual(['1']);
  const inSight = await tiles(page).evaluateAll((all) => {
    const list = all[0]!.closest('[role=dialog], dialog')!.getBoundingClientRect();
    return all.filter((one) => one.getBoundingClientRect().top < list.bottom).length;
  });
  await expect(tiles(page).nth(1).locator('img')).toBeVisible();
  // four recommended, the first of the page, and what is in sight; not all of them
  expect(requests.images().length).toBeLessThanOrEqual(4 + IMAGES_PREFETCHED + inSight);
  expect(new Set(requests.images().map(({ pathname }) => pathname)).size).toBe(requests.images().length);

  // one tab stop, four arrows; the end goes on by itself
  const idOf = (i: number) => tiles(page).nth(i).getAttribute('data-testid');
  await tiles(page).first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe(await idOf(1));
  await page.keyboard.press('ArrowDown');
  const columns = 4;
  expect(await focused(page)).toBe(await idOf(1 + columns));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe(await idOf(0));
  // the next page is asked for before the end of this one is in sight: a screen of it is still to come
  await view(page, 'AllWallets').evaluate((shown) => {
    const body = shown.closest('.body')!;
    body.scrollTop = body.scrollHeight - body.clientHeight * 1.9;
  });
  await expect.poll(() => pages().length).toBe(2);
  await page.keyboard.press('End');
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(PAGE + 10);
  const names = await tiles(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.testid));
  expect(new Set(names).size).toBe(names.length);

  // typed at once: 100 at most, and all fit
  const before = requests.lists().length;
  await field(page).pressSequentially('lantern', { delay: 20 });
  await expect(tiles(page).first()).toContainText('Lantern');
  // what is here stood there with the key; the service's joins it
  await expect.poll(() => requests.lists().length).toBeGreaterThan(before);
  await expect(page.locator('.search .spinner')).toHaveCount(0);
  const searches = requests.lists().slice(before);
  // a machine that stands still between two letters asks once more; never for each letter
  expect(searches.length).toBeLessThanOrEqual(2);
  expect([searches.at(-1)!.searchParams.get('search'), searches.at(-1)!.searchParams.get('entries')]).toEqual(
    ['lantern', '100'],
  );
  for (const name of await tiles(page).allTextContents()) expect(name).toMatch(/lantern/i);
  const found = await tiles(page).count();
  await page.getByTestId('wui-certified-switch').click();
  await expect.poll(() => tiles(page).count()).toBeLessThan(found);
  expect(requests.lists().at(-1)!.searchParams.get('badge_type')).toBe('certified');
  await field(page).fill('no such wallet');
  await expect(page.getByTestId('no-wallet-found')).toBeVisible();
  await page.getByTestId('wm-all-wallets-clear').click();
  await expect(tile(page, 'Demo Wallet')).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(page.getByTestId('wui-certified-switch')).not.toBeChecked();
});

test('keeps browser wallets if the directory fails, and retries where wallets are missing @2.6', async ({
  page,
}) => {
  test.slow();
  const lists = await trouble(page, LIST, { status: 500 });
  await visit(page);
  await openCard(page);
  await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
  await expect(page.getByTestId(WALLET_CONNECT)).toBeVisible();
  await expect(page.getByTestId('wm-connect-retry')).toBeVisible();
  await lists.over();
  await page.getByTestId('wm-connect-retry').click();
  await expect(page.getByTestId(`wallet-selector-${META_MASK}`)).toBeVisible();

  const broken = await trouble(page, LIST, { body: '<html>' });
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  await expect(page.getByTestId('wm-all-wallets-retry')).toBeVisible();
  await expect(tiles(page).first()).toContainText('Demo Wallet');
  await broken.over();
  await page.getByTestId('wm-all-wallets-retry').click();
  await expect(tiles(page).nth(PAGE - 1)).toBeAttached();

  // a later page
  const late = await trouble(page, LIST, { status: 503 });
  await tiles(page)
    .nth(PAGE - 1)
    .scrollIntoViewIfNeeded();
  await expect(page.getByTestId('wm-all-wallets-retry')).toBeVisible();
  await late.over();
  const before = await tiles(page).count();
  await page.getByTestId('wm-all-wallets-retry').click();
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(before);

  // a search
  const search = await trouble(page, LIST, { status: 500 });
  await field(page).fill('saffron');
  await expect(
    page.getByTestId('wm-all-wallets-failed').or(page.getByTestId('wm-all-wallets-retry')).first(),
  ).toBeVisible();
  await search.over();
  await page.getByTestId('wm-all-wallets-retry').first().click();
  await expect(tiles(page).first()).toContainText('Saffron');
});

test('guides a user without a wallet to four, with links for this browser and a QR code for a phone @10.32', async ({
  page,
}) => {
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId('w3m-wallet-guide-get-started').click();
  await still(page, 'GetWallet');
  const guide = page.locator('[data-testid^=wm-get-wallet-]');
  await expect(guide).toHaveCount(4);
  await page.getByTestId('w3m-wallet-guide-explore').click();
  await still(page, 'AllWallets');
  // a wallet of which all kinds of links are known
  await field(page).fill('saffron beacon');
  await expect(tiles(page)).toHaveCount(1);
  await tiles(page).click();
  await still(page, 'ConnectingWalletConnect');
  await page.getByTestId('wm-pairing-get').click();
  await still(page, 'Downloads');
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Get Saffron Beacon');
  const link = (kind: string) => page.getByTestId(`wm-download-${kind}`);
  await expect(link('extension')).toHaveAttribute('href', 'https://browser.example/saffron-beacon');
  await expect(link('website')).toHaveAttribute('href', 'https://saffron-beacon.example');
  await expect(page.getByTestId('wui-qr-code')).toHaveCount(1);
  await link('android').click();
  await expect(page.getByTestId('wui-qr-code')).toHaveCount(1);
  await expect(page.getByTestId('wm-download-android-link')).toHaveAttribute(
    'href',
    'https://robot.example/saffron-beacon',
  );
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });

  async function choose(page: Page, name: string): Promise<void> {
    await openAll(page);
    await field(page).fill(name);
    await tile(page, name).tap();
    await still(page, 'ConnectingWalletConnect');
  }
  const link = (page: Page) => page.getByTestId('wm-open-wallet');
  const remembered = (page: Page) =>
    page.evaluate(() => JSON.parse(localStorage['WALLETCONNECT_DEEPLINK_CHOICE'] ?? 'null') as unknown);

  test('shows four wallets although some of the directory cannot be installed here, and moves no row @9.16', async ({
    page,
  }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(LIST, async (route) => (await held, route.continue()));
    await visit(page, '?nowallet');
    await openCard(page);
    const all = page.getByTestId('all-wallets');
    await unchanging(page, async () => [await all.boundingBox()]);
    const before = await all.boundingBox();
    answer();
    await expect(all).toContainText('+');
    expect(await rows(page)).toHaveLength(1 + 4 + 1);
    expect(await all.boundingBox()).toEqual(before);
  });

  test('has the link before the tap, opens the wallet, connects, and marks it as recent @1.3 @3.8 @3.27 @10.16 @10.36', async ({
    page,
    context,
  }) => {
    test.slow();
    await visit(page, '?nowallet');
    await choose(page, 'Pocket Demo');
    await expect(link(page)).toHaveAttribute('href', /./);
    const href = (await link(page).getAttribute('href'))!;
    expect(href).toMatch(new RegExp(`^${HOST_URLS.pocketWallet}/wc\\?uri=wc%3A[0-9a-f]{64}%402%3F`));
    expect(await link(page).getAttribute('rel')).toContain('noopener');
    expect(await remembered(page)).toBeNull();
    // As the system does with the link of an app that is installed: this page stays.
    const taken: string[] = [];
    await page.route(`${HOST_URLS.pocketWallet}/**`, (route) => {
      taken.push(route.request().url());
      return route.fulfill({ status: 204 });
    });
    await link(page).tap();
    await expect.poll(() => taken).toEqual([href]);
    expect(await remembered(page), 'of no session yet').toBeNull();

    const wallet = await context.newPage();
    await wallet.goto(href);
    await wallet.getByTestId('pocket-confirm').click();
    await page.bringToFront();
    await expectClosed(page);
    await expect(page.getByTestId('demo-status')).toHaveText('connected');
    expect(await remembered(page)).toEqual({
      href: `${HOST_URLS.pocketWallet}/`,
      name: 'Pocket Demo Wallet',
    });
    await openCard(page, 'Account');
    await disconnect(page);
    await expectClosed(page);
    expect(await remembered(page), 'of the session alone').toBeNull();
    await openCard(page);
    const recent = view(page, 'Connect').getByRole('listitem').filter({ hasText: 'Pocket Demo Wallet' });
    await expect(recent).toContainText('Recent');
    await page.reload();
    await page.waitForFunction(() => 'walletModal' in window);
    await openCard(page);
    await expect(recent).toContainText('Recent');
  });

  test('if an app does not open in two seconds, offers a link to copy, a QR code and where to get it @1.3 @10.16 @10.36', async ({
    page,
  }) => {
    await test.step('links to the wallet’s own browser, and shows no QR code without a relay', async () => {
      let sockets = 0;
      page.on('websocket', () => sockets++);
      await visit(page, '?nowallet&item=7');
      await choose(page, 'Phantom');
      const { href, origin } = new URL(page.url());
      const browse = `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`;
      await expect(link(page)).toHaveAttribute('href', browse);
      await expect(connectingStatus(page)).toContainText("This page will open in Phantom's browser.");
      await expect(page.getByTestId('wui-link-copy')).toHaveCount(0);
      await expect(page.getByTestId('wm-show-qr')).toHaveCount(0);
      expect(sockets).toBe(0);
      await page.keyboard.press('Escape');
      await expectClosed(page);
    });

    await openAll(page);
    await page.getByTestId('wm-all-wallets-qr').tap();
    await still(page, 'ConnectingWalletConnectBasic');
    await expect(page.getByTestId('wui-qr-code')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await choose(page, 'Saffron Beacon');
    await expect(link(page)).toHaveAttribute('href', /^saffronbeacon:\/\/wc\?uri=wc%3A/);
    // nobody has this scheme; the browser would ask what to do with it
    await link(page).evaluate((element) =>
      element.addEventListener('click', (event) => event.preventDefault()),
    );
    await link(page).tap();
    await expect(page.getByTestId('wm-not-opened')).toBeVisible();
    await expect(connectingStatus(page)).toContainText("Saffron Beacon didn't open?");
    await expect(page.getByTestId('wui-link-copy')).toBeEnabled();
    await expect(page.getByTestId('wm-pairing-get')).toBeVisible();
    expect(await remembered(page), 'of no session').toBeNull();
    await page.getByTestId('wm-show-qr').tap();
    await expect(page.getByTestId('wui-qr-code')).toBeVisible();
    await page.getByTestId('wm-pairing-get').tap();
    await still(page, 'Downloads');
    await expect(page.getByTestId('wm-download-android')).toHaveAttribute(
      'href',
      'https://robot.example/saffron-beacon',
    );
    await expect(page.getByTestId('wm-download-ios')).toHaveCount(0);
    await expect(card(page).getByTestId('wui-qr-code'), 'no code on the phone itself').toHaveCount(0);
  });
});
