// Helpers for swaps, and for their result on the chain.
import { expect, type Page } from '@playwright/test';
import { erc20Abi, type Address } from 'viem';
import { chainOf, TOKENS, type ChainId } from './chain';
import { SWAP_ROUTER } from './hosts.gen.mjs';
import { accountAction, still } from './modal';
import { HOST_URLS } from './ports';

type Symbol = keyof typeof TOKENS | 'ETH';
type Side = 'sourceToken' | 'toToken';

export const swapAction = (page: Page) => page.getByTestId('swap-action-button');
export const swapStatus = (page: Page) => page.getByTestId('wm-swap-status');
export const gets = (page: Page) => page.getByTestId('swap-input-token-toToken');

/** Opens the form from Account. */
export async function openSwap(page: Page): Promise<void> {
  await accountAction(page, 'swaps').click();
  await still(page, 'Swap');
}

export async function chooseToken(page: Page, side: Side, symbol: Symbol): Promise<void> {
  await page.getByTestId(`swap-select-token-button-${side}`).click();
  await still(page, 'SwapSelectToken');
  await page.getByTestId(`swap-select-token-item-${symbol}`).first().click();
  await still(page, 'Swap');
}

/** Fills the form and waits for its quote. */
export async function fillSwap(page: Page, from: Symbol, to: Symbol, amount: string): Promise<void> {
  await openSwap(page);
  if (from != 'ETH') await chooseToken(page, 'sourceToken', from);
  await chooseToken(page, 'toToken', to);
  await page.getByTestId('swap-input-token-sourceToken').fill(amount);
  await expect(swapAction(page)).toHaveText('Review');
}

/** Fills the form and opens its preview. */
export async function reviewSwap(page: Page, from: Symbol, to: Symbol, amount: string): Promise<void> {
  await fillSwap(page, from, to, amount);
  await swapAction(page).click();
  await still(page, 'SwapPreview');
  await tickSwap(page);
}

/** Accepts that no second price confirms the quote (decision 198, "Prices of a swap"). A known loss must be accepted by the test. */
export async function tickSwap(page: Page): Promise<void> {
  const box = page.getByTestId('wm-swap-accept').filter({ hasText: "I checked what I'll receive" });
  if ((await box.count()) == 0) return;
  await expect(async () => {
    if ((await box.getAttribute('aria-checked')) == 'false') await box.click();
    await expect(box).toHaveAttribute('aria-checked', 'true', { timeout: 300 });
  }).toPass();
}

/** Confirms after the half second. The next step's label shows that this one is done: its block is mined at once. */
export async function confirmSwap(page: Page, label: string): Promise<void> {
  await expect(swapAction(page)).toHaveText(label);
  await expect(async () => {
    if ((await swapAction(page).textContent()) != label) return;
    await swapAction(page).click();
    await expect(swapStatus(page)).not.toHaveAttribute('data-phase', 'review', { timeout: 300 });
  }).toPass();
}

/** The router's allowance for a token. */
export const allowance = (symbol: keyof typeof TOKENS, owner: Address, id: ChainId = 1337): Promise<bigint> =>
  chainOf(id).readContract({
    address: TOKENS[symbol].address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, SWAP_ROUTER as Address],
  });

/** Makes the data service return wrong data in its next response, only for this account (demo/README.md). */
export async function lie(kind: string, only: Address): Promise<void> {
  const answer = await fetch(`${HOST_URLS.data}/__swap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lie: kind, only, times: 1 }),
  });
  if (!answer.ok) throw new Error(`no such lie: ${kind}`);
}
