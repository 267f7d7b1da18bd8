// Signing in on solana: by a message, and by one prompt with connecting (decision 60, "Sign-in on solana").
import type { Page } from '@playwright/test';
import nacl from 'tweetnacl';
import { makeRequired, told } from '../support/family';
import { confirm, expectClosed, openCard } from '../support/modal';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { choose, sessions, sign, type Stored } from '../support/sign-in';
import { expect, test } from '../support/test';
import { keyOf, keyPairOf } from '../../demo/solana/layout.mjs';

const ONE = ScriptedSolanaWallet.address('account 1');

const make = (page: Page) => makeRequired(page, 'solanaNetworks');

function isSigned({ message, signature }: Stored): boolean {
  const bytes = new TextEncoder().encode(message);
  return nacl.sign.detached.verify(bytes, keyOf(signature), keyPairOf('account 1').publicKey);
}

test('a wallet without a combined prompt connects, then signs the message @4.37 @4.38 @10.34', async ({
  page,
}) => {
  const wallet = await ScriptedSolanaWallet.install(page, { missingFeatures: ['solana:signIn'] });
  await make(page);
  await openCard(page);
  await choose(page, wallet.row);
  expect(await told(page)).toEqual([]);
  await confirm(sign(page));
  await expectClosed(page);
  expect(await told(page)).toEqual(['connected']);
  const [session] = await sessions(page);
  expect(session!.data).toMatchObject({ accountAddress: ONE, chainId: 'solana:localnet' });
  expect(isSigned(session!)).toBe(true);
  expect([wallet.count('connect'), wallet.count('signMessage'), wallet.count('signIn')]).toEqual([1, 1, 0]);
});

test('one prompt connects and signs in, and a reload keeps the session without a prompt @4.37 @10.34', async ({
  page,
}) => {
  const wallet = await ScriptedSolanaWallet.install(page);
  await make(page);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  expect(await told(page)).toEqual(['connected']);
  const [session] = await sessions(page);
  expect(session!.data).toMatchObject({ accountAddress: ONE, chainId: 'solana:localnet' });
  expect(session!.message).toContain(`Nonce: ${session!.data.nonce as string}`);
  expect(isSigned(session!)).toBe(true);
  const asked = () => ['connect', 'signMessage', 'signIn'].map((method) => wallet.count(method));
  expect(asked()).toEqual([0, 0, 1]);
  await make(page);
  await expect.poll(() => told(page)).toEqual(['connected']);
  expect(asked()).toEqual([0, 0, 1]);
});
