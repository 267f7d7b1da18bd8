// One login and several lives of a page: two tabs, reloads in the middle of things, a session that has ended at the site, a sign-out that the
// site does not answer (docs/spec/embedded-frame.md section 9; 10.23). Which rules count is in the scenarios; here are real tabs and real frames.
import type { BrowserContext, Page } from '@playwright/test';
import { stringToHex, type Address, type Hex } from 'viem';
import { chain } from '../support/chain';
import { button, call, create, dialog, expectClosed, openCard, still, view } from '../support/modal';
import { expect, test } from '../support/test';
import {
  approve,
  askedAs,
  AUTH,
  came,
  connectedAs,
  giveEmail,
  inFrame,
  keepMessages,
  logIn,
  openLink,
  refuse,
  request,
  resultOf,
  secureFrame,
  typeCode,
  visitLogin,
} from './host-page';
import { freshEmail, readyPeer, SECURE_URL } from './peer';

const status = (page: Page) => page.getByTestId('demo-status');
const sign = (page: Page, text: string, address: Address) =>
  request(page, 'personal_sign', [stringToHex(text), address]);

/** Two tabs of the page, each with a modal. */
async function twoTabs(context: BrowserContext, page: Page): Promise<Page> {
  await keepMessages(context);
  const second = await context.newPage();
  for (const tab of [page, second]) await visitLogin(tab);
  // It has read what is stored: one that reads after the first has asked for a mail knows that another may not be asked for yet.
  await openCard(second);
  await call(second, 'close');
  await expectClosed(second);
  await page.bringToFront();
  return second;
}

/** The name of the session, as the frame told this page. */
async function nameOf(page: Page): Promise<string> {
  const told = (await came(page)).findLast(({ data }) => data?.type === '@w3m-frame/SESSION_UPDATE');
  return told!.data.payload!.token as string;
}

/** The keys under which this page has stored a login, in both places. */
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('wallet-modal');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const kept = await new Promise<IDBValidKey[]>((resolve) => {
      const asking = database.transaction('kv').objectStore('kv').getAllKeys();
      asking.onsuccess = () => resolve(asking.result);
    });
    database.close();
    const names = [...kept.map(String), ...Object.keys(localStorage)];
    return names.filter((name) => /frame:|connections$|connector_id$|wallet_id$/.test(name));
  });

test.describe('two tabs', () => {
  test('follows a login and a logout of another tab, with and without a reload @10.23', async ({
    page,
    context,
  }) => {
    const second = await twoTabs(context, page);
    const address = await logIn(page);
    expect(await connectedAs(second)).toBe(address);
    await second.reload();
    await create(second, AUTH);
    expect(await connectedAs(second)).toBe(address);

    await call(second, 'disconnect');
    await expect(status(page)).toHaveText('disconnected');
    await expect(dialog(page)).toBeHidden();
    for (const tab of [page, second]) {
      await tab.reload();
      await create(tab, AUTH);
      await expect(status(tab)).toHaveText('disconnected');
      await expect(button(tab)).toHaveAttribute('aria-busy', 'false');
      await expect(tab.locator('#w3m-iframe'), 'nobody asks the site').toHaveCount(0);
    }
  });

  test('decides each approval in the tab that asked', async ({ page, context }) => {
    const second = await twoTabs(context, page);
    const address = await logIn(page);
    await connectedAs(second);
    const one = await sign(page, 'one', address);
    await still(page, 'ApproveTransaction');
    await expect(dialog(second)).toBeHidden();
    const two = await sign(second, 'two', address);
    await still(second, 'ApproveTransaction');
    await expect(inFrame(page, 'fact-message')).toHaveText('one');
    await expect(inFrame(second, 'fact-message')).toHaveText('two');
    await second.bringToFront();
    await approve(second);
    const signature = await resultOf<Hex>(two);
    expect(await chain.verifyMessage({ address, message: 'two', signature })).toBe(true);
    await expect(view(page, 'ApproveTransaction')).toBeVisible();
    expect(await one()).toBeNull();
    await page.bringToFront();
    await refuse(page);
    await expect.poll(one).toMatchObject({ code: 4001 });
  });

  test('a logout in one tab rejects the other’s request, and the next user is in both', async ({
    page,
    context,
  }) => {
    const second = await twoTabs(context, page);
    const address = await logIn(page);
    await connectedAs(second);
    const outcome = await sign(page, 'never', address);
    await still(page, 'ApproveTransaction');
    await call(second, 'disconnect');
    await expect(status(page)).toHaveText('disconnected');
    await expect.poll(outcome).toMatchObject({ code: 4001 });
    await expect(page.locator('#w3m-iframe')).toBeHidden();
    await expect(view(page, 'ApproveTransaction')).toHaveCount(0);

    await second.bringToFront();
    const next = await logIn(second);
    expect(next).not.toBe(address);
    await expect(page.getByTestId('demo-account')).toHaveText(next);
    await expect(status(page)).toHaveText('connected');
  });

  test('a logout in one tab closes the modal that the other opened for an approval', async ({
    page,
    context,
  }) => {
    const second = await twoTabs(context, page);
    const address = await logIn(page);
    await connectedAs(second);
    const outcome = await sign(page, 'never', address);
    await still(page, 'ApproveTransaction');
    await call(second, 'disconnect');
    await expect.poll(outcome).toMatchObject({ code: 4001 });
    await expectClosed(page);
  });

  test('asks the site with the session of the present user', async ({ page, context }) => {
    const second = await twoTabs(context, page);
    await logIn(page);
    await connectedAs(second);
    await call(second, 'disconnect');
    await expect(status(page)).toHaveText('disconnected');
    await second.bringToFront();
    const next = await logIn(second);
    await expect(page.getByTestId('demo-account')).toHaveText(next);
    await askedAs(page, 'IS_CONNECTED');
    const asked = (await came(await secureFrame(page))).findLast(
      ({ data }) => data.type === '@w3m-app/IS_CONNECTED',
    );
    expect(asked!.data.payload!.token).toBe(await nameOf(second));
  });
});

test.describe('a reload', () => {
  test('with an expired session: disconnects quietly, and the next login needs only a code @4.2', async ({
    page,
    context,
  }) => {
    await keepMessages(context);
    await visitLogin(page);
    const email = freshEmail();
    const address = await logIn(page, email);
    expect(await stored(page)).toContain('frame:session_token');
    // Signed out by another page of the same origin; this browser still has what it knew.
    const frame = await secureFrame(page);
    const known = await frame.evaluate(() => ({ ...localStorage }));
    const other = await readyPeer(await context.newPage());
    expect(await other.call('SIGN_OUT')).toEqual({ ok: true });
    await other.page.close();
    await frame.evaluate((all) => {
      for (const [name, value] of Object.entries(all)) localStorage.setItem(name, String(value));
    }, known);
    await page.reload();
    await create(page, AUTH);
    await askedAs(page, 'IS_CONNECTED');
    await expect(status(page)).toHaveText('disconnected');
    await expect(dialog(page)).toBeHidden();
    await expect(button(page)).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => stored(page)).toEqual([]);
    await giveEmail(page, email);
    await typeCode(page, email);
    expect(await connectedAs(page)).toBe(address);
  });

  test('with a frame that takes six seconds: connects once it has loaded @4.2', async ({ page }) => {
    await visitLogin(page);
    const address = await logIn(page);
    await page.route(
      (url) => url.origin === SECURE_URL && url.pathname === '/sdk',
      (route) => route.continue({ url: `${route.request().url()}&fault=slow-ready&faultMs=6000` }),
    );
    await page.reload();
    await create(page, AUTH);
    await expect(status(page)).toHaveText('connected', { timeout: 12_000 });
    expect(await connectedAs(page)).toBe(address);
  });

  test('during a login: stays disconnected, keeps the wait for the next email, and then logs in', async ({
    page,
  }) => {
    await page.clock.install();
    await visitLogin(page);
    const email = freshEmail();
    await giveEmail(page, email);
    await still(page, 'EmailVerifyDevice');
    await openLink(email);
    await still(page, 'EmailVerifyOtp');
    await page.reload();
    await create(page, AUTH);
    await expect(status(page)).toHaveText('disconnected');
    await expect(page.locator('#w3m-iframe')).toHaveCount(0);
    await openCard(page);
    await giveEmail(page, freshEmail());
    await expect(page.getByRole('alert')).toContainText('Please try again after');
    await page.clock.fastForward(30_000);
    await call(page, 'close');
    expect(await logIn(page)).toMatch(/^0x/);
  });

  test('during an approval: reconnects, signs nothing, and can be retried', async ({ page }) => {
    await visitLogin(page);
    const address = await logIn(page);
    await sign(page, 'before', address);
    await still(page, 'ApproveTransaction');
    await expect(inFrame(page, 'approve')).toBeVisible();
    await page.reload();
    await create(page, AUTH);
    expect(await connectedAs(page)).toBe(address);
    await expect(dialog(page)).toBeHidden();
    await expect(inFrame(page, 'approve')).toHaveCount(0);
    const outcome = await sign(page, 'after', address);
    await still(page, 'ApproveTransaction');
    await expect(inFrame(page, 'fact-message')).toHaveText('after');
    await approve(page);
    const signature = await resultOf<Hex>(outcome);
    expect(await chain.verifyMessage({ address, message: 'after', signature })).toBe(true);
  });
});

test('logs out within three seconds if the site does not respond, for good @4.9 @4.10', async ({
  page,
  context,
}) => {
  await visitLogin(page);
  await logIn(page);
  let asked = 0;
  await context.route(`${SECURE_URL}/api/out`, () => void (asked += 1));
  await openCard(page, 'Account');
  const begun = Date.now();
  let took_ms: number | undefined;
  const ended = call(page, 'disconnect').then(() => (took_ms = Date.now() - begun));
  await expect(status(page)).toHaveText('disconnected');
  expect(took_ms, 'disconnected before it is over').toBeUndefined();
  await expectClosed(page);
  await expect.poll(() => asked).toBe(1);
  expect(await stored(page), 'forgotten before the site is told').toEqual([]);
  await ended;
  // the site has three seconds
  expect(took_ms).toBeGreaterThan(2_500);
  await expect(page.locator('#w3m-iframe'), 'its frame goes with it').toHaveCount(0);
  await page.reload();
  await create(page, AUTH);
  await expect(status(page)).toHaveText('disconnected');
  await expect(page.locator('#w3m-iframe')).toHaveCount(0);
});
