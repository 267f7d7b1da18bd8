// Permissions and user operations through our own modal: the page asks its provider, the person decides in the frame over the card.
import type { Page } from '@playwright/test';
import { parseAbi, parseEther, toHex, type Address, type Hex } from 'viem';
import { encodeExecuteData } from 'viem/experimental/erc7821';
import { chain, freshAddress } from '../support/chain';
import { ask, expectClosed, openCard, still } from '../support/modal';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { permissionOf, sessionsOf } from './grants';
import { inFrame, logIn, request, resultOf, visitLogin } from './host-page';
import { SECURE_URL } from './peer';
import { confirmIn, fund, rejectIn } from './smart-wallet';

const frame = (page: Page) => page.frameLocator('#w3m-iframe');

test('grants and revokes a permission over the card, and grants nothing after Reject or Close @6.5 @7.39 @4.36', async ({
  page,
}) => {
  await visitLogin(page);
  const address = await logIn(page);
  const granting = await request(page, 'wallet_grantPermissions', permissionOf(address));
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'title')).toHaveText('Allow without asking');
  await expect(inFrame(page, 'site')).toHaveText(PAGE_URL);
  await expect(inFrame(page, 'fact-it-may-take-up-to')).toHaveText('0.1 ETH every hour');
  await confirmIn(frame(page));
  await expectClosed(page);
  const { context } = await resultOf<{ context: string }>(granting);
  expect(await sessionsOf(address)).toMatchObject([{ pci: context }]);

  const rejected = await request(page, 'wallet_grantPermissions', permissionOf(address));
  await still(page, 'ApproveTransaction');
  await rejectIn(frame(page));
  await expectClosed(page);
  await expect.poll(rejected).toMatchObject({ code: 4001 });

  const closed = await request(page, 'wallet_grantPermissions', permissionOf(address));
  await still(page, 'ApproveTransaction');
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);
  await expect.poll(closed).toMatchObject({ code: 4001 });
  expect(await sessionsOf(address)).toHaveLength(1);

  const revoking = await request(page, 'wallet_revokePermissions', [{ pci: context }]);
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'title')).toHaveText('Revoke a permission');
  await confirmIn(frame(page));
  await expectClosed(page);
  expect(await resultOf(revoking)).toBe(true);
  expect((await sessionsOf(address))[0]).toHaveProperty('revokedAt');
});

test('closes the card and rejects with the reason if the wallet cannot grant it @4.35', async ({ page }) => {
  await visitLogin(page);
  const address = await logIn(page);
  const over = await ask(page, 'wallet_grantPermissions', permissionOf(address, { expiry: 1_000 }));
  expect(over).toMatchObject({ rejected: true, code: -32602 });
  const far = await ask(page, 'wallet_grantPermissions', permissionOf(address, { expiry: 9_999_999_999 }));
  expect(far).toMatchObject({ rejected: true, code: -32603 });
  expect((far as { message: string }).message).toContain('expiry is too far away');
  await expectClosed(page);
  expect(await sessionsOf(address)).toEqual([]);
});

type Entry = { entryPoint: Address };

/** The entry point, as the site's own documents name it. */
async function entryPointOf(): Promise<Address> {
  const { smartAccounts } = (await (await fetch(`${SECURE_URL}/config.json`)).json()) as {
    smartAccounts: Entry;
  };
  return smartAccounts.entryPoint;
}

const DONE = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
]);

test('sends a user operation over the card, and nothing after a refusal @6.5 @4.33', async ({ page }) => {
  await visitLogin(page);
  const address = await logIn(page);
  await fund(address);
  const to = freshAddress();
  const entryPoint = await entryPointOf();
  const callData = encodeExecuteData({ calls: [{ to, value: parseEther('0.5') }] });
  const params = [{ sender: address, callData }, entryPoint];

  const rejected = await request(page, 'eth_sendUserOperation', params);
  await still(page, 'ApproveTransaction');
  await rejectIn(frame(page));
  await expectClosed(page);
  await expect.poll(rejected).toMatchObject({ code: 4001 });
  expect(await chain.getCode({ address })).toBeUndefined();

  // Begun from an open card, it leads back to where the person was.
  await openCard(page, 'Account');
  const sending = await request(page, 'eth_sendUserOperation', params);
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'fact-amount')).toHaveText('0.5 ETH');
  await expect(inFrame(page, 'fact-from')).toHaveAttribute('aria-label', address);
  await confirmIn(frame(page));
  const userOpHash = await resultOf<Hex>(sending);
  await still(page, 'Account');
  const filter = { address: entryPoint, abi: DONE, args: { userOpHash }, fromBlock: 0n } as const;
  await expect
    .poll(async () => (await chain.getContractEvents(filter)).map(({ args }) => args.success))
    .toEqual([true]);
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.5'));
});

test('finds the page’s user operation by its hash @6.4', async ({ page }) => {
  await visitLogin(page);
  const address = await logIn(page);
  await fund(address);
  const entryPoint = await entryPointOf();
  expect(await ask(page, 'eth_supportedEntryPoints')).toEqual([entryPoint]);
  const sending = await request(page, 'eth_sendUserOperation', [
    { sender: address, callData: encodeExecuteData({ calls: [{ to: freshAddress(), value: 1n }] }) },
    entryPoint,
  ]);
  await still(page, 'ApproveTransaction');
  await confirmIn(frame(page));
  const hash = await resultOf<Hex>(sending);
  await expect
    .poll(() => ask(page, 'eth_getUserOperationReceipt', [hash]))
    .toMatchObject({ userOpHash: hash, success: true });
  expect(await ask(page, 'eth_getUserOperationByHash', [hash])).toMatchObject({ entryPoint });
});

test('returns what the wallet holds without a prompt @6.4 @7.38', async ({ page }) => {
  await visitLogin(page);
  const address = await logIn(page);
  await fund(address);
  const filter = { account: address, chainFilter: ['0x539'] };
  expect(await ask(page, 'wallet_getAssets', [filter])).toMatchObject({
    '0x539': [{ address: 'native', balance: toHex(parseEther('5')), type: 'NATIVE' }],
  });
  await expectClosed(page);
});
