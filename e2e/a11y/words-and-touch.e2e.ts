// What is said: names of what has no words, changes; less motion, forced colours, fingers.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { freshAddress, fundedAddress } from '../support/chain';
import {
  button,
  card,
  expectClosed,
  fillSend,
  focused,
  listed,
  openCard,
  still,
  toast,
  visit,
} from '../support/modal';
import { networkRow, openNetworks, sevenNetworks } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';
import { holder, tokenRow, withAccount } from '../support/tokens';

const refusal = { code: 4001, message: 'User rejected the request' };

test('names buttons without text, and announces changes @10.8', async ({ page }) => {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page);
  await openCard(page);
  const named = (testId: string, name: string | RegExp) =>
    expect(page.getByTestId(testId)).toHaveAccessibleName(name);
  await expect(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible();
  await named('w3m-header-close', 'Close');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await named('wm-copy-address', /^Copy address 0x/);
  await named('wm-explorer', 'View on explorer');
  await named('account-settings-button', 'Settings');
  await named('wm-account-copy', 'Copy');
  await page.getByTestId('wm-copy-address').click();
  // What came of it: in the place of the words, or in a toast where the browser does not allow it.
  const outcome = toast(page).or(page.getByTestId('wm-account-copy').filter({ hasText: 'Copied' }));
  await expect(outcome).toBeVisible();
  await fillSend(page, '1', freshAddress());
  await named('header-back', 'Back');
  await named('wm-send-max', 'Send the whole balance');
  await named('wm-send-paste', 'Paste address');
  await named('wm-send-amount', 'Amount');
  await named('wm-send-address', 'To');
  await page.getByTestId('wm-send-amount').fill('99999');
  await expect(page.getByTestId('wm-send-amount')).toHaveAccessibleDescription('Not enough ETH');
  const alert = card(page).getByRole('alert').and(page.locator('#wm-amount-message'));
  await expect(alert).toHaveText('Not enough ETH');
});

test('announces a switch, an empty result, hidden amounts and failures @10.8', async ({ page }) => {
  const account = await holder({ DUSD: 1_000_000n });
  await sevenNetworks(page);
  const wallet = await withAccount(page, account, { wallet_switchEthereumChain: 'hang' });
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  await expect(page.getByTestId('wm-hide-amounts')).toHaveAccessibleName('Hide amounts');
  await page.getByTestId('wm-hide-amounts').click();
  await expect(page.getByTestId('balance-amount')).toContainText('Amount hidden');
  await expect(card(page).getByRole('tablist', { name: 'Assets and activity' })).toBeVisible();
  await expect(card(page).getByRole('tabpanel', { name: 'Tokens' })).toBeVisible();
  await openNetworks(page);
  await expect(page.getByRole('dialog', { name: 'Choose network' })).toBeVisible();
  await expect(page.getByTestId('wui-input-text')).toHaveAccessibleName('Search networks');
  await expect(networkRow(page, 1337).getByRole('img', { name: 'Selected' })).toBeVisible();
  await networkRow(page, 1338).click();
  await still(page, 'SwitchNetwork');
  await expect(page.getByRole('dialog', { name: 'Demo Chain 2' })).toBeVisible();
  await expect(card(page).getByRole('status').filter({ hasText: 'Confirm in Scripted' })).toBeVisible();
  await wallet.settle('wallet_switchEthereumChain', refusal);
  await expect(card(page).getByRole('status').filter({ hasText: 'Network not switched' })).toBeVisible();
});

/** What moves in the card, in words: name, seconds, what it changes. */
const moving = (page: Page) =>
  card(page).evaluate((element) =>
    element.getAnimations({ subtree: true }).map((animation) => {
      const { duration, iterations } = animation.effect!.getComputedTiming();
      const changed = (animation.effect as KeyframeEffect)
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame))
        .filter((key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key));
      return { long: Number(duration) > 100 || iterations == Infinity, changed: [...new Set(changed)] };
    }),
  );

test('with reduced motion, animates only opacity while a switch waits @10.11', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await withAccount(page, await holder(), { wallet_switchEthereumChain: 'hang' });
  await openNetworks(page);
  await networkRow(page, 1338).click();
  await still(page, 'SwitchNetwork');
  const moves = (await moving(page)).filter(({ long }) => long).flatMap(({ changed }) => changed);
  expect(moves.filter((property) => property != 'opacity')).toEqual([]);
});

test('with forced colors and more contrast, marks what is selected, focused and pressed @10.11', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more' });
  await withAccount(page, await holder({ DUSD: 1_000_000n }));
  await expect(tokenRow(page, 'DUSD')).toBeVisible();
  const look = (testId: string) =>
    page.getByTestId(testId).evaluate((element) => {
      const { color, backgroundColor, borderColor, outline, textDecorationLine, fontWeight, boxShadow } =
        getComputedStyle(element);
      const { borderColor: under, backgroundColor: line } = getComputedStyle(element, '::after');
      return [
        color,
        backgroundColor,
        borderColor,
        outline,
        textDecorationLine,
        fontWeight,
        boxShadow,
        under,
        line,
      ].join();
    });
  await page.getByTestId('wm-explorer').focus();
  expect(await look('tab-tokens'), 'the chosen tab').not.toBe(await look('tab-nfts'));
  const before = await look('wm-hide-amounts');
  await page.getByTestId('tab-tokens').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const outlined = await page
    .getByTestId('tab-tokens')
    .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outlined).toBe('solid');
  await page.getByTestId('wm-hide-amounts').click();
  await page.getByTestId('tab-tokens').focus();
  expect(before.length).toBeGreaterThan(0);
  await expect(page.getByTestId('wm-hide-amounts')).toHaveAttribute('aria-pressed', 'true');
  await openNetworks(page);
  await expect(networkRow(page, 1337).getByRole('img', { name: 'Selected' })).toBeVisible();
  await expectAccessible(page, 'wallet-modal');
});

test.describe('touch', () => {
  test.use({ viewport: { width: 380, height: 760 }, hasTouch: true, isMobile: true });

  test('makes each touch target at least 44 px, or leaves as much room around it', async ({ page }) => {
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

  test('closes the sheet after a drag of 96 px or a throw, and not after less', async ({ page }) => {
    await visit(page);
    const open = async () => {
      await button(page).tap();
      await still(page, 'Connect');
      await listed(page);
    };
    await open();
    const box = (await card(page).locator('.handle').boundingBox())!;
    const drag = async (by: number, rest_ms: number) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + by, { steps: 4 });
      // A finger that rests before it lifts throws nothing: the time is what is tested.
      await page.waitForTimeout(rest_ms);
      await page.mouse.up();
    };
    await drag(80, 250);
    await expect(card(page)).toBeVisible();
    await still(page, 'Connect');
    await drag(110, 250);
    await expectClosed(page);
    await open();
    await drag(80, 0);
    await expectClosed(page);
  });
});
