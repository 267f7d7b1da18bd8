// What leaves does not change, and there is always something to see: each frame of the ends of journeys (docs/spec/views.md section 1).
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import { expectClosed, openCard, pressSend, review, still, visit } from '../support/modal';
import { type Frame, framesOf, inShort, slowDown, watchFrames } from '../support/frames';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** A view that leaves is what it was last, the title is of the view that is there, and the card is never empty. */
function isContinuous(frames: Frame[], titles: Record<string, RegExp>): void {
  const said = inShort(frames);
  const last: Record<string, string> = {};
  for (const { views, title, card } of frames) {
    for (const { name, kind, text } of views) {
      if (kind == 'leaving') expect(text, `${name} leaves\n${said}`).toBe(last[name]);
      else last[name] = text;
    }
    const now = views.at(-1);
    if (!now) continue;
    if (titles[now.name]) expect(title.now, said).toMatch(titles[now.name]!);
    expect(
      views.reduce((sum, { opacity }) => sum + opacity, 0),
      said,
    ).toBeGreaterThan(0.6);
    expect(card.bottom - card.top, said).toBeGreaterThan(60);
  }
}

async function connected(page: Page): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  return wallet;
}

for (const [screen, use] of Object.entries(screens))
  for (const rate of [1, 4])
    test.describe(`${screen}, ${rate} times slower`, () => {
      test.use(use);
      test('connected: the check mark stays until the card is gone', async ({ page }) => {
        await watchFrames(page, ['.done-check']);
        const wallet = await SigningWallet.install(page);
        await visit(page, '?nowallet');
        await openCard(page);
        await slowDown(page, rate);
        await framesOf(page);
        await page.getByTestId(wallet.row).click();
        await expectClosed(page);
        await page.waitForTimeout(400);
        const frames = await framesOf(page);
        const shown = frames.filter(
          ({ place, views }) => place.height && views.at(-1)?.name == 'ConnectingExternal',
        );
        const said = inShort(shown);
        const first = shown.findIndex(({ more }) => more['.done-check']);
        expect(first, said).toBeGreaterThan(0);
        for (const { more, views, title } of shown.slice(first)) {
          expect(more['.done-check'], said).toBeTruthy();
          expect(views.at(-1)!.text, said).toBe(shown[first]!.views.at(-1)!.text);
          expect(title.now, said).toBe(shown[first]!.title.now);
        }
      });

      test('sent: shows each view once from the review to the account', async ({ page }) => {
        await watchFrames(page);
        await connected(page);
        await expectClosed(page);
        await openCard(page, 'Account');
        await slowDown(page, rate);
        await framesOf(page);
        await review(page, '0.01', freshAddress());
        await pressSend(page);
        await page.getByTestId('wm-send-done').click();
        await still(page, 'Account');
        await page.waitForTimeout(400);
        const frames = await framesOf(page);
        isContinuous(frames, { Account: /^Account$/, Send: /^Send$/ });
      });
    });
