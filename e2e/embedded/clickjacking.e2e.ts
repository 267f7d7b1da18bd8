// Nothing is approved in the frame by a press that nobody meant, whatever the page around does to our modal (docs/spec/security.md T11, B10):
// something over it, a frame hardly to be seen or turned, one that is moved under a pointer, a press on its way when it comes, presses made by
// a script. Then a person looks and presses, and that counts. Chromium tells the frame what covers it (IntersectionObserver v2), without a
// screen too; what a browser without it does is in secure-requests.e2e.ts: the secure site asks in a window of its own.
import type { Page } from '@playwright/test';
import { stringToHex, type Address, type Hex } from 'viem';
import { chain } from '../support/chain';
import { expectClosed, still } from '../support/modal';
import { expect, test } from '../support/test';
import { approve, inFrame, logIn, request, resultOf, visitLogin, type Outcome } from './host-page';

const MESSAGE = 'What is it worth';
const confirm = (page: Page) => inFrame(page, 'confirm');
const note = (page: Page) => inFrame(page, 'note');

type Waiting = { address: Address; outcome: () => Promise<Outcome> };

const sign = async (page: Page, address: Address): Promise<Waiting> => ({
  address,
  outcome: await request(page, 'personal_sign', [stringToHex(MESSAGE), address]),
});

/** Logged in, and a message waits to be signed. */
async function asked(page: Page): Promise<Waiting> {
  await visitLogin(page);
  const waiting = await sign(page, await logIn(page));
  await still(page, 'ApproveTransaction');
  return waiting;
}

const armed = (page: Page) => expect(confirm(page)).toHaveAttribute('aria-disabled', 'false');

async function middle(page: Page): Promise<[x: number, y: number]> {
  const box = (await confirm(page).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** It waits still, and a person can approve it. */
async function honest(page: Page, { address, outcome }: Waiting): Promise<void> {
  expect(await outcome()).toBeNull();
  await approve(page);
  await expectClosed(page);
  const signature = await resultOf<Hex>(outcome);
  expect(await chain.verifyMessage({ address, message: MESSAGE, signature })).toBe(true);
}

/** A style of the page for a part of our element, inside and out; its shadow tree is open to the page. Again without one, it is undone. */
const style = (page: Page, selector: string, css: string | null) =>
  page.evaluate(
    ([of, text]) => {
      const modal = document.querySelector('wallet-modal')!;
      const found =
        modal.shadowRoot!.querySelector<HTMLElement>(of) ?? document.querySelector<HTMLElement>(of)!;
      found.dataset.before ??= found.style.cssText;
      found.style.cssText = text === null ? found.dataset.before : `${found.dataset.before};${text}`;
    },
    [selector, css] as const,
  );

/** Something of the page over everything, in the top layer as the modal; gone with `null`. */
const wall = (page: Page, css: string | null) =>
  page.evaluate((text) => {
    document.getElementById('wall')?.remove();
    if (text === null) return;
    const element = document.createElement('div');
    Object.assign(element, { id: 'wall', popover: 'manual' });
    element.style.cssText = `inset:auto;margin:0;border:0;padding:0;background:teal;pointer-events:none;${text}`;
    document.body.append(element);
    element.showPopover();
  }, css);

test('ignores a click under an element of the page, and in a faint, turned, shrunk or clipped frame', async ({
  page,
}) => {
  test.slow();
  const waiting = await asked(page);
  const box = (await confirm(page).boundingBox())!;
  const corner = `left:${box.x + box.width - 30}px;top:${box.y + box.height - 12}px;width:60px;height:60px`;
  const whole = 'inset:0;width:100%;height:100%';
  const over = (css: string) => [() => wall(page, css), () => wall(page, null)] as const;
  const dressed = (of: string, css: string) =>
    [() => style(page, of, css), () => style(page, of, null)] as const;
  for (const [what, [put, undo], isThere = true] of [
    ['a corner covered', over(corner)],
    ['all covered', over(whole)],
    ['covered by what is nearly clear', over(`${whole};opacity:0.02`)],
    ['a clear frame', dressed('#w3m-iframe', 'opacity:0.01')],
    ['a clear dialog', dressed('dialog', 'opacity:0.01')],
    ['a blurred dialog', dressed('dialog', 'filter:blur(20px)')],
    ['a blended frame', dressed('#w3m-iframe', 'mix-blend-mode:difference')],
    ['a turned frame', dressed('#w3m-iframe', 'transform:rotate(2deg)')],
    ['a dialog shrunk to a dot', dressed('dialog', 'transform:scale(0.1)')],
    ['a dialog cut to nothing', dressed('dialog', 'clip-path:circle(10px at 0 0)'), false],
    ['a frame outside of the window', dressed('#w3m-iframe', 'left:-5000px'), false],
  ] as const) {
    await confirm(page).hover();
    await armed(page);
    const before = await middle(page);
    await put();
    await expect(confirm(page), what).toHaveAttribute('aria-disabled', 'true');
    if (isThere) await page.mouse.click(...(await middle(page)));
    await confirm(page).focus();
    await page.keyboard.press('Enter');
    await expect(note(page), what).not.toBeEmpty();
    await undo();
    // What steps aside just before the press does not make it count.
    await page.mouse.click(...before);
    expect(await waiting.outcome(), what).toBeNull();
  }
  await honest(page, waiting);
});

test('ignores a click while the description is covered', async ({ page }) => {
  const waiting = await asked(page);
  const { x, y, width, height } = (await inFrame(page, 'fact-message').boundingBox())!;
  await confirm(page).hover();
  await armed(page);
  await wall(page, `left:${x}px;top:${y}px;width:${width}px;height:${height}px`);
  await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.click(...(await middle(page)));
  await expect(note(page)).not.toBeEmpty();
  await wall(page, null);
  await honest(page, waiting);
});

test('ignores a click while only the buttons are visible', async ({ page }) => {
  const waiting = await asked(page);
  const frame = (await page.locator('#w3m-iframe').boundingBox())!;
  const button = (await confirm(page).boundingBox())!;
  await confirm(page).hover();
  await armed(page);
  await style(page, '#w3m-iframe', `clip-path:inset(${button.y - frame.y - 8}px 0 0 0)`);
  await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.click(...(await middle(page)));
  await style(page, '#w3m-iframe', null);
  await honest(page, waiting);
});

test('ignores clicks in the first half second: a double click, a press that began before', async ({
  page,
}) => {
  await page.clock.install();
  await visitLogin(page);
  const address = await logIn(page);
  const first = await sign(page, address);
  await still(page, 'ApproveTransaction');
  await armed(page);
  const [x, y] = await middle(page);
  await inFrame(page, 'reject').click();
  await expectClosed(page);
  expect(await first.outcome()).toMatchObject({ code: 4001 });

  // Where Confirm is known, the page asks while the pointer rests there and something is being clicked.
  await page.mouse.move(x, y);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const waiting = await sign(page, address);
  await expect(async () => {
    await page.clock.runFor(20);
    await page.mouse.dblclick(x, y, { delay: 10 });
    await expect(note(page)).not.toBeEmpty({ timeout: 300 });
  }).toPass();
  await page.mouse.down();
  await page.clock.runFor(2_000);
  await armed(page);
  await page.mouse.up();
  await page.clock.runFor(100);
  expect(await waiting.outcome()).toBeNull();
  await page.clock.resume();
  await honest(page, waiting);
});

test('ignores a click after the frame moves under a resting pointer, or shows a new request there', async ({
  page,
}) => {
  const waiting = await asked(page);
  await page.mouse.move(20, 20);
  await armed(page);
  const [x, y] = await middle(page);
  const frame = (await page.locator('#w3m-iframe').boundingBox())!;
  await style(page, '#w3m-iframe', `left:${frame.x + 20 - x}px;top:${frame.y + 20 - y}px`);
  await page.mouse.down();
  await page.mouse.up();
  await style(page, '#w3m-iframe', null);
  await page.mouse.click(x, y);
  await honest(page, waiting);
});

test('ignores clicks, keys and messages that scripts of the page create', async ({ page }) => {
  const waiting = await asked(page);
  await confirm(page).hover();
  await armed(page);
  const [x, y] = await middle(page);
  const reached = await page.evaluate(
    async ([left, top]) => {
      const frame = document
        .querySelector('wallet-modal')!
        .shadowRoot!.querySelector<HTMLIFrameElement>('#w3m-iframe')!;
      const at = { bubbles: true, composed: true, clientX: left, clientY: top, detail: 1 };
      frame.focus();
      for (const target of [frame, document.elementFromPoint(left, top)!, document.body]) {
        for (const type of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(type, at));
        for (const type of ['mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(type, at));
        for (const type of ['keydown', 'keypress', 'keyup'])
          target.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, composed: true }));
        (target as HTMLElement).click();
      }
      const { origin } = new URL(frame.src);
      for (const name of ['RPC_APPROVE', 'CONFIRM', 'RPC_REQUEST_SUCCESS', 'RPC_RESPONSE'])
        for (const prefix of ['@w3m-app/', '@w3m-frame/'])
          frame.contentWindow!.postMessage({ type: prefix + name, id: 'abc', payload: true }, origin);
      await new Promise((read) => setTimeout(read, 100));
      return frame.contentDocument;
    },
    [x, y] as const,
  );
  expect(reached, 'its document is of another origin').toBeNull();
  await expect(inFrame(page, 'approve')).toBeVisible();
  await honest(page, waiting);
});
