// The smart account of the embedded wallet on the real chain: its address, its signatures before and after it is there, batches
// (docs/spec/embedded-frame.md section 11, docs/spec/rpc.md section 3).
import type { Locator, Page } from '@playwright/test';
import {
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseEther,
  stringToHex,
  toHex,
  type Address,
  type Hex,
} from 'viem';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import { CHAIN_URL, PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, logIn, readyPeer, rpc, userOf, type Outcome, type Peer } from './peer';

const part = (peer: Peer, name: string): Locator => peer.frame.getByTestId(`secure-${name}`);

async function confirm(peer: Peer): Promise<void> {
  await part(peer, 'confirm').hover();
  await expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'false');
  await part(peer, 'confirm').click();
}

const fund = (address: Address): Promise<unknown> =>
  fetch(CHAIN_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [address, toHex(parseEther('5'))],
    }),
  });

/** Logged in with the smart account; it has some Ether, its key has none. */
async function smartWallet(page: Page): Promise<{ peer: Peer; address: Address; owner: Address }> {
  const peer = await readyPeer(page);
  const owner = (await logIn(peer, freshEmail())).address as Address;
  const user = await userOf(peer, { preferredAccountType: 'smartAccount' });
  expect(user.preferredAccountType).toBe('smartAccount');
  const address = user.address as Address;
  expect(address).not.toBe(owner);
  await fund(address);
  // Chromium throws away what is pressed in a frame of another origin half a second after it came or moved.
  await page.waitForTimeout(600);
  return { peer, address, owner };
}

const valueOf = (answer: Outcome): Hex => {
  expect(answer.ok, JSON.stringify(answer.payload)).toBe(true);
  return answer.payload as unknown as Hex;
};

const status = async (peer: Peer, id: unknown) =>
  (await peer.call('RPC_REQUEST', rpc('wallet_getCallsStatus', [id]))).payload as {
    status: number;
    atomic: boolean;
    receipts: { status: string; transactionHash: Hex }[];
  };

test('a payment makes the account and is carried out by it, paid for by the site', async ({ page }) => {
  const { peer, address, owner } = await smartWallet(page);
  const to = freshAddress();
  expect((await peer.call('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: false });
  for (const value of ['0.5', '0.25']) {
    const answer = await peer.begin(
      'RPC_REQUEST',
      rpc('eth_sendTransaction', [{ from: address, to, value: toHex(parseEther(value)) }]),
    );
    await expect(part(peer, 'fact-amount')).toHaveText(`${value} ETH`);
    await expect(part(peer, 'fact-from')).toHaveAttribute('aria-label', address);
    await expect(part(peer, 'fact-network-fee-at-most')).toHaveText('Paid by this site');
    await confirm(peer);
    const receipt = await chain.waitForTransactionReceipt({ hash: valueOf(await answer()) });
    expect(receipt.status).toBe('success');
  }
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.75'));
  expect(await chain.getBalance({ address })).toBe(parseEther('4.25'));
  expect(await chain.getBalance({ address: owner })).toBe(0n);
  expect((await userOf(peer)).smartAccountDeployed).toBe(true);
});

test('its signatures count before it is there and after', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const sign = async () => {
    const answer = await peer.begin('RPC_REQUEST', rpc('personal_sign', [stringToHex('hello'), address]));
    await confirm(peer);
    return valueOf(await answer());
  };
  const counts = (message: string, signature: Hex) => chain.verifyMessage({ address, message, signature });
  const early = await sign();
  expect(early.endsWith('6492649264926492649264926492649264926492649264926492649264926492')).toBe(true);
  expect(await counts('hello', early)).toBe(true);
  expect(await counts('other', early)).toBe(false);
  const sent = await peer.begin(
    'RPC_REQUEST',
    rpc('eth_sendTransaction', [{ from: address, to: freshAddress(), value: '0x1' }]),
  );
  await confirm(peer);
  await chain.waitForTransactionReceipt({ hash: valueOf(await sent()) });
  const late = await sign();
  expect(late).toHaveLength(132);
  expect(await counts('hello', late)).toBe(true);
  expect(await counts('other', late)).toBe(false);

  const { message, signature } = await userOf(peer, {
    siwxMessage: {
      accountAddress: '<<AccountAddress>>',
      chainId: 'eip155:1337',
      domain: new URL(PAGE_URL).host,
      uri: PAGE_URL,
      version: '1',
      nonce: 'abcdefgh12345678',
    },
  });
  expect(message).toContain(address);
  expect(await counts(message as string, signature as Hex)).toBe(true);
});

test('a batch is one yes and all or nothing', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const to = freshAddress();
  await giveToken('MDW', address, 10n ** 18n);
  const token = (amount: bigint) => ({
    to: TOKENS.MDW.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  });
  const batch = (calls: unknown[]) =>
    rpc('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x539', from: address, atomicRequired: true, calls },
    ]);
  const answer = await peer.begin('RPC_REQUEST', batch([{ to, value: numberToHex(7) }, token(10n ** 17n)]));
  await expect(part(peer, 'title')).toHaveText('Send 2 calls at once');
  await expect(part(peer, 'fact-amount')).toHaveText(['0.000000000000000007 ETH', '0.1 MDW']);
  await confirm(peer);
  const { id } = valueOf(await answer()) as unknown as { id: string };
  await expect.poll(async () => (await status(peer, id)).status).toBe(200);
  expect(await status(peer, id)).toMatchObject({ atomic: true, receipts: [{ status: '0x1' }] });
  expect(await chain.getBalance({ address: to })).toBe(7n);
  expect(await tokenBalance('MDW', to)).toBe(10n ** 17n);

  const failing = await peer.begin('RPC_REQUEST', batch([{ to, value: '0x1' }, token(10n ** 20n)]));
  await confirm(peer);
  expect((await failing()).ok).toBe(false);
  expect(await chain.getBalance({ address: to })).toBe(7n);
});

test('what a batch must look like is checked', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const good = { version: '2.0.0', chainId: '0x539', from: address, calls: [{ to: address }] };
  for (const [wrong, words] of [
    [{ ...good, version: '3' }, 'version'],
    [{ ...good, chainId: '0x1' }, 'chainId'],
    [{ ...good, from: freshAddress() }, 'account'],
    [{ ...good, calls: [] }, '1 to 100'],
    [{ ...good, calls: [{ to: 'nobody' }] }, 'calls[0].to'],
    [{ ...good, calls: [{ to: address, data: '0x123' }] }, 'calls[0].data'],
  ] as const)
    expect((await peer.call('RPC_REQUEST', rpc('wallet_sendCalls', [wrong]))).payload!.message).toContain(
      words,
    );
  expect((await peer.call('RPC_REQUEST', rpc('wallet_getCallsStatus', ['none']))).ok).toBe(false);
});

test('the plain account carries a batch out one after another, and not all at once', async ({ page }) => {
  const peer = await readyPeer(page);
  const address = (await logIn(peer, freshEmail())).address as Address;
  await fund(address);
  await page.waitForTimeout(600);
  const to = freshAddress();
  const batch = (atomicRequired: boolean) =>
    rpc('wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: '0x539',
        from: address,
        atomicRequired,
        calls: [
          { to, value: '0x1' },
          { to, value: '0x2' },
        ],
      },
    ]);
  expect((await peer.call('RPC_REQUEST', batch(true))).payload!.message).toContain('smart account');
  const answer = await peer.begin('RPC_REQUEST', batch(false));
  await confirm(peer);
  const { id } = valueOf(await answer()) as unknown as { id: string };
  await expect.poll(async () => (await status(peer, id)).status).toBe(200);
  expect((await status(peer, id)).receipts).toHaveLength(2);
  expect(await chain.getBalance({ address: to })).toBe(3n);
});

test('it is there on its network alone, and the preference outlives a look elsewhere', async ({ page }) => {
  const { peer, address, owner } = await smartWallet(page);
  expect((await peer.call('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({
    smartAccountEnabledNetworks: [1337],
  });
  expect(
    (await peer.call('RPC_REQUEST', rpc('wallet_getCapabilities', [address, ['0x539', '0x53a']]))).payload,
  ).toEqual({
    '0x539': expect.objectContaining({ atomic: { status: 'supported' } }) as unknown,
    '0x53a': { assetDiscovery: { supported: true } },
  });
  expect(await userOf(peer, { chainId: 1338 })).toMatchObject({
    address: owner,
    preferredAccountType: 'eoa',
  });
  expect((await peer.call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).ok).toBe(false);
  expect(await userOf(peer, { chainId: 1337 })).toMatchObject({ address });
  expect((await peer.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({
    type: 'eoa',
    address: owner,
  });
  expect((await userOf(peer)).address).toBe(owner);
});
