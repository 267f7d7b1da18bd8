/**
 * Commands of the Universal Router: the assets that leave the account, and their recipients (as
 * engine/core/src/namespaces/eip155/reader/router.rs).
 */
import { getAddress, parseAbiParameters, size, slice, zeroAddress, type Address, type Hex } from 'viem';
import { looseOf } from './abi';
import { amountOf, type Effect, type Risk } from './effects';

/** The caller and the router itself, as recipients are encoded. */
const [CALLER, ROUTER] = [1n, 2n];
/** The largest share of a swap, in basis points, that still counts as a fee. */
const FEE_BIPS_MAX = 100n;
/** The maximum nesting of plans. */
const PLANS_MAX = 3;

const SWAP_3 = parseAbiParameters('address,uint256,uint256,bytes,bool');
const SWAP_2 = parseAbiParameters('address,uint256,uint256,address[],bool');
const GIVE = parseAbiParameters('address,address,uint256');
const COINS = parseAbiParameters('address,uint256');
const PERMIT = parseAbiParameters('((address,uint160,uint48,uint48),address,uint256),bytes');
const PERMITS = parseAbiParameters('((address,uint160,uint48,uint48)[],address,uint256),bytes');
const PLAN = parseAbiParameters('bytes,bytes[]');

/** The effects of the commands; unknown ones are reported as unread. */
export const routed = (
  on: Address,
  commands: Hex,
  inputs: readonly Hex[],
  depth = 0,
): { effects: Effect[]; isPart: boolean } => {
  const effects: Effect[] = [];
  let isPart = size(commands) !== inputs.length;
  const unread = (risk: Risk) => {
    effects.push({ words: 'unread', risk, place: 0, on });
    isPart = true;
  };
  for (const [at, input] of inputs.slice(0, size(commands)).entries()) {
    // the highest bit lets the rest continue if this one fails
    const command = Number(slice(commands, at, at + 1)) & 0x7f;
    const plan = command === 0x21 && depth < PLANS_MAX ? looseOf(PLAN, input) : null;
    if (plan) {
      const within = routed(on, plan.values[0] as Hex, plan.values[1] as Hex[], depth + 1);
      effects.push(...within.effects);
      isPart ||= within.isPart || plan.isOdd || plan.behind > 0;
    } else if (command === 0x21) unread(depth < PLANS_MAX ? 'warning' : 'critical');
    else {
      const told = one(on, command, input);
      if (told) effects.push(...told);
      else unread('warning');
    }
  }
  return { effects, isPart };
};

/** The arguments of a command; the router ignores what follows them. */
const valuesOf = (...of: Parameters<typeof looseOf>) => looseOf(...of)?.values ?? null;

/** The recipient, if it is neither the account nor the router. */
const other = (recipient: unknown): Address | null =>
  [CALLER, ROUTER].includes(BigInt(recipient as Address)) ? null : (recipient as Address);

const leaves = (risk: Risk, token: unknown, party: Address, units?: bigint): Effect => ({
  words: 'send',
  risk,
  place: 0,
  ...(token === zeroAddress ? {} : { token: token as Address }),
  party,
  ...(units === undefined ? {} : { amount: amountOf(units) }),
});

/** The amount that another recipient gets. */
const toOther = (token: unknown, recipient: unknown, risk: Risk = 'warning'): Effect[] => {
  const party = other(recipient);
  return party ? [leaves(risk, token, party)] : [];
};

function one(on: Address, command: number, input: Hex): Effect[] | null {
  switch (command) {
    case 0x00:
    case 0x01:
    case 0x08:
    case 0x09: {
      const isPacked = command < 0x08;
      const values = valuesOf(isPacked ? SWAP_3 : SWAP_2, input);
      if (!values) return null;
      const [recipient, first, second, route, isPayer] = values;
      const path = isPacked ? packedPath(route as Hex) : (route as Address[]);
      if (!path?.length) return null;
      // for an exact output, the input is a maximum, and a version 3 path is reversed
      const [start, end] = command === 0x01 ? [path.at(-1), path[0]] : [path[0], path.at(-1)];
      const most = (command % 2 === 1 ? second : first) as bigint;
      return [...(isPayer ? [leaves('review', start, on, most)] : []), ...toOther(end, recipient)];
    }
    case 0x02:
    case 0x04:
    case 0x05:
    case 0x06: {
      const values = valuesOf(GIVE, input);
      if (!values) return null;
      const [token, recipient, amount] = values as [Address, Address, bigint];
      if (command !== 0x02)
        return toOther(token, recipient, command === 0x06 && amount <= FEE_BIPS_MAX ? 'review' : 'warning');
      const party = other(recipient);
      return [leaves(party ? 'warning' : 'review', token, party ?? on, amount)];
    }
    case 0x0b:
    case 0x0c: {
      const values = valuesOf(COINS, input);
      return values && toOther(zeroAddress, values[0]);
    }
    case 0x03:
    case 0x0a: {
      const values = valuesOf(command === 0x03 ? PERMITS : PERMIT, input);
      if (!values) return null;
      const [details, spender] = values[0] as readonly [unknown, Address];
      return ((command === 0x03 ? details : [details]) as (readonly unknown[])[]).map((of) =>
        allowed(of, spender),
      );
    }
    // a balance check
    case 0x0e:
      return [];
    default:
      return null;
  }
}

/** A Permit2 allowance that was signed before. */
function allowed([token, units, until]: readonly unknown[], party: Address): Effect {
  const amount = amountOf(units as bigint);
  return {
    words: amount === 'any' ? 'approve_unlimited' : amount === 0n ? 'revoke' : 'approve',
    risk: 'warning',
    place: 0,
    ...(token === zeroAddress ? {} : { token: token as Address }),
    party,
    amount,
    until: BigInt(until as number),
  };
}

/** Addresses with a three-byte fee between each two. */
function packedPath(path: Hex): Address[] | null {
  const length = size(path);
  if (length < 43 || (length - 20) % 23 !== 0) return null;
  return Array.from({ length: (length + 3) / 23 }, (_, at) => getAddress(slice(path, at * 23, at * 23 + 20)));
}
