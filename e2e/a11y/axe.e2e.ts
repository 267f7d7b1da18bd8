// Everybody can use it: axe in every view and state, each reached once. In the dark theme with all its rules, in the light one with those
// about colours: the theme is changed under the open card.
import { card, still } from '../support/modal';
import { expect } from '../support/test';
import { looker, expectAccessible, misplaced, type Look } from '../support/axe';
import { test } from '../support/walletkit';
import {
  ofAccount,
  ofASend,
  ofFailure,
  ofNoChain,
  ofNothing,
  ofSigningIn,
  ofThePast,
  ofTokens,
} from './walks-of-accounts';
import { ofAName, ofSessions } from './walks-of-logins';
import { ofABuy, ofAPayment, ofASwap, ofPermissions } from './walks-of-money';
import { ofOneWallet, ofOneWalletHere, ofPairing, ofTheDirectory } from './walks-of-wallets';
import type { Page } from '@playwright/test';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

/** At 380 px it is a sheet at the bottom, nothing is wider, and nothing that can be pressed is under something else. */
async function lookAtSheet(page: Page, found: string[], state: string): Promise<void> {
  const viewport = page.viewportSize()!;
  await page.setViewportSize({ width: 380, height: 760 });
  const sheet = async () => {
    const { x, y, width, height } = (await card(page).boundingBox())!;
    return [x, width, Math.round(y + height)];
  };
  await expect.poll(sheet, state).toEqual([0, 380, 760]);
  const wide = await card(page).evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > 380.5 || one.getBoundingClientRect().left < -0.5)
      .map((one) => `${one.tagName} ${one.className}`),
  );
  if (wide.length > 0) found.push(`${state}, wider than 380 px: ${wide.join(', ')}`);
  found.push(...(await misplaced(page)).map((one) => `${state}, 380 px wide: ${one}`));
  const page_px = await page.evaluate(() => document.documentElement.scrollWidth);
  if (page_px > 380) found.push(`${state}: the page scrolls sideways, ${page_px} px`);
  await page.setViewportSize(viewport);
}

const WALKS: [string, (page: Page, look: Look) => Promise<void>][] = [
  ['nothing there', ofNothing],
  ['the account, its settings and networks', ofAccount],
  ['sending a token', ofTokens],
  ['services that fail', ofFailure],
  ['a long past, help', ofThePast],
  ['signing in', ofSigningIn],
  ['the directory', ofTheDirectory],
  ['a wallet with several ways, and where it can be had', ofOneWallet],
  ['buying', ofABuy],
  ['a swap', ofASwap],
  ['what a page wants paid', ofAPayment],
  ['what others may take', ofPermissions],
  ['a name', ofAName],
  ['smart sessions', ofSessions],
];

for (const [what, walk] of WALKS)
  test(`axe finds nothing, light and dark: ${what} @10.8`, async ({ page }) => {
    test.setTimeout(120_000);
    const { found, look } = looker(page);
    await walk(page, look);
    expect(found).toEqual([]);
  });

test('axe finds nothing, light and dark: connecting and a send; on a phone the sheet never scrolls sideways @10.8', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { found, look } = looker(page);
  await ofASend(page, async (state) => {
    await look(state);
    await lookAtSheet(page, found, state);
  });
  expect(found).toEqual([]);
});

test('axe finds nothing, light and dark: no network, an unsupported network, and the button @10.8', async ({
  page,
}) => {
  test.slow();
  const { found, look } = looker(page);
  await ofNoChain(page, look);
  expect(found).toEqual([]);
  // What is asked for here is not closed away: the way out is to let go.
  await page.keyboard.press('Escape');
  await still(page, 'UnsupportedChain');
  await expectAccessible(page, 'wallet-button');
});

test('axe finds nothing, light and dark: the QR code, and the views after a scan @10.8', async ({
  page,
  phone,
}) => {
  test.slow();
  const { found, look } = looker(page);
  await ofPairing(page, phone, look);
  expect(found).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ userAgent: ANDROID, viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  test('axe finds nothing, light and dark: an app on this device, also if it does not open @10.8', async ({
    page,
  }) => {
    test.slow();
    const { found, look } = looker(page);
    await ofOneWalletHere(page, look);
    expect(found).toEqual([]);
  });
});
