// Logins on Connect, by a provider's window and by Farcaster, against the demo's secure site (docs/spec/embedded-frame.md sections 6 and 7).
import type { Page } from '@playwright/test';
import { expectClosed, openCard, still, view } from '../support/modal';
import { HOST_URLS, PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail } from './peer';

const account = (page: Page) => page.getByTestId('demo-account');
const status = (page: Page) => page.getByTestId('wm-social-status');

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await page.waitForFunction(() => 'walletModal' in window);
  await openCard(page);
  await expect(page.getByTestId('wui-email-input')).toBeVisible();
}

/** A press on a provider, and the window that it opens. */
async function choose(page: Page, provider: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByTestId(`social-selector-${provider}`).click(),
  ]);
  await still(page, 'ConnectingSocial');
  return popup;
}

async function consent(popup: Page, name: string): Promise<void> {
  await popup.getByTestId('provider-username').fill(name);
  await popup.getByTestId('provider-email').fill(`${name}@work.example`);
  await popup.getByTestId('provider-continue').click();
}

test('logs in through a provider’s window, restores the account after a reload, and finds the same one next time @1.5 @4.16 @4.18 @3.31', async ({
  page,
}) => {
  const name = `ada-${freshEmail().split('@')[0]}`;
  await open(page);
  await expect(page.locator('iframe'), 'nobody has reached for a login').toHaveCount(0);
  const popup = await choose(page, 'google');
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 800]);
  await expect(status(page)).toHaveAttribute('data-phase', 'waiting');
  await consent(popup, name);
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  expect(popup.isClosed()).toBe(true);
  const address = await account(page).textContent();
  await page.reload();
  await page.waitForFunction(() => 'walletModal' in window);
  await expect(account(page)).toHaveText(address!);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).toContain('google');
  expect(stored).not.toContain(name);

  await openCard(page, 'Account');
  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
  await expect(page.getByTestId('wm-settings-login')).toContainText(name);
  await page.getByTestId('disconnect-button').click();
  await expectClosed(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('google');
  await openCard(page);
  await consent(await choose(page, 'google'), name);
  await expect(account(page)).toHaveText(address!);
});

test('reports a provider’s refusal and a closed window, and can be tried again @4.17', async ({ page }) => {
  await open(page);
  const popup = await choose(page, 'google');
  await popup.getByTestId('provider-cancel').click();
  await expect(status(page)).toHaveAttribute('data-phase', 'failed');
  await expect(view(page, 'ConnectingSocial')).toContainText('Failed to connect');
  const [again] = await Promise.all([
    page.waitForEvent('popup'),
    view(page, 'ConnectingSocial').getByRole('button', { name: 'Try again' }).click(),
  ]);
  await expect(again.getByTestId('provider-continue')).toBeVisible();
  await again.close();
  await expect(status(page)).toHaveAttribute('data-phase', 'closed');
  await expect(view(page, 'ConnectingSocial')).toContainText('If it is still open, finish there.');
  await page.getByTestId('header-back').click();
  await still(page, 'Connect');
});

test('offers a button if the browser blocks the window', async ({ page }) => {
  await page.addInitScript(() => {
    const { open } = window;
    let blocked = true;
    window.open = (...given) => (blocked ? ((blocked = false), null) : open.apply(window, given));
  });
  await open(page);
  await page.getByTestId('social-selector-google').click();
  await still(page, 'ConnectingSocial');
  await expect(status(page)).toHaveAttribute('data-phase', 'blocked');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByTestId('wm-social-open').click()]);
  await consent(popup, `bo-${freshEmail().split('@')[0]}`);
  await expectClosed(page);
});

test('reports a page that is isolated from its windows (COOP), and still logs in by email', async ({
  page,
}) => {
  // A page that a test makes up comes from nowhere: to Chromium such a one reaches this machine by permission only.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(
    (url) => url.origin === PAGE_URL && url.pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' },
      });
    },
  );
  await open(page);
  await page.getByTestId('social-selector-google').click();
  await still(page, 'ConnectingSocial');
  await expect(status(page)).toHaveAttribute('data-phase', 'closed');
  await expect(view(page, 'ConnectingSocial')).toContainText('Try again');
  await page.getByTestId('header-back').click();
  await still(page, 'Connect');
  await expect(page.getByTestId('wui-email-input')).toBeEnabled();
});

test('Farcaster shows a QR code, logs in after the approval on the phone, and reports a refusal @1.6 @2.9', async ({
  page,
  context,
}) => {
  await open(page);
  const begin = async (): Promise<Page> => {
    await page.getByTestId('social-selector-farcaster').click();
    await still(page, 'ConnectingFarcaster');
    const copied = page.getByTestId('wui-link-copy');
    await expect(copied).toBeEnabled();
    await expect(page.getByTestId('wui-qr-code')).toBeVisible();
    const url = await page.evaluate(
      () =>
        (
          window as unknown as { walletModal: { getAccount(): { farcasterUrl: string | null } } }
        ).walletModal.getAccount().farcasterUrl,
    );
    expect(url ?? '').toMatch(new RegExp(`^${HOST_URLS.secure}/farcaster/`));
    const phone = await context.newPage();
    await phone.goto(url!);
    return phone;
  };
  const first = await begin();
  await first.getByTestId('farcaster-decline').click();
  await expect(view(page, 'ConnectingFarcaster')).toContainText('Failed to connect to farcaster');
  await first.close();
  await page.getByTestId('header-back').click();
  await still(page, 'Connect');
  const phone = await begin();
  await phone.getByTestId('farcaster-approve').click();
  await expectClosed(page);
  await phone.close(); // not before: what was pressed would not be sent
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
});

test('redirects the page itself to the provider and back, once, inside a messaging app @4.19', async ({
  page,
}) => {
  await page.addInitScript(() => void Object.assign(window, { TelegramWebviewProxy: {} }));
  await open(page, '?item=7');
  await page.getByTestId('social-selector-google').click();
  await page.waitForURL((url) => url.origin === HOST_URLS.secure);
  await consent(page, `di-${freshEmail().split('@')[0]}`);
  await page.waitForURL((url) => url.origin === PAGE_URL);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  expect(page.url()).toBe(`${PAGE_URL}/?item=7`);
  const address = await account(page).textContent();
  await page.reload();
  await expect(account(page)).toHaveText(address!);
});
