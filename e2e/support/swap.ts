// Ways through a swap, for the files that walk it, and what the chain says of it afterwards.
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

/** From Account to the form. */
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

/** The form, filled, and its quote. */
export async function fillSwap(page: Page, from: Symbol, to: Symbol, amount: string): Promise<void> {
  await openSwap(page);
  if (from != 'ETH') await chooseToken(page, 'sourceToken', from);
  await chooseToken(page, 'toToken', to);
  await page.getByTestId('swap-input-token-sourceToken').fill(amount);
  await expect(swapAction(page)).toHaveText('Review');
}

/** That, and its preview. */
export async function reviewSwap(page: Page, from: Symbol, to: Symbol, amount: string): Promise<void> {
  await fillSwap(page, from, to, amount);
  await swapAction(page).click();
  await still(page, 'SwapPreview');
  await tickSwap(page);
}

/** Ticks that no second price vouches for the quote (decision 198). A known loss is the test's to tick. */
export async function tickSwap(page: Page): Promise<void> {
  const box = page.getByTestId('wm-swap-accept').filter({ hasText: "I checked what I'll receive" });
  if ((await box.count()) == 0) return;
  await expect(async () => {
    if ((await box.getAttribute('aria-checked')) == 'false') await box.click();
    await expect(box).toHaveAttribute('aria-checked', 'true', { timeout: 300 });
  }).toPass();
}

/** A confirmation counts after half a second of calm. With the next step's label this one is over: its block came at once. */
export async function confirmSwap(page: Page, label: string): Promise<void> {
  await expect(swapAction(page)).toHaveText(label);
  await expect(async () => {
    if ((await swapAction(page).textContent()) != label) return;
    await swapAction(page).click();
    await expect(swapStatus(page)).not.toHaveAttribute('data-phase', 'review', { timeout: 300 });
  }).toPass();
}

/** What the router may take of a token. */
export const allowance = (symbol: keyof typeof TOKENS, owner: Address, id: ChainId = 1337): Promise<bigint> =>
  chainOf(id).readContract({
    address: TOKENS[symbol].address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, SWAP_ROUTER as Address],
  });

/** The data service lies to this account alone, in its next answer (demo/README.md). */
export async function lie(kind: string, only: Address): Promise<void> {
  const answer = await fetch(`${HOST_URLS.data}/__swap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lie: kind, only, times: 1 }),
  });
  if (!answer.ok) throw new Error(`no such lie: ${kind}`);
}
