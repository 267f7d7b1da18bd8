// Access to the local chains from Node: true values to compare with the screen, and setup for tests.
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  type Address,
  type Hash,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_URL, CHAIN_URLS } from './ports';

export type ChainId = 1337 | 1338 | 1339;

const transportOf = (id: ChainId) => http(CHAIN_URLS[id - 1337]);
const transport = http(CHAIN_URL);
export const chain = createPublicClient({ transport, pollingInterval: 250 });
const steering = createTestClient({ mode: 'anvil', transport });

/** A client that reads one of the three chains. */
export const chainOf = (id: ChainId) =>
  createPublicClient({ transport: transportOf(id), pollingInterval: 250 });

/** The demo's tokens (demo/README.md): the same addresses on each chain, with different balances. */
export const TOKENS = {
  DUSD: { address: '0x6906beD33BFd4bb5505041B56c590efA178c4A1E', decimals: 6 },
  MDW: { address: '0xc81b67E41b5D4bae00E74c158eFc632848BCa4fA', decimals: 18 },
  QGLD: { address: '0xF21aEEcb973f5fb5F49662410327384e210E3DA2', decimals: 8 },
  TICK: { address: '0xE312B99778d99eB4b1F5DdAED70E6535494B9DF2', decimals: 0 },
  SHY: { address: '0xAcFeBB8EBfd96D5B18d8F3a929F3524e68841533', decimals: 18 },
} as const satisfies Record<string, { address: Address; decimals: number }>;

/** Holds the tokens that no account has received. A local chain signs for any account. */
const TREASURY: Address = '0xfB43C4aC8e84aB23571830Eaf272CE1fe947b980';

/** An unused address, so that its transactions come from this test. */
export const freshAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

/** An unused address with some Ether, for which the chain signs. */
export async function fundedAddress(ether = '12.3456'): Promise<Address> {
  const address = freshAddress();
  await steering.setBalance({ address, value: parseEther(ether) });
  await steering.impersonateAccount({ address });
  return address;
}

/** Mines a block immediately, so that a setup doesn't wait. Throws if the transaction failed. */
export async function mined(hash: Hash, id: ChainId = 1337): Promise<Hash> {
  await createTestClient({ mode: 'anvil', transport: transportOf(id) }).mine({ blocks: 1 });
  const { status } = await chainOf(id).waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`${hash} did not succeed`);
  return hash;
}

/** Turns an account into this contract. */
export const setCode = (address: Address, bytecode: Hex): Promise<void> =>
  steering.setCode({ address, bytecode });

/** Sends a transaction from an account that the chain signs for, in its own block. */
export async function bringToChain(of: { from: Address; to: Address; data: Hex }): Promise<Hash> {
  const { from: account, to, data } = of;
  return mined(await createWalletClient({ transport }).sendTransaction({ account, to, data, chain: null }));
}

/** Approves a spender for the owner's token, outside the modal. */
export async function approve(
  owner: Address,
  symbol: keyof typeof TOKENS,
  spender: Address,
  units: bigint,
): Promise<void> {
  await steering.impersonateAccount({ address: owner });
  const hash = await createWalletClient({ transport }).writeContract({
    address: TOKENS[symbol].address,
    account: owner,
    chain: null,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, units],
  });
  await mined(hash);
}

/** Sends tokens to an account (from the treasury, or from another account) in base units, in their own block. */
export async function giveToken(
  symbol: keyof typeof TOKENS,
  to: Address,
  amount: bigint,
  id: ChainId = 1337,
  from: Address = TREASURY,
): Promise<Hash> {
  const via = transportOf(id);
  await createTestClient({ mode: 'anvil', transport: via }).impersonateAccount({ address: from });
  const call = { address: TOKENS[symbol].address, account: from, chain: null } as const;
  const treasury = createWalletClient({ transport: via });
  const give = () =>
    symbol === 'SHY'
      ? treasury.writeContract({
          ...call,
          abi: parseAbi(['function mint(address,uint256)']),
          functionName: 'mint',
          args: [to, amount],
        })
      : treasury.writeContract({
          ...call,
          abi: parseAbi(['function transfer(address,uint256)']),
          functionName: 'transfer',
          args: [to, amount],
        });
  for (;;)
    try {
      return await mined(await give(), id);
    } catch (error) {
      // another test used the treasury's nonce at the same time
      if (!/underpriced|nonce too low/.test(`${error}`)) throw error;
    }
}

/** An account's token balance in base units. */
export const tokenBalance = (
  symbol: keyof typeof TOKENS,
  owner: Address,
  id: ChainId = 1337,
): Promise<bigint> =>
  chainOf(id).readContract({
    address: TOKENS[symbol].address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });

/** A balance as the screen must show it: floored to three decimals, en-US (9.19, 9.23). Implemented independently of the product. */
export function shown(wei: bigint): string {
  const thousandths = wei / 10n ** 15n;
  const whole = (thousandths / 1000n).toLocaleString('en-US');
  return `${whole}.${String(thousandths % 1000n).padStart(3, '0')}`;
}

export const shownBalance = async (address: Address): Promise<string> =>
  shown(await chain.getBalance({ address }));
