// RainbowKit's format of an account's balance and name, for pages with their own button.

/** size of a balance -> number of decimals */
const DECIMALS: readonly [below: number, decimals: number][] = [
  [1, 3],
  [100, 2],
];
/** from this balance on, it has a unit */
const UNIT_FROM = 10_000;
/** number of digits that a unit replaces, the largest first */
const UNITS: readonly [digits: number, unit: string][] = [
  [12, 't'],
  [9, 'b'],
  [6, 'm'],
  [3, 'k'],
];
/** characters of a long name that are kept before its ending */
const NAME_CHARS = 24;

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');
const joined = (whole: string, decimals: string): string => {
  const digits = decimals.replace(/0+$/, '');
  return digits ? `${whole}.${digits}` : whole;
};

/** Shortens a decimal number (`10k`, `1,234.5`): truncated, never rounded up. It works on the digits, because a float isn't exact. */
export function shortened(balance: string): string {
  if (!/^\d+(\.\d*)?$/.test(balance)) return balance;
  const [given = '', decimals = ''] = balance.split('.');
  const units = given.replace(/^0+(?=\d)/, '') || '0';
  const value = Number(units);
  const small = DECIMALS.find(([below]) => value < below);
  if (small) return joined(units, decimals.slice(0, small[1]));
  if (value < UNIT_FROM) return joined(grouped(units), decimals.slice(0, 1));
  const [digits, unit] = UNITS.find(([from]) => units.length > from)!;
  const at = units.length - digits;
  return joined(grouped(units.slice(0, at)), units.slice(at, at + 1)) + unit;
}

/** A name, shortened if it is long, or the two ends of the address. */
export function displayNameOf(address: string, name: string | null | undefined): string {
  if (!name) return `${address.slice(0, 4)}…${address.slice(-4)}`;
  const dot = name.lastIndexOf('.');
  const chars = Array.from(dot < 0 ? name : name.slice(0, dot));
  return chars.length > NAME_CHARS ? `${chars.slice(0, NAME_CHARS).join('')}...` : name;
}
