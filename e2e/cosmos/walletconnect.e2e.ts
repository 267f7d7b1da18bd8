// Cosmos by a wallet on another device: the official wallet SDK, with keys that are real.
import type { Page } from '@playwright/test';
import { Secp256k1Wallet, type StdSignature } from '@cosmjs/amino';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { fromBase64, toBase64 } from '@cosmjs/encoding';
import { accountOf, CHAIN, CHAIN_ID, directOf, PREFIX, rawOf, sendOf } from '../../demo/cosmos/layout.mjs';
import { connectsAfterNothing, networksOf, requestCode, sessionOf, status } from '../support/family';
import { button, confirm, expectClosed, still } from '../support/modal';
import { isSigned, nodeControl, rest, send, signWords } from '../support/scripted-cosmos';
import { sessions, sign } from '../support/sign-in';
import { expect } from '../support/test';
import { showCode, start, test } from '../support/walletkit';

const METHODS = ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'];

const TWO = accountOf('account 2').address;

const networks = (page: Page) => networksOf(page, 'cosmosNetworks');
const session = (address: string) => sessionOf(CHAIN, address, METHODS);
const request = (page: Page, method: string, params: object) =>
  requestCode<{ signature?: StdSignature }>(page, 'cosmos', method, params);

test('a phone signs a reviewed document, and the network accepts it @1.13 @10.44', async ({
  page,
  phone,
}) => {
  test.slow(); // the SDK hands out one request a second
  const word = 'on another device';
  const { address, key, secret } = accountOf(word);
  await nodeControl('give', { address, units: '5000000' });
  await start(page, { networks: await networks(page), reviewRequests: 'always' });
  await phone.pair(await showCode(page));
  const { chains, methods } = phone.proposal!.optionalNamespaces['cosmos']!;
  expect([chains, methods.toSorted()]).toEqual([[CHAIN], METHODS]);
  await phone.approveAs(session(address));
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(address);

  const { account } = await rest<{ account: { account_number: string; sequence: string } }>(
    `/cosmos/auth/v1beta1/accounts/${address}`,
  );
  const { account_number: number, sequence } = account;
  const document = directOf(key, [sendOf(address, TWO, 1_000_000)], { number, sequence });
  const signer = await DirectSecp256k1Wallet.fromKey(secret, PREFIX);
  const { signature } = await signer.signDirect(address, document);
  const signDoc = {
    bodyBytes: toBase64(document.bodyBytes),
    authInfoBytes: toBase64(document.authInfoBytes),
    chainId: CHAIN_ID,
    accountNumber: number,
  };
  phone.answer = { result: { signed: signDoc, signature } };
  const signed = request(page, 'cosmos_signDirect', { signerAddress: address, signDoc });
  await still(page, 'ReviewRequest');
  await expect(page.getByTestId('wm-review-line').first()).toContainText('1 DATOM');
  await confirm(page.getByTestId('wm-review-confirm'));
  const { signature: given } = await signed;
  expect(phone.asked.at(-1)!.params).toEqual({
    chainId: CHAIN,
    request: expect.objectContaining({
      method: 'cosmos_signDirect',
      params: { signerAddress: address, signDoc },
    }),
  });
  expect(await send(rawOf(document, given!.signature))).toMatchObject({ code: 0 });

  phone.answer = { code: 5000, message: 'User rejected.' };
  const refused = request(page, 'cosmos_signDirect', { signerAddress: address, signDoc });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  expect(await refused).toEqual({ code: 4001 });
  await phone.disconnect();
  await expect(status(page)).toHaveText('disconnected');
});

test('a phone signs in with a document that contains the message @4.37 @10.34', async ({ page, phone }) => {
  const word = 'signs in from another device';
  const { address, secret } = accountOf(word);
  await start(page, { networks: await networks(page), siwx: true });
  await phone.pair(await showCode(page));
  await phone.approveAs(session(address));
  await still(page, 'SIWXSignMessage');
  phone.answer = 'hold';
  await confirm(sign(page));
  const asked = await phone.request();
  const { signerAddress, signDoc } = asked.params.request.params as {
    signerAddress: string;
    signDoc: { chain_id: string; msgs: { value: { data: string } }[] };
  };
  expect([signerAddress, signDoc.chain_id]).toEqual([address, '']);
  const message = new TextDecoder().decode(fromBase64(signDoc.msgs[0]!.value.data));
  // a document is signed as it is: it is the one of these words
  const wallet = await Secp256k1Wallet.fromKey(secret, PREFIX);
  const answer = await wallet.signAmino(address, signDoc as never);
  expect(answer.signature).toEqual(await signWords(word, message));
  await phone.respond(asked, { result: answer });
  await expectClosed(page);
  const [stored] = await sessions(page);
  expect(stored).toMatchObject({ message, data: { chainId: CHAIN, accountAddress: address } });
  expect(isSigned(word, message, JSON.parse(stored!.signature))).toBe(true);
});

test('a phone without a Cosmos account is rejected with a message, and the next one connects @1.13', async ({
  page,
  phone,
}) => {
  const { address } = accountOf('on another device');
  await connectsAfterNothing(page, phone, {
    networks: await networks(page),
    named: 'Cosmos',
    session: session(address),
    isNobody: () => expect(status(page)).toHaveText('disconnected'),
  });
  await expect(button(page)).toContainText(address.slice(0, 4));
});
