// The whole way under the strictest policy a page can have. The policy is read from the answer, so that it cannot quietly
// become a milder one; every violation fails a test by the fixture (support/test.ts).
import { fundedAddress, freshAddress } from '../support/chain';
import { button, expectClosed, openCard, pressSend, review, sendStatus, visit } from '../support/modal';
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
