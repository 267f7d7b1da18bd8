// A swap of somebody who has logged in: the smart account takes the approval and the swap as one batch (EIP-5792), so that there is one yes
// in the frame, and both are on the chain or none is (10.15). Swaps of other wallets are in e2e/money/swap.e2e.ts.
import type { Page } from '@playwright/test';
import { parseEther, type Address } from 'viem';
import { chain, giveToken, tokenBalance } from '../support/chain';
import { SWAP_ROUTER } from '../support/hosts.gen.mjs';
import { leaveEnding, openCard, still, toast } from '../support/modal';
import { allowance, reviewSwap, swapAction, swapStatus } from '../support/swap';
import { expect, test } from '../support/test';
import { approve, inFrame, logIn, refuse, visitLogin } from './host-page';
import { fund } from './smart-wallet';

const given = 300_000_000n;
const amount = 250_000_000n;

/** At the preview of 250 of 300 dollars for Ether; the account is not on the chain yet. */
async function previewed(page: Page): Promise<Address> {
  await visitLogin(page, {
    experimentalSwapNetworks: ['eip155:1337'],
    swapRouters: { 'eip155:1337': [SWAP_ROUTER] },
  });
  const address = await logIn(page);
  await fund(address, '1');
  await giveToken('DUSD', address, given);
  await openCard(page, 'Account');
  await reviewSwap(page, 'DUSD', 'ETH', '250');
  await expect(page.getByTestId('wm-swap-step-batch')).toHaveAttribute('data-status', 'now');
  await expect(swapAction(page)).toHaveText('Confirm both');
  return address;
}

/** A press counts after half a second of calm. */
async function confirmBoth(page: Page): Promise<void> {
  await expect(async () => {
    if (await swapAction(page).isVisible()) await swapAction(page).click({ timeout: 1_000 });
    await still(page, 'ApproveTransaction');
  }).toPass();
  await expect(inFrame(page, 'title')).toHaveText('Send 2 calls at once');
}

test('a smart account approves and swaps with one confirmation, in one transaction @10.15 @5.22', async ({
  page,
}) => {
  const address = await previewed(page);
  const least = (await page.getByTestId('wm-swap-minimum').textContent())!.split(' ')[0]!;
  await confirmBoth(page);
  expect(await allowance('DUSD', address), 'not before the person has said so').toBe(0n);
  await approve(page);
  await leaveEnding(page, 'swap', /^Swapped 250 DUSD/);
  expect(await tokenBalance('DUSD', address)).toBe(given - amount);
  expect(await allowance('DUSD', address), 'exactly so much was allowed, and taken').toBe(0n);
  const got = (await chain.getBalance({ address })) - parseEther('1');
  expect(got).toBeGreaterThanOrEqual(parseEther(least));
  expect(await chain.getCode({ address }), 'it came onto the chain with it').toBeDefined();
});

test('sends neither after a refusal in the frame, and can be retried @4.35', async ({ page }) => {
  const address = await previewed(page);
  await confirmBoth(page);
  await refuse(page);
  await still(page, 'SwapPreview');
  await expect(swapStatus(page)).toHaveAttribute('data-phase', 'review');
  await expect(toast(page)).toHaveCount(0);
  expect(await tokenBalance('DUSD', address)).toBe(given);
  expect(await allowance('DUSD', address)).toBe(0n);
  expect(await chain.getCode({ address }), 'not even its contract').toBeUndefined();
});
