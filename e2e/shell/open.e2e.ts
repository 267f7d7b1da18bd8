// The first thing anybody does: press the button, see the card, close it again.
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';

test.describe('opening', () => {
  test('the button opens the card @2.1', async ({ page }) => {
    await page.goto('/');
    await page.locator('wallet-button').click();
    await expect(page.locator('wallet-modal dialog')).toBeVisible();
  });

  test('the card has no accessibility violation in light and dark', async ({ page }) => {
    for (const theme of ['light', 'dark']) {
      await page.goto(`/?theme=${theme}`);
      await page.locator('wallet-button').click();
      await expect(page.locator('wallet-modal dialog')).toBeVisible();
      await expectAccessible(page, 'wallet-modal');
    }
  });

  test('Escape closes it and gives the focus back', async ({ page }) => {
    await page.goto('/');
    await page.locator('wallet-button').click();
    await expect(page.locator('wallet-modal dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('wallet-modal dialog')).toBeHidden();
    await expect(page.locator('wallet-button')).toBeFocused();
  });
});
