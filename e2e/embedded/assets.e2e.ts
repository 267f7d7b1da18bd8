// What somebody who has logged in by email holds: Account shows what the frame says, and the data service's word where the frame has none.
import type { Page } from '@playwright/test';
import { giveToken } from '../support/chain';
import { call, create, openCard, still } from '../support/modal';
import { HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';
import { tokenRow } from '../support/tokens';
import { codeFor, freshEmail, logIn, readyPeer, userOf } from './peer';
import { fund } from './smart-wallet';

/** The smart account of a new login, with 5 ETH and 2.5 DUSD; the login, for the modal. */
async function holder(page: Page): Promise<string> {
  const peer = await readyPeer(page);
  const email = freshEmail();
  await logIn(peer, email);
  const { address } = await userOf(peer, { preferredAccountType: 'smartAccount' });
  await fund(address as `0x${string}`);
  await giveToken('DUSD', address as `0x${string}`, 2_500_000n);
  await peer.call('SIGN_OUT');
  return email;
}

async function openAccount(page: Page, email: string): Promise<void> {
  await page.goto('/?noauto');
  await create(page, { authChains: ['eip155:1337'] });
  await call(page, 'open');
  await still(page, 'Connect');
  await page.getByTestId('wui-email-input').fill(email);
  await page.keyboard.press('Enter');
  await still(page, 'EmailVerifyOtp');
  await page
    .getByTestId('wui-otp-input')
    .locator('input')
    .first()
    .pressSequentially(await codeFor(email));
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  await openCard(page, 'Account');
}

const ofBalances = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === HOST_URLS.data && /^\/v1\/account\/[^/]+\/balance$/.test(pathname))
      asked.push(request.url());
  });
  return asked;
};

test('shows the tokens of the frame and sends the data service no request @3.10', async ({ page }) => {
  const email = await holder(page);
  const asked = ofBalances(page);
  await openAccount(page, email);
  await expect(tokenRow(page, 'ETH')).toContainText('5.000');
  await expect(tokenRow(page, 'DUSD')).toContainText('2.500');
  expect(asked).toEqual([]);
});

test('asks the data service if the frame lists no tokens', async ({ page }) => {
  const email = await holder(page);
  const asked = ofBalances(page);
  await page.route(`${HOST_URLS.secure}/assets.json`, (route) => route.fulfill({ status: 503, json: {} }));
  await openAccount(page, email);
  await expect(tokenRow(page, 'DUSD')).toContainText('2.500');
  expect(asked.length).toBeGreaterThan(0);
});
