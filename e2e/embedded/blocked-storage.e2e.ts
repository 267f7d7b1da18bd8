// The secure site as a third party, as browsers have it today: the page is another site (127.0.0.1 beside localhost), cookies of third parties
// are blocked and storage is one for each page around (this Chromium's own switches, below). Then what is stricter: storage that is refused to
// the frame, and to the page too. A refusal by the settings of a person cannot be had in a headless shell, which has no such settings: what
// a script sees of it is put in its place (SecurityError). And sites that say nothing, or are kept away: what a visitor reads, and when.
import type { Page } from '@playwright/test';
import { stringToHex, type Address, type Hex } from 'viem';
import config from '../playwright.config';
import { chain, freshAddress } from '../support/chain';
import { button, create, dialog, expectClosed, recordEvents, openCard, still, view } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';
import {
  approve,
  askedAs,
  AUTH,
  connectedAs,
  giveEmail,
  keepMessages,
  logIn,
  request,
  resultOf,
  secureFrame,
  visitLogin,
} from './host-page';
import { freshEmail, mails, SECURE_URL, TWIN_URL } from './peer';

const launched = config.use!.launchOptions!;

test.use({
  baseURL: TWIN_URL,
  launchOptions: {
    ...launched,
    args: [
      ...launched.args!,
      '--test-third-party-cookie-phaseout',
      // The last one counts: Playwright's own switches the partitions of third-party storage off.
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,OptimizationHints,PaintHolding',
    ],
  },
});

/** What a browser does to a document whose storage is refused. `frames`: only where there is a page around. */
const refuse = (page: Page, frames: boolean): Promise<unknown> =>
  page.addInitScript((framesOnly) => {
    if (framesOnly && window === window.top) return;
    const refused = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refused });
  }, frames);

const status = (page: Page) => page.getByTestId('demo-status');

/** A message is signed by the account, whatever the site may store. */
async function signs(page: Page, address: Address): Promise<void> {
  const outcome = await request(page, 'personal_sign', [stringToHex('third party'), address]);
  await still(page, 'ApproveTransaction');
  await approve(page);
  await expectClosed(page);
  const signature = await resultOf<Hex>(outcome);
  expect(await chain.verifyMessage({ address, message: 'third party', signature })).toBe(true);
}

// First: what wants switches of Chromium runs at the end of all tests, and nothing else is left to do beside the last twenty seconds.
test.describe('a secure site that does not load', () => {
  const isFrame = (url: URL) => url.origin === SECURE_URL && url.pathname === '/sdk';

  test('tells user and developer after twenty seconds of silence @4.24 @8.3 @9.12', async ({ page }) => {
    test.slow();
    const events = await recordEvents(page);
    await page.route(isFrame, (route) => route.continue({ url: `${route.request().url()}&fault=no-ready` }));
    await visitLogin(page);
    const email = freshEmail();
    const begun = Date.now();
    await giveEmail(page, email);
    await expect(page.locator('#w3m-iframe')).toHaveCount(1);
    const go = page.getByTestId('wm-email-continue');
    await expect(go).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByText('Unable to load email login dependency')).toBeVisible({ timeout: 25_000 });
    expect(Date.now() - begun).toBeGreaterThan(18_000);
    await expect(go, 'nothing turns any more').toHaveAttribute('aria-busy', 'false');
    await expect(page.getByTestId('wui-alertbar-text')).toContainText(
      'Network Error - Could not load embedded wallet',
    );
    expect(events.of('wallet-alert')).toMatchObject([{ key: 'iframe_load_failed' }]);
    await expect(page.locator('#w3m-iframe')).toHaveCount(0);
    expect(await mails(email)).toEqual([]);
  });

  test('names a block by the browser, and other wallets work meanwhile', async ({ page }) => {
    const account = freshAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    await page.route(isFrame, (route) => route.abort('blockedbyclient'));
    await visitLogin(page);
    await openCard(page);
    await page.getByTestId('wui-email-input').fill(freshEmail());
    await page.keyboard.press('Enter');
    await expect(page.locator('#w3m-iframe')).toHaveCount(1);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-account')).toHaveText(account);
  });

  test('closes the provider’s window and reports the block, and a second try works', async ({ page }) => {
    await page.clock.install();
    await page.route(isFrame, (route) => route.abort('blockedbyclient'));
    await visitLogin(page);
    await openCard(page);
    const opening = page.waitForEvent('popup');
    await page.getByTestId('social-selector-google').click();
    await still(page, 'ConnectingSocial');
    const popup = await opening;
    await expect(page.locator('#w3m-iframe')).toHaveCount(1);
    await page.clock.fastForward(20_000);
    const state = page.getByTestId('wm-social-status');
    await expect(state).toHaveAttribute('data-phase', 'failed');
    await expect(view(page, 'ConnectingSocial')).toContainText('Unable to load email login dependency');
    await expect.poll(() => popup.isClosed()).toBe(true);
    await page.unroute(isFrame);
    const again = page.waitForEvent('popup');
    await view(page, 'ConnectingSocial').getByRole('button', { name: 'Try again' }).click();
    const second = await again;
    await second.getByTestId('provider-username').fill(`bo-${freshEmail().split('@')[0]}`);
    await second.getByTestId('provider-continue').click();
    await connectedAs(page);
  });
});

test('logs in, approves and reloads with a site storage that is partitioned by page @1.4', async ({
  page,
  context,
}) => {
  await visitLogin(page);
  const address = await logIn(page);
  await signs(page, address);
  const names = () => Object.keys(localStorage);
  expect(await (await secureFrame(page)).evaluate(names)).toContain('wm:device');
  // By itself it has none of that: it is partitioned indeed.
  const alone = await context.newPage();
  await alone.goto(`${SECURE_URL}/mailbox`);
  expect(await alone.evaluate(names)).toEqual([]);
  await page.reload();
  await create(page, AUTH);
  expect(await connectedAs(page)).toBe(address);
  await signs(page, address);
});

test('logs in until the page closes if the site cannot store, because the key is lost with it @10.60', async ({
  page,
  context,
}) => {
  await keepMessages(context);
  await refuse(page, true);
  await visitLogin(page);
  const email = freshEmail();
  const address = await logIn(page, email);
  await signs(page, address);
  await page.reload();
  await create(page, AUTH);
  await askedAs(page, 'IS_CONNECTED');
  await expect(status(page)).toHaveText('disconnected');
  await expect(button(page)).toHaveAttribute('aria-busy', 'false');
  await expect(dialog(page)).toBeHidden();
  expect(await logIn(page, email)).toBe(address);
  await signs(page, address);
});

test('logs in until the page closes if the page cannot store either, and leaves nothing waiting', async ({
  page,
}) => {
  await refuse(page, false);
  await visitLogin(page);
  await signs(page, await logIn(page));
  await page.reload();
  await create(page, AUTH);
  await expect(status(page)).toHaveText('disconnected');
  await expect(button(page)).toHaveAttribute('aria-busy', 'false');
  await expect(dialog(page)).toBeHidden();
  await openCard(page);
});
