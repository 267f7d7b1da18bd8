// The demo's page inside of a Safe: connected by itself, a send is a proposal that the owners carry out, a message is signed by them.
import { chain, freshAddress } from '../support/chain';
import { calm, openCard, review, sendStatus } from '../support/modal';
import { SafeHost } from '../support/safe-host';
import { expect, test } from '../support/test';

// Chromium asks a person whether a page that came from nowhere it knows may reach this machine.
test.use({ permissions: ['local-network-access'] });

test('@1.7 @4.43 its account is there without a press; a send waits for the owners, and is in a block when they have said yes', async ({
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
  await expect(sendStatus(inside)).toContainText('Waiting for the owners');
  expect(safe.last.txs).toEqual([{ to, value: '1000000000000000000', data: '0x' }]);
  expect(await chain.getBalance({ address: to })).toBe(0n);
  const hash = await safe.execute();
  await expect(sendStatus(inside)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
  await expect(inside.locator(`wallet-modal a[href$="${hash}"]`)).toBeVisible();
  expect(await chain.getBalance({ address: to })).toBe(10n ** 18n);
});

test('@1.7 @6.5 a message is signed off the chain; another network is changed in Safe; left there, it stays left', async ({
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
