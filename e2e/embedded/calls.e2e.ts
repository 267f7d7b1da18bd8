// wallet_sendCalls (EIP-5792) of a page through our modal to the frame: one yes for a batch of a smart account, all or nothing, and what becomes
// of it afterwards (docs/spec/rpc.md section 3). What the secure site itself makes of batches is in secure-smart.e2e.ts.
import type { Page } from '@playwright/test';
import { encodeFunctionData, erc20Abi, numberToHex, type Address, type Hex } from 'viem';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import { expectClosed, still } from '../support/modal';
import { expect, test } from '../support/test';
import {
  approve,
  askedOf,
  inFrame,
  keepMessages,
  logIn,
  refuse,
  request,
  resultOf,
  visitLogin,
  type Outcome,
} from './host-page';
import { fund } from './smart-wallet';

/** Somebody with a smart account that has some Ether and some tokens; nothing of it is on the chain yet. */
async function smartAccount(page: Page): Promise<Address> {
  await visitLogin(page);
  const address = await logIn(page);
  await fund(address, '1');
  await giveToken('MDW', address, 10n ** 18n);
  return address;
}

type Batch = { from: Address; to: Address; calls: { to: Address; value?: Hex; data?: Hex }[] };

/** Two transfers to somebody: some Ether and some of a token. */
const twoTransfers = (from: Address, to: Address): Batch => ({
  from,
  to,
  calls: [
    { to, value: numberToHex(7) },
    {
      to: TOKENS.MDW.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10n ** 17n] }),
    },
  ],
});

const send = (page: Page, { from, calls }: Batch, more: object = {}): Promise<() => Promise<Outcome>> =>
  request(page, 'wallet_sendCalls', [
    { version: '2.0.0', chainId: '0x539', from, atomicRequired: true, calls, ...more },
  ]);

const received = async (to: Address): Promise<[bigint, bigint]> => [
  await chain.getBalance({ address: to }),
  await tokenBalance('MDW', to),
];

type CallsStatus = {
  id: string;
  status: number;
  atomic: boolean;
  chainId: string;
  receipts: { status: string; transactionHash: Hex }[];
};
const statusOf = async (page: Page, id: string): Promise<CallsStatus> =>
  resultOf<CallsStatus>(await request(page, 'wallet_getCallsStatus', [id]));

test('approves a batch of two transfers once, as one transaction, and returns its status @6.5', async ({
  page,
}) => {
  const from = await smartAccount(page);
  const to = freshAddress();
  const outcome = await send(page, twoTransfers(from, to));
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'title')).toHaveText('Send 2 calls at once');
  await expect(inFrame(page, 'fact-amount')).toHaveText(['0.000000000000000007 ETH', '0.1 MDW']);
  await expect(inFrame(page, 'fact-from')).toHaveAttribute('aria-label', from);
  expect(await received(to), 'not before the person has said so').toEqual([0n, 0n]);
  await approve(page);
  await expectClosed(page);
  const { id } = await resultOf<{ id: string }>(outcome);
  await expect.poll(async () => (await statusOf(page, id)).status).toBe(200);
  const status = await statusOf(page, id);
  expect(status).toMatchObject({ id, atomic: true, chainId: '0x539' });
  expect(status.receipts).toHaveLength(1);
  const receipt = await chain.getTransactionReceipt({ hash: status.receipts[0]!.transactionHash });
  expect(receipt.status).toBe('success');
  expect(await received(to)).toEqual([7n, 10n ** 17n]);
  await expect(page.locator('#w3m-iframe')).toBeHidden();
});

test('rejects after a refusal or a closed card, and sends nothing @4.35 @4.36', async ({ page }) => {
  const from = await smartAccount(page);
  const to = freshAddress();
  const refused = await send(page, twoTransfers(from, to), { id: 'refused' });
  await still(page, 'ApproveTransaction');
  await refuse(page);
  await expectClosed(page);
  await expect.poll(refused).toMatchObject({ code: 4001 });
  const unknown = await request(page, 'wallet_getCallsStatus', ['refused']);
  await expect.poll(unknown).toHaveProperty('code');

  const closed = await send(page, twoTransfers(from, to), { id: 'closed' });
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'approve')).toBeVisible();
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);
  // It may have been confirmed in the moment it was closed: to the page that is no refusal.
  await expect.poll(closed).toMatchObject({ code: -32603 });
  await expect(inFrame(page, 'approve')).toHaveCount(0);
  const block = await chain.getBlockNumber();
  await expect.poll(() => chain.getBlockNumber()).toBeGreaterThan(block + 1n);
  expect(await received(to)).toEqual([0n, 0n]);
  expect(await chain.getCode({ address: from }), 'not even its contract').toBeUndefined();
});

test('rejects a call whose recipient or data is not hex before the frame gets it @5.24', async ({
  page,
  context,
}) => {
  await keepMessages(context);
  await visitLogin(page);
  const from = await logIn(page);
  const [good] = twoTransfers(from, freshAddress()).calls;
  for (const wrong of [
    { ...good!, to: from.slice(2) as Address },
    { ...good!, data: 'a9059cbb' as Hex },
    { ...good!, data: '0xa' as Hex },
  ]) {
    const outcome = await send(page, { from, to: from, calls: [good!, wrong] });
    await expect.poll(outcome).toMatchObject({ code: -32602 });
  }
  expect(await askedOf(page)).toEqual([]);
});
