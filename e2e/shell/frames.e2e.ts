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

// Every two of screen, project and pace together; all three in every way by `npm run prove -- opening`.
const isProof = Number(process.env.PROVE_TIMES ?? 1) > 1;
for (const [i, [screen, use]] of Object.entries(screens).entries())
  for (const [j, [kind, options]] of Object.entries(projects).entries())
    for (const [k, rate] of [4, 1].entries())
      if (isProof || (i + j + k) % 2 == 0)
        test.describe(`${screen}, ${kind}, ${rate} times slower`, () => {
          test.use(use);
          test('draws the card without a gap and in one place: its skeleton, the list and a warm opening', async ({
            page,
          }) => {
            test.slow();
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

// What has been made in the closed dialog is the list of the next opening, whatever was left in the one before.
for (const [screen, use] of Object.entries(screens))
  test.describe(`${screen}, again`, () => {
    test.use(use);
    test('opens with only the list after another view was left, or only the account if connected meanwhile', async ({
      page,
    }) => {
      await watchFrames(page);
      await visit(page);
      const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
      await page.reload();
      await page.waitForFunction(() => 'walletModal' in window);
      const opened = async (name: string, pause_ms: number, ...args: object[]) => {
        await page.waitForTimeout(pause_ms);
        // from the very call on: the leaving of the last one is painted until then
        await page.evaluate((given) => {
          const { walletModal, __frames } = window as unknown as {
            walletModal: { open(...args: object[]): Promise<void> };
            __frames: unknown[];
          };
          __frames.length = 0;
          return walletModal.open(...given);
        }, args);
        await still(page, name);
        await page.waitForTimeout(600);
        const all = (await framesOf(page)).filter(({ open }) => open);
        const said = `${name} after ${pause_ms} ms\n${inShort(all)}`;
        // Until it is known what this one begins with, a card with what was made for another one, or is still going, is not seen. An empty
        // one has its handle, on a phone.
        const [frames, before] = [all.filter(({ views }) => views[0]), all.filter(({ views }) => !views[0])];
        for (const { card } of before) if (card.bottom - card.top > 12) expect(card.seen, said).toBe(false);
        // The list has been made by then, and nothing is waited for.
        if (name == 'Connect' && pause_ms > 500) expect(before, said).toHaveLength(0);
        const titles = new Set(frames.map(({ title }) => `${title.old ?? ''} ${title.now}`.trim()));
        expect([...titles], said).toEqual([
          name == 'Connect' ? 'Connect wallet' : name == 'Account' ? 'Account' : 'All wallets',
        ]);
        for (const { views } of frames)
          expect(
            views.map((view) => view.name),
            said,
          ).toEqual([name]);
        return { said, places: new Set(frames.map(({ place }) => `${place.top} + ${place.height}`)) };
      };
      await openCard(page);
      await listed(page);
      for (const pause_ms of [800, 60]) {
        await page.getByTestId('all-wallets').click();
        await still(page, 'AllWallets');
        await page.keyboard.press('Escape');
        await expectClosed(page);
        const { said, places } = await opened('Connect', pause_ms);
        expect([...places], said).toHaveLength(1);
      }
      await page.keyboard.press('Escape');
      await expectClosed(page);
      await opened('AllWallets', 800, { view: 'AllWallets' });
      await page.keyboard.press('Escape');
      await expectClosed(page);
      await opened('Connect', 60);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await opened('Account', 800);
    });
  });

for (const [screen, use] of Object.entries(screens))
  test.describe(`${screen}, an account`, () => {
    test.use(use);
    test('draws the account in the reserved place after a reload', async ({ page }) => {
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
      test(`views that fail to load, ${when}: the error is on a card of the same height`, async ({
        page,
      }) => {
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
