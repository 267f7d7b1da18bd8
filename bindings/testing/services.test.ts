// The default responses of the kit's services and nodes, requested as a page and its libraries do, without a browser.
import { readFileSync } from 'node:fs';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mainnet, polygon } from 'viem/chains';
import { afterEach, expect, test } from 'vitest';
import { NAMES } from './events';
import { startServices, type ServiceData, type TestServices } from './services';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const to = '0x000000000000000000000000000000000000dEaD';
let services: TestServices;
const start = async (data: ServiceData) => (services = await startServices(data));
afterEach(() => services.close());

test('accepts a transaction with receipt and balances @10.21', async () => {
  await start({ chainName: 'Ethereum', coins: '2', networks: [{ id: 137, name: 'Polygon' }] });
  const clients = (chain: typeof mainnet | typeof polygon) => {
    const config = { chain, transport: http(services.nodes[chain.id]) };
    return { read: createPublicClient(config), send: createWalletClient({ ...config, account }) };
  };
  const [first, second] = [clients(mainnet), clients(polygon)];
  const hash = await first.send.sendTransaction({ to, value: parseEther('0.5') });
  const receipt = await first.read.waitForTransactionReceipt({ hash });
  expect(receipt).toMatchObject({
    status: 'success',
    transactionHash: hash,
    from: account.address.toLowerCase(),
  });
  expect(await first.read.getTransactionCount(account)).toBe(1);
  expect(await first.read.getBalance({ address: to })).toBe(parseEther('2.5'));
  expect(await first.read.getBalance(account)).toBe(parseEther('1.5') - 21_000n * 1_000_000_000n);
  expect((await first.read.getBlock()).transactions).toEqual([hash]);
  expect(services.sent).toEqual([
    { hash, chainId: 1, from: account.address, to: to.toLowerCase(), value: parseEther('0.5'), data: '0x' },
  ]);
  // The other network doesn't know the transaction, and rejects unknown nonces.
  expect(await second.read.getTransactionCount(account)).toBe(0);
  await expect(second.send.sendTransaction({ to, value: parseEther('2') })).rejects.toThrow(
    /insufficient funds/,
  );
  expect(services.sent).toHaveLength(1);
});

test('dates a block by its transaction, and earlier blocks before @10.27', async () => {
  const before_s = BigInt(Math.floor(Date.now() / 1000));
  await start({ chainName: 'Ethereum' });
  const config = { chain: mainnet, transport: http(services.node) };
  const read = createPublicClient(config);
  const { timestamp } = await read.getBlock();
  expect(Number(timestamp - before_s)).toBeCloseTo(0, -1);
  const hash = await createWalletClient({ ...config, account }).sendTransaction({ to, value: 1n });
  const { blockHash, blockNumber } = await read.waitForTransactionReceipt({ hash });
  // The modal treats a transaction in an older block as one from before the request.
  expect((await read.getBlock({ blockHash })).timestamp).toBeGreaterThanOrEqual(before_s);
  expect((await read.getBlock({ blockNumber: blockNumber - 1n })).timestamp).toBe(timestamp);
  expect((await read.getBlock({ blockNumber: blockNumber - 2n })).timestamp).toBe(timestamp - 12n);
});

test('refuses another network, known transactions and used nonces @10.21', async () => {
  await start({ chainName: 'Ethereum', networks: [{ id: 137, name: 'Polygon' }] });
  const [first, second] = [1, 137].map((id) =>
    createPublicClient({ transport: http(services.nodes[id], { retryCount: 0 }) }),
  );
  const signed = (chainId: number, nonce: number, value = 1n) =>
    account.signTransaction({
      ...{ chainId, nonce, value, to, gas: 21_000n, type: 'eip1559' },
      ...{ maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 1n },
    });
  const give = async (client: typeof first, raw: Promise<`0x${string}`>) =>
    client!.sendRawTransaction({ serializedTransaction: await raw });
  await expect(give(second, signed(1, 0))).rejects.toThrow('invalid chain id for signer: have 1 want 137');
  await give(first, signed(1, 0));
  await expect(give(first, signed(1, 0))).rejects.toThrow('already known');
  await expect(give(first, signed(1, 0, 2n))).rejects.toThrow(/nonce too low|lower than/);
  await give(first, signed(1, 1));
  await give(second, signed(137, 0));
  expect(services.sent.map(({ chainId }) => chainId)).toEqual([1, 1, 137]);
});

test('answers a balance among batched calls, as wagmi asks @10.21', async () => {
  await start({ coins: '3' });
  const read = createPublicClient({
    chain: mainnet,
    transport: http(services.node),
    batch: { multicall: true },
  });
  const balances = [read.getBalance(account), read.getBalance({ address: to })];
  expect(await Promise.all(balances)).toEqual([parseEther('3'), parseEther('3')]);
  const methods = services.requests.map(({ body }) => (body as { method: string }).method);
  expect(methods).toEqual(['eth_call']);
});

test('ignores unset coins, and says how to add a missing answer @10.21', async () => {
  await start({ rpc: { eth_getLogs: () => [] } });
  const client = createWalletClient({ account, chain: mainnet, transport: http(services.node) });
  await client.sendTransaction({ to, value: 1n });
  expect(services.sent).toHaveLength(1);
  expect(await client.request({ method: 'eth_getLogs' as never, params: [{}] as never })).toEqual([]);
  await expect(client.request({ method: 'eth_feeHistory' as never })).rejects.toThrow(
    /startServices\({ rpc: { eth_feeHistory: \.\.\. } }\)/,
  );
});

test('serves every network’s balances from the data service @10.21', async () => {
  await start({
    networks: [{ id: 137, name: 'Polygon' }],
    balances: [{ symbol: 'ETH', chainId: 'eip155:1' }, { symbol: 'ANY' }],
  });
  const { data } = services.options.services;
  const json = async (path: string) => (await fetch(data + path)).json() as Promise<unknown>;
  expect(await json('/v1/supported-chains')).toEqual({ http: ['eip155:1', 'eip155:137'], ws: [] });
  expect(await json('/v1/account/0x0/balance?chainId=eip155:137')).toEqual({ balances: [{ symbol: 'ANY' }] });
  const asNode = createPublicClient({ transport: http(`${data}/v1/?chainId=eip155:137`) });
  expect(await asNode.getChainId()).toBe(137);
  expect((await fetch(`${services.node}/cosmos/base`)).status).toBe(404);
  for (const query of ['?chainId=eip155:5', '?chainId=solana:x', ''])
    expect((await fetch(`${data}/v1/${query}`, { method: 'POST', body: '{}' })).status, query).toBe(404);
});

test('records every event of a page @10.21', async () => {
  await start({});
  const events = readFileSync('element/src/events.ts', 'utf8');
  const there = [...events.matchAll(/^ {2}'wallet-([a-z-]+)':/gm)].map(([, name]) => name);
  expect(there.length).toBeGreaterThan(20);
  expect(NAMES.split(' ')).toEqual(expect.arrayContaining(there));
});
