/** Addresses, numbers and call data, read strictly: what does not fit its type to the last byte is no value of it. */
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type AbiFunction,
  type AbiParameter,
  type Address,
  type Hex,
} from 'viem';

export const UINT256_END = 2n ** 256n;

export const addressOf = (given: unknown): Address | null =>
  typeof given === 'string' && /^0x[\da-f]{40}$/i.test(given) ? getAddress(given.toLowerCase()) : null;

/** A number as pages write it: decimal or hex text, or a number. */
export function numberOf(given: unknown): bigint | null {
  const isText = typeof given === 'string' && /^(\d{1,78}|0x[\da-f]{1,64})$/i.test(given);
  const isNumber = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0;
  const number = isText || isNumber ? BigInt(given) : typeof given === 'bigint' ? given : null;
  return number !== null && number >= 0n && number < UINT256_END ? number : null;
}

/** Whole bytes. */
export const bytesOf = (given: unknown): Hex | null =>
  typeof given === 'string' && /^0x([\da-f]{2})*$/i.test(given) ? (given.toLowerCase() as Hex) : null;

/** The parameters of a call whose data is exactly that; null where it is not. */
export function argsOf(one: AbiFunction, data: Hex): readonly unknown[] | null {
  try {
    const { args = [] } = decodeFunctionData({ abi: [one], data });
    return encodeFunctionData({ abi: [one], args } as never) === data ? (args as readonly unknown[]) : null;
  } catch {
    return null;
  }
}

/** The same of data without a selector. */
export function valuesOf(types: readonly AbiParameter[], data: Hex): readonly unknown[] | null {
  try {
    const values = decodeAbiParameters(types, data) as readonly unknown[];
    return encodeAbiParameters(types, values as never) === data ? values : null;
  } catch {
    return null;
  }
}
