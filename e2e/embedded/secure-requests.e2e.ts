// An approval in the frame, and what can press Confirm (docs/spec/security.md T11). What else is asked, signed and sent: demo/secure/*.test.ts.
import type { Locator, Page } from '@playwright/test';
import { stringToHex, verifyMessage, type Address, type Hex } from 'viem';
import { TOKENS } from '../support/chain';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, logIn, readyPeer, rpc, type Peer } from './peer';

const part = (peer: Peer, name: string): Locator => peer.frame.getByTestId(`secure-${name}`);

/** Armed: half a second has passed, with everything in sight. */
const armed = (peer: Peer) => expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'false');

async function confirm(peer: Peer): Promise<void> {
  // Where a pointer comes from outside, the half second begins anew.
  await part(peer, 'confirm').hover();
  await armed(peer);
  await part(peer, 'confirm').click();
}

/** Logged in. */
async function wallet(page: Page): Promise<{ peer: Peer; address: Address }> {
  const peer = await readyPeer(page);
  const { address } = (await logIn(peer, freshEmail())) as { address: Address };
  // Chromium throws away what is pressed in a frame of another origin half a second after it came or moved.
  await page.waitForTimeout(600);
  return { peer, address };
}

const sign = (address: Address, text: string) => rpc('personal_sign', [stringToHex(text), address]);
const REJECTED = { ok: false, payload: { message: 'User rejected the request' } };

test.describe('approvals', () => {
  test('shows the site, network and whole address of a message, and signs on Confirm', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'Hello, Ada'));
    await expect(part(peer, 'title')).toHaveText('Sign a message');
    await expect(part(peer, 'site')).toHaveText(PAGE_URL);
    await expect(part(peer, 'network')).toHaveText('Demo Chain');
    await expect(part(peer, 'fact-message')).toHaveText('Hello, Ada');
    await expect(part(peer, 'fact-with')).toHaveAttribute('aria-label', address);
    await expect(part(peer, 'fact-with').locator('span')).toHaveCount(10);
    await expect(part(peer, 'reject')).toBeFocused();
    await confirm(peer);
    const { payload } = (await answer()) as unknown as { payload: Hex };
    expect(await verifyMessage({ address, message: 'Hello, Ada', signature: payload })).toBe(true);
    await expect(part(peer, 'approve')).toHaveCount(0);
  });

  test('follows the page from light to dark', async ({ page }) => {
    const { peer, address } = await wallet(page);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    const ground = () =>
      part(peer, 'approve').evaluate(
        (element) => getComputedStyle(element.ownerDocument.body).backgroundColor,
      );
    await peer.call('SYNC_THEME', { themeMode: 'light' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await peer.call('SYNC_THEME', { themeMode: 'dark' });
    expect(await ground()).toBe('rgb(20, 23, 24)');
  });
});

test('requires the checkbox before Confirm if something is given away @10.12', async ({ page }) => {
  const { peer, address } = await wallet(page);
  const data = `0xa22cb465${'0'.repeat(24)}${'ab'.repeat(20)}${'1'.padStart(64, '0')}`;
  await peer.begin(
    'RPC_REQUEST',
    rpc('eth_sendTransaction', [{ from: address, to: TOKENS.DUSD.address, data }]),
  );
  await expect(part(peer, 'title')).toHaveText('Allow taking a whole collection');
  await part(peer, 'confirm').hover();
  await part(peer, 'confirm').click({ force: true });
  await expect(part(peer, 'note')).not.toBeEmpty();
  await expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'true');
  await part(peer, 'accept').evaluate((box: HTMLInputElement) => box.click());
  await expect(part(peer, 'accept')).not.toBeChecked();
  await part(peer, 'accept').check();
  await part(peer, 'confirm').hover();
  await armed(peer);
});

test.describe('clicks on Confirm', () => {
  const unanswered = async (peer: Peer, answers: () => Promise<number>) => {
    await peer.page.waitForTimeout(700);
    expect(await answers()).toBe(0);
  };
  const counter = async (peer: Peer) => {
    const before = (await peer.said()).length;
    return async () => (await peer.said()).length - before;
  };

  test('ignores clicks in the first half second, also a double click', async ({ page }) => {
    await page.clock.install();
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.clock.pauseAt(Date.now() + 60_000);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await expect(async () => {
      const at = (await part(peer, 'confirm').boundingBox())!;
      await page.mouse.dblclick(at.x + at.width / 2, at.y + at.height / 2, { delay: 10 });
      await expect(part(peer, 'note')).not.toBeEmpty({ timeout: 500 });
    }).toPass();
    await page.clock.runFor(400);
    await part(peer, 'confirm').click({ force: true });
    await unanswered(peer, answers);
    await page.clock.runFor(300);
    await part(peer, 'confirm').click();
    await expect.poll(answers).toBe(1);
  });

  test('ignores scripts, and a press that began elsewhere', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await part(peer, 'confirm').hover();
    await armed(peer);
    await part(peer, 'confirm').dispatchEvent('click');
    const [from, to] = [
      (await part(peer, 'title').boundingBox())!,
      (await part(peer, 'confirm').boundingBox())!,
    ];
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10);
    await page.mouse.up();
    await unanswered(peer, answers);
  });

  for (const [what, css] of [
    ['something lies over it, though it lets presses through', null],
    ['the frame is hardly to be seen', 'opacity: 0.01'],
    ['the frame is turned', 'transform: rotate(2deg)'],
  ] as const)
    test(`ignores clicks while ${what}`, async ({ page }) => {
      const { peer, address } = await wallet(page);
      const answers = await counter(peer);
      await peer.begin('RPC_REQUEST', sign(address, 'x'));
      await part(peer, 'confirm').hover();
      await armed(peer);
      await page.evaluate((style) => {
        const { frame } = window as unknown as { frame: HTMLElement };
        if (style !== null) return void (frame.style.cssText = style);
        const veil = document.createElement('div');
        veil.style.cssText = 'position:fixed;inset:0;background:#fff;pointer-events:none';
        document.body.append(veil);
      }, css);
      await expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'true');
      const at = (await part(peer, 'confirm').boundingBox())!;
      await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
      await unanswered(peer, answers);
    });

  test('ignores a click after the frame moves under a resting pointer', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.mouse.move(700, 300);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await armed(peer);
    const at = (await part(peer, 'confirm').boundingBox())!;
    await page.evaluate(
      ([x, y]) => {
        const { frame } = window as unknown as { frame: HTMLElement };
        frame.style.cssText = `position: relative; left: ${x}px; top: ${y}px`;
      },
      [700 - at.x - at.width / 2, 300 - at.y - at.height / 2] as const,
    );
    await page.mouse.down();
    await page.mouse.up();
    await unanswered(peer, answers);
  });

  test('ignores a mouse that enters and presses immediately', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.mouse.move(700, 300);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await armed(peer);
    const at = (await part(peer, 'confirm').boundingBox())!;
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await expect(part(peer, 'note')).not.toBeEmpty();
    await unanswered(peer, answers);
  });

  test('ignores a press that began too early and ends later', async ({ page }) => {
    await page.clock.install();
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.clock.pauseAt(Date.now() + 60_000);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await part(peer, 'confirm').hover();
    await page.mouse.down();
    await page.clock.runFor(1_000);
    await armed(peer);
    await page.mouse.up();
    await expect(part(peer, 'note')).not.toBeEmpty();
    await unanswered(peer, answers);
  });

  test('works by keyboard: Reject has the focus first, and Esc rejects', async ({ page }) => {
    const { peer, address } = await wallet(page);
    for (const key of ['Enter', 'Escape']) {
      const refused = await peer.begin('RPC_REQUEST', sign(address, key));
      await expect(part(peer, 'reject')).toBeFocused();
      await page.keyboard.press(key);
      expect(await refused()).toEqual(REJECTED);
    }
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await armed(peer);
    await page.keyboard.press('Tab');
    await expect(part(peer, 'confirm')).toBeFocused();
    await page.keyboard.press('Enter');
    expect((await answer()).ok).toBe(true);
  });

  test('asks in a window if the browser cannot see what covers the frame', async ({ page, context }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
    });
    const { peer, address } = await wallet(page);
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'in a window'));
    await expect(part(peer, 'confirm')).toHaveCount(0);
    const [popup] = await Promise.all([context.waitForEvent('page'), part(peer, 'open-window').click()]);
    await expect(popup.getByTestId('secure-fact-message')).toHaveText('in a window');
    await popup.getByTestId('secure-confirm').hover();
    await expect(popup.getByTestId('secure-confirm')).toHaveAttribute('aria-disabled', 'false');
    await popup.getByTestId('secure-confirm').click();
    const signature = (await answer()).payload as unknown as Hex;
    expect(await verifyMessage({ address, message: 'in a window', signature })).toBe(true);

    const closed = await peer.begin('RPC_REQUEST', sign(address, 'closed'));
    const [second] = await Promise.all([context.waitForEvent('page'), part(peer, 'open-window').click()]);
    await expect(second.getByTestId('secure-confirm')).toBeVisible();
    await second.close();
    expect(await closed()).toEqual(REJECTED);
  });
});
