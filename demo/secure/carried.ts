/**
 * Nested calls: `multicall`, Multicall3, a Safe's transactions, accounts that execute, the Universal Router (as in the engine,
 * engine/core/src/namespaces/eip155/reader/carried.rs). The outer call stays an unknown call; each inner action is reported with its own
 * risk, in any encoding. An unreadable part is reported as unread.
 */
import {
  getAddress,
  hexToBigInt,
  parseAbi,
  parseAbiParameters,
  slice,
  size,
  toFunctionSelector,
  zeroAddress,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem';
import { argsOf, looseOf } from './abi';
import type { Effect } from './effects';
import { routed } from './router';

/** The maximum nesting of calls, and their maximum total size. */
export const DEPTH_MAX = 4;
export const BYTES_MAX = 64 * 1024;

/** An inner action: a call, or an effect without a call. */
export type Told = { call: { to: Address; value: bigint; data: Hex } } | { effect: Effect };

/** A Safe delegates to these contracts, which only execute the given calls. */
const MULTI_SENDS: readonly string[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
];

/** A call with this value. */
export const toCall = (to: Address, value: bigint, data: Hex): Told => ({ call: { to, value, data } });

/** The inner actions of a call as far as readable, and the number of bytes after its arguments. */
export type Carried = { told: Told[]; isPart: boolean; behind: number };

const whole = (told: Told[]): Carried => ({ told, isPart: false, behind: 0 });
const carried = (told: Told[] | null): Carried => ({ told: told ?? [], isPart: !told, behind: 0 });

type Reader = (on: Address, args: readonly unknown[]) => Carried;
type Item = readonly unknown[];

const itself: Reader = (on, args) => whole((args.at(-1) as Hex[]).map((data) => toCall(on, 0n, data)));
/** A list of calls, with the positions of value and data in each. */
const list =
  (value: number | null, data: number): Reader =>
  (_, args) =>
    whole(
      (args.at(-1) as Item[]).map((item) =>
        toCall(item[0] as Address, value === null ? 0n : (item[value] as bigint), item[data] as Hex),
      ),
    );
/** Parallel lists; some accounts accept an empty list of values. */
const lists =
  (hasValues: boolean): Reader =>
  (_, args) => {
    const [to, data] = [args[0] as Address[], args.at(-1) as Hex[]];
    const values = hasValues ? (args[1] as bigint[]) : [];
    const count = Math.min(to.length, data.length);
    const told = to.slice(0, count).map((one, at) => toCall(one, values[at] ?? 0n, data[at]!));
    const isPart = to.length !== data.length || (values.length > 0 && values.length !== to.length);
    return { ...whole(told), isPart };
  };
const one: Reader = (_, [to, value, data]) => whole([toCall(to as Address, value as bigint, data as Hex)]);
const safe: Reader = (on, [to, value, data, kind, , , gasPrice, token, receiver]) => {
  const all = carried(operation(on, Number(kind), to as Address, value as bigint, data as Hex));
  if (gasPrice as bigint) all.told.push(refund(token as Address, receiver as Address));
  return all;
};
const router: Reader = (on, [commands, inputs]) => {
  const { effects, isPart } = routed(on, commands as Hex, inputs as Hex[]);
  return { ...whole(effects.map((effect) => ({ effect }))), isPart };
};

const TABLE: readonly (readonly [string, Reader])[] = [
  ['multicall(bytes[])', itself],
  ['multicall(uint256,bytes[])', itself],
  ['multicall(bytes32,bytes[])', itself],
  ['aggregate((address,bytes)[])', list(null, 1)],
  ['aggregate3((address,bool,bytes)[])', list(null, 2)],
  ['aggregate3Value((address,bool,uint256,bytes)[])', list(2, 3)],
  ['tryAggregate(bool,(address,bytes)[])', list(null, 1)],
  ['tryBlockAndAggregate(bool,(address,bytes)[])', list(null, 1)],
  ['blockAndAggregate((address,bytes)[])', list(null, 1)],
  ['multiSend(bytes)', (on, [all]) => packed(on, all as Hex)],
  ['execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', safe],
  ['execute(bytes,bytes[],uint256)', router],
  ['execute(bytes,bytes[])', router],
  ['execute(address,uint256,bytes)', one],
  ['executeBatch((address,uint256,bytes)[])', list(1, 2)],
  ['executeBatch(address[],bytes[])', lists(false)],
  ['executeBatch(address[],uint256[],bytes[])', lists(true)],
  ['execute(bytes32,bytes)', (on, [mode, data]) => byMode(on, mode as Hex, data as Hex)],
];
const ROWS = new Map<string, readonly [AbiFunction, Reader]>(
  TABLE.map(([signature, reader]) => {
    const abi = (parseAbi([`function ${signature}`] as readonly string[]) as readonly AbiFunction[])[0]!;
    return [toFunctionSelector(abi), [abi, reader]] as const;
  }),
);

/** Whether a call contains others. */
export const isCarrier = (data: Hex): boolean => ROWS.has(data.slice(0, 10));

/** The inner actions of a call to `on`; null if its data doesn't fit its function. */
export function told(on: Address, data: Hex): Carried | null {
  const row = ROWS.get(data.slice(0, 10));
  const args = row ? argsOf(row[0], data) : null;
  if (!row || !args) return null;
  const all = row[1](on, args.values);
  return { ...all, isPart: all.isPart || args.isOdd, behind: args.behind };
}

/** Foreign code runs as the account itself. */
const delegated = (on: Address, party: Address): Told => ({
  effect: { words: 'control', risk: 'critical', place: 0, power: 'delegate', on, party },
});

/** A call, or foreign code with its data. */
export function operation(on: Address, kind: number, to: Address, value: bigint, data: Hex): Told[] | null {
  if (kind === 0) return [toCall(to, value, data)];
  if (kind !== 1) return null;
  const call = toCall(to, 0n, data);
  return MULTI_SENDS.includes(to) ? [call] : [delegated(on, to), call];
}

/** A Safe's gas refund: as much as the recipient takes, at their price. */
export const refund = (token: Address, party: Address): Told => ({
  effect: {
    words: 'move',
    risk: 'warning',
    place: 0,
    ...(token === zeroAddress ? {} : { token }),
    party,
  },
});

/** `end` bytes of hex from `start`; null if there are fewer. */
const part = (data: Hex, start: number, end: number): Hex | null =>
  end > size(data) ? null : start === end ? '0x' : slice(data, start, end);

/** Each entry: operation, address, value, length, and that many bytes. */
function packed(on: Address, all: Hex): Carried {
  const out = whole([]);
  let at = 0;
  while (at < size(all)) {
    const head = part(all, at, at + 85);
    const length = head ? hexToBigInt(slice(head, 53, 85)) : 0n;
    const data = length > BigInt(BYTES_MAX) ? null : part(all, at + 85, at + 85 + Number(length));
    if (!head || !data) return { ...out, isPart: true };
    const to = getAddress(slice(head, 1, 21));
    const more = operation(on, Number(slice(head, 0, 1)), to, hexToBigInt(slice(head, 21, 53)), data);
    out.told.push(...(more ?? []));
    out.isPart ||= !more;
    at += 85 + Number(length);
  }
  return out;
}

const CALLS = parseAbiParameters('(address,uint256,bytes)[]');

/** ERC-7579: one packed call, several as a list, or foreign code. */
function byMode(on: Address, mode: Hex, data: Hex): Carried {
  const target = part(data, 0, 20);
  const to = target && getAddress(target);
  const rest = (from: number): Hex => part(data, from, size(data))!;
  switch (mode.slice(2, 4)) {
    case '00': {
      const value = part(data, 20, 52);
      return carried(to && value ? [toCall(to, hexToBigInt(value), rest(52))] : null);
    }
    case '01': {
      const loose = looseOf(CALLS, data);
      if (!loose) return carried(null);
      const all = list(1, 2)(on, loose.values);
      return { ...all, isPart: loose.isOdd || loose.behind > 0 };
    }
    case 'ff':
      return carried(to && [delegated(on, to), toCall(to, 0n, rest(20))]);
    default:
      return carried(null);
  }
}
