/**
 * The status of a user operation (eth_getUserOperationReceipt and similar methods, ERC-7769), read only from the entry point's events.
 */
import {
  decodeEventLog,
  decodeFunctionData,
  getAddress,
  isHex,
  numberToHex,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem';
import { ABI, entryPointOf } from './entry-point';
import { isRecord } from './json';
import type { Network } from './networks';
import type { Signer } from './requests';
import { rawRpc } from './rpc';
import { SMART_NETWORKS } from './smart';
import { hashOf, readOperation, unpack, type Whole } from './user-operation';

const DONE = toEventSelector(
  ABI.find((item) => item.type === 'event' && item.name === 'UserOperationEvent')!,
);

type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex; transactionHash: Hex };

/** eth_supportedEntryPoints. */
export const supportedEntryPoints = async (_params: unknown, { network }: Signer): Promise<Address[]> =>
  SMART_NETWORKS.includes(network.id) ? [await entryPointOf(network)] : [];

const hashIn = (given: unknown): Hex => {
  if (!isHex(given) || given.length !== 66) throw new Error('The hash of a user operation has 32 bytes');
  return given;
};

/** The event of an operation; null while it isn't in a block. */
async function eventOf(hash: Hex, entryPoint: Address, network: Network): Promise<Log | null> {
  const filter = { address: entryPoint, topics: [DONE, hash], fromBlock: 'earliest', toBlock: 'latest' };
  const [log] = (await rawRpc(network, 'eth_getLogs', [filter])) as Log[];
  return log ?? null;
}

/** eth_getUserOperationReceipt. */
export async function userOperationReceipt(
  [given]: readonly unknown[],
  { network }: Signer,
): Promise<unknown> {
  const entryPoint = await entryPointOf(network);
  const hash = hashIn(given);
  const log = await eventOf(hash, entryPoint, network);
  if (!log) return null;
  const { args } = decodeEventLog({ abi: ABI, eventName: 'UserOperationEvent', ...log });
  const receipt = await rawRpc(network, 'eth_getTransactionReceipt', [log.transactionHash]);
  if (!isRecord(receipt)) return null;
  const { logs, reason } = ownLogs(receipt['logs'] as Log[], hash, entryPoint);
  return {
    userOpHash: hash,
    entryPoint,
    sender: args.sender,
    nonce: numberToHex(args.nonce),
    paymaster: args.paymaster,
    actualGasCost: numberToHex(args.actualGasCost),
    actualGasUsed: numberToHex(args.actualGasUsed),
    success: args.success,
    ...(reason === null ? {} : { reason }),
    logs,
    receipt,
  };
}

/** The logs of an operation within its bundle: those between the previous operation's event and its own. */
function ownLogs(all: readonly Log[], hash: Hex, entryPoint: Address): { logs: Log[]; reason: Hex | null } {
  let logs: Log[] = [];
  let reason: Hex | null = null;
  for (const log of all) {
    if (getAddress(log.address) !== entryPoint) {
      logs.push(log);
      continue;
    }
    const event = decodeEventLog({ abi: ABI, strict: false, ...log });
    const isOwn = log.topics[1]?.toLowerCase() === hash.toLowerCase();
    if (event.eventName === 'UserOperationRevertReason' && isOwn) reason = event.args.revertReason ?? null;
    if (event.eventName === 'UserOperationEvent' && isOwn) return { logs, reason };
    if (event.eventName !== 'UserOperationRevertReason') logs = [];
  }
  return { logs, reason };
}

/** eth_getUserOperationByHash. */
export async function userOperationByHash(
  [given]: readonly unknown[],
  { network }: Signer,
): Promise<unknown> {
  const entryPoint = await entryPointOf(network);
  const hash = hashIn(given);
  const log = await eventOf(hash, entryPoint, network);
  const transaction = log && (await rawRpc(network, 'eth_getTransactionByHash', [log.transactionHash]));
  if (!isRecord(transaction)) return null;
  const { functionName, args } = decodeFunctionData({ abi: ABI, data: transaction['input'] as Hex });
  if (functionName !== 'handleOps') return null;
  for (const packed of args[0]) {
    const operation = unpack(packed);
    if (hashOf(numbers(operation), entryPoint, network.id) !== hash.toLowerCase()) continue;
    const { blockHash, blockNumber, hash: transactionHash } = transaction;
    return { userOperation: operation, entryPoint, blockHash, blockNumber, transactionHash };
  }
  return null;
}

/** Converts the hex numbers of a node's operation. */
function numbers({ signature, ...operation }: Record<string, Hex>): Whole {
  return { ...(readOperation(operation) as Whole), signature: signature! };
}
