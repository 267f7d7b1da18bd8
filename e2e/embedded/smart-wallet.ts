// What journeys with the embedded wallet share: Ether for its account, and a person who presses in the frame.
import type { FrameLocator } from '@playwright/test';
import { parseEther, toHex, type Address } from 'viem';
import { CHAIN_URL } from '../support/ports';
import { expect } from '../support/test';

export const fund = (address: Address, ether = '5'): Promise<unknown> =>
  fetch(CHAIN_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [address, toHex(parseEther(ether))],
    }),
  });

/** Presses a button of the one approval that is shown, until it was: Chromium throws away what is pressed in a frame of another origin soon after it came or moved. */
async function press(frame: FrameLocator, name: 'confirm' | 'reject'): Promise<void> {
  const button = frame.locator(`[data-testid="secure-${name}"]:not([disabled])`);
  await expect(button).toBeVisible();
  await expect(async () => {
    if ((await button.count()) > 0) {
      await button.hover({ timeout: 2_000 });
      if (name === 'confirm')
        await expect(button).toHaveAttribute('aria-disabled', 'false', { timeout: 2_000 });
      await button.click({ timeout: 1_000 });
    }
    await expect(button).toHaveCount(0, { timeout: 300 });
  }).toPass();
}

export const confirmIn = (frame: FrameLocator): Promise<void> => press(frame, 'confirm');
export const rejectIn = (frame: FrameLocator): Promise<void> => press(frame, 'reject');
