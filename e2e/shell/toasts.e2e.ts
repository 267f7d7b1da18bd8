// Toasts stand beside the card: they cover no button, no code, no heading, in no place the card can be in.
import type { Page } from '@playwright/test';
import { card, expectClosed, openCard, openSettings, still, toast } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';
import { holder, tokenRow, withAccount } from '../support/tokens';

/** A browser that does not allow copying: what is pressed to copy gives a toast, in every view that has it. */
async function withoutClipboard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    Document.prototype.execCommand = () => false;
  });
}

/** What the toast meets of what must stay free, in words, and how far it is from the card. */
const around = (page: Page) =>
  card(page).evaluate((element) => {
    const box = (of: Element) => of.getBoundingClientRect();
    const shown = element.querySelector('.toast')!;
    const [toast, own] = [box(shown), box(element)];
    const meets = (other: DOMRect) =>
      other.width > 0 &&
      other.left < toast.right &&
      toast.left < other.right &&
      other.top < toast.bottom &&
      toast.top < other.bottom;
    const free = [
      ...element.querySelectorAll('button, a, h1, h2, input, textarea, [data-testid=wui-qr-code]'),
    ];
    return {
      met: free
        .filter((other) => !shown.contains(other) && meets(box(other)))
        .map((other) => (other as HTMLElement).dataset.testid ?? other.textContent),
      below: Math.round(toast.top - own.bottom),
      above: Math.round(own.top - toast.bottom),
      seen: toast.top >= 0 && toast.bottom <= innerHeight && toast.left >= 0 && toast.right <= innerWidth,
      top: Math.round(own.top),
    };
  });

async function withManyTokens(page: Page): Promise<void> {
  await withoutClipboard(page);
  const some = 77_000_000n;
  await withAccount(
    page,
    await holder({ DUSD: some, QGLD: some, MDW: some * 10n ** 12n, SHY: some * 10n ** 12n }),
  );
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
}

/** Its 150 ms are over. */
async function settled(page: Page): Promise<void> {
  await expect(toast(page)).toBeVisible();
  await toast(page).hover();
  await page.waitForTimeout(300);
}

test('1100x800, 1100x600 and 480x740: 12 px below the card, whole, over nothing, and the header stays', async ({
  page,
}) => {
  test.slow();
  await withManyTokens(page);
  for (const [width, height] of [
    [1100, 800],
    [1100, 600],
    [480, 740],
  ] as const)
    await test.step(`${width}x${height}`, async () => {
      await page.keyboard.press('Escape');
      await expectClosed(page);
      await page.setViewportSize({ width, height });
      await openCard(page, 'Account');
      // All of it: what comes later makes the card taller.
      await expect(card(page)).toContainText('Total value');
      for (const symbol of ['ETH', 'QGLD', 'MDW', 'DUSD', 'SHY'] as const)
        await expect(tokenRow(page, symbol)).toBeVisible();
      await expect(toast(page)).toHaveCount(0);
      // where it stays: what comes last, and when, is not the same on every machine
      let [before, top] = [NaN, NaN];
      await expect
        .poll(
          async () => {
            [before, top] = [top, Math.round((await card(page).boundingBox())!.y)];
            return top == before;
          },
          { intervals: [500] },
        )
        .toBe(true);
      await page.getByTestId('wm-account-copy').click();
      await settled(page);
      expect(await around(page)).toMatchObject({ met: [], below: 12, seen: true, top });
      await openSettings(page);
      await page.getByTestId('account-settings-address').click();
      await settled(page);
      expect(await around(page)).toMatchObject({ met: [], below: 12, seen: true });
    });
});

test.describe('phone', () => {
  test.use({ viewport: { width: 380, height: 740 }, hasTouch: true, isMobile: true });

  test('12 px above the sheet, whole, over nothing; the sheet stays, and five tokens are visible', async ({
    page,
  }) => {
    await withManyTokens(page);
    const rows = card(page).locator('[data-testid^=wm-token-]');
    await expect(rows).toHaveCount(5);
    const { y: top } = (await card(page).boundingBox())!;
    for (const row of await rows.all()) {
      const { y, height } = (await row.boundingBox())!;
      expect(y + height, 'a token is seen whole').toBeLessThanOrEqual(740);
    }
    await page.getByTestId('wm-account-copy').tap();
    await settled(page);
    expect(await around(page)).toMatchObject({ met: [], above: 12, seen: true, top: Math.round(top) });
  });
});

test('is the last row of an embedded card', async ({ page }) => {
  await withoutClipboard(page);
  await page.setViewportSize({ width: 1100, height: 900 });
  const wallet = await ScriptedWallet.install(page, { accounts: [await holder()] });
  await page.goto('/embedded.html?nowallet&nologin');
  await page.getByTestId(wallet.row).click();
  await still(page, 'Account');
  await page.getByTestId('wm-account-copy').click();
  await settled(page);
  const { met, below } = await around(page);
  expect([met, below < 0]).toEqual([[], true]);
  const last = await card(page).evaluate((element) => {
    const bottoms = [...element.querySelectorAll('.head, .body, footer')].map(
      (part) => part.getBoundingClientRect().bottom,
    );
    return element.querySelector('.toast')!.getBoundingClientRect().top >= Math.max(...bottoms);
  });
  expect(last).toBe(true);
});
