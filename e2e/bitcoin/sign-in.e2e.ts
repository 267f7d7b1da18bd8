// Signing in on bitcoin, verified by other libraries (decision 92, "Sign-in on Bitcoin").
import { CHAIN } from '../../demo/bitcoin/layout.mjs';
import { expectAddress, isBip322, isOlder, told, visitBitcoin } from '../support/bitcoin-page';
import { confirm, expectClosed, openCard } from '../support/modal';
import { ScriptedBitcoinWallet, type AddressKind, type Dialect } from '../support/scripted-bitcoin';
import { choose, sessions, sign, status } from '../support/sign-in';
import { expect, test } from '../support/test';

const kinds: [Dialect, AddressKind, typeof isOlder][] = [
  ['standard', 'p2wpkh', isOlder],
  ['sats', 'p2sh', isOlder],
  ['sats', 'p2pkh', isOlder],
  ['sats', 'p2tr', isBip322],
];
for (const [dialect, paymentAddress, isSigned] of kinds)
  test(`an account of ${paymentAddress} signs in (${dialect}), and a reload keeps the session without a prompt @4.37 @10.34`, async ({
    page,
  }) => {
    const wallet = await ScriptedBitcoinWallet.install(page, {
      dialect,
      paymentAddress,
      ordinalsAddress: null,
    });
    const { address } = wallet.key();
    await visitBitcoin(page, [CHAIN], { siwx: 'required' });
    await openCard(page);
    await choose(page, wallet.row);
    expect(await told(page)).toEqual([]);
    await confirm(sign(page));
    await expectClosed(page);
    await expectAddress(page, address);
    const [session] = await sessions(page);
    expect(session!.data).toMatchObject({ accountAddress: address, chainId: CHAIN });
    expect(session!.message).toMatch(/^localhost:\d+ wants you to sign in with your Bitcoin account:\n/);
    expect(isSigned(address, session!.message, session!.signature)).toBe(true);
    await visitBitcoin(page, [CHAIN], { siwx: 'required' });
    await expectAddress(page, address);
    expect(wallet.count('signMessage')).toBe(1);
  });

test('disconnects if the user refuses to sign in @4.39 @8.19', async ({ page }) => {
  const wallet = await ScriptedBitcoinWallet.install(page);
  await visitBitcoin(page, [CHAIN], { siwx: 'required' });
  await openCard(page);
  await choose(page, wallet.row);
  await wallet.answer('signMessage', { code: 4001, message: 'no' });
  await confirm(sign(page));
  await expect(status(page)).toBeVisible();
  await expect.poll(() => wallet.count('signMessage')).toBe(1);
  expect([await sessions(page), await told(page)]).toEqual([[], []]);
  await wallet.answer('signMessage', null);
  await confirm(sign(page));
  await expectClosed(page);
  await expectAddress(page, wallet.key().address);
});
