/** Describes a grant: holder, rights, duration. */
import { formatUnits, maxUint256, toFunctionSignature, type Address } from 'viem';
import type { Fact } from '../wallets/confirm/dom';
import type { TokenFacts } from '../wallets/confirm/token';
import type { Allowance, Condition, Grant, Permission, Policy } from './grants';

const YEAR_S = 31_536_000;
/** Amounts from here on count as unlimited: half of the largest number. */
const LIMITLESS = maxUint256 / 2n;

const UNITS: [number, string][] = [
  [YEAR_S, 'year'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A duration: `30 days`, `1 hour 30 minutes`. */
export function durationWords(seconds: number): string {
  const words: string[] = [];
  let rest = seconds;
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return words.join(' ') || 'no time';
}

/** An interval: `every day`, `every 36 hours`. */
export function everyWords(seconds: number): string {
  if (seconds === 604_800) return 'every week';
  const [size, name] = UNITS.find(([of]) => seconds % of === 0) ?? [1, 'second'];
  return seconds === size ? `every ${name}` : `every ${seconds / size} ${name}s`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A time: `22 November 2026, 17:05 UTC`. */
export function dateWords(seconds: number): string {
  const date = new Date(seconds * 1_000);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

function policyWords(type: Policy['type'], { count, interval, limit }: Policy['data']): string {
  switch (type) {
    case 'call-limit':
      return `${count} calls in all`;
    case 'rate-limit':
      return `${count} calls ${everyWords(Number(interval))}`;
    case 'gas-limit':
      return `${BigInt(limit!)} units of gas in all`;
  }
}

/** The description of a grant; `tokens`: each token's own data, by address. */
export function grantInWords(
  { permissions, policies, signer, expiry, address }: Grant,
  now_s: number,
  symbol: string,
  tokens: ReadonlyMap<Address, TokenFacts>,
): { facts: Fact[]; warnings: string[] } {
  const facts: Fact[] = [];
  const warnings: string[] = [];
  permissions.forEach((permission, index) => {
    if (permissions.length > 1)
      facts.push({ kind: 'text', label: 'Permission', value: `${index + 1} of ${permissions.length}` });
    if (permission.type === 'contract-call') callInWords(permission.data, symbol, facts, warnings);
    else {
      const token = 'token' in permission.data ? permission.data.token : undefined;
      const about = token === undefined ? { symbol, decimals: 18 } : (tokens.get(token) ?? null);
      allowanceInWords(permission.data, about, facts, warnings);
      if (token !== undefined) facts.push({ kind: 'address', label: 'Token contract', value: token });
      const { start } = permission.data;
      if (start > now_s) facts.push({ kind: 'text', label: 'Not before', value: dateWords(start) });
    }
  });
  for (const { type, data } of policies)
    facts.push({ kind: 'text', label: 'At most', value: policyWords(type, data) });
  const left = expiry - now_s;
  if (left > YEAR_S) warnings.push('This lasts for more than a year.');
  facts.push({
    kind: 'text',
    label: 'Until',
    value: `${dateWords(expiry)}, for ${durationWords(left >= 60 ? left - (left % 60) : left)}`,
  });
  for (const { type, publicKey } of signer.data.keys)
    facts.push({ kind: 'block', label: `Who may, by the key (${type})`, value: publicKey });
  facts.push({ kind: 'address', label: 'For the account', value: address });
  return { facts, warnings };
}

function allowanceInWords(
  { allowance, period }: Allowance,
  about: TokenFacts,
  facts: Fact[],
  warnings: string[],
): void {
  const amount = BigInt(allowance);
  const unit = about?.symbol ?? 'of an unknown token';
  const text =
    amount >= LIMITLESS
      ? `Without limit, ${unit}`
      : about
        ? `${formatUnits(amount, about.decimals)} ${unit}`
        : `${amount} smallest units ${unit}`;
  facts.push({ kind: 'amount', label: 'It may take up to', value: `${text} ${everyWords(period)}` });
  if (amount >= LIMITLESS) warnings.push(`It could take all your ${about?.symbol ?? 'tokens'}.`);
  if (!about) warnings.push('This contract does not say what it counts: check the numbers yourself.');
}

const OPERATORS: Record<Condition['operator'], string> = {
  EQUAL: 'exactly',
  GREATER_THAN: 'more than',
  LESS_THAN: 'less than',
};

function callInWords(
  { address, abi, functions }: Extract<Permission, { type: 'contract-call' }>['data'],
  symbol: string,
  facts: Fact[],
  warnings: string[],
): void {
  facts.push({ kind: 'address', label: 'It may call the contract', value: address });
  for (const { functionName, args = [], valueLimit, operation } of functions) {
    const signature = toFunctionSignature(abi.find(({ name }) => name === functionName)!);
    const paid = BigInt(valueLimit);
    const words = [
      signature,
      paid === 0n ? 'paying nothing' : `paying up to ${formatUnits(paid, 18)} ${symbol} each time`,
      ...args.map(({ operator, value }, index) => `value ${index + 1} ${OPERATORS[operator]} ${value}`),
    ];
    if (operation === 'DelegateCall') {
      words.push('in the place of your account');
      warnings.push('This contract could do anything with your account: it would act in its place.');
    }
    facts.push({ kind: 'block', label: 'Function', value: words.join('\n') });
  }
}
