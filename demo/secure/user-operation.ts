/** A page's user operation (ERC-4337, version 0.7), validated strictly; its calls; and its packed form. */
import {
  concatHex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  isAddress,
  isHex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem';
import {
  getUserOperationHash,
  toPackedUserOperation,
  type PackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction';
import { isRecord } from './json';
import type { Call } from './smart';

/** Fields that a page can leave to the wallet are optional. */
export type Asked = {
  sender: Address;
  callData: Hex;
  factory?: Address;
  factoryData?: Hex;
} & Partial<Record<(typeof QUANTITIES)[number], bigint>>;

export type Whole = UserOperation<'0.7'>;

const QUANTITIES = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const;
const FIELDS: string[] = ['sender', 'callData', 'factory', 'factoryData', 'signature', ...QUANTITIES];
/** Gas and fees are packed into 16 bytes each. */
const HALF = 2n ** 128n;

const EXECUTE = parseAbi(['function execute(bytes32 mode, bytes executionData)']);
const CALLS = parseAbiParameters(['struct Call { address to; uint256 value; bytes data; }', 'Call[] calls']);
/** One batch without authorization (ERC-7821). */
const BATCH: Hex = `0x01${'00'.repeat(31)}`;
const CALLS_MAX = 100;

const bytesOf = (given: unknown, name: string): Hex => {
  if (!isHex(given) || given.length % 2 !== 0) throw new Error(`userOperation.${name} must be hex`);
  return given;
};

function addressOf(given: unknown, name: string): Address {
  if (typeof given !== 'string' || !isAddress(given)) throw new Error(`userOperation.${name} is no address`);
  return getAddress(given);
}

/** Reads an operation; rejects with the mistake. Its signature is ignored, because the wallet's own replaces it. */
export function readOperation(given: unknown): Asked {
  if (!isRecord(given)) throw new Error('The user operation is missing');
  const names = Object.keys(given).filter((name) => given[name] !== undefined && given[name] !== null);
  if (names.some((name) => name.startsWith('paymaster') && name !== 'paymasterAndData'))
    throw new Error('No paymaster is needed here: this site pays for operations that offer no fee');
  if (names.some((name) => name === 'initCode' || name === 'paymasterAndData'))
    throw new Error('The user operation must be of version 0.7: factory and factoryData, not initCode');
  const unknown = names.find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new Error(`userOperation.${unknown} is not known to this wallet`);
  const read: Asked = {
    sender: addressOf(given['sender'], 'sender'),
    callData: bytesOf(given['callData'], 'callData'),
  };
  for (const name of QUANTITIES) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value))
      throw new Error(`userOperation.${name} must be a hex quantity`);
    read[name] = BigInt(value);
    if (name !== 'nonce' && read[name] >= HALF) throw new Error(`userOperation.${name} is too large`);
  }
  if (names.includes('factory') !== names.includes('factoryData'))
    throw new Error('userOperation.factory and factoryData belong together');
  if (names.includes('factory')) {
    read.factory = addressOf(given['factory'], 'factory');
    read.factoryData = bytesOf(given['factoryData'], 'factoryData');
  }
  return read;
}

/**
 * The calls that the account would make. Only exact batches are accepted, because a user can't agree to unreadable data. Without data,
 * the account is deployed, or only its nonce changes.
 */
export function callsOf({ sender, callData }: Pick<Asked, 'sender' | 'callData'>): Call[] {
  if (callData === '0x') return [];
  try {
    const { args } = decodeFunctionData({ abi: EXECUTE, data: callData });
    const [calls] = decodeAbiParameters(CALLS, args[1]);
    const same = encodeCalls(calls.map(({ to, value, data }) => ({ to, value, data })));
    if (args[0] !== BATCH || same.toLowerCase() !== callData.toLowerCase() || calls.length > CALLS_MAX)
      throw new Error('another kind of data');
    // As the contract reads it: the zero address stands for the account's own.
    return calls.map((call) => ({ ...call, to: call.to === zeroAddress ? sender : call.to }));
  } catch {
    throw new Error('userOperation.callData is no batch of calls: execute(bytes32,bytes) as ERC-7821 has it');
  }
}

/** The data with which an account makes these calls. */
export function encodeCalls(calls: readonly Call[]): Hex {
  const args = [BATCH, encodeAbiParameters(CALLS, [calls])] as const;
  return encodeFunctionData({ abi: EXECUTE, functionName: 'execute', args });
}

/** The hash to sign. */
export const hashOf = (userOperation: Whole, entryPointAddress: Address, chainId: number): Hex =>
  getUserOperationHash({ userOperation, entryPointAddress, entryPointVersion: '0.7', chainId });

export const pack = (operation: Whole): PackedUserOperation => toPackedUserOperation(operation);

/** The packed form that nodes and pages use. */
export function unpack(packed: Omit<PackedUserOperation, 'paymasterAndData'>): Record<string, Hex> {
  const { sender, nonce, initCode, callData, accountGasLimits, preVerificationGas, gasFees, signature } =
    packed;
  const half = (pair: Hex, at: 0 | 16): Hex => numberToHex(BigInt(slice(pair, at, at + 16)));
  return {
    sender,
    nonce: numberToHex(nonce),
    ...(size(initCode) >= 20
      ? {
          factory: getAddress(slice(initCode, 0, 20)),
          factoryData: size(initCode) > 20 ? slice(initCode, 20) : '0x',
        }
      : {}),
    callData,
    verificationGasLimit: half(accountGasLimits, 0),
    callGasLimit: half(accountGasLimits, 16),
    preVerificationGas: numberToHex(preVerificationGas),
    maxPriorityFeePerGas: half(gasFees, 0),
    maxFeePerGas: half(gasFees, 16),
    signature,
  };
}

const TRANSACTION_GAS = 21_000n;
const [ZERO_GAS, BYTE_GAS] = [4n, 16n];

/** The gas for submitting this data to the chain. */
export function dataGas(data: Hex): bigint {
  const bytes = data.slice(2).match(/../g) ?? [];
  return bytes.reduce((sum, byte) => sum + (byte === '00' ? ZERO_GAS : BYTE_GAS), TRANSACTION_GAS);
}

/** A limit from the used gas: a nested call gets all but a 64th of the rest. */
export const limitOf = (used: bigint): bigint => used + used / 5n + 10_000n;

/** A placeholder signature of the right length. */
export const STUB: Hex = concatHex(Array<Hex>(65).fill('0x01'));
