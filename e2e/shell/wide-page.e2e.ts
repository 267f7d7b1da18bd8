// A page that is wider than the phone it is on (a table, an image): the sheet stands on what is seen of it, and goes along.
import type { Page } from '@playwright/test';
import { call, expectClosed, openCard, still, visit } from '../support/modal';
import { expect, test } from '../support/test';

test.use({ viewport: { width: 380, height: 740 }, isMobile: true, hasTouch: true });

const phone = { width: 380, height: 740 };

async function widen(page: Page, width: number): Promise<void> {
  await page.evaluate((width) => {
    const table = document.createElement('div');
    table.className = 'wide';
    table.style.cssText = `width:${width}px;height:1500px;background:linear-gradient(90deg,#eee,#99c)`;
    document.body.append(table);
  }, width);
}

/** Where the card is on the screen, and what the screen shows. */
const look = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const { left, top, right, bottom } = root.querySelector('.card')!.getBoundingClientRect();
    const { offsetLeft, offsetTop, width, height, scale } = visualViewport!;
    const at = (value: number, of: number) => Math.round(value - of);
    return {
      card: {
        left: at(left, offsetLeft),
        right: at(right, offsetLeft),
        top: at(top, offsetTop),
        bottom: at(bottom, offsetTop),
      },
      screen: { width: Math.round(width), height: Math.round(height), scale },
      laidOut: root.querySelector<HTMLElement>('.overlay')!.offsetWidth,
    };
  });

/** A finger where the X is seen. */
async function tapClose(page: Page): Promise<void> {
  const { right, top } = (await look(page)).card;
  await page.touchscreen.tap(right - 32, top + 40);
}

const scaleTo = async (page: Page, pageScaleFactor: number): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor });
};

test('the sheet is as wide as the screen, at its lower edge, at any scroll position of the page', async ({
  page,
}) => {
  await visit(page);
  await widen(page, 540);
  for (const to of [
    [0, 0],
    [160, 0],
    [0, 900],
  ] as const) {
    await page.evaluate(([x, y]) => scrollTo(x, y), to);
    await call(page, 'open');
    await still(page, 'Connect');
    const { card, screen, laidOut } = await look(page);
    expect(laidOut, 'it would be too wide').toBe(540);
    expect({ width: screen.width, height: screen.height }).toEqual(phone);
    expect(card, `from ${to.join()}`).toMatchObject({ left: 0, right: 380, bottom: 740 });
    expect(card.top).toBeGreaterThanOrEqual(80);
    await tapClose(page);
    await expectClosed(page);
  }
});

test('zooming in enlarges it, and places nothing at another scale', async ({ page }) => {
  await visit(page);
  await widen(page, 540);
  await call(page, 'open');
  await still(page, 'Connect');
  const style = () =>
    page.evaluate(
      () => document.querySelector('wallet-modal')!.shadowRoot!.querySelector('dialog')!.style.cssText,
    );
  const before = await style();
  expect(before).toContain('380px');
  await scaleTo(page, 2);
  await expect.poll(async () => (await look(page)).screen.scale).toBe(2);
  expect(await style()).toBe(before);
  await scaleTo(page, 1);
  await expect.poll(async () => (await look(page)).screen.scale).toBe(1);
  expect((await look(page)).card).toMatchObject({ left: 0, right: 380, bottom: 740 });
});

test('a page as wide as the phone, now or later, loads none of it', async ({ page }) => {
  await visit(page);
  await openCard(page);
  const style = () =>
    page.evaluate(
      () => document.querySelector('wallet-modal')!.shadowRoot!.querySelector('dialog')!.style.cssText,
    );
  expect(await style()).not.toContain('inset');
  await tapClose(page);
  await expectClosed(page);
  await widen(page, 540);
  await openCard(page);
  expect(await style()).toContain('inset');
  await tapClose(page);
  await expectClosed(page);
  await page.evaluate(() => document.querySelector('.wide')!.remove());
  await openCard(page);
  expect(await style()).not.toContain('inset');
  expect((await look(page)).card).toMatchObject({ left: 0, right: 380, bottom: 740 });
});
