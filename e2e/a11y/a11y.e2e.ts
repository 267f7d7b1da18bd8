// Everybody can use it: axe in every view and state in both themes, the keyboard alone, names, a phone.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress } from '../support/chain';
import { expectAccessible } from '../support/axe';
import {
  button,
  card,
  connectingStatus,
  expectClosed,
  fillSend,
  focused,
  listed,
  openCard,
  pressSend,
  sendStatus,
  still,
  toast,
  visit,
} from '../support/modal';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');
const refusal = { code: 4001, message: 'User rejected the request' };
const failure = { code: -32603, message: 'the vault is on fire' };

/** Walks through every state there is and calls `look` in each. */
async function everyState(page: Page, query: string, look: (state: string) => Promise<void>): Promise<void> {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, {
    accounts: [account],
    answers: { eth_requestAccounts: 'wait', eth_sendTransaction: 'wait' },
  });
  await visit(page, query);
  await openCard(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await look('Connect');

  await page.getByTestId(wallet.row).click();
  await still(page, 'ConnectingExternal');
  await look('ConnectingExternal, opening or to confirm');
  await wallet.settle('eth_requestAccounts', refusal);
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await look('ConnectingExternal, rejected');
  await wallet.answer('eth_requestAccounts', failure);
  await retry(page).click();
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
  await card(page).getByText('Details').click();
  await look('ConnectingExternal, failed, details open');
  await wallet.answer('eth_requestAccounts', { result: [account] });
  await retry(page).click();
  await expectClosed(page);

  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toHaveAttribute('data-phase', 'ready');
  await look('Account');

  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await expect(page.getByTestId('wm-send-max')).toHaveAttribute('aria-busy', 'false');
  await look('Send, empty');
  await page.getByTestId('wm-send-review').click({ force: true });
  await expect(card(page)).toContainText('Type how much you want to send');
  await look('Send, the button explains');
  await page.getByTestId('wm-send-amount').fill('1.2.3');
  await page.getByTestId('wm-send-address').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79c8');
  await expect(page.getByTestId('wm-send-address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('wm-send-amount')).toHaveAttribute('aria-invalid', 'true');
  await look('Send, errors');
  await page.getByTestId('wm-send-amount').fill('1.25');
  await page.getByTestId('wm-send-address').fill(account.toLowerCase());
  await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
  await look('Send, filled, with a notice');

  await page.getByTestId('wm-send-review').click();
  await still(page, 'SendPreview');
  await look('SendPreview, review');
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
  await look('SendPreview, waiting');
  await wallet.settle('eth_sendTransaction', failure);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'failed');
  await sendStatus(page).getByText('Details').click();
  await expect(toast(page)).toBeVisible();
  await toast(page).hover();
  await look('SendPreview, failed, with a toast');
}

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing in any view and state, ${theme} @10.8`, async ({ page }) => {
    test.slow();
    const found: string[] = [];
    await everyState(page, `?theme=${theme}&nowallet`, async (state) => {
      await expectAccessible(page, 'wallet-modal').catch((error: Error) =>
        found.push(`${state}: ${/\+ {3}"(.*)"/.exec(error.message)?.[1] ?? error.message.slice(0, 300)}`),
      );
    });
    expect(found).toEqual([]);
  });

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing where something is missing, ${theme} @10.8`, async ({ page }) => {
    await visit(page, `?theme=${theme}&nowallet&projectId=`);
    await openCard(page);
    await expect(page.getByTestId('wm-connect-empty')).toBeVisible();
    await expectAccessible(page, 'wallet-modal');
    await page.getByTestId('wm-connect-again').click();
    await expect(card(page)).toContainText('Still no wallet');
    await expectAccessible(page, 'wallet-modal');

    await page.route('**/dist/*.wasm', (route) => route.abort());
    await page.reload();
    await page.waitForFunction(() => 'walletModal' in window);
    await button(page).click();
    await expect(card(page)).toContainText('Could not load');
    await expectAccessible(page, 'wallet-modal');
  });

test('axe finds nothing in a failed balance and an unsupported network @10.8', async ({ page }) => {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
  await page.route(`**/v1/account/${account}/**`, (route) => route.abort());
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toHaveAttribute('data-phase', 'failed', {
    timeout: 12_000,
  });
  await expectAccessible(page, 'wallet-modal');
  await wallet.emit('chainChanged', '0x1');
  await still(page, 'UnsupportedChain');
  await expectAccessible(page, 'wallet-modal');
  // The button outside is part of it. What is asked for here is not closed away: the way out is to let go.
  await page.keyboard.press('Escape');
  await still(page, 'UnsupportedChain');
  await expectAccessible(page, 'wallet-button');
});

/** The focused element can be seen to be it: an outline, or the frame of its field. */
const visible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    let at = document.activeElement as HTMLElement;
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const frames = [at.closest('.field-line'), at.closest('.field')];
    const framed = frames.some((frame) => frame && getComputedStyle(frame).boxShadow != 'none');
    return framed || (outlineStyle == 'solid' && outlineWidth == '2px');
  });

test('the keyboard alone: from the button to the preview and out again @10.8', async ({ page }) => {
  test.slow();
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page);
  const press = (key: string) => page.keyboard.press(key);
  const expectFocus = async (testId: string) => {
    await expect.poll(() => focused(page), `the focus is on ${testId}`).toBe(testId);
    expect(await visible(page), `the focus on ${testId} can be seen`).toBe(true);
  };
  const tabTo = async (testId: string, key = 'Tab') => {
    for (let i = 0; i < 12 && (await focused(page)) != testId; i++) await press(key);
    await expectFocus(testId);
  };

  await tabTo('connect-button');
  await press('Enter');
  await still(page, 'Connect');
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await expect(page.getByTestId('wallet-selector-dev.wallet-modal.demo')).toBeVisible();
  // The list is one stop; arrows move in it, letters find.
  await expect.poll(() => focused(page)).toMatch(/^wallet-selector-/);
  expect(await visible(page)).toBe(true);
  await press('d');
  await expectFocus('wallet-selector-dev.wallet-modal.demo');
  for (let i = 0; i < 6 && (await focused(page)) != wallet.row; i++) await press('ArrowUp');
  await expectFocus(wallet.row);
  await tabTo('w3m-header-close', 'Shift+Tab');
  await tabTo(wallet.row);
  await press('Enter');
  await expectClosed(page);
  await expectFocus('connect-button');

  await press('Space');
  await still(page, 'Account');
  await expectFocus('w3m-account-default-send-button');
  await press('End');
  await expectFocus('disconnect-button');
  await press('Home');
  await press('Enter');
  await still(page, 'Send');
  await expectFocus('wm-send-amount');
  await page.keyboard.type('1.25');
  await tabTo('wm-send-address');
  const to = freshAddress();
  await page.keyboard.insertText(to);
  await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
  await tabTo('wm-send-review');
  await press('Enter');
  await still(page, 'SendPreview');
  // Approving is never one Enter away.
  await expectFocus('wm-send-cancel');
  await press('Tab');
  await expectFocus('wm-send-confirm');
  await press('Alt+ArrowLeft');
  await still(page, 'Send');
  await expect(page.getByTestId('wm-send-amount')).toHaveValue('1.25');
  await press('Escape');
  await expectClosed(page);
  await expectFocus('connect-button');
  expect(wallet.count('eth_sendTransaction')).toBe(0);
});

test('buttons without words have names; what changes is said @10.8', async ({ page }) => {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page);
  await openCard(page);
  const named = (testId: string, name: string | RegExp) =>
    expect(page.getByTestId(testId)).toHaveAccessibleName(name);
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible();
  await named('w3m-header-close', 'Close');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await named('wm-copy-address', /^Copy address 0x/);
  await named('wm-explorer', 'View on explorer');
  await page.getByTestId('wm-copy-address').click();
  await expect(toast(page)).toHaveAttribute('role', /status|alert/);
  await expect(toast(page).getByRole('button')).toHaveAccessibleName('Dismiss');
  await fillSend(page, '1', freshAddress());
  await named('header-back', 'Back');
  await named('wm-send-max', 'Send the whole balance');
  await named('wm-send-paste', 'Paste address');
  await named('wm-send-amount', 'Amount');
  await named('wm-send-address', 'To');
  await page.getByTestId('wm-send-amount').fill('99999');
  await expect(page.getByTestId('wm-send-amount')).toHaveAccessibleDescription('More than you have');
  const alert = card(page).getByRole('alert').and(page.locator('#wm-amount-message'));
  await expect(alert).toHaveText('More than you have');
});

test('on a phone of 380 px it is a sheet at the bottom, and nothing scrolls sideways', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 380, height: 760 });
  await everyState(page, '?nowallet', async (state) => {
    const box = (await card(page).boundingBox())!;
    expect([box.x, box.width, Math.round(box.y + box.height)], state).toEqual([0, 380, 760]);
    const wide = await card(page).evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > 380.5 || one.getBoundingClientRect().left < -0.5)
        .map((one) => `${one.tagName} ${one.className}`),
    );
    expect(wide, state).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(sideways, state).toBeLessThanOrEqual(380);
  });
});

test.describe('touch', () => {
  test.use({ viewport: { width: 380, height: 760 }, hasTouch: true, isMobile: true });

  test('what is tapped is at least 44 px, or has as much around it', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await visit(page);
    await button(page).tap();
    await still(page, 'Connect');
    const small = () =>
      card(page).evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>('button, a')]
          .map((one) => {
            const { width, height } = one.getBoundingClientRect();
            const after = getComputedStyle(one, '::after');
            const more = after.content != 'none' && after.position == 'absolute' ? -parseFloat(after.top) : 0;
            return { name: one.dataset.testid ?? one.className, size: Math.min(width, height) + 2 * more };
          })
          .filter(({ size }) => size < 44)
          .map(({ name, size }) => `${name}: ${size}`),
      );
    const found = await small();
    await page.getByTestId(wallet.row).tap();
    await expectClosed(page);
    await button(page).tap();
    await still(page, 'Account');
    found.push(...(await small()));
    await page.getByTestId('w3m-account-default-send-button').tap();
    await still(page, 'Send');
    found.push(...(await small()));
    expect(await focused(page), 'no keyboard nobody asked for').not.toBe('wm-send-amount');
    expect([...new Set(found)]).toEqual([]);
  });

  test('dragged down 96 px it closes, less and it stays', async ({ page }) => {
    await visit(page);
    await button(page).tap();
    await still(page, 'Connect');
    await listed(page);
    const box = (await card(page).locator('.handle').boundingBox())!;
    const drag = async (by: number) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + by, { steps: 4 });
      await page.mouse.up();
    };
    await drag(80);
    await expect(card(page)).toBeVisible();
    await still(page, 'Connect');
    await drag(110);
    await expectClosed(page);
  });
});
