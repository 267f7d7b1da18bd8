// A browser without WebAssembly: Lockdown Mode of iOS and macOS, enhanced security of Edge (docs/guide/production.md, "Browsers").
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { freshAddress } from '../support/chain';
import { button, card, expectClosed, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const off = (page: Page) => page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'WebAssembly'));

const notice = (page: Page) => page.getByTestId('wm-no-engine');

test('names what is off and how to allow it, and shows a browser wallet’s address to copy @10.25', async ({
  page,
  context,
}) => {
  await off(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = freshAddress();
  await ScriptedWallet.install(page, { accounts: [account] });
  const requests: string[] = [];
  await visit(page);
  page.on('request', (request) => requests.push(request.url()));
  await button(page).click();
  await expect(card(page).getByRole('heading', { level: 1 })).toHaveText('WebAssembly is off');
  await expect(notice(page)).toContainText('needs it to connect a wallet');
  await expect(notice(page)).toContainText('allow WebAssembly');
  await expectAccessible(page);
  await page.getByTestId('wm-no-engine-wallet').filter({ hasText: 'Scripted' }).click();
  await expect(page.getByTestId('wm-no-engine-address')).toHaveText(account);
  await page.getByTestId('wm-no-engine-copy').click();
  await expect(page.getByTestId('wm-no-engine-copy')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account);
  // Nothing but our own files, and no engine.
  expect(
    requests.filter((url) => /\.wasm/.test(url) || new URL(url).origin != new URL(page.url()).origin),
  ).toEqual([]);
  await page.keyboard.press('Escape');
  await expectClosed(page);
});

test('shows no address after a refusal or garbage, and open() rejects with the reason', async ({ page }) => {
  await off(page);
  await ScriptedWallet.install(page, { accounts: ['<b>no address</b>'] });
  await visit(page);
  const error = await page.evaluate(() =>
    (window as unknown as { walletModal: { open(): Promise<void> } }).walletModal.open().catch(String),
  );
  expect(error).toContain('WebAssembly is off');
  await expect(notice(page)).toBeVisible();
  await page.getByTestId('wm-no-engine-wallet').filter({ hasText: 'Scripted' }).click();
  await expect(notice(page)).toContainText(`Scripted didn't share an address`);
  await expect(page.getByTestId('wm-no-engine-address')).toHaveCount(0);
});

for (const [name, agent, way] of [
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile Safari/604.1',
    'Lockdown Mode',
  ],
  [
    'a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
    'Safari menu',
  ],
  [
    'Edge',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0',
    'enhanced security',
  ],
] as const)
  test.describe(name, () => {
    test.use({ userAgent: agent });
    test(`on ${name} the card names the browser's own setting`, async ({ page }) => {
      await off(page);
      await visit(page, '?nowallet');
      await button(page).click();
      await expect(notice(page)).toContainText(way);
      await expect(page.getByTestId('wm-no-engine-wallet')).toHaveCount(0);
    });
  });
