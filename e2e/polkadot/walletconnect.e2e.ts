// Polkadot by a wallet on another device: the official wallet SDK, with keys that are real.
import type { Page } from '@playwright/test';
import { hexToU8a, u8aToHex } from '@polkadot/util';
import { cryptoWaitReady, sr25519Verify } from '@polkadot/util-crypto';
import { addressOf, callOf, CHAIN, extrinsicOf, payloadOf } from '../../demo/polkadot/layout.mjs';
import { networkOf } from '../../demo/polkadot/networks.mjs';
import { connectsAfterNothing, networksOf, requestCode, sessionOf, status } from '../support/family';
import { button, confirm, expectClosed, still } from '../support/modal';
import { nodeControl, PolkadotKey, rpc } from '../support/scripted-polkadot';
import { sessions, sign } from '../support/sign-in';
import { expect } from '../support/test';
import { showCode, start, test } from '../support/walletkit';

const METHODS = ['polkadot_signMessage', 'polkadot_signTransaction'];

const networks = (page: Page) => networksOf(page, 'polkadotNetworks');
const session = (address: string) => sessionOf(CHAIN, address, METHODS);
const request = (page: Page, method: string, params: object) =>
  requestCode<{ signature?: string }>(page, 'polkadot', method, params);

test('a phone signs a message and a reviewed transaction, which the network accepts @1.12 @10.44', async ({
  page,
  phone,
}) => {
  test.slow(); // the SDK hands out one request a second
  await cryptoWaitReady();
  const key = new PolkadotKey('sr25519', 'on another device');
  const { address, account } = key;
  await nodeControl('give', { address, units: '5000000000000' });
  await start(page, { networks: await networks(page), reviewRequests: 'always' });
  await phone.pair(await showCode(page));
  const { chains, methods } = phone.proposal!.optionalNamespaces['polkadot']!;
  expect([chains, methods.toSorted()]).toEqual([[CHAIN, networkOf('relay').chain], METHODS.toSorted()]);
  await phone.approveAs(session(address));
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(address);

  const message = 'Hello from the page';
  const bytes = new TextEncoder().encode(message);
  phone.answer = { result: { signature: u8aToHex(key.sign(bytes)) } };
  const said = request(page, 'polkadot_signMessage', { address, message });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  expect(sr25519Verify(bytes, hexToU8a((await said).signature), account)).toBe(true);
  expect(phone.asked.at(-1)!.params).toEqual({
    chainId: CHAIN,
    request: expect.objectContaining({ method: 'polkadot_signMessage', params: { address, message } }),
  });

  const transfer = callOf('Balances', 'transfer_keep_alive', [addressOf('account 2'), 1_000_000_000_000n]);
  const payload = payloadOf(address, transfer);
  phone.answer = { result: { signature: key.signPayload(payload) } };
  const signed = request(page, 'polkadot_signTransaction', { address, transactionPayload: payload });
  await still(page, 'ReviewRequest');
  await expect(page.getByTestId('wm-review-line').first()).toContainText('1 DDOT');
  await confirm(page.getByTestId('wm-review-confirm'));
  const { signature } = await signed;
  await expect(rpc('author_submitExtrinsic', [extrinsicOf(payload, signature)])).resolves.toMatch(/^0x/);

  phone.answer = { code: 5000, message: 'User rejected.' };
  const refused = request(page, 'polkadot_signMessage', { address, message });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  expect(await refused).toEqual({ code: 4001 });
  await phone.disconnect();
  await expect(status(page)).toHaveText('disconnected');
});

test('a phone signs in @4.37 @10.34', async ({ page, phone }) => {
  await cryptoWaitReady();
  const key = new PolkadotKey('ecdsa', 'signs in from another device');
  await start(page, { networks: await networks(page), siwx: true });
  await phone.pair(await showCode(page));
  await phone.approveAs(session(key.address));
  await still(page, 'SIWXSignMessage');
  phone.answer = 'hold';
  await confirm(sign(page));
  const asked = await phone.request();
  const { address, message } = asked.params.request.params as { address: string; message: string };
  expect(address).toBe(key.address);
  const signature = u8aToHex(key.sign(new TextEncoder().encode(message)));
  await phone.respond(asked, { result: { signature } });
  await expectClosed(page);
  expect(await sessions(page)).toMatchObject([{ message, signature, data: { chainId: CHAIN } }]);
});

test('a phone without a Polkadot account is rejected with a message, and the next one connects @1.12', async ({
  page,
  phone,
}) => {
  await cryptoWaitReady();
  const { address } = new PolkadotKey('sr25519', 'on another device');
  await connectsAfterNothing(page, phone, {
    networks: await networks(page),
    named: 'Polkadot',
    session: session(address),
    isNobody: () => expect(status(page)).toHaveText('disconnected'),
  });
  await expect(button(page)).toContainText(address.slice(0, 4));
});
