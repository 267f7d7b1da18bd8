// The whole way under the strictest policy a page can have. The policy is read from the answer, so that it cannot quietly
// become a milder one; every violation fails a test by the fixture (support/test.ts). And under a policy that names no host: what a script with the
// page's nonce loads is trusted by it, and nothing else is.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fundedAddress, freshAddress } from '../support/chain';
import {
  button,
  expectClosed,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  visit,
} from '../support/modal';
import { PAGE_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

test('connects, shows the account, previews a send under a strict policy with Trusted Types @10.4 @10.5', async ({
  page,
  watch,
}) => {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [await fundedAddress()],
    answers: { eth_sendTransaction: 'hang' },
  });
  const answer = await page.goto('/');
  const policy = answer!.headers()['content-security-policy']!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|nonce-|strict-dynamic/);
  await visit(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(button(page)).toContainText('12.345 ETH');
  await openCard(page, 'Account');
  await review(page, '1', freshAddress());
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
  expect(watch.problems).toEqual([]);
});

/**
 * The demo's page with a new nonce in each answer, under `'strict-dynamic'`: neither its own host nor any other is named for scripts.
 * `scripts`: in place of its own; `bare`: one without the nonce.
 * @returns what was served, of each answer
 */
async function withNonce(
  page: Page,
  scripts?: string,
  bare = '',
): Promise<{ policy: string; html: string }[]> {
  const served: { policy: string; html: string }[] = [];
  await page.route(
    // nodes are asked at the same path
    ({ origin, pathname }) => origin == PAGE_URL && pathname == '/',
    async (route) => {
      const answer = await route.fetch();
      const nonce = randomBytes(16).toString('base64');
      const policy = answer
        .headers()
        ['content-security-policy']!.replace(
          "script-src 'self' 'wasm-unsafe-eval'",
          `script-src 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'`,
        );
      let html = await answer.text();
      if (scripts != null)
        html = html.replace(/<script[^>]*>[^]*?<\/script>/g, '').replace('</head>', `${scripts}</head>`);
      html = html.replaceAll('<script', `<script nonce="${nonce}"`).replace('</body>', `${bare}</body>`);
      served.push({ policy, html });
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': policy },
        body: html,
      });
    },
  );
  return served;
}

test.describe('with a nonce', () => {
  // To the browser a page that a test serves is of no place, and the nodes are of this machine.
  test.use({ permissions: ['local-network-access'] });

  test('loads scripts, styles and engine under a nonce and strict-dynamic, also later ones @10.4', async ({
    page,
    watch,
  }) => {
    test.slow();
    const wallet = await ScriptedWallet.install(page, {
      accounts: [await fundedAddress()],
      answers: { eth_sendTransaction: 'hang' },
    });
    const served = await withNonce(page);
    await visit(page);
    const { policy, html } = served[0]!;
    expect(policy).toMatch(/script-src 'nonce-[\w+/=]+' 'strict-dynamic' 'wasm-unsafe-eval';/);
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("trusted-types 'none'");
    expect(html.match(/<script nonce="[\w+/=]{24}"/g)!.length).toBeGreaterThan(0);
    await openCard(page);
    await page.getByTestId('all-wallets').click();
    await still(page, 'AllWallets');
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');
    await openCard(page, 'Account');
    await review(page, '1', freshAddress());
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    expect(watch.problems).toEqual([]);
  });

  test('runs the classic script with a nonce under the same policy @10.2 @10.4', async ({ page, watch }) => {
    const served = await withNonce(page, '<script src="/dist/wallet-modal.global.js"></script>');
    await page.goto('/');
    expect(served[0]!.policy).toContain("'strict-dynamic'");
    await page.evaluate(async () => {
      const { WalletModal } = window as unknown as {
        WalletModal: Promise<{ createWalletModal(options: object): { open(): Promise<void> } }>;
      };
      const { createWalletModal } = await WalletModal;
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      await createWalletModal({ projectId: 'demo', networks, services }).open();
    });
    await still(page, 'Connect');
    await page.getByTestId('all-wallets').click();
    await still(page, 'AllWallets');
    expect(watch.problems).toEqual([]);
  });

  test('blocks markup of the page itself, so the policy is in force @10.4', async ({ page, watch }) => {
    await withNonce(page, '', '<script type="module" src="/dist/define.js"></script>');
    await page.goto('/');
    await expect.poll(() => watch.problems.length).toBeGreaterThan(0);
    expect(await page.evaluate(() => !!customElements.get('wallet-modal'))).toBe(false);
    while (watch.problems.length) watch.expectProblem(/script-src|Content Security Policy/);
  });
});
