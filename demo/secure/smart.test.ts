// The smart account on a real chain: its address, its signatures before and after it is there, batches (docs/spec/embedded-frame.md section 11,
// docs/spec/rpc.md section 3).
import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  numberToHex,
  parseEther,
  stringToHex,
  toHex,
  type Address,
  type Hex,
} from 'viem';
import { expect, it, vi } from 'vitest';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from './testing/chain';
import {
  nodeAnswers,
  expectRefused,
  PAGE,
  plainWallet,
  REJECTED,
  smartWallet,
  userOf,
  valueOf,
  type Peer,
} from './testing/peer';

const status = async (peer: Peer, id: unknown) =>
  valueOf<{
    status: number;
    atomic: boolean;
    receipts: { status: string; transactionHash: Hex }[];
  }>(await peer.ask('wallet_getCallsStatus', [id]));

it('a payment deploys the account, which executes it, and the site pays the fee', async () => {
  const { peer, address, owner } = await smartWallet();
  const to = freshAddress();
  expect((await peer.call('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: false });
  for (const value of ['0.5', '0.25']) {
    const answer = peer.ask('eth_sendTransaction', [{ from: address, to, value: toHex(parseEther(value)) }]);
    const asked = await peer.asked();
    expect(asked.fact('amount')).toBe(`${value} ETH`);
    expect(asked.address('from')).toBe(address);
    expect(asked.fact('network-fee-at-most')).toBe('Paid by this site');
    await peer.confirm();
    const receipt = await chain.waitForTransactionReceipt({ hash: valueOf(await answer) });
    expect(receipt.status).toBe('success');
  }
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.75'));
  expect(await chain.getBalance({ address })).toBe(parseEther('4.25'));
  expect(await chain.getBalance({ address: owner })).toBe(0n);
  expect((await userOf(peer))['smartAccountDeployed']).toBe(true);
  expect((await peer.call('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: true });
});

it('its signatures are valid before and after the deployment', async () => {
  const { peer, address } = await smartWallet();
  const sign = async () => {
    const answer = peer.ask('personal_sign', [stringToHex('hello'), address]);
    await peer.confirm();
    return valueOf(await answer);
  };
  const counts = (message: string, signature: Hex) => chain.verifyMessage({ address, message, signature });
  const early = await sign();
  expect(early.endsWith('6492649264926492649264926492649264926492649264926492649264926492')).toBe(true);
  expect(await counts('hello', early)).toBe(true);
  expect(await counts('other', early)).toBe(false);
  const sent = peer.ask('eth_sendTransaction', [{ from: address, to: freshAddress(), value: '0x1' }]);
  await peer.confirm();
  await chain.waitForTransactionReceipt({ hash: valueOf(await sent) });
  const late = await sign();
  expect(late).toHaveLength(132);
  expect(await counts('hello', late)).toBe(true);
  expect(await counts('other', late)).toBe(false);

  const { message, signature } = await userOf(peer, {
    siwxMessage: {
      accountAddress: '<<AccountAddress>>',
      chainId: 'eip155:1337',
      domain: new URL(PAGE).host,
      uri: PAGE,
      version: '1',
      nonce: 'abcdefgh12345678',
    },
  });
  expect(message).toContain(address);
  expect(await counts(message as string, signature as Hex)).toBe(true);
});

it('a batch is approved once, and executes whole or not at all', async () => {
  const { peer, address } = await smartWallet();
  const to = freshAddress();
  await giveToken('MDW', address, 10n ** 18n);
  const token = (amount: bigint) => ({
    to: TOKENS.MDW,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  });
  const batch = (calls: unknown[]) =>
    peer.ask('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x539', from: address, atomicRequired: true, calls },
    ]);
  const answer = batch([{ to, value: numberToHex(7) }, token(10n ** 17n)]);
  const asked = await peer.asked();
  expect(asked.title).toBe('Send 2 calls at once');
  expect(asked.facts('step')).toEqual(['1 of 2', '2 of 2']);
  expect(asked.facts('amount')).toEqual(['0.000000000000000007 ETH', '0.1 MDW']);
  await peer.confirm();
  const { id } = valueOf<{ id: string }>(await answer);
  await expect.poll(async () => (await status(peer, id)).status).toBe(200);
  expect(await status(peer, id)).toMatchObject({ atomic: true, receipts: [{ status: '0x1' }] });
  expect(await chain.getBalance({ address: to })).toBe(7n);
  expect(await tokenBalance('MDW', to)).toBe(10n ** 17n);

  const failing = batch([{ to, value: '0x1' }, token(10n ** 20n)]);
  await peer.confirm();
  expect((await failing).ok).toBe(false);
  expect(await chain.getBalance({ address: to })).toBe(7n);

  // Of several calls each one's danger is said.
  const args = [to, maxUint256] as const;
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  const refused = batch([
    { to, value: '0x1', data: '0xdeadbeef00' },
    { to: TOKENS.MDW, data: approve },
  ]);
  const { fact, warnings, accepts } = await peer.asked();
  expect(fact('calls-an-unknown-function')).toBe('0xdeadbeef');
  expect(fact('data-bytes')).toBe('0xdeadbeef00');
  expect(warnings).toEqual(['Nobody can tell what this does.', 'It could take all your MDW, now and later.']);
  expect(accepts).toEqual(['I let someone take all your MDW, now and later.']);
  await peer.reject();
  expect(await refused).toEqual(REJECTED);
});

it('rejects a batch with an invalid shape', async () => {
  const { peer, address } = await smartWallet();
  const good = { version: '2.0.0', chainId: '0x539', from: address, calls: [{ to: address }] };
  for (const [wrong, words] of [
    [{ ...good, version: '3' }, 'version'],
    [{ ...good, chainId: '0x1' }, 'chainId'],
    [{ ...good, from: freshAddress() }, 'account'],
    [{ ...good, id: 'x'.repeat(4_097) }, 'id'],
    [{ ...good, calls: [] }, '1 to 100'],
    [{ ...good, calls: Array(101).fill({ to: address }) }, '1 to 100'],
    [{ ...good, calls: [{ to: 'nobody' }] }, 'calls[0].to'],
    [{ ...good, calls: [{ to: address, data: '0x123' }] }, 'calls[0].data'],
    [{ ...good, calls: [{ to: address, value: 5 }] }, 'calls[0].value'],
  ] as const)
    await expectRefused(peer, 'wallet_sendCalls', [wrong], words);
  expect((await peer.ask('wallet_getCallsStatus', ['none'])).ok).toBe(false);
});

it('accepts the page’s own ID once, and the old version responds with the bare ID', async () => {
  const { peer, address } = await smartWallet();
  const batch = { version: '1.0', id: 'order-1', chainId: '0x539', calls: [{ to: address }] };
  const answer = peer.ask('wallet_sendCalls', [batch]);
  await peer.confirm();
  expect(valueOf<unknown>(await answer)).toBe('order-1');
  await expect.poll(async () => (await status(peer, 'order-1')).status).toBe(200);
  await expectRefused(peer, 'wallet_sendCalls', [batch], 'id is used already');
});

it('a standard account executes a batch step by step, and not atomically', async () => {
  const { peer, address } = await plainWallet();
  const to = freshAddress();
  const batch = (atomicRequired: boolean, values = ['0x1', '0x2']) =>
    peer.ask('wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: '0x539',
        from: address,
        atomicRequired,
        calls: values.map((value) => ({ to, value })),
      },
    ]);
  expect((await batch(true)).payload!['message']).toContain('smart account');
  const answer = batch(false);
  expect((await peer.asked()).title).toBe('Send 2 calls one after another');
  await peer.confirm();
  const { id } = valueOf<{ id: string }>(await answer);
  await expect.poll(async () => (await status(peer, id)).status, { timeout: 5_000 }).toBe(200);
  expect((await status(peer, id)).receipts).toHaveLength(2);
  expect((await status(peer, id)).atomic).toBe(false);
  expect(await chain.getBalance({ address: to })).toBe(3n);

  // One alone is all at once whoever carries it out.
  const single = batch(true, ['0x4']);
  await peer.confirm();
  const { id: other } = valueOf<{ id: string }>(await single);
  await expect.poll(async () => (await status(peer, other)).status).toBe(200);
  expect(await chain.getBalance({ address: to })).toBe(7n);
});

it.each(['RPC_ABORT', 'SIGN_OUT'])(
  '@10.31 what is left of a batch of the plain account ends with %s, and the batch was not whole',
  async (end) => {
    const { peer, address } = await plainWallet();
    const to = freshAddress();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const asks = peer.site.fetch;
    vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
      if (String(init.body).includes('eth_getTransactionReceipt')) await held;
      return asks(input, init);
    });
    const answer = peer.ask('wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: '0x539',
        from: address,
        calls: ['0x1', '0x2', '0x4'].map((value) => ({ to, value })),
      },
    ]);
    await peer.confirm();
    const { id } = valueOf<{ id: string }>(await answer);
    await peer.call(end);
    release();
    const sent = () => JSON.parse(peer.storage.get(`wm:calls:${id}`)!) as { ended: boolean; hashes: Hex[] };
    await expect.poll(() => sent().ended).toBe(true);
    expect(sent().hashes).toHaveLength(1);
    expect(await chain.getBalance({ address: to })).toBe(1n);
    if (end === 'RPC_ABORT') expect((await status(peer, id)).status).toBe(600);
  },
);

it('no step of a standard account’s batch costs more than shown', async () => {
  const { peer, address } = await plainWallet();
  const to = freshAddress();
  let times = 1n;
  nodeAnswers(peer.site, (method, result) =>
    method === 'eth_estimateGas' ? { result: numberToHex(BigInt(String(result)) * times) } : undefined,
  );
  const calls = ['0x1', '0x2'].map((value) => ({ to, value }));
  const answer = peer.ask('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x539', from: address, calls }]);
  await peer.asked();
  times = 4n;
  await peer.confirm();
  expect((await peer.asked()).warnings[0]).toContain('has risen');
  await peer.confirm();
  const { id } = valueOf<{ id: string }>(await answer);
  // the second costs more too, and nobody is asked any more
  await expect.poll(async () => (await status(peer, id)).status).toBe(600);
  expect(await chain.getBalance({ address: to })).toBe(1n);
});

it('exists only on its network, and keeps the preference on other networks', async () => {
  const { peer, address, owner } = await smartWallet();
  expect((await peer.call('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({
    smartAccountEnabledNetworks: [1337],
  });
  const capabilities = async (of: Address) =>
    (await peer.ask('wallet_getCapabilities', [of, ['0x539', '0x53a']])).payload;
  expect(await capabilities(address)).toEqual({
    '0x539': expect.objectContaining({ atomic: { status: 'supported' } }) as unknown,
    '0x53a': { assetDiscovery: { supported: true } },
  });
  expect(await userOf(peer, { chainId: 1338 })).toMatchObject({
    address: owner,
    preferredAccountType: 'eoa',
  });
  expect((await peer.call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).ok).toBe(false);
  expect((await peer.call('INIT_SMART_ACCOUNT')).ok).toBe(false);
  expect(await userOf(peer, { chainId: 1337 })).toMatchObject({ address });
  expect((await peer.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({
    type: 'eoa',
    address: owner,
  });
  expect((await userOf(peer))['address']).toBe(owner);
  expect(await capabilities(owner)).toMatchObject({ '0x539': { atomic: { status: 'unsupported' } } });
  await expectRefused(peer, 'wallet_getCapabilities', [address], 'not the one that is logged in');
});
