// User operations in the frame (ERC-4337, the calls of ERC-7769): what a person reads, what the real chain then has, and how it is found again.
import type { Page } from '@playwright/test';
import {
  custom,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseAbi,
  parseEther,
  stringToHex,
  toHex,
  type Address,
  type Hex,
} from 'viem';
import { createBundlerClient, getUserOperationHash, type UserOperation } from 'viem/account-abstraction';
import { encodeExecuteData } from 'viem/experimental/erc7821';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { userOf, type Peer } from './peer';
import {
  ask,
  begin,
  confirm,
  expectRefused,
  part,
  reject,
  REJECTED,
  smartWallet,
  valueOf,
  type SmartWallet,
} from './smart-wallet';

type Wallet = SmartWallet & { entryPoint: Address };

async function wallet(page: Page): Promise<Wallet> {
  const made = await smartWallet(page);
  const [entryPoint] = valueOf<Address[]>(await ask(made.peer, 'eth_supportedEntryPoints', []));
  return { ...made, entryPoint: entryPoint! };
}

/** As a page's library asks a bundler. */
const bundler = (peer: Peer) =>
  createBundlerClient({
    pollingInterval: 250,
    transport: custom({
      request: async ({ method, params }) => valueOf<unknown>(await ask(peer, method, params ?? [])),
    }),
  });

const pay = (to: Address, ether: string): Hex =>
  encodeExecuteData({ calls: [{ to, value: parseEther(ether) }] });

/** Sends one, and the person says yes; its hash. */
async function send({ peer, address, entryPoint }: Wallet, more: object): Promise<Hex> {
  const answer = await begin(peer, 'eth_sendUserOperation', [{ sender: address, ...more }, entryPoint]);
  await confirm(peer);
  return valueOf(await answer());
}

test('a user operation makes the account, is carried out and is found by its hash', async ({ page }) => {
  const own = await wallet(page);
  const { peer, address, entryPoint } = own;
  const to = freshAddress();
  const answer = await begin(peer, 'eth_sendUserOperation', [
    { sender: address, callData: pay(to, '0.5') },
    entryPoint,
  ]);
  await expect(part(peer, 'title')).toHaveText('User operation');
  await expect(part(peer, 'site')).toHaveText(PAGE_URL);
  await expect(part(peer, 'fact-amount')).toHaveText('0.5 ETH');
  await expect(part(peer, 'fact-to')).toHaveAttribute('aria-label', to);
  await expect(part(peer, 'fact-before-that')).toHaveText('Makes your smart account');
  await expect(part(peer, 'fact-from')).toHaveAttribute('aria-label', address);
  await expect(part(peer, 'fact-by-the-entry-point')).toHaveAttribute('aria-label', entryPoint);
  await expect(part(peer, 'fact-network-fee-at-most')).toHaveText('Paid by this site');
  await expect(part(peer, 'warning')).toHaveCount(0);
  await confirm(peer);
  const hash = valueOf(await answer());

  const receipt = await bundler(peer).waitForUserOperationReceipt({ hash, timeout: 15_000 });
  expect(receipt).toMatchObject({ userOpHash: hash, sender: address, success: true, actualGasCost: 0n });
  expect(receipt.actualGasUsed).toBeGreaterThan(100_000n);
  expect(receipt.receipt.status).toBe('success');
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.5'));
  expect(await chain.getBalance({ address })).toBe(parseEther('4.5'));
  expect((await userOf(peer)).smartAccountDeployed).toBe(true);

  const found = await bundler(peer).getUserOperation({ hash });
  expect(found).toMatchObject({ entryPoint, transactionHash: receipt.receipt.transactionHash });
  const userOperation = found.userOperation as UserOperation<'0.7'>;
  expect(userOperation).toMatchObject({ sender: address, callData: pay(to, '0.5') });
  expect(userOperation.factory).toBeDefined();
  // What was found is what was signed: a library of nobody here comes to the same hash.
  const [entryPointVersion, entryPointAddress] = ['0.7', entryPoint] as const;
  expect(getUserOperationHash({ userOperation, entryPointAddress, entryPointVersion, chainId: 1337 })).toBe(
    hash,
  );

  const nobodys = toHex('nobody has sent this', { size: 32 });
  expect(valueOf<unknown>(await ask(peer, 'eth_getUserOperationReceipt', [nobodys]))).toBeNull();
  expect(valueOf<unknown>(await ask(peer, 'eth_getUserOperationByHash', [nobodys]))).toBeNull();
});

test('several calls are one operation, and one that fails is found as failed with its reason', async ({
  page,
}) => {
  const own = await wallet(page);
  const { peer, address } = own;
  const to = freshAddress();
  await giveToken('MDW', address, 10n ** 18n);
  const batch = (amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
    return {
      callData: encodeExecuteData({
        calls: [
          { to, value: 7n },
          { to: TOKENS.MDW.address, data },
        ],
      }),
    };
  };
  const answer = await begin(peer, 'eth_sendUserOperation', [
    { sender: address, ...batch(10n ** 17n) },
    own.entryPoint,
  ]);
  await expect(part(peer, 'title')).toHaveText('User operation: 2 calls at once');
  await expect(part(peer, 'fact-amount')).toHaveText(['0.000000000000000007 ETH', '0.1 MDW']);
  await confirm(peer);
  const done = await bundler(peer).waitForUserOperationReceipt({ hash: valueOf(await answer()) });
  expect(done.success).toBe(true);
  expect(done.logs.map((log) => log.address)).toEqual([TOKENS.MDW.address.toLowerCase()]);
  expect(await tokenBalance('MDW', to)).toBe(10n ** 17n);

  const failing = await begin(peer, 'eth_sendUserOperation', [
    { sender: address, ...batch(10n ** 20n) },
    own.entryPoint,
  ]);
  await expect(part(peer, 'warning')).toContainText('This will probably fail');
  await confirm(peer);
  const failed = await bundler(peer).waitForUserOperationReceipt({ hash: valueOf(await failing()) });
  expect(failed).toMatchObject({ success: false, logs: [] });
  const abi = parseAbi(['error BalanceTooLow()']);
  expect(decodeErrorResult({ abi, data: failed.reason as Hex }).errorName).toBe('BalanceTooLow');
  expect(await chain.getBalance({ address: to })).toBe(7n);
});

test('a fee that is offered is shown, and the account pays what it took', async ({ page }) => {
  const own = await wallet(page);
  const { peer, address } = own;
  const maxFeePerGas = 5_000_000_000n;
  const fees = { maxFeePerGas: numberToHex(maxFeePerGas), maxPriorityFeePerGas: '0x1' };
  const limits = { callGasLimit: '0x186a0', verificationGasLimit: '0x1e8480', preVerificationGas: '0x186a0' };
  const most = maxFeePerGas * 2_200_000n;
  const callData = pay(freshAddress(), '0.5');
  const answer = await begin(peer, 'eth_sendUserOperation', [
    { sender: address, callData, ...fees, ...limits },
    own.entryPoint,
  ]);
  await expect(part(peer, 'fact-network-fee-at-most')).toHaveText('0.011 ETH');
  await confirm(peer);
  const { actualGasCost } = await bundler(peer).waitForUserOperationReceipt({
    hash: valueOf(await answer()),
  });
  expect(actualGasCost).toBeGreaterThan(0n);
  expect(actualGasCost).toBeLessThan(most);
  // What was set aside and not used it has at the entry point.
  const abi = parseAbi(['function balanceOf(address) view returns (uint256)']);
  const there = await chain.readContract({
    address: own.entryPoint,
    abi,
    functionName: 'balanceOf',
    args: [address],
  });
  expect((await chain.getBalance({ address })) + there).toBe(parseEther('4.5') - actualGasCost);

  const dear = { ...fees, maxFeePerGas: numberToHex(10n ** 13n) };
  await begin(peer, 'eth_sendUserOperation', [
    { sender: address, callData, ...dear, ...limits },
    own.entryPoint,
  ]);
  await expect(part(peer, 'warning')).toContainText('too little ETH for the fee');
});

test('gas is estimated on the chain, and what is estimated is enough', async ({ page }) => {
  const own = await wallet(page);
  const { peer, address, entryPoint } = own;
  const operation = { sender: address, callData: pay(freshAddress(), '0.5') };
  const gas = valueOf<Record<string, Hex>>(
    await ask(peer, 'eth_estimateUserOperationGas', [operation, entryPoint]),
  );
  expect(Object.keys(gas).sort()).toEqual(['callGasLimit', 'preVerificationGas', 'verificationGasLimit']);
  const hash = await send(own, { ...operation, ...gas });
  const { success } = await bundler(peer).waitForUserOperationReceipt({ hash });
  expect(success).toBe(true);
  // Now that it is there, making it is not counted any more.
  const again = valueOf<Record<string, Hex>>(
    await ask(peer, 'eth_estimateUserOperationGas', [operation, entryPoint]),
  );
  expect(Number(again['verificationGasLimit'])).toBeLessThan(Number(gas['verificationGasLimit']) / 5);
  const tooMuch = { sender: address, callData: pay(freshAddress(), '100') };
  await expectRefused(peer, 'eth_estimateUserOperationGas', [tooMuch, entryPoint], 'The calls would fail');
});

test('a no sends nothing', async ({ page }) => {
  const { peer, address, entryPoint } = await wallet(page);
  const answer = await begin(peer, 'eth_sendUserOperation', [
    { sender: address, callData: pay(freshAddress(), '0.5') },
    entryPoint,
  ]);
  await expect(part(peer, 'reject')).toBeFocused();
  await reject(peer);
  expect(await answer()).toEqual(REJECTED);
  expect(await chain.getBalance({ address })).toBe(parseEther('5'));
  expect(await chain.getCode({ address })).toBeUndefined();
});

test('what is aborted while it is prepared is never shown, and what comes next is', async ({ page }) => {
  const { peer, address, entryPoint } = await wallet(page);
  const operation = { sender: address, callData: pay(freshAddress(), '0.5') };
  const aborted = await begin(peer, 'eth_sendUserOperation', [operation, entryPoint]);
  await peer.send({ type: '@w3m-app/RPC_ABORT', id: 'abort' });
  expect(await aborted()).toEqual({ ok: false, payload: { message: 'Request was aborted' } });
  await expect(part(peer, 'approve')).toHaveCount(0);
  await begin(peer, 'personal_sign', [stringToHex('the next one'), address]);
  await expect(part(peer, 'fact-message')).toHaveText('the next one');
});

test('what will fail is said before, and what the entry point refuses is not sent', async ({ page }) => {
  const own = await wallet(page);
  const { peer, address, entryPoint } = own;
  const tooMuch = await begin(peer, 'eth_sendUserOperation', [
    { sender: address, callData: pay(freshAddress(), '5.5') },
    entryPoint,
  ]);
  await expect(part(peer, 'warning')).toHaveText('This will probably fail: the account has too little ETH.');
  await reject(peer);
  await tooMuch();
  const callData = pay(freshAddress(), '0.5');
  for (const [more, words] of [
    [{ nonce: '0x7' }, 'AA25 invalid account nonce'],
    [{ verificationGasLimit: '0x64' }, 'AA13 initCode failed or OOG'],
  ] as const) {
    const answer = await begin(peer, 'eth_sendUserOperation', [
      { sender: address, callData, ...more },
      entryPoint,
    ]);
    if ('nonce' in more) await expect(part(peer, 'warning')).toContainText(words);
    await confirm(peer);
    expect(await answer()).toEqual({ ok: false, payload: { message: words } });
  }
  expect(await chain.getCode({ address })).toBeUndefined();
});

test('what nobody can agree to is refused unseen', async ({ page }) => {
  const { peer, address, owner, entryPoint } = await wallet(page);
  const good = { sender: address, callData: pay(freshAddress(), '0.5') };
  for (const [params, words] of [
    [[good, freshAddress()], 'This entry point is not supported'],
    [[{ ...good, sender: freshAddress() }, entryPoint], 'This account is not the one'],
    [[{ ...good, callData: '0x12345678' }, entryPoint], 'is no batch of calls'],
    [[{ ...good, callGasLimit: 5 }, entryPoint], 'callGasLimit must be a hex quantity'],
    [[{ ...good, paymaster: freshAddress(), paymasterData: '0x' }, entryPoint], 'No paymaster'],
    [[{ ...good, factory: freshAddress(), factoryData: '0x' }, entryPoint], 'does not make this account'],
    [[{ ...good, initCode: '0x' }, entryPoint], 'version 0.7'],
  ] as const)
    await expectRefused(peer, 'eth_sendUserOperation', params, words);
  await expectRefused(peer, 'eth_getUserOperationReceipt', ['0x12'], '32 bytes');

  const elsewhere = { chainId: 'eip155:1338' };
  expect(valueOf<unknown>(await ask(peer, 'eth_supportedEntryPoints', [], elsewhere))).toEqual([]);
  const refused = await ask(peer, 'eth_sendUserOperation', [good, entryPoint], elsewhere);
  expect(refused.payload!.message).toContain('Only the smart account');
  await userOf(peer, { preferredAccountType: 'eoa' });
  await expectRefused(
    peer,
    'eth_sendUserOperation',
    [{ ...good, sender: owner }, entryPoint],
    'Only the smart account carries out user operations',
  );
});
