// Solana in the frame: address, messages and transactions, as a person sees them and as anybody can check them (docs/spec/rpc.md section 3).
import type { Locator } from '@playwright/test';
import { webcrypto } from 'node:crypto';
import { base58, base64 } from '@scure/base';
import { expect, test } from '../support/test';
import { freshEmail, logIn, readyPeer, rpc, userOf, type Outcome, type Peer } from './peer';

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const TO = new Uint8Array(32).fill(9);
const part = (peer: Peer, name: string): Locator => peer.frame.getByTestId(`secure-${name}`);

async function confirm(peer: Peer): Promise<void> {
  await part(peer, 'confirm').hover();
  await expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'false');
  await part(peer, 'confirm').click();
}

const valueOf = (answer: Outcome): Record<string, string> => {
  expect(answer.ok, JSON.stringify(answer.payload)).toBe(true);
  return answer.payload as Record<string, string>;
};

async function isSigned(address: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const key = await webcrypto.subtle.importKey('raw', base58.decode(address), 'Ed25519', false, ['verify']);
  return webcrypto.subtle.verify('Ed25519', key, signature, message);
}

/** A payment of 1.5 SOL; the signature is left open. */
const payment = (from: string): Uint8Array => {
  const lamports = new Uint8Array(new BigUint64Array([1_500_000_000n]).buffer);
  return new Uint8Array([
    ...[1, ...new Uint8Array(64)],
    ...[1, 0, 1],
    ...[3, ...base58.decode(from), ...TO, ...new Uint8Array(32)],
    ...new Uint8Array(32).fill(7),
    ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, ...lamports],
  ]);
};

test('a user has an address there, the same each time, and signs what was shown', async ({ page }) => {
  const peer = await readyPeer(page);
  const evm = await logIn(peer, freshEmail());
  expect((await peer.call('SWITCH_NETWORK', { chainId: DEVNET })).payload).toEqual({ chainId: DEVNET });
  const { address, accounts, chainId } = (await userOf(peer)) as { address: string; [key: string]: unknown };
  expect(base58.decode(address)).toHaveLength(32);
  expect([accounts, chainId]).toEqual([[{ address, type: 'eoa' }], DEVNET]);
  // Chromium throws away what is pressed in a frame of another origin half a second after it came or moved.
  await page.waitForTimeout(600);

  const message = new TextEncoder().encode('Hello, Solana');
  const ask = (params: unknown) =>
    peer.begin('RPC_REQUEST', rpc('solana_signMessage', params, { chainId: DEVNET }));
  const answer = await ask({ message: base58.encode(message), pubkey: address });
  await expect(part(peer, 'fact-message')).toHaveText('Hello, Solana');
  await expect(part(peer, 'network')).toHaveText('Solana Devnet');
  await confirm(peer);
  const { signature } = valueOf(await answer());
  expect(await isSigned(address, message, base58.decode(signature!))).toBe(true);

  // A payment by another name.
  const hidden = await ask({ message: base58.encode(payment(address).slice(65)), pubkey: address });
  expect((await hidden()).payload).toEqual({ message: 'This message is a transaction' });

  expect((await userOf(peer, { chainId: 1337 })).address).toBe(evm.address);
  expect((await userOf(peer, { chainId: DEVNET })).address).toBe(address);
});

test('transactions are read to the person, and signed in their place', async ({ page }) => {
  const peer = await readyPeer(page);
  await logIn(peer, freshEmail());
  const { address } = (await userOf(peer, { chainId: DEVNET })) as { address: string };
  await page.waitForTimeout(600);
  const bytes = payment(address);
  const transaction = base64.encode(bytes);
  const answer = await peer.begin('RPC_REQUEST', rpc('solana_signTransaction', { transaction }));
  await expect(part(peer, 'fact-amount')).toHaveText('1.5 SOL');
  await expect(part(peer, 'fact-to')).toHaveText(base58.encode(TO));
  await confirm(peer);
  const signed = valueOf(await answer());
  const out = base64.decode(signed.transaction!);
  expect(out.slice(65)).toEqual(bytes.slice(65));
  expect(base58.encode(out.slice(1, 65))).toBe(signed.signature);
  expect(await isSigned(address, bytes.slice(65), out.slice(1, 65))).toBe(true);

  const both = await peer.begin(
    'RPC_REQUEST',
    rpc('solana_signAllTransactions', { transactions: [transaction, transaction] }),
  );
  await expect(part(peer, 'title')).toHaveText('Sign 2 transactions');
  await part(peer, 'reject').click();
  expect((await both()).payload).toEqual({ message: 'User rejected the request' });

  const said = async (method: string, params: unknown) =>
    (await peer.call('RPC_REQUEST', rpc(method, params))).payload!.message;
  const stranger = base64.encode(payment(base58.encode(TO)));
  expect(await said('solana_signTransaction', { transaction: stranger })).toContain(
    'none of those that sign',
  );
  expect(await said('solana_signAndSendTransaction', { transaction })).toBe(
    'This wallet cannot send on Solana yet',
  );
  expect(await said('personal_sign', ['0x00', address])).toBe('Requested RPC call is not allowed');
});
