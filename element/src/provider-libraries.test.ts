// viem and ethers with the provider: how they handle errors of nodes and wallets that the engine rejects with (decisions 236, "Errors of
// nodes and wallets", and 239, "Calls and their receipts").
// @vitest-environment jsdom
import { BrowserProvider, Contract, Interface } from 'ethers';
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  LimitExceededRpcError,
  parseAbi,
  type Hex,
} from 'viem';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, type WalletModalHandle } from './index';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const HASH: Hex = `0x${'ab'.repeat(32)}`;
const gateway = 'https://gateway.example/{sender}/{data}';
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function resolved(bytes response, bytes extra) view returns (uint256)',
  'error Short(address who, uint256 need)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
]);

let handle: WalletModalHandle;
let answers: Record<string, (params: unknown[]) => unknown>;

const started = async () => {
  handle = createWalletModal({ projectId: 'p', networks: [{ id: 1, name: 'Demo' }] });
  await handle.ready();
  FakeEngine.last.answer = async (...asked: unknown[]) => {
    const { method, params } = asked.find(
      (one): one is { method: string; params: unknown[] } =>
        typeof one == 'object' && !!one && 'method' in one,
    )!;
    return answers[method]!(params);
  };
  return handle.getProvider('eip155')!;
};

/** Rejects like the engine, with plain data. */
const fails = (error: object) => () => {
  throw { name: 'WalletError', title: null, details: null, ...error };
};

beforeEach(() => {
  freshPage();
  answers = { eth_chainId: () => '0x1', net_version: () => '1', eth_blockNumber: () => '0x10' };
});
afterEach(() => {
  handle?.destroy();
  vi.unstubAllGlobals();
});

describe('@10.57 a custom error of a contract', () => {
  const data = encodeErrorResult({ abi, errorName: 'Short', args: [ALICE, 7n] });
  const forms: [string, object][] = [
    ['as a node sends it', { code: 3, message: 'execution reverted', data }],
    [
      'as a wallet wraps it',
      {
        code: -32603,
        message: 'Internal JSON-RPC error.',
        data: { originalError: { code: 3, message: 'execution reverted', data } },
      },
    ],
    [
      'one level deeper',
      { code: -32603, message: 'execution reverted', data: { message: 'reverted', data } },
    ],
  ];
  test.each(forms)('is decoded by ethers: %s', async (_, error) => {
    const provider = new BrowserProvider((await started()) as never, 'any');
    answers.eth_call = fails(error);
    const token = new Contract(TOKEN, new Interface(abi as never), provider);
    const thrown = (await token.balanceOf!(ALICE).catch((error: unknown) => error)) as {
      revert?: { name: string; args: unknown[] };
    };
    expect([thrown.revert?.name, thrown.revert?.args[1]]).toEqual(['Short', 7n]);
    provider.destroy();
  });

  test.each(forms.filter(([form]) => form != 'as a wallet wraps it'))(
    '%s, is decoded by viem',
    async (_, error) => {
      const reader = createPublicClient({ transport: custom((await started()) as never, { retryCount: 0 }) });
      answers.eth_call = fails(error);
      const thrown: unknown = await reader
        .readContract({ address: TOKEN, abi, functionName: 'balanceOf', args: [ALICE] })
        .catch((error: unknown) => error);
      const reverted = (thrown as BaseError).walk((cause) => cause instanceof ContractFunctionRevertedError);
      const { errorName, args } = (reverted as ContractFunctionRevertedError).data!;
      expect([errorName, args]).toEqual(['Short', [ALICE, 7n]]);
    },
  );
});

test('@10.57 lets viem follow an offchain lookup through the provider', async () => {
  const reader = createPublicClient({ transport: custom((await started()) as never, { retryCount: 0 }) });
  const callback = '0x12345678';
  const lookup = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [TOKEN, [gateway], '0xaabb', callback, '0xcc'],
  });
  answers.eth_call = (params) => {
    const { data } = params[0] as { data: Hex };
    if (!data.startsWith(callback)) return fails({ code: 3, message: 'execution reverted', data: lookup })();
    expect(data).toBe(
      callback + encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], ['0xbeef', '0xcc']).slice(2),
    );
    return encodeFunctionResult({ abi, functionName: 'balanceOf', result: 9n });
  };
  const asked = vi.fn((_url: string) => Response.json({ data: '0xbeef' }));
  vi.stubGlobal('fetch', async (url: string) => asked(url));
  await expect(
    reader.readContract({ address: TOKEN, abi, functionName: 'balanceOf', args: [ALICE] }),
  ).resolves.toBe(9n);
  expect(asked).toHaveBeenCalledWith(`https://gateway.example/${TOKEN.toLowerCase()}/0xaabb`);
});

test('@10.57 reports a node’s limit to viem, and keeps a wallet’s words', async () => {
  const transport = custom((await started()) as never, { retryCount: 0 });
  answers.eth_getBalance = fails({ code: -32005, message: 'HTTP status code: 429', data: { retryAfter: 7 } });
  const reader = createPublicClient({ transport });
  const limited = (await reader.getBalance({ address: ALICE }).catch((error: unknown) => error)) as BaseError;
  expect(limited.walk((cause) => cause instanceof LimitExceededRpcError)).toBeTruthy();
  // viem tries another method after this code: if the wallet doesn't support that, the first error counts
  answers.eth_sendTransaction = fails({ code: -32602, message: 'insufficient funds for transfer' });
  answers.wallet_sendTransaction = fails({ code: -32601, message: "The wallet doesn't support this method" });
  const wallet = createWalletClient({ account: ALICE, transport });
  const thrown = (await wallet
    .sendTransaction({ chain: null, to: TOKEN, value: 1n })
    .catch((error: unknown) => error)) as BaseError;
  expect(thrown.details).toBe('insufficient funds for transfer');
});

test('@7.38 @10.57 lets viem wait until calls complete', async () => {
  const transport = custom((await started()) as never, { retryCount: 0 });
  const receipt = {
    transactionHash: HASH,
    status: '0x1',
    logs: [],
    blockHash: HASH,
    blockNumber: '0x11',
    gasUsed: '0x5208',
  };
  const pending = { version: '2.0.0', id: HASH, chainId: '0x1', atomic: true, status: 100 };
  const said: object[] = [pending, { ...pending, status: 200, receipts: [receipt] }];
  answers.wallet_getCallsStatus = () => said.shift();
  const wallet = createWalletClient({ account: ALICE, transport });
  const ended = await wallet.waitForCallsStatus({ id: HASH, pollingInterval: 10 });
  expect([ended.status, ended.receipts![0]!.blockNumber, ended.receipts![0]!.status]).toEqual([
    'success',
    17n,
    'success',
  ]);
});
