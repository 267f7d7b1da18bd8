// Over a dialog of the host's that listens on the document as dialog libraries do (Radix, react-remove-scroll, focus traps): each thing they listen
// for, one by one. What is done in our dialog is nothing outside of theirs, and what they would forbid the page is not forbidden in ours
// (requirement 10.20, element/src/views/shell/over.ts).
import type { CDPSession, Page } from '@playwright/test';
import { card, openCard, still, visit } from '../support/modal';
import { expect, test } from '../support/test';

/** A dialog of the host's that closes on whatever it takes for a press or a focus outside of it, and lets nothing scroll but itself. */
async function theirs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialog = document.createElement('div');
    dialog.id = 'theirs';
    dialog.textContent = 'Your order';
    document.body.append(dialog);
    const heard: string[] = [];
    Object.assign(window, { __heard: heard });
    const isOutside = ({ target }: Event): boolean => !dialog.contains(target as Node);
    for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin'])
      document.addEventListener(type, (event) => {
        if (!isOutside(event)) return;
        heard.push(type);
        dialog.remove();
      });
    for (const type of ['wheel', 'touchmove'])
      document.addEventListener(
        type,
        (event) => {
          if (!isOutside(event)) return;
          heard.push(type);
          if (event.cancelable) event.preventDefault();
        },
        { passive: false },
      );
  });
}

const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((window as unknown as { __heard: string[] }).__heard)]);

/** Nothing was heard, and theirs is still there. */
async function unheard(page: Page): Promise<void> {
  expect(await heard(page)).toEqual([]);
  await expect(page.locator('#theirs')).toHaveCount(1);
}

/** How far the list in our dialog is scrolled. */
const scrolled = (page: Page): Promise<number> =>
  card(page).evaluate((from) => Math.max(0, ...[...from.querySelectorAll('*')].map((one) => one.scrollTop)));

/** All wallets, so that there is something to scroll. */
async function longList(page: Page): Promise<{ x: number; y: number }> {
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  await expect.poll(() => card(page).getByRole('listitem').count()).toBeGreaterThan(10);
  const box = (await card(page).boundingBox())!;
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1000, height: 480 } });

  test('scrolls a list by the wheel although the page blocks scrolling @10.20', async ({ page }) => {
    await visit(page);
    await openCard(page);
    const { x, y } = await longList(page);
    await theirs(page);
    await page.mouse.move(x, y);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 200);
        return scrolled(page);
      })
      .toBeGreaterThan(100);
    await unheard(page);
  });

  test('hides presses in the modal from outside-click handlers, and delivers those in the page’s slotted content @10.20', async ({
    page,
  }) => {
    await visit(page);
    await page.evaluate(() => {
      const own = document.createElement('button');
      Object.assign(own, { slot: 'footer', id: 'help', textContent: 'Help' });
      document.querySelector('wallet-modal')!.append(own);
    });
    await openCard(page);
    await theirs(page);
    await card(page).getByRole('heading').first().click();
    await unheard(page);
    await page.locator('#help').click();
    expect(await heard(page)).toEqual(expect.arrayContaining(['pointerdown', 'mousedown']));
  });

  test('keeps a focus trap of the page from taking the focus, and from losing typed text @10.20', async ({
    page,
  }) => {
    await visit(page);
    await openCard(page);
    await longList(page);
    await theirs(page);
    const search = card(page).getByRole('searchbox').or(card(page).getByRole('textbox'));
    await search.focus();
    await page.keyboard.type('wal');
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
    await search.focus();
    await page.keyboard.type('let');
    await expect(search).toHaveValue('wallet');
    await unheard(page);
  });
});

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true });

  /** A finger that goes up by so much, as the browser has it from a screen. */
  async function swipe(session: CDPSession, x: number, y: number, by: number): Promise<void> {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at == null ? [] : [{ x, y: at }] });
    await touch('touchStart', y);
    for (let way = 10; way <= by; way += 10) await touch('touchMove', y - way);
    await touch('touchEnd');
  }

  test('scrolls a list by touch although the page blocks scrolling, and hides touches from outside handlers @10.20', async ({
    page,
  }) => {
    await visit(page);
    await openCard(page);
    const { x, y } = await longList(page);
    await theirs(page);
    const session = await page.context().newCDPSession(page);
    await expect
      .poll(async () => {
        await swipe(session, x, y, 200);
        return scrolled(page);
      })
      .toBeGreaterThan(100);
    await unheard(page);
  });
});
