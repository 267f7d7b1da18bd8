// The demo's own wallet of bitcoin (demo/wallets/bitcoin.js): what somebody who starts the demo meets.
import { account, isOlder, request } from '../support/bitcoin-page';
import { call, expectClosed, openCard, visit } from '../support/modal';
import { rest } from '../support/scripted-bitcoin';
import { expect, test } from '../support/test';

test('the demo wallet connects, signs, sends and switches its account, each with its own prompt @1.11', async ({
  page,
}) => {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await visit(page, '?bitcoin=only');
  await openCard(page);
  await page.getByTestId('wallet-selector-bip122:demo-bitcoin-wallet').click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  const { address, allAccounts } = await account(page);
  expect(allAccounts.map(({ type }) => type)).toEqual(['payment', 'ordinal']);
  await call(page, 'updateOptions', { reviewRequests: 'never' });
  const { signature } = await request(page, 'signMessage', { account: address, message: 'hello' });
  expect(isOlder(address!, 'hello', signature!)).toBe(true);
  const to = allAccounts[1]!.address;
  const asked = { account: address, recipientAddress: to, amount: '5000' };
  const { txid } = await request(page, 'sendTransfer', asked);
  await expect(rest(`tx/${txid}`)).resolves.toMatchObject({
    vout: [{ scriptpubkey_address: to, value: 5_000 }, {}],
  });
  expect(questions.map((text) => text.split(/[\n?]/)[0])).toEqual([
    expect.stringContaining('connect this page'),
    expect.stringContaining('sign this message'),
    expect.stringContaining('send 5000 sats'),
  ]);
  await page.evaluate(() =>
    (window as unknown as { demoBitcoinWallet: { switchAccount(): void } }).demoBitcoinWallet.switchAccount(),
  );
  await expect.poll(async () => (await account(page)).address).not.toBe(address);
});
