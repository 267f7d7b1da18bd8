// Embedded mode: the host places the modal, and its card is a part of the page (docs/spec/views.md section 1, requirement 2.3).
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../support/axe';
import { freshAddress, fundedAddress } from '../support/chain';
import { call, card, dialog, disconnect, focused, still } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const wallet = (page: Page, accounts: string[]) => ScriptedWallet.install(page, { accounts });

async function visit(page: Page, view = 'Connect'): Promise<void> {
  await page.goto('/embedded.html?nowallet&nologin');
  await page.waitForFunction(() => 'walletModal' in window);
  await still(page, view);
}

/** Runs in the page: how the page itself is, apart from our card. */
const around = (page: Page) =>
  page.evaluate(() => ({
    modals: document.querySelectorAll('wallet-modal').length,
    sheets: document.adoptedStyleSheets.length,
    overflow: getComputedStyle(document.documentElement).overflow,
    focus: document.activeElement == document.body,
  }));

test('with only the attribute, the embedded card is a labelled, accessible region reached by Tab @2.3 @10.8', async ({
  page,
}) => {
  test.slow();
  const scripted = await wallet(page, [freshAddress()]);
  await visit(page);

  await test.step('covers nothing, locks nothing and takes no focus', async () => {
    await expect(page.getByRole('region', { name: 'Connect wallet' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByTestId('w3m-modal-overlay')).toBeHidden();
    await expect(page.getByTestId('w3m-header-close')).toBeHidden();
    expect(await around(page)).toEqual({ modals: 1, sheets: 0, overflow: 'visible', focus: true });
  });

  await test.step('is entered and left by Tab, and Escape closes nothing', async () => {
    const stops = new Set<string>();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      stops.add(await focused(page));
    }
    expect([...stops], 'the list is one stop').toContain(scripted.row);
    expect([...stops]).toContain('demo-log');
    await page.getByTestId(scripted.row).focus();
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeVisible();
    await expect(page.getByTestId(scripted.row)).toBeVisible();
  });

  await test.step('no violation of accessibility, light and dark', () => expectAccessibleInBoth(page));

  await test.step('applies the page’s z-index', async () => {
    const index = () => card(page).evaluate((element) => getComputedStyle(element).zIndex);
    expect(await index()).toBe('auto');
    await call(page, 'setThemeVariables', { '--wm-z-index': 7 });
    await expect.poll(index).toBe('7');
  });

  await test.step('is no sheet on a phone', async () => {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 375, height: 700 });
    const { radius, translate } = await card(page).evaluate((element) => {
      const { borderEndEndRadius: radius, translate } = getComputedStyle(element);
      return { radius, translate };
    });
    expect([radius, translate]).toEqual(['24px', 'none']);
    await expect(card(page).locator('.handle')).toBeHidden();
    await page.setViewportSize(size);
  });

  await test.step('leaves the page around it usable', async () => {
    await page.getByRole('link', { name: 'Dialog' }).click();
    await page.waitForURL('/');
  });

  await test.step('the attribute alone embeds it, and its removal restores the dialog', async () => {
    await page.goto('/?nowallet');
    await page.waitForFunction(() => 'walletModal' in window);
    const set = (embedded: boolean) =>
      page.evaluate((on) => {
        (document.querySelector('wallet-modal') as unknown as { embedded: boolean }).embedded = on;
      }, embedded);
    await set(true);
    await expect(page.getByRole('region', { name: 'Connect wallet' })).toBeVisible();
    await set(false);
    await expect(card(page)).toBeHidden();
    await page.getByTestId('connect-button').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('connects in place, returns to the first view when closed, restores a stored connection without taking the focus, and fits its container', async ({
  page,
}) => {
  test.slow();
  const scripted = await wallet(page, [await fundedAddress('12.3456')]);
  await visit(page);

  await test.step('keeps the focus when the view changes', async () => {
    await page.getByTestId(scripted.row).click();
    await still(page, 'Account');
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('12.345');
    // The focus followed: whoever pressed the row is still in here.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('wallet-modal');
    await expectAccessibleInBoth(page);
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
  });

  await test.step('shows the first view after the page closes it', async () => {
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await call(page, 'close');
    await still(page, 'Account');
    await expect(card(page)).toBeVisible();
    await disconnect(page);
    await still(page, 'Connect');
    await expect(card(page)).toBeVisible();
  });

  await test.step('restores a stored connection in place', async () => {
    await page.getByTestId(scripted.row).click();
    await still(page, 'Account');
    await visit(page, 'Account');
    expect((await around(page)).focus).toBe(true);
    // Until its wallet has answered it is only remembered, and what a wallet said before its answer is older than the answer.
    await expect.poll(() => call(page, 'getIsConnected')).toBe(true);
    // The wallet goes away by itself, while somebody reads elsewhere.
    await page.getByTestId('demo-log').focus();
    await scripted.emit('accountsChanged', []);
    await still(page, 'Connect');
    expect(await focused(page)).toBe('demo-log');
  });

  await test.step('280, 380 and 700 px', async () => {
    await page.evaluate(() => {
      const place = document.createElement('div');
      const sheet = new CSSStyleSheet();
      sheet.replaceSync([280, 380, 700].map((px) => `.sized-${px} { inline-size: ${px}px; }`).join(' '));
      document.adoptedStyleSheets.push(sheet);
      place.id = 'sized';
      document.body.append(place);
      place.append(document.querySelector('wallet-modal')!);
    });
    for (const width of [280, 380, 700]) {
      await page.evaluate((px) => (document.getElementById('sized')!.className = `sized-${px}`), width);
      await still(page, 'Connect');
      const [outer, inner] = await Promise.all([
        page.locator('#sized').boundingBox(),
        card(page).boundingBox(),
      ]);
      expect(inner!.width).toBe(Math.min(380, width));
      expect(inner!.x - outer!.x).toBe((width - inner!.width) / 2);
      const wide = await card(page).evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(wide, 'nothing sticks out').toBe(false);
    }
  });
});
