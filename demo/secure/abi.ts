/** Addresses, numbers and call data. It decodes data as leniently as a contract might, and reports bytes after the values. */
import {
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  size,
  type AbiFunction,
  type AbiParameter,
  type Address,
  type Hex,
} from 'viem';

export const UINT256_END = 2n ** 256n;

export const addressOf = (given: unknown): Address | null =>
  typeof given === 'string' && /^0x[\da-f]{40}$/i.test(given) ? getAddress(given.toLowerCase()) : null;

/** A number in a page's format: decimal or hex text, or a number. */
export function numberOf(given: unknown): bigint | null {
  const isText = typeof given === 'string' && /^(\d{1,78}|0x[\da-f]{1,64})$/i.test(given);
  const isNumber = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0;
  const number = isText || isNumber ? BigInt(given) : typeof given === 'bigint' ? given : null;
  return number !== null && number >= 0n && number < UINT256_END ? number : null;
}

/** Whole bytes. */
export const bytesOf = (given: unknown): Hex | null =>
  typeof given === 'string' && /^0x([\da-f]{2})*$/i.test(given) ? (given.toLowerCase() as Hex) : null;

/** The values, the number of bytes after them, and whether the encoding is one that not every contract accepts. */
export type Loose = { values: readonly unknown[]; behind: number; isOdd: boolean };

/** The arguments of a call, after its selector; null if no contract could decode them. */
export const argsOf = (one: AbiFunction, data: Hex): Loose | null =>
  looseOf(one.inputs, `0x${data.slice(10)}`);

/** The same for data without a selector. */
export function looseOf(types: readonly AbiParameter[], data: Hex): Loose | null {
  if (types.length === 0) return { values: [], behind: size(data), isOdd: false };
  try {
    const values = decodeAbiParameters(types, data) as readonly unknown[];
    const written = encodeAbiParameters(types, values as never);
    const isHead = data.startsWith(written);
    return { values, behind: isHead ? size(data) - size(written) : 0, isOdd: !isHead };
  } catch {
    return null;
  }
}
