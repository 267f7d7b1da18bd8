// What a page asks of a wallet of polkadot: words and transactions, read by the node's own metadata, signed, and taken by the node
// (decision 98, "Polkadot requests in plain words").
import type { Page } from '@playwright/test';
import { u8aWrapBytes } from '@polkadot/util';
import { sr25519Verify } from '@polkadot/util-crypto';
import { addressOf, callOf, extrinsicOf, GENESIS, payloadOf } from '../../demo/polkadot/layout.mjs';
import { networkOf } from '../../demo/polkadot/networks.mjs';
import { accept, requestCode } from '../support/family';
import { call, confirm, expectClosed, openCard, still, visit } from '../support/modal';
import { nodeControl, rpc, ScriptedPolkadotWallet } from '../support/scripted-polkadot';
import { expect, test } from '../support/test';

const COIN = 1_000_000_000_000n;
const TWO = addressOf('account 2');
const yes = (page: Page) => page.getByTestId('wm-review-confirm');
const line = (page: Page) => page.getByTestId('wm-review-line');

const request = (page: Page, method: string, params: object) =>
  requestCode<{ signature?: string }>(page, 'polkadot', method, params);

async function connected(page: Page, word: string): Promise<ScriptedPolkadotWallet> {
  const wallet = await ScriptedPolkadotWallet.install(page, { accounts: [['sr25519', word]] });
  await visit(page, '?polkadot=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  return wallet;
}

test('signs text as it is, also if it looks like bytes @6.4 @10.12', async ({ page }) => {
  const wallet = await connected(page, 'says words');
  const { address, account } = wallet.keys[0]!;
  await call(page, 'updateOptions', { reviewRequests: 'never' });
  for (const message of ['Hello, moon', 'grüße 𝕏', '0x0a0300']) {
    const { signature } = await request(page, 'polkadot_signMessage', { address, message });
    const bytes = u8aWrapBytes(new TextEncoder().encode(message));
    expect(sr25519Verify(bytes, signature!, account), message).toBe(true);
  }
  const { input } = wallet.last('signRaw')!;
  expect(input).toEqual({ address, type: 'bytes', data: '0x3078306130333030' });
  expect(await request(page, 'polkadot_signMessage', { address: TWO, message: 'hi' })).toEqual({
    code: -32602,
  });
});

test('reads a transfer with the network’s metadata, signs what was shown, and the network accepts it @10.44', async ({
  page,
}) => {
  const wallet = await connected(page, 'sends');
  const { address } = wallet.keys[0]!;
  await nodeControl('give', { address, units: String(10n * COIN) });
  await call(page, 'updateOptions', { reviewRequests: 'always' });
  const shown = payloadOf(address, callOf('Balances', 'transfer_keep_alive', [TWO, (3n * COIN) / 2n]));
  // by which a wallet might answer with another transaction
  const payload = { ...shown, withSignedTransaction: true };
  const asked = request(page, 'polkadot_signTransaction', { address, transactionPayload: payload });
  await still(page, 'ReviewRequest');
  await expect(line(page).first()).toContainText('1.5 DDOT');
  await expect(page.getByTestId('wm-review-party')).toHaveText(TWO);
  expect(wallet.count('signPayload')).toBe(0);
  await confirm(yes(page));
  const { signature } = await asked;
  expect(wallet.last('signPayload')!.input).toEqual({ ...shown });
  await expect(rpc('author_submitExtrinsic', [extrinsicOf(payload, signature)])).resolves.toMatch(/^0x/);
  expect(await rpc('system_accountNextIndex', [address])).toBe(1);
  // signed for another number: the network takes it once
  await expect(rpc('author_submitExtrinsic', [extrinsicOf(payload, signature)])).rejects.toThrow('outdated');
});

test('requires the checkbox for giving the account away behind small calls, and does not sign after Cancel or a refusal @10.44', async ({
  page,
}) => {
  const wallet = await connected(page, 'is robbed');
  const { address } = wallet.keys[0]!;
  const dust = Array.from({ length: 5 }, () => callOf('Balances', 'transfer_keep_alive', [TWO, 1_000n]));
  const proxy = callOf('Proxy', 'add_proxy', [TWO, 'Any', 0]);
  const payload = payloadOf(address, callOf('Utility', 'batch_all', [[...dust, proxy]]));
  const ask = () => request(page, 'polkadot_signTransaction', { address, transactionPayload: payload });
  const cancelled = ask();
  await still(page, 'ReviewRequest');
  await expect(line(page).first()).toHaveAttribute('data-risk', 'critical');
  await expect(line(page).first()).toContainText('Change what can act for an account');
  await expect(yes(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByTestId('wm-review-cancel').click();
  expect(await cancelled).toEqual({ code: 4001 });
  expect(wallet.count('signPayload')).toBe(0);

  await wallet.answer('signPayload', { message: 'Cancelled' });
  const refused = ask();
  await still(page, 'ReviewRequest');
  await accept(page);
  await confirm(yes(page));
  expect(await refused).toEqual({ code: 4001 });
  expect(wallet.count('signPayload')).toBe(1);
});

test('rejects another network, version or account @10.44', async ({ page }) => {
  const wallet = await connected(page, 'is careful');
  const { address } = wallet.keys[0]!;
  const transfer = callOf('Balances', 'transfer_keep_alive', [TWO, COIN]);
  const ask = (more: object) =>
    request(page, 'polkadot_signTransaction', {
      address,
      transactionPayload: payloadOf(address, transfer, 0, more),
    });
  for (const more of [{ genesisHash: `0x91${GENESIS.slice(4)}` }, { address: TWO }])
    expect(await ask(more)).toEqual({ code: 4200 });
  expect(wallet.count('signPayload')).toBe(0);
  const asked = ask({ specVersion: '0x00000001' });
  await still(page, 'ReviewRequest');
  await expect(line(page).filter({ hasText: 'specVersion' })).toBeVisible();
  await page.getByTestId('wm-review-cancel').click();
  expect(await asked).toEqual({ code: 4001 });
});

/** Of the second network's metadata with its coin, as @polkadot-api/merkleize-metadata computes it. */
const HASH = '0x783dc8cf9a2a59f980cb8bc4d2460d6c6a6baaf6d81a623d6aee2f02ab76ca1b';

test('compares a signed hash with the network’s metadata, and requires the checkbox for another hash @10.44', async ({
  page,
}) => {
  const wallet = await connected(page, 'has a hash');
  const { address } = wallet.keys[0]!;
  const relay = networkOf('relay');
  await call(page, 'switchNetwork', relay.chain);
  const transfer = relay.callOf('Balances', 'transfer_keep_alive', [TWO, COIN]);
  const ask = (metadataHash: string) =>
    request(page, 'polkadot_signTransaction', {
      address,
      transactionPayload: relay.payloadOf(address, transfer, 0, { mode: 1, metadataHash }),
    });
  const signed = ask(HASH);
  await still(page, 'ReviewRequest');
  await expect(line(page).filter({ hasText: HASH })).toHaveAttribute('data-label', 'proven');
  await confirm(yes(page));
  expect((await signed).signature).toMatch(/^0x/);
  const refused = ask(HASH.replace('0x78', '0x79'));
  await still(page, 'ReviewRequest');
  await expect(line(page).first()).toHaveAttribute('data-risk', 'critical');
  await expect(yes(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByTestId('wm-review-cancel').click();
  expect(await refused).toEqual({ code: 4001 });
  expect(wallet.count('signPayload')).toBe(1);
});
