// Scrollbars that take room, as most computers have them: the overlay covers their place too, and the page does not jump.
import config from '../playwright.config';
import { dialog, expectClosed, openCard, visit } from '../support/modal';
import { expect, test } from '../support/test';

test.use({
  launchOptions: { ...config.use!.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
  viewport: { width: 900, height: 400 },
});

test('covers the scrollbar’s place with the overlay, and keeps the page in place @10.30', async ({
  page,
}) => {
  await visit(page, '?nowallet');
  const widths = () =>
    page.evaluate(() => ({
      free: document.documentElement.clientWidth,
      page: document.querySelector('main')!.getBoundingClientRect().width,
    }));
  const before = await widths();
  expect(before.free).toBeLessThan(900);
  await openCard(page);
  expect(await widths()).toEqual({ free: 900, page: before.page });
  const overlay = dialog(page).getByTestId('w3m-modal-overlay');
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 900, height: 400 });
  await page.keyboard.press('Escape');
  await expectClosed(page);
  expect(await widths()).toEqual(before);
});

for (const dir of ['ltr', 'rtl'])
  for (const gutter of ['auto', 'stable', 'stable both-edges'])
    test(`leaves the page in place, ${dir}, scrollbar-gutter: ${gutter} @10.30`, async ({ page }) => {
      await visit(page, '?nowallet');
      await page.evaluate(
        ([dir, gutter]) => {
          document.documentElement.dir = dir!;
          document.documentElement.style.setProperty('scrollbar-gutter', gutter!);
        },
        [dir, gutter],
      );
      const place = () =>
        page.evaluate(() => {
          const { left, width } = document.querySelector('main')!.getBoundingClientRect();
          return { left, width };
        });
      const before = await place();
      await openCard(page);
      expect(await place()).toEqual(before);
      await page.keyboard.press('Escape');
      await expectClosed(page);
      expect(await place()).toEqual(before);
    });
