// Nothing is confirmed by a press that nobody meant (docs/spec/security.md T11, B10): too soon, under something of the host, hardly
// to be seen, begun elsewhere, made by a script. And what a person does, with pointer or keys, counts.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress } from '../support/chain';
import { calm, expectClosed, openCard, review, sendStatus, still, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { choose, sign, visitWith } from '../support/sign-in';
import { expect, test } from '../support/test';

const confirm = (page: Page) => page.getByTestId('wm-send-confirm');
const refused = (page: Page) => page.getByTestId('wm-confirm-refused');

async function previewed(page: Page): Promise<ScriptedWallet> {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, {
    accounts: [account],
    answers: { eth_sendTransaction: 'hang' },
  });
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '1', freshAddress());
  return wallet;
}

/** Where it is, once nothing moves any more. */
async function middle(page: Page, id = 'wm-send-confirm'): Promise<[x: number, y: number]> {
  const box = (await page.getByTestId(id).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Runs in the page: a style of the host, or an element of it; both go again with `undo`. */
const put = (page: Page, css: string, element = false) =>
  page.evaluate(
    ([text, withElement]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const wall = document.createElement('div');
      if (withElement) {
        wall.id = 'wall';
        wall.popover = 'manual';
        document.body.append(wall);
        wall.showPopover();
      }
      Object.assign(window, {
        undo: () => {
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other != sheet);
          wall.remove();
        },
      });
    },
    [css, element] as const,
  );
const undo = (page: Page) => page.evaluate(() => (window as unknown as { undo(): void }).undo());

test('ignores a press in the first half second and says so: at first, after a second click, and when the page shows again @10.8', async ({
  page,
}) => {
  const wallet = await previewed(page);
  const [x, y] = await middle(page);
  // Where Send is known, and Review is pressed twice: the second one is on its way when the preview comes.
  await page.getByTestId('wm-send-cancel').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-review').click();
  await confirm(page).waitFor();
  await page.mouse.click(x, y);
  await still(page, 'SendPreview');
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');

  await calm(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.mouse.click(x, y);
  await expect(refused(page)).toHaveText(/^That was too fast/);
  await confirm(page).focus();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.keyboard.press('Enter');
  await expect(refused(page)).toBeVisible();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  expect(wallet.count('eth_sendTransaction')).toBe(0);

  await calm(page);
  await page.mouse.dblclick(x, y);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await expect(refused(page)).toHaveCount(0);
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);

  await test.step('confirms once by keys alone after the half second', async () => {
    await wallet.settle('eth_sendTransaction', { code: 4001, message: 'User rejected the request.' });
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
    await calm(page);
    await confirm(page).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(2);
    await page.keyboard.press('Enter');
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    expect(wallet.count('eth_sendTransaction')).toBe(2);
  });
});

test('ignores a press below the page’s element, on a faint button, begun or ended elsewhere, or by a script', async ({
  page,
}) => {
  test.slow();
  const wallet = await previewed(page);
  const [x, y] = await middle(page);
  const box = (await confirm(page).boundingBox())!;
  const over = (more: string) =>
    `#wall { position: fixed; inset: auto; margin: 0; border: 0; padding: 0; background: teal; ${more} }`;
  const corner = `left: ${box.x + box.width - 30}px; top: ${box.y + box.height - 12}px; width: 60px; height: 60px;`;
  const whole = `left: ${box.x}px; top: ${box.y}px; width: ${box.width}px; height: ${box.height}px;`;
  for (const [what, css, element] of [
    ['a corner of it covered', over(corner), true],
    ['covered by what lets presses through', over(`${whole} pointer-events: none`), true],
    ['covered by a picture that is nearly clear', over(`${whole} pointer-events: none; opacity: 0.02`), true],
    ['a button made clear by its part', 'wallet-modal::part(button-primary) { opacity: 0.01 }', false],
    ['a card made clear by its part', 'wallet-modal::part(card) { opacity: 0.2 }', false],
    ['a page that is made clear', 'html { opacity: 0.01 }', false],
    ['shrunk to a dot', 'wallet-modal::part(card) { transform: scale(0.2) }', false],
  ] as const) {
    await put(page, css, element);
    await calm(page);
    const [atX, atY] = await middle(page);
    await page.mouse.click(atX, atY);
    await expect(refused(page), what).toHaveText(/^Something is covering this button/);
    await confirm(page).focus();
    await page.keyboard.press('Enter');
    await expect(refused(page), what).toHaveText(/^Something is covering this button/);
    await undo(page);
    // What steps aside just before the press does not make it count.
    await page.mouse.click(x, y);
    await expect(sendStatus(page), what).toHaveAttribute('data-phase', 'review');
  }

  await calm(page);
  // Begun on the card and ended on the button, and the other way round, captured or not.
  await page.evaluate(() => {
    document.addEventListener(
      'pointerdown',
      (event) => (event.composedPath()[0] as Element).setPointerCapture(event.pointerId),
      true,
    );
  });
  for (const [from, to] of [
    [
      [x, y - 200],
      [x, y],
    ],
    [
      [x, y],
      [x, y - 200],
    ],
  ] as const) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to);
    await page.mouse.up();
  }
  await confirm(page).evaluate((button: HTMLElement) => {
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
  });
  await expect(refused(page)).toBeVisible();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  expect(wallet.count('eth_sendTransaction')).toBe(0);
});

test('protects the sign-in confirmation in the same way', async ({ page }) => {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [freshAddress()],
    answers: { personal_sign: 'hang' },
  });
  await visitWith(page);
  await choose(page, wallet.row);
  await calm(page);
  const [x, y] = await middle(page, 'w3m-connecting-siwe-sign');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.mouse.click(x, y);
  await expect(refused(page)).toHaveText(/too fast/);
  await put(
    page,
    '#wall { position: fixed; inset: 0; margin: 0; width: 100%; height: 100%; pointer-events: none }',
    true,
  );
  await calm(page);
  await page.mouse.click(x, y);
  await expect(refused(page)).toHaveText(/Something is covering/);
  expect(wallet.count('personal_sign')).toBe(0);
  await undo(page);
  await calm(page);
  await sign(page).click();
  await expect.poll(() => wallet.count('personal_sign')).toBe(1);
});
