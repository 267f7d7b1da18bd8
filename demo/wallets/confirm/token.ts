/**
 * Describes calls of an ERC-20 token. Only exact calls count: with additional bytes or dirty words, the data is unknown again, because a
 * contract might read them.
 */
import { decodeFunctionData, encodeFunctionData, formatUnits, parseAbi, type Address, type Hex } from 'viem';
import type { Fact } from './dom';

const CALLS = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
]);
const FACTS = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
]);
/** No real token has more; a larger number is suspicious. */
const DECIMALS_MAX = 36;
const SYMBOL_MAX = 16;
/** From here on, an allowance is practically unlimited, because no token has this supply. */
export const ENDLESS = 2n ** 96n - 1n;

export type TokenCall =
  | { kind: 'transfer'; token: Address; to: Address; amount: bigint }
  | { kind: 'approve'; token: Address; to: Address; amount: bigint }
  | { kind: 'transferFrom'; token: Address; from: Address; to: Address; amount: bigint };

/** A token's own data; null for missing or unreadable values. */
export type TokenFacts = { symbol: string; decimals: number } | null;

type Reader = { readContract: (call: never) => Promise<unknown> };

/** The token call in this data, or null. */
export function readTokenCall(token: Address | undefined, data: Hex | undefined): TokenCall | null {
  if (!token || !data) return null;
  try {
    const call = decodeFunctionData({ abi: CALLS, data });
    if (encodeFunctionData({ abi: CALLS, ...call } as never).toLowerCase() !== data.toLowerCase())
      return null;
    if (call.functionName === 'transferFrom') {
      const [from, to, amount] = call.args;
      return { kind: 'transferFrom', token, from, to, amount };
    }
    const [to, amount] = call.args;
    return { kind: call.functionName, token, to, amount };
  } catch {
    return null;
  }
}

/** Reads the token's symbol and decimals. Its name isn't read, because it could be anything. */
export async function tokenFacts(reader: Reader, address: Address): Promise<TokenFacts> {
  const read = (functionName: string) =>
    reader.readContract({ address, abi: FACTS, functionName } as never) as Promise<unknown>;
  try {
    const [text, decimals] = await Promise.all([read('symbol'), read('decimals')]);
    const symbol = plain(String(text));
    const known = symbol !== '' && typeof decimals === 'number' && decimals <= DECIMALS_MAX;
    return known ? { symbol, decimals } : null;
  } catch {
    return null;
  }
}

/** The description of the call. */
export function tokenQuestion(
  call: TokenCall,
  facts: TokenFacts,
): { title: string; facts: Fact[]; warning?: string } {
  const unit = facts?.symbol ?? 'of an unknown token';
  const limitless = call.kind === 'approve' && call.amount >= ENDLESS;
  const amount = limitless
    ? `Without limit, ${unit}`
    : facts
      ? `${formatUnits(call.amount, facts.decimals)} ${unit}`
      : `${call.amount} smallest units ${unit}`;
  const shown: Fact[] = [
    { kind: 'amount', label: call.kind === 'approve' ? 'It may take up to' : 'Amount', value: amount },
  ];
  if (call.kind === 'transferFrom') shown.push({ kind: 'address', label: 'Taken from', value: call.from });
  shown.push(
    { kind: 'address', label: call.kind === 'approve' ? 'Who may take it' : 'To', value: call.to },
    { kind: 'address', label: 'Token contract', value: call.token },
  );
  const name = facts?.symbol ?? 'tokens';
  const warning = !facts
    ? 'This contract does not say what it counts: check the numbers yourself.'
    : limitless
      ? `It could take all your ${unit}, now and later.`
      : undefined;
  return {
    title: call.kind === 'approve' ? `Allow spending ${name}` : `Send ${name}`,
    facts: shown,
    ...(warning === undefined ? {} : { warning }),
  };
}

/** A contract chooses its symbol: removes invisible and direction characters, and shortens it. */
function plain(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, SYMBOL_MAX);
}
