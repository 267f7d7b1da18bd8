// Signing in on cosmos, verified by cosmjs (decision 78, "Sign-in on Cosmos").
import type { Page } from '@playwright/test';
import { CHAIN, CHAIN_ID } from '../../demo/cosmos/layout.mjs';
import { makeRequired, signsInAfterANo, told } from '../support/family';
import { confirm, expectClosed, openCard } from '../support/modal';
import { isSigned, ScriptedCosmosWallet } from '../support/scripted-cosmos';
import { choose, sessions, sign } from '../support/sign-in';
import { expect, test } from '../support/test';

const make = (page: Page) => makeRequired(page, 'cosmosNetworks');

test('signs in with a message that names the chain, and a reload keeps the session without a prompt @4.37 @10.34', async ({
  page,
}) => {
  const wallet = await ScriptedCosmosWallet.install(page);
  await make(page);
  await openCard(page);
  await choose(page, wallet.row);
  expect(await told(page)).toEqual([]);
  await confirm(sign(page));
  await expectClosed(page);
  expect(await told(page)).toEqual(['connected']);
  const [session] = await sessions(page);
  expect(session!.data).toMatchObject({ accountAddress: wallet.address(), chainId: CHAIN });
  expect(session!.message).toMatch(/^localhost:\d+ wants you to sign in with your Cosmos account:\n/);
  expect(session!.message).toContain(`Chain ID: ${CHAIN_ID}`);
  expect(isSigned('account 1', session!.message, JSON.parse(session!.signature))).toBe(true);
  await make(page);
  await expect.poll(() => told(page)).toEqual(['connected']);
  expect(wallet.count('signArbitrary')).toBe(1);
});

test('disconnects if the user refuses to sign in @4.39 @8.19', async ({ page }) => {
  const wallet = await ScriptedCosmosWallet.install(page);
  await make(page);
  await signsInAfterANo(page, wallet, ['signArbitrary', 'Request rejected']);
});
