// The local chains as the tests see them from Node: what is true, to compare the screen with, and what a test needs on them.
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

/** Reads one of the three chains. */
export const chainOf = (id: ChainId) =>
  createPublicClient({ transport: transportOf(id), pollingInterval: 250 });

/** The demo's tokens (demo/README.md): the same addresses on each chain, other balances. */
export const TOKENS = {
  DUSD: { address: '0x6906beD33BFd4bb5505041B56c590efA178c4A1E', decimals: 6 },
  MDW: { address: '0xc81b67E41b5D4bae00E74c158eFc632848BCa4fA', decimals: 18 },
  QGLD: { address: '0xF21aEEcb973f5fb5F49662410327384e210E3DA2', decimals: 8 },
  TICK: { address: '0xE312B99778d99eB4b1F5DdAED70E6535494B9DF2', decimals: 0 },
  SHY: { address: '0xAcFeBB8EBfd96D5B18d8F3a929F3524e68841533', decimals: 18 },
} as const satisfies Record<string, { address: Address; decimals: number }>;

/** Holds what nobody was given yet. A local chain acts for any account. */
const TREASURY: Address = '0xfB43C4aC8e84aB23571830Eaf272CE1fe947b980';

/** An address nobody has used: what happens to it has happened in this test. */
export const freshAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

/** The same with some Ether, and the chain signs for it: a sender of one test alone. */
export async function fundedAddress(ether = '12.3456'): Promise<Address> {
  const address = freshAddress();
  await steering.setBalance({ address, value: parseEther(ether) });
  await steering.impersonateAccount({ address });
  return address;
}

/** A block at once, so that a set-up does not wait for the next one. Fails where the transaction did. */
export async function mined(hash: Hash, id: ChainId = 1337): Promise<Hash> {
  await createTestClient({ mode: 'anvil', transport: transportOf(id) }).mine({ blocks: 1 });
  const { status } = await chainOf(id).waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`${hash} did not succeed`);
  return hash;
}

/** An account becomes this contract. */
export const setCode = (address: Address, bytecode: Hex): Promise<void> =>
  steering.setCode({ address, bytecode });

/** A transaction of an account that the chain signs for, in a block of its own. */
export async function bringToChain(of: { from: Address; to: Address; data: Hex }): Promise<Hash> {
  const { from: account, to, data } = of;
  return mined(await createWalletClient({ transport }).sendTransaction({ account, to, data, chain: null }));
}

/** The owner lets somebody take a token, somewhere else. */
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

/** Gives an account some of a token (of the treasury's, else of another account's), in base units, in a block of its own. */
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
      // another test had the same number of the treasury's in the same moment
      if (!/underpriced|nonce too low/.test(`${error}`)) throw error;
    }
}

/** What an account holds of a token, in base units. */
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

/** A balance as it must be on the screen: floored to three decimals, en-US (9.19, 9.23). Written apart from the product. */
export function shown(wei: bigint): string {
  const thousandths = wei / 10n ** 15n;
  const whole = (thousandths / 1000n).toLocaleString('en-US');
  return `${whole}.${String(thousandths % 1000n).padStart(3, '0')}`;
}

export const shownBalance = async (address: Address): Promise<string> =>
  shown(await chain.getBalance({ address }));
