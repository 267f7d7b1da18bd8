// Bitcoin by a wallet on another device: the official wallet SDK, with keys that are real.
import { BitcoinKey, CHAIN, toHex } from '../../demo/bitcoin/layout.mjs';
import { account, expectAddress, isBip322, isOlder, networkOf, request } from '../support/bitcoin-page';
import { connectsAfterNothing, sessionOf } from '../support/family';
import { confirm, expectClosed, still } from '../support/modal';
import { sessions, sign } from '../support/sign-in';
import { expect } from '../support/test';
import { showCode, start, test } from '../support/walletkit';

const METHODS = ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'];
const networks = [networkOf(CHAIN)];
const session = (address: string) => sessionOf(CHAIN, address, METHODS);

test('a phone connects, signs a message, refuses and disconnects @1.11 @6.5', async ({ page, phone }) => {
  test.slow(); // the SDK hands out one request a second
  const key = new BitcoinKey('on another device');
  const { address } = key;
  const held = new BitcoinKey('what is collected', 'p2tr').address;
  phone.addresses = [
    { address, intention: 'payment' },
    { address: held, intention: 'ordinal' },
  ];
  await start(page, { networks, reviewRequests: 'never' });
  await phone.pair(await showCode(page));
  const { chains, methods } = phone.proposal!.optionalNamespaces['bip122']!;
  expect([chains, methods.toSorted()]).toEqual([[CHAIN], METHODS.toSorted()]);
  await phone.approveAs(session(address));
  await expectClosed(page);
  await expectAddress(page, address);
  expect((await account(page)).caipAddress).toBe(`${CHAIN}:${address}`);
  const purposes = async () => (await account(page)).allAccounts.map(({ type, address: of }) => [type, of]);
  await expect.poll(purposes).toEqual([
    ['payment', address],
    ['ordinal', held],
  ]);

  const message = 'Hello from the page';
  const bytes = key.signMessage(message, 'ecdsa');
  phone.answer = { result: { address, signature: toHex(bytes) } };
  const { signature } = await request(page, 'signMessage', { account: address, message });
  expect(isOlder(address, message, Buffer.from(signature!, 'hex').toString('base64'))).toBe(true);
  expect(phone.asked.at(-1)!.params).toEqual({
    chainId: CHAIN,
    request: expect.objectContaining({ method: 'signMessage', params: { account: address, message } }),
  });

  phone.answer = { code: 5000, message: 'User rejected.' };
  expect(await request(page, 'signMessage', { account: address, message })).toMatchObject({ code: 4001 });
  await phone.disconnect();
  await expectAddress(page, null);
});

for (const kind of ['p2wpkh', 'p2tr'] as const)
  test(`a phone with an account of ${kind} signs in @4.37 @10.34`, async ({ page, phone }) => {
    const key = new BitcoinKey('signs in from another device', kind);
    await start(page, { networks, siwx: true });
    await phone.pair(await showCode(page));
    await phone.approveAs(session(key.address));
    await still(page, 'SIWXSignMessage');
    phone.answer = 'hold';
    await confirm(sign(page));
    const asked = await phone.request();
    const params = asked.params.request.params as { account: string; message: string; protocol: string };
    expect(params.account).toBe(key.address);
    const bytes = key.signMessage(params.message, params.protocol);
    await phone.respond(asked, { result: { address: key.address, signature: toHex(bytes) } });
    await expectClosed(page);
    const [stored] = await sessions(page);
    expect(stored).toMatchObject({ message: params.message, data: { chainId: CHAIN } });
    const isSigned = kind == 'p2tr' ? isBip322 : isOlder;
    expect(isSigned(key.address, params.message, Buffer.from(bytes).toString('base64'))).toBe(true);
  });

test('a phone without a Bitcoin account is rejected with a message, and the next one connects @1.11', async ({
  page,
  phone,
}) => {
  const { address } = new BitcoinKey('on another device');
  await connectsAfterNothing(page, phone, {
    networks,
    named: 'Bitcoin',
    session: session(address),
    isNobody: () => expectAddress(page, null),
  });
  await expectAddress(page, address);
});
