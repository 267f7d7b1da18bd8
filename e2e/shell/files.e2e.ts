// A file of ours that does not come: said, and the next try loads it.
import type { Page } from '@playwright/test';
import { fundedAddress, shownBalance } from '../support/chain';
import {
  button,
  card,
  chunkOf,
  DEMO_WALLET,
  dialog,
  expectClosed,
  openCard,
  still,
  visit,
} from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

/**
 * Whether this browser asks again for a module that did not come. Some (Chromium 148 is one) keep the failed `import()` for as long as
 * the page lives: there only a reload helps, and the card must say so again instead of pretending.
 */
async function asksAgain(page: Page): Promise<boolean> {
  let tries = 0;
  await page.route('**/probe.mjs', (route) =>
    tries++ ? route.fulfill({ contentType: 'text/javascript', body: 'export {};' }) : route.abort(),
  );
  return page.evaluate(async () => {
    const probe = () =>
      import(`${location.origin}/probe.mjs`).then(
        () => true,
        () => false,
      );
    await probe();
    return probe();
  });
}

/** After `Try again`: it is there; or it is said again, and a reload brings it. */
async function comes(page: Page, isThere: () => Promise<void>, open: () => Promise<void>): Promise<void> {
  if (await asksAgain(page)) return isThere();
  await expect(card(page)).toContainText("Couldn't load");
  await page.reload();
  await open();
  await isThere();
}

test.describe('a file that fails to load', () => {
  for (const [what, pattern] of [
    ['the engine', 'engine-*.wasm'],
    ['the glue', chunkOf('virtual:engine-glue')],
    ['the runner', chunkOf('element/src/engine/load.ts')],
    ['the views', chunkOf('element/src/views/root.tsx')],
  ] as const) {
    test(`${what}: "Couldn't load", and Try again loads it @10.25`, async ({ page }) => {
      let away = true;
      await page.route(`**/dist/${pattern}`, (route) => (away ? route.abort() : route.continue()));
      await visit(page);
      await button(page).click();
      await expect(card(page)).toContainText("Couldn't load");
      await expect(card(page).getByRole('alert')).toBeVisible();
      await expect(button(page)).toHaveText('Connect wallet');
      const again = card(page).getByRole('button', { name: 'Try again' });
      await expect(again).toBeFocused();
      away = false;
      await again.click();
      const isThere = () => expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
      if (pattern.endsWith('.wasm')) return isThere();
      await comes(page, isThere, () => button(page).click());
    });
  }

  test('the card closes and opens again while the file is missing', async ({ page }) => {
    await page.route('**/dist/*.wasm', (route) => route.abort());
    await visit(page);
    await button(page).click();
    await expect(card(page)).toContainText("Couldn't load");
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await expect(card(page)).toContainText("Couldn't load");
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await page.unroute('**/dist/*.wasm');
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
  });

  test('a view’s code: reported in the card, and Try again loads it @10.25', async ({ page }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    let refuse = true;
    await page.route(`**/dist/${chunkOf('element/src/views/account/account.tsx')}`, (route) =>
      refuse ? route.abort() : route.continue(),
    );
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await button(page).click();
    await expect(card(page)).toContainText("Couldn't load");
    refuse = false;
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await comes(
      page,
      () => expect(page.getByTestId('wm-copy-address')).toBeVisible(),
      async () => {
        await expect(button(page)).toContainText('ETH'); // connected again
        await openCard(page, 'Account');
      },
    );
  });

  test('the money part shows an error and loads on the second try; the host part rejects once; loaded parts work offline @10.25', async ({
    page,
    context,
  }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    const refused: string[] = [];
    await page.route('**/dist/money-*.wasm', (route) =>
      refused.push(route.request().url()) > 1 ? route.continue() : route.abort(),
    );
    let refusedForHost = 0;
    await page.route('**/dist/host-*.wasm', (route) => (refusedForHost++ ? route.continue() : route.abort()));
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');

    await test.step('the host part', async () => {
      const block = () =>
        page.evaluate(() =>
          (
            window as unknown as {
              walletModal: { getProvider(n: string): { request(a: unknown): Promise<unknown> } };
            }
          ).walletModal
            .getProvider('eip155')
            .request({ method: 'eth_blockNumber' })
            .catch((error: Error) => `${error.name}`),
        );
      expect(await block()).toBe('WalletError');
      expect(await block()).toMatch(/^0x/);
    });

    await test.step('the money part', async () => {
      await openCard(page, 'Account');
      await expect(page.getByTestId('wm-copy-address')).toBeVisible();
      await page.getByTestId('w3m-account-default-send-button').click();
      await expect.poll(() => refused.length).toBe(1);
      await expect.soft(card(page).getByRole('alert'), 'a failure is never silent').toBeVisible();
      await page.getByTestId('w3m-account-default-send-button').click();
      await still(page, 'Send');
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expectClosed(page);
    });

    await test.step('offline', async () => {
      await context.setOffline(true);
      await openCard(page, 'Account');
      await expect(page.getByTestId('balance-amount')).toContainText(`${await shownBalance(account)} ETH`);
      await page.keyboard.press('Escape');
      await expectClosed(page);
    });
  });
});
