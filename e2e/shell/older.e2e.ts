// A browser of spring 2023 (docs/guide/production.md, "Browsers"): the functions that came later are taken away, and the CSS that came later is
// renamed in every sheet.
import type { Page } from '@playwright/test';
import { fundedAddress } from '../support/chain';
import { card, expectClosed, listed, openCard, openSendBy, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

async function older(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const take = (of: object, ...names: string[]) =>
      names.forEach((name) => Reflect.deleteProperty(of, name));
    take(URL, 'canParse', 'parse');
    take(Promise, 'withResolvers', 'try');
    take(Array, 'fromAsync');
    take(Map, 'groupBy');
    take(Object, 'groupBy');
    take(
      (globalThis as unknown as { Iterator: { prototype: object } }).Iterator.prototype,
      'map',
      'filter',
      'toArray',
      'find',
      'some',
      'every',
      'flatMap',
      'forEach',
      'reduce',
    );
    take(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf');
    take(String.prototype, 'isWellFormed', 'toWellFormed');
    take(AbortSignal, 'any');
    take(Uint8Array, 'fromBase64', 'fromHex');
    take(Uint8Array.prototype, 'toBase64', 'toHex');
    take(ArrayBuffer.prototype, 'transfer', 'resize');
    take(Element.prototype, 'checkVisibility', 'currentCSSZoom', 'moveBefore');
    take(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
    take(HTMLButtonElement.prototype, 'popoverTargetElement', 'popoverTargetAction');
    take(HTMLDialogElement.prototype, 'requestClose', 'closedBy');
    take(document.constructor.prototype, 'startViewTransition');
    take(ElementInternals.prototype, 'states');
    take(globalThis, 'requestIdleCallback', 'cancelIdleCallback', 'CloseWatcher', 'scheduler', 'navigation');
    const unknown = /:popover-open|:state\(|:dir\(|:open\b/;
    for (const [of, name] of [
      [Element, 'querySelector'],
      [Element, 'querySelectorAll'],
      [Element, 'matches'],
      [Element, 'closest'],
      [Document, 'querySelector'],
      [DocumentFragment, 'querySelector'],
    ] as const) {
      const real = (of.prototype as unknown as Record<string, (text: string) => unknown>)[name]!;
      Object.defineProperty(of.prototype, name, {
        configurable: true,
        writable: true,
        value(this: unknown, text: string) {
          if (unknown.test(text)) throw new DOMException(text, 'SyntaxError');
          return real.call(this, text);
        },
      });
    }
    const supports = CSS.supports.bind(CSS) as (...args: string[]) => boolean;
    CSS.supports = (...args: string[]) => !/light-dark|:state|popover/.test(args.join()) && supports(...args);
    const replace = CSSStyleSheet.prototype.replaceSync;
    CSSStyleSheet.prototype.replaceSync = function (text) {
      replace.call(
        this,
        text
          .replaceAll('light-dark(', 'x-light-dark(')
          .replaceAll(':state(', ':x-state(')
          .replaceAll(':popover-open', ':x-popover-open')
          .replaceAll(':dir(', ':x-dir(')
          .replaceAll('@starting-style', '@x-starting-style')
          .replaceAll('allow-discrete', 'x-allow-discrete')
          .replaceAll('text-wrap', 'x-text-wrap')
          .replaceAll('field-sizing', 'x-field-sizing'),
      );
    };
  });
}

const colors = (page: Page) =>
  card(page).evaluate((card) => {
    const { backgroundColor, color } = getComputedStyle(card);
    return { backgroundColor, color };
  });

test('a browser of 2023 shows the card in both themes, connects, and sends @10.25', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await older(page);
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page);
  await openCard(page);
  await listed(page);
  expect(await colors(page)).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(20, 23, 31)' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect
    .poll(() => colors(page))
    .toEqual({ backgroundColor: 'rgb(22, 24, 29)', color: 'rgb(244, 245, 247)' });
  await openSendBy(page, wallet.row);
  expect(errors).toEqual([]);
});

test('a browser of 2023 shows a QR code without a button to enlarge it, and Esc closes the card @10.17', async ({
  page,
}) => {
  await older(page);
  await visit(page, '?nowallet');
  await openCard(page);
  await listed(page);
  await page.getByTestId('wallet-selector-walletconnect').click();
  await expect(page.getByTestId('wui-qr-code')).toBeVisible();
  await expect(page.locator('.qr-enlarge, .qr-large')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectClosed(page);
});

test('a browser of 2023 shows an embedded card in place @2.3', async ({ page }) => {
  await older(page);
  await page.goto('/embedded.html?nowallet&nologin');
  await expect(card(page)).toBeVisible();
  await expect(page.locator('wallet-modal')).toHaveCSS('display', 'block');
});
