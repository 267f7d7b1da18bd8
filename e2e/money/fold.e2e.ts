// What is confirmed is seen: the fee and the total of a review are on screen where there is room for them, and nothing is confirmed before they
// were where there is not (docs/spec/views.md section 1).
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import { calm, expectClosed, openCard, review, sendStatus, view, visit } from '../support/modal';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

async function reviewed(page: Page): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '0.01', freshAddress());
  await expect(view(page, 'SendPreview').locator('.fact.strong')).toContainText('ETH');
  await calm(page);
  return wallet;
}

/** How far the last line about money is below what is seen. */
const below = (page: Page) =>
  view(page, 'SendPreview').evaluate((element) => {
    const last = element.querySelector('.facts')!.lastElementChild!.getBoundingClientRect().bottom;
    return Math.round(last - element.querySelector('.stays')!.getBoundingClientRect().top - 16);
  });

/** Where it is: a locator's own click scrolls what sticks to the place that it would have without that, past all there is to read. */
async function press(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.getByTestId('wm-send-confirm').boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

test('at 1280 by 900, shows the whole review that opens over an account', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await reviewed(page);
  expect(await below(page)).toBeLessThanOrEqual(12);
});

test('in a low window, the first press scrolls to the total, and the next one sends', async ({ page }) => {
  // Below 520 px the buttons stand at the end of the view and not over it: who reaches them has been past all of it.
  await page.setViewportSize({ width: 1100, height: 560 });
  const wallet = await reviewed(page);
  expect(await below(page)).toBeGreaterThan(20);
  for (let presses = 0; (await below(page)) > 12 && presses < 5; presses++) {
    await press(page);
    await expect(page.getByTestId('wm-confirm-refused')).toContainText('more to read');
    await calm(page);
  }
  expect(await below(page)).toBeLessThanOrEqual(12);
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  await press(page);
  await expect(sendStatus(page)).not.toHaveAttribute('data-phase', 'review');
});
