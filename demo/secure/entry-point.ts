/**
 * The demo's entry point (demo/contracts/DemoEntryPoint.sol) for the frame: an operation's gas, why it would be rejected, the account's
 * funds for fees.
 */
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  type Address,
  type Hex,
} from 'viem';
import type { Network } from './networks';
import { rawRpc, Refusal } from './rpc';
import { parts, SMART_NETWORKS } from './smart';
import { pack, type Whole } from './user-operation';

const PACKED =
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }';
export const ABI = parseAbi([
  PACKED,
  'function handleOps(Packed[] ops, address beneficiary)',
  'function estimate(Packed op) returns (uint256 verificationGas, uint256 callGas, bool success, bytes reason)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'event BeforeExecution()',
  'event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
  'error FailedOp(uint256 opIndex, string reason)',
  'error Error(string reason)',
]);
/** The entry point of a network; rejects if there is none. */
export async function entryPointOf(network: Network): Promise<Address> {
  if (!SMART_NETWORKS.includes(network.id)) throw new Error('This network has no smart accounts');
  return (await parts()).entryPoint;
}

/** The entry point that a page names. */
export async function expectEntryPoint(given: unknown, network: Network): Promise<Address> {
  const own = await entryPointOf(network);
  if (typeof given !== 'string' || given.toLowerCase() !== own.toLowerCase())
    throw new Error(`This entry point is not supported: ${String(given)}. Use ${own}`);
  return own;
}

/** A contract's revert reason, in its own words if available. */
function reasonOf(data: Hex | null): string | null {
  if (data === null || data === '0x') return null;
  try {
    const { args } = decodeErrorResult({ abi: ABI, data });
    return String(args.at(-1));
  } catch {
    return `it reverts with ${data.slice(0, 138)}`;
  }
}

/** Unwraps an entry point's error, which nodes wrap in unreadable text. */
export const readable = (error: unknown): unknown => {
  const reason = error instanceof Refusal ? reasonOf(error.data) : null;
  return reason === null ? error : new Error(reason);
};

const ask = async (network: Network, to: Address, data: Hex, block = 'latest'): Promise<Hex> =>
  (await rawRpc(network, 'eth_call', [{ to, data }, block])) as Hex;

type Estimate = { verificationGas: bigint; callGas: bigint; failure: string | null };

/** Simulates an operation: its gas and whether its calls succeed; rejects if the account or the entry point would. */
export async function tryOut(operation: Whole, entryPoint: Address, network: Network): Promise<Estimate> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'estimate', args: [pack(operation)] });
  try {
    const answer = await ask(network, entryPoint, data, 'pending');
    const [verificationGas, callGas, success, reason] = decodeFunctionResult({
      abi: ABI,
      functionName: 'estimate',
      data: answer,
    });
    const failure = success ? null : (reasonOf(reason) ?? 'it reverts without a reason');
    return { verificationGas, callGas, failure };
  } catch (error) {
    throw readable(error);
  }
}

/** The first unused nonce of a new key, so that pending operations don't wait for each other. */
export async function freshNonce(sender: Address, entryPoint: Address, network: Network): Promise<bigint> {
  const key = crypto.getRandomValues(new BigUint64Array(1))[0]!;
  const data = encodeFunctionData({ abi: ABI, functionName: 'getNonce', args: [sender, key] });
  return BigInt(await ask(network, entryPoint, data));
}

/** The account's funds for fees: its balance, and its deposit at the entry point. */
export async function means(
  sender: Address,
  entryPoint: Address,
  network: Network,
): Promise<{ own: bigint; there: bigint }> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [sender] });
  const [own, there] = await Promise.all([
    rawRpc(network, 'eth_getBalance', [sender, 'latest']),
    ask(network, entryPoint, data),
  ]);
  return { own: BigInt(String(own)), there: BigInt(there) };
}
