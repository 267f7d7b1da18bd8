// The demo's page inside of a Safe: connected by itself, a send is a proposal that the owners carry out, a message is signed by them.
// A Safe of its own here is read from @safe-global/safe-apps-sdk 9.1.0 (src/communication/methods.ts).
import type { Page } from '@playwright/test';
import { chain, freshAddress } from '../support/chain';
import { calm, openCard, review, sendStatus } from '../support/modal';
import { SafeHost } from '../support/safe-host';
import { expect, test } from '../support/test';

// Chromium asks a person whether a page that came from nowhere it knows may reach this machine.
test.use({ permissions: ['local-network-access'] });

test('connects without a click, and a send waits for the owners until it is in a block @1.7 @4.43', async ({
  page,
}) => {
  test.slow();
  const { safe, inside } = await SafeHost.open(page);
  await expect(inside.getByTestId('demo-account')).toHaveText(safe.address);
  await expect(inside.locator('wallet-modal dialog')).toBeHidden();
  expect([...new Set(safe.asked.map(({ method }) => method))]).toEqual(['getSafeInfo']);

  const to = freshAddress();
  await openCard(inside, 'Account');
  await review(inside, '1', to);
  await calm(inside);
  await inside.getByTestId('wm-send-confirm').click();
  await expect(sendStatus(inside)).toHaveAttribute('data-phase', 'confirming');
  await expect(sendStatus(inside)).toContainText("Waiting for the Safe's owners");
  expect(safe.last.txs).toEqual([{ to, value: '1000000000000000000', data: '0x' }]);
  expect(await chain.getBalance({ address: to })).toBe(0n);
  const hash = await safe.execute();
  await expect(sendStatus(inside)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
  await expect(inside.locator(`wallet-modal a[href$="${hash}"]`)).toBeVisible();
  expect(await chain.getBalance({ address: to })).toBe(10n ** 18n);
});

test('signs a message off-chain, changes networks only in Safe, and stays disconnected after Disconnect @1.7 @6.5', async ({
  page,
}) => {
  const { safe, inside } = await SafeHost.open(page);
  await expect(inside.getByTestId('demo-account')).toHaveText(safe.address);
  await inside.getByTestId('demo-sign').click();
  await expect.poll(() => safe.messages.length).toBe(1);
  expect(safe.messages[0]).toMatch(/^Hello from the wallet-modal demo/);
  safe.signature = `0x${'51'.repeat(130)}`;
  await expect(inside.getByTestId('demo-result')).toHaveText(`Signed: ${safe.signature}`);

  await inside.getByTestId('demo-disconnect').click();
  await expect(inside.getByTestId('demo-account')).toHaveText('-');
  await page.reload();
  const again = page.frameLocator('iframe');
  await expect(again.getByTestId('demo-account')).toHaveText('-');
  await expect.poll(() => safe.asked.filter(({ method }) => method === 'getSafeInfo').length).toBe(2);
  await expect(again.getByTestId('demo-account')).toHaveText('-');
});

test('in the demo’s Safe, two owners confirm a send and a message, and a rejected one is not sent @1.7 @4.43', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1400, height: 1000 });
  // an app has to be another site: the page goes to its other name
  await page.goto('/safe');
  await page.waitForURL('http://127.0.0.1:*/safe');
  const inside = page.frameLocator('iframe') as unknown as Page;
  await expect(page.getByTestId('safe-address')).not.toHaveText('-');
  const address = await page.getByTestId('safe-address').textContent();
  await expect(inside.getByTestId('demo-account')).toHaveText(new RegExp(address!, 'i'));
  const proposal = page.getByTestId('safe-proposal').first();

  await inside.getByTestId('demo-sign').click();
  await expect(proposal).toContainText('Hello from the wallet-modal demo');
  await page.getByTestId('safe-confirm').click();
  await expect(proposal).toContainText('Confirmed by 1 of 2');
  await page.getByTestId('safe-confirm').click();
  await expect(inside.getByTestId('demo-result')).toHaveText(`Signed: 0x${'51'.repeat(130)}`);

  for (const isRefused of [false, true]) {
    const frame = page.frame({ name: 'app' }) as unknown as Page;
    const to = freshAddress();
    if (isRefused) await frame.getByTestId('wm-send-done').click();
    else await openCard(frame, 'Account');
    await review(frame, '0.5', to);
    await calm(page);
    await frame.getByTestId('wm-send-confirm').click();
    await expect(proposal).toContainText(to, { ignoreCase: true });
    if (isRefused) await page.getByTestId('safe-refuse').click();
    else {
      await page.getByTestId('safe-confirm').click();
      await page.getByTestId('safe-confirm').click();
    }
    await expect(sendStatus(frame)).toHaveAttribute('data-phase', isRefused ? 'failed' : 'sent', {
      timeout: 20_000,
    });
    expect(await chain.getBalance({ address: to })).toBe(isRefused ? 0n : 5n * 10n ** 17n);
  }
});
