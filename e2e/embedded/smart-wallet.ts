// A smart account in the frame of the secure site, and a person who presses: what the tests of permissions, user operations and assets share.
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { parseEther, toHex, type Address, type Hex } from 'viem';
import { CHAIN_URL } from '../support/ports';
import { expect } from '../support/test';
import { freshEmail, logIn, readyPeer, rpc, userOf, type Outcome, type Peer } from './peer';

export const part = (peer: Peer, name: string): Locator => peer.frame.getByTestId(`secure-${name}`);

export type SmartWallet = { peer: Peer; address: Address; owner: Address };

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

/** Logged in with the smart account, which is not on the chain yet and has some Ether; its key has none. */
export async function smartWallet(page: Page): Promise<SmartWallet> {
  const peer = await readyPeer(page);
  const owner = (await logIn(peer, freshEmail())).address as Address;
  const address = (await userOf(peer, { preferredAccountType: 'smartAccount' })).address as Address;
  await fund(address);
  return { peer, address, owner };
}

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
export const confirm = ({ frame }: Peer): Promise<void> => confirmIn(frame);
export const reject = ({ frame }: Peer): Promise<void> => rejectIn(frame);

export const ask = (peer: Peer, method: string, params: unknown, more = {}): Promise<Outcome> =>
  peer.call('RPC_REQUEST', rpc(method, params, more));

/** Asks for what a person decides; later the answer. */
export const begin = (peer: Peer, method: string, params: unknown): Promise<() => Promise<Outcome>> =>
  peer.begin('RPC_REQUEST', rpc(method, params));

/** The value of an answer that is none of the errors. */
export function valueOf<T = Hex>(answer: Outcome): T {
  expect(answer.ok, JSON.stringify(answer.payload)).toBe(true);
  return answer.payload as T;
}

/** A request is refused with these words, and nobody is asked. */
export async function expectRefused(
  peer: Peer,
  method: string,
  params: unknown,
  words: string,
): Promise<void> {
  const answer = await ask(peer, method, params);
  expect(answer.ok, words).toBe(false);
  expect(answer.payload!.message).toContain(words);
  await expect(part(peer, 'approve')).toHaveCount(0);
}

export const REJECTED = { ok: false, payload: { message: 'User rejected the request' } };
