// One continuous object: what each frame of opening and closing showed (docs/spec/views.md section 1), on a slow machine too.
import type { Page } from '@playwright/test';
import { call, create, expectClosed, listed, openCard, still, visit } from '../support/modal';
import { freshAddress } from '../support/chain';
import { ScriptedWallet } from '../support/scripted';
import { framesOf, inShort, slowDown, watchFrames } from '../support/frames';
import { expect, test } from '../support/test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const projects = {
  'with logins': { authChains: ['eip155:1337'] },
  'wallets alone': { features: { email: false, socials: false } },
};
/** rounding of a scaled pixel */
const px = 0.6;

for (const [screen, use] of Object.entries(screens))
  for (const [kind, options] of Object.entries(projects))
    for (const rate of [1, 4])
      test.describe(`${screen}, ${kind}, ${rate} times slower`, () => {
        test.use(use);
        test('the card comes without a break and stays: its own skeleton, the list and a warm opening have one place', async ({
          page,
        }) => {
          await watchFrames(page);
          await page.goto('/?noauto');
          await create(page, { debug: false, ...options });
          await slowDown(page, rate);
          const places = new Set<string>();
          for (const opening of ['first', 'warm']) {
            await framesOf(page);
            await openCard(page);
            await listed(page);
            await page.waitForTimeout(400);
            const frames = (await framesOf(page)).filter(
              ({ open, first, views }) => open && (first || views[0]),
            );
            const said = `${opening}\n${inShort(frames)}`;
            expect(frames[0]!.first, said).toBe(opening == 'first');
            let last = Infinity;
            for (const { scrolled, card, place } of frames) {
              expect(scrolled, said).toBe(0);
              expect(card.top, said).toBeLessThan(last + px);
              last = card.top;
              if (screen == 'phone') expect(card.bottom, said).toBeGreaterThan(use.viewport.height - px);
              places.add(`${place.top} + ${place.height}`);
            }
            expect(Math.abs(last - frames.at(-1)!.place.top), said).toBeLessThan(px);
            expect([...places], said).toHaveLength(1);
            await page.keyboard.press('Escape');
            await expectClosed(page);
            await page.waitForTimeout(500);
          }
        });
      });

for (const [screen, use] of Object.entries(screens))
  test.describe(`${screen}, an account`, () => {
    test.use(use);
    test('a reload opens the account in the place it has warm', async ({ page }) => {
      await watchFrames(page);
      await visit(page);
      const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
      await page.reload();
      await page.waitForFunction(() => 'walletModal' in window);
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await page.reload();
      await page.waitForFunction(() => 'walletModal' in window);
      // The stored wallet is found: how long an opening waits for that is another matter (`STORED_LOOK_MS`).
      await page.evaluate(
        () => (document.querySelector('wallet-modal') as unknown as { ready: Promise<void> }).ready,
      );
      const tops = new Set<number>();
      for (const opening of ['first', 'warm']) {
        await framesOf(page);
        await call(page, 'open');
        await still(page, 'Account');
        await page.waitForTimeout(1500);
        const frames = (await framesOf(page)).filter(({ open, first, views }) => open && (first || views[0]));
        const said = `${opening}\n${inShort(frames)}`;
        expect(frames[0]!.first, said).toBe(opening == 'first');
        let last = Infinity;
        for (const { card, place } of frames) {
          expect(card.top, said).toBeLessThan(last + px);
          last = Math.min(last, card.top);
          if (screen == 'phone') expect(card.bottom, said).toBeGreaterThan(use.viewport.height - px);
          else tops.add(place.top);
        }
        await page.keyboard.press('Escape');
        await expectClosed(page);
        await page.waitForTimeout(500);
      }
      if (screen == 'desktop') expect([...tops]).toHaveLength(1);
    });

    for (const [when, until] of [
      ['at once', async () => {}],
      [
        'once the engine is there',
        (page: Page) =>
          page.waitForFunction(
            () =>
              (document.querySelector('wallet-modal') as unknown as { state: { initialized: boolean } }).state
                .initialized,
          ),
      ],
    ] as const)
      test(`views that do not come, ${when}: it is said on a card as high as that`, async ({ page }) => {
        await watchFrames(page);
        await page.route(/\/dist\/root-/, async (route) => {
          await until(page);
          await route.abort();
        });
        await visit(page);
        await call(page, 'open');
        await expect(page.getByText("Couldn't load")).toBeVisible();
        await page.waitForTimeout(500);
        const { open, place } = (await framesOf(page)).at(-1)!;
        expect(open).toBe(true);
        expect(place.height).toBeLessThan(200);
        if (screen == 'phone') expect(place.top + place.height).toBe(use.viewport.height);
      });
  });
