// The local chains for the frame's tests: true values to compare with the frame, and setup.
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  http,
  parseEther,
  parseAbi,
  type Address,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { inject } from 'vitest';

export type Chains = {
  /** The JSON-RPC URLs of the chains 1337, 1338 and 1339. */
  urls: string[];
  tokens: Record<'DUSD' | 'MDW' | 'QGLD', Address>;
  /** Has all the tokens. */
  treasury: Address;
  factory: Address;
  accountCode: `0x${string}`;
  entryPoint: Address;
  /** Pays for smart accounts. */
  sponsor: Address;
};

declare module 'vitest' {
  interface ProvidedContext {
    chains: Chains;
  }
}

/** The contracts that chains.mjs has deployed. */
export const CHAINS = inject('chains');
export const TOKENS = CHAINS.tokens;

/** Node's own fetch, whatever a test has replaced it with. */
const nodes = globalThis.fetch;
const over = (id: number) =>
  http(CHAINS.urls[id - 1337], { fetchFn: (url, { signal: _, ...init } = {}) => nodes(url, init) });

export const chain = createPublicClient({ transport: over(1337), pollingInterval: 20 });

/** An unused address, so that its transactions come from this test. */
export const freshAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

export const fund = (address: Address, ether = '5'): Promise<void> =>
  createTestClient({ mode: 'anvil', transport: over(1337) }).setBalance({
    address,
    value: parseEther(ether),
  });

/** Sends tokens to an account, in base units. */
export async function giveToken(
  symbol: keyof Chains['tokens'],
  to: Address,
  amount: bigint,
  id = 1337,
): Promise<void> {
  const transport = over(id);
  const hash = await createWalletClient({ transport }).writeContract({
    address: TOKENS[symbol],
    account: CHAINS.treasury,
    chain: null,
    abi: parseAbi(['function transfer(address,uint256)']),
    functionName: 'transfer',
    args: [to, amount],
  });
  await createPublicClient({ transport, pollingInterval: 20 }).waitForTransactionReceipt({ hash });
}

export const tokenBalance = (symbol: keyof Chains['tokens'], owner: Address): Promise<bigint> =>
  chain.readContract({
    address: TOKENS[symbol],
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });

/** Calls a node over HTTP. */
export const askNode = async (id: number, body: string): Promise<Response> => {
  const url = CHAINS.urls[id - 1337];
  if (url === undefined) return new Response('no such chain', { status: 400 });
  return nodes(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
};
