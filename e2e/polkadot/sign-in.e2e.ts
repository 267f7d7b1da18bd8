// Signing in on polkadot, verified by another implementation (decision 99, "Signatures and sign-in on Polkadot").
import type { Page } from '@playwright/test';
import { u8aWrapBytes } from '@polkadot/util';
import { ed25519Verify, secp256k1Verify, sr25519Verify } from '@polkadot/util-crypto';
import { CHAIN } from '../../demo/polkadot/layout.mjs';
import { makeRequired, signsInAfterANo, told } from '../support/family';
import { confirm, expectClosed, openCard } from '../support/modal';
import { ScriptedPolkadotWallet, type KeyKind } from '../support/scripted-polkadot';
import { choose, sessions, sign } from '../support/sign-in';
import { expect, test } from '../support/test';

const make = (page: Page) => makeRequired(page, 'polkadotNetworks');

const isSigned = (kind: KeyKind, message: string, signature: string, account: Uint8Array): boolean => {
  const bytes = u8aWrapBytes(message);
  if (kind == 'sr25519') return sr25519Verify(bytes, signature, account);
  return kind == 'ed25519'
    ? ed25519Verify(bytes, signature, account)
    : secp256k1Verify(bytes, signature, account, 'blake2');
};

for (const kind of ['sr25519', 'ed25519', 'ecdsa'] as const)
  test(`an account of ${kind} signs in, and a reload keeps the session without a prompt @4.37 @10.34`, async ({
    page,
  }) => {
    const wallet = await ScriptedPolkadotWallet.install(page, { accounts: [[kind, 'account 1']] });
    const { address, account } = wallet.keys[0]!;
    await make(page);
    await openCard(page);
    await choose(page, wallet.row);
    expect(await told(page)).toEqual([]);
    await confirm(sign(page));
    await expectClosed(page);
    expect(await told(page)).toEqual(['connected']);
    const [session] = await sessions(page);
    expect(session!.data).toMatchObject({ accountAddress: address, chainId: CHAIN });
    expect(session!.message).toMatch(/^localhost:\d+ wants you to sign in with your Polkadot account:\n/);
    expect(isSigned(kind, session!.message, session!.signature, account)).toBe(true);
    await make(page);
    await expect.poll(() => told(page)).toEqual(['connected']);
    expect(wallet.count('signRaw')).toBe(1);
  });

test('disconnects after a refusal or another account’s signature @4.39 @8.19', async ({ page }) => {
  const wallet = await ScriptedPolkadotWallet.install(page);
  await make(page);
  await signsInAfterANo(page, wallet, ['signRaw', 'Cancelled']);
});
