// How addresses and amounts are drawn: no letter is joined with another (a font may draw 0x as a sign for "times"), figures are of
// one width, whole addresses stand in groups.
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import { button, card, openSettings, review, still } from '../support/modal';
import { expect, test } from '../support/test';
import { holder, tokenRow, withAccount } from '../support/tokens';

/** Runs on a root: what shows an address or a figure and is not drawn plainly, and whole addresses without groups. */
const wrong = (root: Element): string[] => {
  const found: string[] = [];
  const within = root.shadowRoot ?? root;
  for (const element of within.querySelectorAll<HTMLElement>('*')) {
    const own = [...element.childNodes].filter((node) => node.nodeType == Node.TEXT_NODE);
    const text = (element as HTMLInputElement).value ?? own.map((node) => node.textContent).join('');
    if (!/\d/.test(text) || !element.checkVisibility?.()) continue;
    const style = getComputedStyle(element);
    const drawn = [style.fontVariantLigatures, style.fontFeatureSettings, style.fontVariantNumeric].join();
    if (drawn != 'none,"calt" 0,tabular-nums') found.push(`${text}: ${drawn}`);
    if (element.localName != 'textarea' && /0x[\da-f]{40}/i.test(text)) found.push(`${text}: no groups`);
  }
  return found;
};

const look = async (page: Page, what: string) => expect(await card(page).evaluate(wrong), what).toEqual([]);

test('formats addresses and amounts alike in every view and in the page’s button', async ({ page }) => {
  const account = await holder({ DUSD: 77_000_000n });
  await withAccount(page, account);
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  await look(page, 'Account');
  await page.getByTestId('tab-activity').click();
  await expect(card(page).locator('[data-testid^=wm-tx-]').first()).toBeVisible();
  await look(page, 'Account, activity');
  await openSettings(page);
  await look(page, 'AccountSettings');
  await expect(page.getByTestId('wm-settings-whole').locator('.groups-lines > span')).toHaveCount(10);
  await page.getByTestId('header-back').click();
  await still(page, 'Account');
  await review(page, '1.25', freshAddress());
  await look(page, 'SendPreview');
  await page.getByTestId('wm-send-from').click();
  await expect(page.getByTestId('wm-send-from')).toHaveText(account);
  await look(page, 'SendPreview, the sender whole');
  await page.keyboard.press('Escape');
  await expect(button(page)).toContainText('12.345 ETH');
  expect(await page.locator('wallet-button').evaluate(wrong), 'the button').toEqual([]);
});
