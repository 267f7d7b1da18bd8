// The embedded wallet on solana: a send of the modal and a request of the page, each approved in the frame in words, and in the ledger.
import { base58, base64 } from '@scure/base';
import type { Page } from '@playwright/test';
import nacl from 'tweetnacl';
import { addressOf } from '../../demo/solana/layout.mjs';
import { call, review, sendStatus, still } from '../support/modal';
import { rpc } from '../support/scripted-solana';
import { expect, test } from '../support/test';
import { approve, inFrame, logIn, visitLogin } from './host-page';

const SOLANA = 'solana:localnet';
const balanceOf = async (address: string) => (await rpc<{ value: number }>('getBalance', [address])).value;

/** Half a coin, not signed yet. */
const payment = (from: string, to: string, blockhash: string): string =>
  base64.encode(
    new Uint8Array([
      ...[1, ...new Uint8Array(64), 1, 0, 1, 3],
      ...[...base58.decode(from), ...base58.decode(to), ...new Uint8Array(32), ...base58.decode(blockhash)],
      ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, ...new Uint8Array(new BigUint64Array([500_000_000n]).buffer)],
    ]),
  );

/** A request of the page; nothing is waited for. */
const asks = (page: Page, method: string, params: object): Promise<void> =>
  page.evaluate(
    ([name, values]) => {
      const here = window as unknown as {
        walletModal: { getProvider(of: string): { request(args: object): Promise<unknown> } };
        __answer?: Promise<unknown>;
      };
      here.__answer = here.walletModal.getProvider('solana').request({ method: name, params: values });
    },
    [method, params] as const,
  );
const answer = (page: Page): Promise<{ signature: string }> =>
  page.evaluate(() => (window as unknown as { __answer: Promise<never> }).__answer);

test('an email login sends SOL and signs a message, each shown in the frame first @6.1 @4.43 @6.5', async ({
  page,
}) => {
  test.slow();
  await page.goto('/?noauto');
  const { networks, solanaNetworks } = await page.evaluate(async () =>
    (await fetch('/demo-config.json')).json(),
  );
  await visitLogin(page, {
    networks: [...networks, ...solanaNetworks],
    authChains: ['eip155:1337', 'eip155:1338', SOLANA],
    reviewRequests: 'never',
  });
  await logIn(page);
  await call(page, 'switchNetwork', SOLANA);
  const account = page.getByTestId('demo-account');
  await expect(account).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  const own = (await account.textContent())!;
  await rpc('requestAirdrop', [own, 2_000_000_000]);

  const to = addressOf('somebody of an embedded wallet');
  const before = await balanceOf(to);
  await call(page, 'open', { view: 'Account' });
  await still(page, 'Account');
  await review(page, '0.25', to);
  // a press in the first moment of a preview is none
  const confirm = page.getByTestId('wm-send-confirm');
  await expect(async () => {
    // gone once a press has counted, however long the frame takes
    if (await confirm.isVisible()) await confirm.click({ timeout: 500 });
    await expect(inFrame(page, 'fact-amount')).toHaveText('0.25 SOL', { timeout: 1_000 });
  }).toPass();
  await expect(inFrame(page, 'fact-to')).toHaveText(to);
  await approve(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
  expect((await balanceOf(to)) - before).toBe(250_000_000);
  await page.getByTestId('wm-send-done').click();
  await call(page, 'close');

  // one that the page has written, sent by the wallet
  const { value } = await rpc<{ value: { blockhash: string } }>('getLatestBlockhash');
  await asks(page, 'solana_signAndSendTransaction', { transaction: payment(own, to, value.blockhash) });
  await expect(inFrame(page, 'title')).toHaveText('Send a transaction');
  await expect(inFrame(page, 'fact-amount')).toHaveText('0.5 SOL');
  await approve(page);
  const sent = await answer(page);
  await expect.poll(async () => (await balanceOf(to)) - before).toBe(750_000_000);
  expect(base58.decode(sent.signature)).toHaveLength(64);

  const message = new TextEncoder().encode('hello from the page');
  await asks(page, 'solana_signMessage', { message: base58.encode(message), pubkey: own });
  await expect(inFrame(page, 'fact-message')).toHaveText('hello from the page');
  await approve(page);
  const { signature } = await answer(page);
  expect(nacl.sign.detached.verify(message, base58.decode(signature), base58.decode(own))).toBe(true);
});
