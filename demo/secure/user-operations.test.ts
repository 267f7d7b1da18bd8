// User operations (ERC-4337, the calls of ERC-7769): what a person reads, what the real chain then has, and how it is found again.
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
import { expect, it } from 'vitest';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from './testing/chain';
import {
  nodeAnswers,
  expectRefused,
  PAGE,
  REJECTED,
  smartWallet,
  userOf,
  valueOf,
  type Peer,
  type SmartWallet,
} from './testing/peer';

type Wallet = SmartWallet & { entryPoint: Address };

async function wallet(): Promise<Wallet> {
  const made = await smartWallet();
  const [entryPoint] = valueOf<Address[]>(await made.peer.ask('eth_supportedEntryPoints'));
  return { ...made, entryPoint: entryPoint! };
}

/** As a page's library asks a bundler. */
const bundler = (peer: Peer) =>
  createBundlerClient({
    pollingInterval: 20,
    transport: custom({
      request: async ({ method, params }) => valueOf<unknown>(await peer.ask(method, params ?? [])),
    }),
  });

const pay = (to: Address, ether: string): Hex =>
  encodeExecuteData({ calls: [{ to, value: parseEther(ether) }] });

/** Asks for one. */
const ask = ({ peer, address, entryPoint }: Wallet, more: object) =>
  peer.ask('eth_sendUserOperation', [{ sender: address, ...more }, entryPoint]);

/** Sends one, and the person says yes; its hash. */
async function send(own: Wallet, more: object): Promise<Hex> {
  const answer = ask(own, more);
  await own.peer.confirm();
  return valueOf(await answer);
}

it('a user operation deploys the account, runs, and is found by its hash', async () => {
  const own = await wallet();
  const { peer, address, entryPoint } = own;
  const to = freshAddress();
  const answer = ask(own, { callData: pay(to, '0.5') });
  const asked = await peer.asked();
  expect(asked).toMatchObject({ title: 'User operation', site: PAGE, warnings: [] });
  expect(asked.fact('amount')).toBe('0.5 ETH');
  expect(asked.address('to')).toBe(to);
  expect(asked.fact('before-that')).toBe('Makes your smart account');
  expect(asked.address('from')).toBe(address);
  expect(asked.address('by-the-entry-point')).toBe(entryPoint);
  expect(asked.fact('network-fee-at-most')).toBe('Paid by this site');
  await peer.confirm();
  const hash = valueOf(await answer);

  const receipt = await bundler(peer).waitForUserOperationReceipt({ hash, timeout: 15_000 });
  expect(receipt).toMatchObject({ userOpHash: hash, sender: address, success: true, actualGasCost: 0n });
  expect(receipt.actualGasUsed).toBeGreaterThan(100_000n);
  expect(receipt.receipt.status).toBe('success');
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.5'));
  expect(await chain.getBalance({ address })).toBe(parseEther('4.5'));
  expect((await userOf(peer))['smartAccountDeployed']).toBe(true);

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
  expect(valueOf<unknown>(await peer.ask('eth_getUserOperationReceipt', [nobodys]))).toBeNull();
  expect(valueOf<unknown>(await peer.ask('eth_getUserOperationByHash', [nobodys]))).toBeNull();
});

it('executes several calls as one operation, and reports a failed one with its reason', async () => {
  const own = await wallet();
  const { peer, address } = own;
  const to = freshAddress();
  await giveToken('MDW', address, 10n ** 18n);
  const batch = (amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
    return {
      callData: encodeExecuteData({
        calls: [
          { to, value: 7n },
          { to: TOKENS.MDW, data },
        ],
      }),
    };
  };
  const answer = ask(own, batch(10n ** 17n));
  const asked = await peer.asked();
  expect(asked.title).toBe('User operation: 2 calls at once');
  expect(asked.facts('amount')).toEqual(['0.000000000000000007 ETH', '0.1 MDW']);
  await peer.confirm();
  const done = await bundler(peer).waitForUserOperationReceipt({ hash: valueOf(await answer) });
  expect(done.success).toBe(true);
  // the token's transfer, and the account's own word that it carried it out
  expect(done.logs.map((log) => log.address)).toEqual([
    TOKENS.MDW.toLowerCase(),
    expect.stringMatching(/^0x[\da-f]{40}$/),
  ]);
  expect(await tokenBalance('MDW', to)).toBe(10n ** 17n);

  const failing = ask(own, batch(10n ** 20n));
  expect((await peer.asked()).warnings).toEqual([expect.stringContaining('This will probably fail')]);
  await peer.confirm();
  const failed = await bundler(peer).waitForUserOperationReceipt({ hash: valueOf(await failing) });
  expect(failed).toMatchObject({ success: false, logs: [] });
  const abi = parseAbi(['error BalanceTooLow()']);
  expect(decodeErrorResult({ abi, data: failed.reason as Hex }).errorName).toBe('BalanceTooLow');
  expect(await chain.getBalance({ address: to })).toBe(7n);
});

it('shows an offered fee, and the account pays what was used', async () => {
  const own = await wallet();
  const { peer, address } = own;
  const maxFeePerGas = 5_000_000_000n;
  const fees = { maxFeePerGas: numberToHex(maxFeePerGas), maxPriorityFeePerGas: '0x1' };
  const limits = { callGasLimit: '0x186a0', verificationGasLimit: '0x1e8480', preVerificationGas: '0x186a0' };
  const most = maxFeePerGas * 2_200_000n;
  const callData = pay(freshAddress(), '0.5');
  const answer = ask(own, { callData, ...fees, ...limits });
  expect((await peer.asked()).fact('network-fee-at-most')).toBe('0.011 ETH');
  await peer.confirm();
  const { actualGasCost } = await bundler(peer).waitForUserOperationReceipt({
    hash: valueOf(await answer),
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

  void ask(own, { callData, ...fees, maxFeePerGas: numberToHex(10n ** 13n), ...limits });
  expect((await peer.asked()).warnings).toEqual([expect.stringContaining('too little ETH for the fee')]);
});

it('shows the whole fee before payment if the page offered only the price', async () => {
  const own = await wallet();
  const { peer } = own;
  let isSilent = true;
  nodeAnswers(peer.site, (method) =>
    isSilent && method === 'eth_call' ? { error: { code: -32000, message: 'busy' } } : undefined,
  );
  const to = freshAddress();
  const fees = { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x1', nonce: '0x0' };
  const answer = ask(own, { callData: pay(to, '0.5'), ...fees });
  expect((await peer.asked()).fact('network-fee-at-most')).toBe('5 gwei for each unit of gas');
  isSilent = false;
  await peer.confirm();
  const again = await peer.asked();
  expect(again.warnings[0]).toBe('The network fee is known now. Look at it.');
  expect(again.fact('network-fee-at-most')).toMatch(/^0\.\d+ ETH$/);
  expect(await chain.getBalance({ address: to })).toBe(0n);
  await peer.confirm();
  expect((await answer).ok).toBe(true);
});

it('estimates gas on the chain, and the estimate suffices', async () => {
  const own = await wallet();
  const { peer, address, entryPoint } = own;
  const operation = { sender: address, callData: pay(freshAddress(), '0.5') };
  const estimated = async () =>
    valueOf<Record<string, Hex>>(await peer.ask('eth_estimateUserOperationGas', [operation, entryPoint]));
  const gas = await estimated();
  expect(Object.keys(gas).sort()).toEqual(['callGasLimit', 'preVerificationGas', 'verificationGasLimit']);
  const hash = await send(own, { ...operation, ...gas });
  const { success } = await bundler(peer).waitForUserOperationReceipt({ hash });
  expect(success).toBe(true);
  // Now that it is there, making it is not counted any more.
  const again = await estimated();
  expect(Number(again['verificationGasLimit'])).toBeLessThan(Number(gas['verificationGasLimit']) / 5);
  const tooMuch = { sender: address, callData: pay(freshAddress(), '100') };
  await expectRefused(peer, 'eth_estimateUserOperationGas', [tooMuch, entryPoint], 'The calls would fail');
});

it('sends nothing after a refusal, and reports an empty operation', async () => {
  const own = await wallet();
  const { peer, address } = own;
  const answer = ask(own, { callData: pay(freshAddress(), '0.5') });
  await peer.reject();
  expect(await answer).toEqual(REJECTED);
  expect(await chain.getBalance({ address })).toBe(parseEther('5'));
  expect(await chain.getCode({ address })).toBeUndefined();
  void ask(own, { callData: '0x' });
  expect((await peer.asked()).fact('calls')).toContain('nothing is sent');
});

it('does not show an operation that is aborted during preparation, and shows the next one', async () => {
  const own = await wallet();
  const { peer, address } = own;
  const aborted = ask(own, { callData: pay(freshAddress(), '0.5') });
  peer.send({ type: '@w3m-app/RPC_ABORT', id: 'abort' });
  expect(await aborted).toEqual({ ok: false, payload: { message: 'Request was aborted' } });
  expect(peer.isAsking()).toBe(false);
  void peer.ask('personal_sign', [stringToHex('the next one'), address]);
  expect((await peer.asked()).fact('message')).toBe('the next one');
});

it('reports a failure in advance, and does not send what the entry point rejects', async () => {
  const own = await wallet();
  const { peer, address } = own;
  const tooMuch = ask(own, { callData: pay(freshAddress(), '5.5') });
  expect((await peer.asked()).warnings).toEqual(['This will probably fail: the account has too little ETH.']);
  await peer.reject();
  await tooMuch;
  const callData = pay(freshAddress(), '0.5');
  for (const [more, words] of [
    [{ nonce: '0x7' }, 'AA25 invalid account nonce'],
    [{ verificationGasLimit: '0x64' }, 'AA13 initCode failed or OOG'],
  ] as const) {
    const answer = ask(own, { callData, ...more });
    const { warnings } = await peer.asked();
    if ('nonce' in more) expect(warnings).toEqual([expect.stringContaining(words)]);
    await peer.confirm();
    expect(await answer).toEqual({ ok: false, payload: { message: words } });
  }
  expect(await chain.getCode({ address })).toBeUndefined();
});

it('rejects an impossible operation unseen', async () => {
  const { peer, address, owner, entryPoint } = await wallet();
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
  expect(valueOf<unknown>(await peer.ask('eth_supportedEntryPoints', [], elsewhere))).toEqual([]);
  const refused = await peer.ask('eth_sendUserOperation', [good, entryPoint], elsewhere);
  expect(refused.payload!['message']).toContain('Only the smart account');
  await userOf(peer, { preferredAccountType: 'eoa' });
  await expectRefused(
    peer,
    'eth_sendUserOperation',
    [{ ...good, sender: owner }, entryPoint],
    'Only the smart account carries out user operations',
  );
});
