/**
 * EVM requests for the effects page, built with viem: messages, transactions, batches. viem verifies signatures; for a transaction, its
 * sender is checked once it is in a block.
 */
import {
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  numberToHex,
  parseAbi,
  parseEther,
  recoverMessageAddress,
  type Hex,
} from 'viem';
import { nodeOf, rpc, type Account, type Came, type Effect } from './kinds';

export interface Provider {
  request(asked: { method: string; params?: unknown }): Promise<unknown>;
}
export type Row = Effect<Provider>;

/** Account 2 of the development mnemonic: an account without code. */
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const RECEIPT_MS = 20_000;

export const abi = parseAbi([
  'function setApprovalForAll(address, bool)',
  'function increaseAllowance(address, uint256)',
  'function multicall(bytes[])',
  'function transferOwnership(address)',
  'function upgradeTo(address)',
  'function enableModule(address)',
  'function approve(address, address, uint160, uint48)',
  'function execute(address, uint256, bytes)',
]);

/** Ten minutes from now, in seconds. */
export const soon = () => Math.floor(Date.now() / 1_000) + 600;
export const numberOf = ({ network }: Account) => Number(network.caipNetworkId.split(':')[1]);
export const dollars = ({ config }: Account) => config.tokens[0]!.address as Hex;
/** A contract that can be a spender: the network's swap router. */
export const routerOf = ({ config, network }: Account) =>
  (config.swapRouters[network.caipNetworkId]?.[0] ?? PERMIT2) as Hex;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const came = (text: string, holds?: boolean): Came => ({
  text,
  ...(holds === undefined ? {} : { check: { by: 'viem', holds } }),
});

/** Signs text, or bytes that aren't text. */
export async function words(provider: Provider, { address }: Account, message: Hex): Promise<Came> {
  const signature = (await provider.request({ method: 'personal_sign', params: [message, address] })) as Hex;
  const signer = await recoverMessageAddress({ message: { raw: message }, signature });
  return came(signature, isAddressEqual(signer, address as Hex));
}

/** Sends a transaction and waits for its block, in which the node has verified the signer. */
export async function send(provider: Provider, account: Account, call: object): Promise<Came> {
  const { address } = account;
  const params = [{ from: address, ...call }];
  const hash = (await provider.request({ method: 'eth_sendTransaction', params })) as Hex;
  const until = Date.now() + RECEIPT_MS;
  while (Date.now() < until) {
    const receipt = await rpc<{ from: Hex } | null>(nodeOf(account), 'eth_getTransactionReceipt', [hash]);
    if (receipt)
      return { text: hash, check: { by: 'the node', holds: isAddressEqual(receipt.from, address as Hex) } };
    await wait(500);
  }
  return came(hash);
}

/** A call of a function in the ABI above, with arguments from the account. */
export const calls =
  (to: (account: Account) => Hex, data: (account: Account) => Hex): Row['ask'] =>
  (provider, account) =>
    send(provider, account, { to: to(account), data: data(account) });
export const ofToken = (
  functionName: 'transfer' | 'approve',
  spender: (account: Account) => Hex,
  units: bigint,
) =>
  calls(dollars, (account) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [spender(account), units] }),
  );
export const bob = (): Hex => BOB;

/** A batch of calls (EIP-5792); returns the batch's ID. */
export const batch =
  (all: (account: Account) => { to: Hex; data?: Hex; value?: Hex }[]): Row['ask'] =>
  async (provider, account) => {
    const chainId = numberToHex(numberOf(account));
    const params = [
      { version: '2.0.0', from: account.address, chainId, atomicRequired: false, calls: all(account) },
    ];
    const answer = await provider.request({ method: 'wallet_sendCalls', params });
    return came(typeof answer == 'string' ? answer : JSON.stringify(answer));
  };
export const pays = (ether: string) => ({ to: BOB as Hex, value: numberToHex(parseEther(ether)) });

/** The contract that executes operations of smart accounts (ERC-4337, version 0.8). */
export const ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';

/** The call data of a smart account that calls the dollar's contract. */
export const told = (account: Account, functionName: 'transfer' | 'approve', units: bigint): Hex => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [BOB, units] });
  return encodeFunctionData({ abi, functionName: 'execute', args: [dollars(account), 0n, data] });
};

/** A method that takes an account and data to sign blindly. */
export const blind =
  (method: string, params: (account: Account) => unknown[]): Row['ask'] =>
  async (provider, account) =>
    came(String(await provider.request({ method, params: params(account) })));
