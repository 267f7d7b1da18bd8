// A wallet that opens a window is asked in the task of the click: WebKit blocks the window of any later one, Chromium and Firefox some
// seconds later. What is looked at here is the task, so that one engine shows it for all.
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import {
  ask,
  create,
  expectClosed,
  fetchedAhead,
  openCard,
  review,
  sendStatus,
  visit,
} from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Which methods the wallet was asked for in the task of a click, which ones later. */
async function tasks(
  page: Page,
  binding: string,
): Promise<{ inTask(): Promise<string[]>; later(): Promise<string[]> }> {
  await page.addInitScript((name) => {
    const seen = { inTask: [] as string[], later: [] as string[] };
    let isInTask = false;
    // a task of its own follows each click at once
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (isInTask = false);
    addEventListener('click', () => ((isInTask = true), port2.postMessage(0)), true);
    const at = window as unknown as Record<string, unknown>;
    at.__tasks = seen;
    const told = at[name] as (text: string) => unknown;
    at[name] = (text: string) => {
      (isInTask ? seen.inTask : seen.later).push((JSON.parse(text) as { method: string }).method);
      return told(text);
    };
  }, binding);
  const read = (name: 'inTask' | 'later') =>
    page.evaluate((of) => (window as unknown as { __tasks: Record<string, string[]> }).__tasks[of]!, name);
  return { inTask: () => read('inTask'), later: () => read('later') };
}

test('asks the wallet to connect, send and sign for the page in the task of the click', async ({ page }) => {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [ALICE],
    answers: { eth_sendTransaction: 'hang', personal_sign: 'hang' },
  });
  const asked = await tasks(page, wallet.binding);
  await page.goto('/?noauto');
  await create(page);
  await openCard(page);
  await fetchedAhead(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  expect(await asked.inTask()).toContain('eth_requestAccounts');

  await openCard(page, 'Account');
  await review(page, '0.5', freshAddress());
  await page.locator('wallet-modal .body').evaluate((body) => body.scrollTo(0, 9_999)); // what is below the fold is seen first
  await page.waitForTimeout(600); // a click before that is not meant
  await page.getByTestId('wm-send-confirm').click();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
  expect(await asked.later()).not.toContain('eth_sendTransaction');
  expect(await page.evaluate(() => localStorage['wallet-modal:asked'])).toContain('0.5');
  await wallet.settle('eth_sendTransaction', { code: 4001, message: 'no' });
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  await expect.poll(() => page.evaluate(() => localStorage['wallet-modal:asked'] as unknown)).toBeUndefined();

  // the host's own button
  await ask(page, 'eth_chainId'); // the part that answers hosts is there
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await page.evaluate((from) => {
    const { walletModal } = window as unknown as {
      walletModal: { getProvider(of: string): { request(a: unknown): unknown } };
    };
    const button = Object.assign(document.createElement('button'), { textContent: 'Sign here' });
    button.addEventListener('click', () => {
      Promise.resolve(
        walletModal.getProvider('eip155').request({ method: 'personal_sign', params: ['0x6869', from] }),
      ).catch(() => {});
    });
    document.body.prepend(button);
  }, ALICE);
  await page.getByRole('button', { name: 'Sign here' }).click();
  await expect.poll(() => wallet.count('personal_sign')).toBe(1);
  expect(await asked.later()).not.toContain('personal_sign');
});

test('ignores a press in the first half second of a preview', async ({ page }) => {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [ALICE],
    answers: { eth_sendTransaction: { code: 4001, message: 'no' } },
  });
  // how old the button was at the press: a slow machine may come too late for this test, and then tries again
  await page.addInitScript(() => {
    const at = window as unknown as { __age?: number };
    let shown = 0;
    const button = () =>
      document.querySelector('wallet-modal')?.shadowRoot?.querySelector('[data-testid="wm-send-confirm"]');
    const watch = (): void => {
      shown = button() ? shown || performance.now() : 0;
      requestAnimationFrame(watch);
    };
    watch();
    addEventListener('click', ({ timeStamp }) => (at.__age = shown ? timeStamp - shown : undefined), true);
  });
  await visit(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '0.5', freshAddress());
  await expect(async () => {
    const before = wallet.count('eth_sendTransaction');
    await page.getByTestId('wm-send-cancel').click();
    await page.getByTestId('wm-send-review').click();
    await page.getByTestId('wm-send-confirm').click({ force: true, noWaitAfter: true });
    const age = await page.evaluate(() => (window as unknown as { __age?: number }).__age);
    expect(age).toBeLessThan(400);
    await page.waitForTimeout(300);
    expect(wallet.count('eth_sendTransaction')).toBe(before);
  }).toPass();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
});
