// Helpers for purchases (demo/README.md, "Sellers").
import { expect, type Page } from '@playwright/test';
import type { Address } from 'viem';
import { accountAction, still } from './modal';
import { HOST_URLS } from './ports';

export const buyStatus = (page: Page) => page.getByTestId('wm-buy-status');

/** Opens the list of providers from Account, for this token and amount. */
export async function toProviders(page: Page, sum: string, symbol?: string): Promise<void> {
  await accountAction(page, 'onramp').click();
  await still(page, 'OnRamp');
  if (symbol) {
    await page.getByTestId('wm-onramp-token').click();
    await still(page, 'OnRampTokenSelect');
    await page.getByTestId(`wm-onramp-${symbol}`).click();
    await still(page, 'OnRamp');
  }
  await page.getByTestId('wm-onramp-amount').fill(sum);
  await expect(page.getByTestId('wm-onramp-quote')).toHaveAttribute('data-state', 'quoted');
  await page.getByTestId('wm-onramp-choose').click();
  await still(page, 'OnRampProviders');
}

/** Clicks a provider, then the button that shows the host of its page; returns the window. */
export async function goTo(page: Page, provider: 'coinbase' | 'meld'): Promise<Page> {
  await page.getByTestId(`onramp-provider-${provider}`).click();
  await still(page, 'BuyInProgress');
  return continued(page);
}

/** The window of "Continue at ...". */
export async function continued(page: Page): Promise<Page> {
  // a key, because a second click at the same place counts as part of a double click
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByTestId('wm-buy-open').press('Enter'),
  ]);
  await shop.waitForURL((url) => url.protocol != 'about:');
  return shop;
}

/** Makes the purchase services return wrong data, only for this account or in calls without an account (demo/README.md). */
export async function lieOfBuying(
  kind: string,
  more: { times?: number; only?: Address } = {},
): Promise<void> {
  const answer = await fetch(`${HOST_URLS.data}/__onramp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lie: kind, ...more }),
  });
  if (!answer.ok) throw new Error(`no such lie: ${kind}`);
}
