// Wallets that draw their window in the page: the card is non-modal during their request, and only offers Cancel (10.20, 10.58).
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { freshAddress, fundedAddress, TOKENS } from '../support/chain';
import { expectAccessible } from '../support/axe';
import { addDrawingWallet, type How } from '../support/drawing-wallet';
import { framesOf, watchFrames } from '../support/frames';
import {
  ask,
  call,
  card,
  confirm,
  connectingStatus,
  create,
  dialog,
  expectClosed,
  focused,
  openCard,
  review,
  sendStatus,
  still,
  view,
} from '../support/modal';
import { sign } from '../support/sign-in';
import { expect, test } from '../support/test';

const cancel = (page: Page) => page.getByTestId('wm-beside-cancel');
const approve = (page: Page | FrameLocator): Locator => page.locator('#approve');
const row = (page: Page) => page.getByRole('button', { name: 'Painter' });
const isModal = (page: Page) => dialog(page).evaluate((box) => box.matches(':modal'));
const drawnFor = (page: Page) => page.evaluate(() => window.drawnFor);

interface Given {
  how?: How;
  announced?: boolean;
  options?: Record<string, unknown>;
  of?: string;
}

/**
 * Waits for `beside`. The element fetches it ahead if the host adds a wallet of its own. If it loaded after the wallet had drawn, a window in a
 * closed shadow root, or one that isn't fixed, would look like a part of the page.
 */
const besideLoaded = (page: Page) =>
  page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(
        (one) => /\/beside-\w+\.js$/.test(one.name) && (one as PerformanceResourceTiming).responseEnd > 0,
      ),
  );

/** The list of wallets is open, with that wallet in it. */
async function listed(page: Page, { how, announced, options, of }: Given = {}): Promise<string> {
  const account = of ?? (await fundedAddress());
  await page.goto('/?noauto&nowallet');
  await create(page, options);
  await addDrawingWallet(page, { account, how, announced });
  await openCard(page);
  return account;
}

/** The wallet's window takes the press, whatever we have drawn. */
async function approveInPage(page: Page, how: How = 'fixed'): Promise<void> {
  if (how != 'closed') return approve(how == 'frame' ? page.frameLocator('#window iframe') : page).click();
  await expect(async () => {
    const { x, y } = await page.evaluate(() => window.approveAt());
    await page.mouse.click(x, y);
    expect(await page.evaluate(() => window.approved)).toBe(1);
  }).toPass();
}

async function connected(page: Page, given: Given = {}): Promise<string> {
  const account = await listed(page, given);
  await row(page).click();
  await approveInPage(page);
  await expectClosed(page);
  return account;
}

for (const how of ['fixed', 'dialog', 'popover', 'shown', 'shadow', 'closed', 'frame', 'absolute'] as const)
  test(`a page’s wallet that draws in the page (${how}) gets the press on Approve @10.20 @10.58`, async ({
    page,
  }) => {
    const account = await listed(page, { how });
    await besideLoaded(page);
    await row(page).click();
    await approveInPage(page, how);
    await expectClosed(page);
    expect(await call(page, 'getAddress')).toBe(account);
    expect(await drawnFor(page)).toEqual(['eth_requestAccounts']);
  });

for (const how of ['fixed', 'late', 'dialog', 'popover', 'shown', 'shadow', 'frame'] as const)
  test(`an announced wallet that draws in the page (${how}) gets the press on Approve @10.20 @10.58`, async ({
    page,
  }) => {
    const account = await listed(page, { how, announced: true });
    await row(page).click();
    await approveInPage(page, how);
    await expectClosed(page);
    expect(await call(page, 'getAddress')).toBe(account);
  });

test('sign-in: Approve reaches the wallet, and its response makes the card modal again @10.20', async ({
  page,
}) => {
  const key = privateKeyToAccount(generatePrivateKey());
  await page.exposeFunction('signed', (raw: Hex) => key.signMessage({ message: { raw } }));
  await listed(page, { options: { siwx: true }, of: key.address });
  await row(page).click();
  await expect(cancel(page)).toBeVisible();
  await approveInPage(page);
  await still(page, 'SIWXSignMessage');
  expect(await isModal(page)).toBe(true);
  await expect(cancel(page)).toHaveCount(0);
  await confirm(sign(page));
  await expect(approve(page)).toBeVisible();
  expect(await isModal(page)).toBe(false);
  await expect(sign(page)).toBeHidden();
  await approveInPage(page);
  await expectClosed(page);
  expect(await drawnFor(page)).toEqual(['eth_requestAccounts', 'personal_sign']);
});

test('a send and a request of the page: Approve reaches the wallet, and its response makes the card modal again @10.20', async ({
  page,
}) => {
  await connected(page);
  await test.step('a send', async () => {
    await openCard(page, 'Account');
    await review(page, '1', freshAddress());
    await confirm(page.getByTestId('wm-send-confirm'));
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await expect(page.getByTestId('wm-send-confirm')).toBeHidden();
    await approveInPage(page);
    await expect(cancel(page)).toHaveCount(0);
    expect(await isModal(page)).toBe(true);
    await expect(sendStatus(page)).not.toHaveAttribute('data-phase', 'waiting');
    await call(page, 'close');
    await expectClosed(page);
  });

  await test.step('a request of the page', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [freshAddress(), 7n] });
    const from = await call(page, 'getAddress');
    const sent = ask(page, 'eth_sendTransaction', [{ from, to: TOKENS.DUSD.address, data }]);
    await still(page, 'ReviewRequest');
    await confirm(page.getByTestId('wm-review-confirm'));
    await expect(approve(page)).toBeVisible();
    expect(await isModal(page)).toBe(false);
    await approveInPage(page);
    expect(await sent).toMatch(/^0x[\da-f]{64}$/);
  });
  expect(await page.evaluate(() => window.approved)).toBe(3);
});

test('after a declined send, the card is modal again, and Send works after half a second @10.20', async ({
  page,
}) => {
  await connected(page);
  await openCard(page, 'Account');
  await review(page, '1', freshAddress());
  await confirm(page.getByTestId('wm-send-confirm'));
  // Pressed as soon as the card is modal again: when its button is there, in the page's own time.
  await page.evaluate(() => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const box = root.querySelector('dialog')!;
    Object.assign(window, { modalAt: 0 });
    const look = (): void => {
      if (box.matches(':modal')) Object.assign(window, { modalAt: performance.now() });
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.locator('#decline').click();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  const again = (await page.getByTestId('wm-send-confirm').boundingBox())!;
  await page.mouse.click(again.x + again.width / 2, again.y + again.height / 2);
  const after = await page.evaluate(
    () => performance.now() - (window as never as { modalAt: number }).modalAt,
  );
  if (after < 500) await expect(page.getByTestId('wm-confirm-refused')).toHaveText(/^That was too fast/);
  expect(await drawnFor(page)).toEqual(['eth_requestAccounts', 'eth_sendTransaction']);
  await confirm(page.getByTestId('wm-send-confirm'));
  await approveInPage(page);
  await expect(sendStatus(page)).not.toHaveAttribute('data-phase', /review|waiting/);
});

test('sends Cancel, Esc and Tab to the wallet’s window, and Esc to the card only if the focus is there @10.20', async ({
  page,
}) => {
  await listed(page);
  await row(page).click();
  await expect(cancel(page)).toBeVisible();
  await page.locator('#code').click();
  await page.keyboard.type('123');
  await expect(page.locator('#code')).toHaveValue('123');
  await page.keyboard.press('Escape');
  await expect(connectingStatus(page)).toBeVisible();
  await cancel(page).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('');
  await cancel(page).focus();
  await page.keyboard.press('Escape');
  await still(page, 'Connect');
  expect(await isModal(page)).toBe(true);
  await expect(cancel(page)).toHaveCount(0);
  // The wallet still has its request open. The list is for another wallet.
  await expect(row(page)).toBeVisible();
  expect(await page.evaluate(() => window.approved)).toBe(0);
});

test('on a phone, keeps the sheet below the window, accessible, and in the page until the response @10.20', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await listed(page, { how: 'dialog' });
  await row(page).click();
  await expect(cancel(page)).toBeVisible();
  await expectAccessible(page, 'wallet-modal');
  // The host moves the element: it was shown anew, and leaves the way again.
  await page.evaluate(() => document.body.append(document.querySelector('wallet-modal')!));
  await expect.poll(() => isModal(page)).toBe(false);
  await approveInPage(page);
  await expectClosed(page);
});

test('keeps the card non-modal while a fixed element of the page exists @10.20', async ({ page }) => {
  await listed(page, { announced: true, how: 'late' });
  await page.evaluate(() => {
    const bar = document.body.appendChild(document.createElement('div'));
    bar.style.cssText = 'position:fixed;inset:0 0 auto;block-size:60px;background:tan';
  });
  // What was there before the wallet was asked is the page's.
  await row(page).click();
  await still(page, 'ConnectingExternal');
  expect(await isModal(page)).toBe(true);
  await expect(cancel(page)).toBeVisible();
  await page.evaluate(() => window.dropWindow());
  await expect.poll(() => isModal(page)).toBe(true);
  await expect(cancel(page)).toHaveCount(0);
  await expect(card(page)).toBeVisible();
  expect(await focused(page)).not.toBe('');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('continues the transition of the leaving view while the card steps aside @10.20 @10.58', async ({
    page,
  }) => {
    await watchFrames(page);
    // what makes the card step aside comes in the middle of the movement
    await page.route(/\/dist\/beside-[\da-f]+\.js/, async (route) => {
      await expect(view(page, 'ConnectingExternal')).toBeAttached();
      await route.continue();
    });
    await listed(page);
    await framesOf(page);
    await row(page).click();
    await expect(cancel(page)).toBeVisible();
    await still(page, 'ConnectingExternal');
    const leaving = (await framesOf(page))
      .flatMap(({ views }) => views)
      .filter(({ name, kind }) => name == 'Connect' && kind == 'leaving')
      .map(({ opacity }) => opacity);
    expect(leaving.length).toBeGreaterThan(1);
    expect(leaving).toEqual([...leaving].sort((a, b) => b - a));
  });
});
