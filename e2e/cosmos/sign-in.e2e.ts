// Signing in on cosmos, verified by cosmjs (docs/spec/decisions.md 78).
import type { Page } from '@playwright/test';
import { CHAIN, CHAIN_ID } from '../../demo/cosmos/layout.mjs';
import { confirm, expectClosed, openCard } from '../support/modal';
import { isSigned, ScriptedCosmosWallet } from '../support/scripted-cosmos';
import { choose, sessions, sign, status } from '../support/sign-in';
import { expect, test } from '../support/test';

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

/** A page of cosmos alone that wants a sign-in. */
async function make(page: Page): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await page.evaluate(async () => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { cosmosNetworks, services } = await (await fetch('/demo-config.json')).json();
    const siwx = { getRequired: () => true };
    const told: string[] = [];
    document.addEventListener('wallet-connect', () => told.push('connected'));
    const walletModal = createWalletModal({ projectId: 'demo', networks: cosmosNetworks, services, siwx });
    Object.assign(window, { walletModal, told });
  });
}

test('@4.37 @10.34 the account signs the message, which names the chain, and a reload asks nobody', async ({
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

test('@4.39 @8.19 a no connects nobody', async ({ page }) => {
  const wallet = await ScriptedCosmosWallet.install(page);
  await make(page);
  await openCard(page);
  await choose(page, wallet.row);
  await wallet.answer('signArbitrary', { message: 'Request rejected' });
  await confirm(sign(page));
  await expect(status(page)).toBeVisible();
  await expect.poll(() => wallet.count('signArbitrary')).toBe(1);
  expect([await sessions(page), await told(page)]).toEqual([[], []]);
  await wallet.answer('signArbitrary', null);
  await confirm(sign(page));
  await expectClosed(page);
  expect(await told(page)).toEqual(['connected']);
});
