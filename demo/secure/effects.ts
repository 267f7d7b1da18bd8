/**
 * The effects of a call or typed data, each with its risk: the engine's table (engine/core/src/namespaces/eip155/reader/effects.rs,
 * control.rs and allowance_risk.rs), so that the modal and this site agree. carried.ts and router.ts read nested calls, orders.ts and
 * intents.ts read orders and deferred actions. engine/core/tests/vectors/effects.json has the expected result of both for each request.
 */
import {
  getAddress,
  parseAbi,
  size,
  toFunctionSelector,
  zeroAddress,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem';
import { ENDLESS } from '../wallets/confirm/token';
import { addressOf, argsOf, numberOf, UINT256_END } from './abi';
import { BYTES_MAX, DEPTH_MAX, isCarrier, told, type Told } from './carried';
import { readIntent } from './intents';
import { isRecord } from './json';
import { readOrder } from './orders';

export type Risk = 'normal' | 'review' | 'warning' | 'critical';
export type Power = 'owner' | 'admin' | 'program' | 'guard' | 'module' | 'signer' | 'delegate';
/** Base units; 'any' without a limit; for an NFT its ID and count, or any of a count; a number that might be either. */
export type Amount =
  bigint | 'any' | readonly [bigint, bigint] | { readonly number: bigint } | { readonly any: bigint };
export type EffectLabel =
  | 'send'
  | 'offer'
  | 'receive'
  | 'receive_nothing'
  | 'move'
  | 'approve'
  | 'approve_unlimited'
  | 'approve_piece'
  | 'approve_number'
  | 'raise'
  | 'revoke'
  | 'approve_all'
  | 'revoke_all'
  | 'permit'
  | 'permit_unlimited'
  | 'permit_piece'
  | 'control'
  | 'create'
  | 'create_with'
  | 'behind'
  | 'carries_part'
  | 'typed_moves'
  | 'unknown'
  | 'carries'
  | 'carries_unread'
  | 'unread'
  | 'typed';

export type Effect = {
  words: EffectLabel;
  risk: Risk;
  /** The index of the call in a batch, from 0. */
  place: number;
  token?: Address;
  /** The recipient, spender, controller, or called contract. */
  party?: Address;
  amount?: Amount;
  /** For an allowance: the number in the request, an amount or an NFT's ID. */
  number?: bigint;
  power?: Power;
  /** The affected contract. */
  on?: Address;
  /** For a signed allowance: seconds, or null without an expiry. */
  until?: bigint | null;
  /** It increases an existing allowance. */
  isMore?: true;
  /** It is inside another call, which doesn't describe it. */
  isInner?: true;
};

export const PERMIT2 = getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3');
export const amountOf = (units: bigint): bigint | 'any' => (units >= ENDLESS ? 'any' : units);

const allow = (token: Address, party: Address, units: bigint): Effect => {
  const amount = amountOf(units);
  const words = amount === 'any' ? 'approve_unlimited' : amount === 0n ? 'revoke' : 'approve';
  return {
    words,
    risk: amount === 'any' ? 'warning' : 'normal',
    place: 0,
    token,
    party,
    amount,
    number: units,
  };
};

const permit = (token: Address, party: Address, units: bigint, until: bigint | null): Effect => {
  const amount = amountOf(units);
  const words = amount === 'any' ? 'permit_unlimited' : 'permit';
  return { words, risk: 'warning', place: 0, token, party, amount, number: units, until };
};

const unknown = (party?: Address): Effect => ({
  words: 'unknown',
  risk: 'warning',
  place: 0,
  ...(party ? { party } : {}),
});

/**
 * The 32-byte words after a selector, as leniently as a contract might read them: zeros for missing ones, the low end of a word for an
 * address.
 */
class Words {
  isOdd = false;
  constructor(private readonly text: string) {}
  number(at: number): bigint {
    return BigInt(`0x${this.text.slice(at * 64, (at + 1) * 64)}`);
  }
  address(at: number): Address {
    const word = this.text.slice(at * 64, (at + 1) * 64);
    this.isOdd ||= !word.startsWith('0'.repeat(24));
    return getAddress(`0x${word.slice(24)}`);
  }
  flag(at: number): boolean {
    const number = this.number(at);
    this.isOdd ||= number > 1n;
    return number > 0n;
  }
}

type Reader = (to: Address, words: Words) => Effect;

const raise: Reader = (to, words) => {
  const more = allow(to, words.address(0), words.number(1));
  return {
    ...more,
    words: more.amount === 'any' ? 'approve_unlimited' : 'raise',
    risk: 'warning',
    isMore: true,
  };
};
const moved = (token: Address, party: Address, amount: Amount): Effect => ({
  words: 'move',
  risk: 'warning',
  place: 0,
  token,
  party,
  amount,
});

/** Data after a call's arguments. */
const behind = (on: Address): Effect => ({ words: 'behind', risk: 'warning', place: 0, on });
/** A call in an encoding that contracts read differently. */
const odd = (on: Address): Effect => ({ words: 'unread', risk: 'warning', place: 0, on });

/** Selector, number of words, effect. */
const CALLS: Record<string, [number, Reader]> = {
  // transfer(address,uint256)
  a9059cbb: [
    2,
    (to, words) => ({
      words: 'send',
      risk: 'normal',
      place: 0,
      token: to,
      party: words.address(0),
      amount: words.number(1),
    }),
  ],
  // approve(address,uint256)
  '095ea7b3': [2, (to, words) => allow(to, words.address(0), words.number(1))],
  // increaseAllowance(address,uint256), increaseApproval(address,uint256)
  '39509351': [2, raise],
  d73dd623: [2, raise],
  // setApprovalForAll(address,bool)
  a22cb465: [
    2,
    (to, words) => {
      const party = words.address(0);
      return words.flag(1)
        ? { words: 'approve_all', risk: 'critical', place: 0, token: to, party, amount: 'any' }
        : { words: 'revoke_all', risk: 'normal', place: 0, token: to, party, amount: 0n };
    },
  ],
  // transferFrom(address,address,uint256): an amount, or the number of an NFT
  '23b872dd': [
    3,
    (to, words) => {
      words.address(0);
      const number = words.number(2);
      return { ...moved(to, words.address(1), number), number };
    },
  ],
  // safeTransferFrom(address,address,uint256)
  '42842e0e': [
    3,
    (to, words) => {
      words.address(0);
      return moved(to, words.address(1), [words.number(2), 1n]);
    },
  ],
};

/**
 * Calls that give control, and the index of the parameter with the new controller. The selector determines the risk, whatever follows.
 */
const CONTROL: readonly (readonly [string, Power, number?])[] = [
  ['transferOwnership(address)', 'owner', 0],
  ['renounceOwnership()', 'owner'],
  ['setOwner(address)', 'owner', 0],
  ['changeOwner(address)', 'owner', 0],
  ['changeAdmin(address)', 'admin', 0],
  ['setAdmin(address)', 'admin', 0],
  ['transferAdmin(address)', 'admin', 0],
  ['setPendingAdmin(address)', 'admin', 0],
  ['beginDefaultAdminTransfer(address)', 'admin', 0],
  ['changeProxyAdmin(address,address)', 'admin', 1],
  ['setAuthority(address)', 'admin', 0],
  ['grantRole(bytes32,address)', 'admin', 1],
  ['revokeRole(bytes32,address)', 'admin', 1],
  ['renounceRole(bytes32,address)', 'admin', 1],
  ['upgradeTo(address)', 'program', 0],
  ['upgradeToAndCall(address,bytes)', 'program', 0],
  ['upgrade(address,address)', 'program', 1],
  ['upgradeAndCall(address,address,bytes)', 'program', 1],
  ['changeMasterCopy(address)', 'program', 0],
  ['setImplementation(address)', 'program', 0],
  ['addOwnerWithThreshold(address,uint256)', 'signer', 0],
  ['removeOwner(address,address,uint256)', 'signer', 1],
  ['swapOwner(address,address,address)', 'signer', 2],
  ['changeThreshold(uint256)', 'signer'],
  ['addOwner(address)', 'signer', 0],
  ['removeOwner(address)', 'signer', 0],
  ['addOwnerAddress(address)', 'signer', 0],
  ['addOwnerPublicKey(bytes32,bytes32)', 'signer'],
  ['enableModule(address)', 'module', 0],
  ['disableModule(address,address)', 'module', 1],
  ['installModule(uint256,address,bytes)', 'module', 1],
  ['uninstallModule(uint256,address,bytes)', 'module', 1],
  ['setFallbackHandler(address)', 'module', 0],
  ['setGuard(address)', 'guard', 0],
  ['setModuleGuard(address)', 'guard', 0],
];
const CONTROL_ABI = parseAbi(CONTROL.map(([signature]) => `function ${signature}`)) as readonly AbiFunction[];

function control(to: Address, data: Hex): Effect[] | null {
  const at = CONTROL_ABI.findIndex((one) => toFunctionSelector(one) === data.slice(0, 10));
  const row = CONTROL[at];
  if (!row) return null;
  const [, power, named] = row;
  const args = argsOf(CONTROL_ABI[at]!, data);
  const party = named === undefined ? undefined : args?.values[named];
  const effect: Effect = {
    words: 'control',
    risk: 'critical',
    place: 0,
    power,
    on: to,
    ...(typeof party === 'string' ? { party: party as Address } : {}),
  };
  return [effect, ...(!args || args.isOdd ? [odd(to)] : args.behind > 0 ? [behind(to)] : [])];
}

/** A call in the table and the data after it. A known call always has its full risk. */
function known(to: Address, data: string): Effect[] | null {
  const [selector, rest] = [data.slice(0, 8), data.slice(8)];
  const isPermit2 = selector === '87517c45' && to === PERMIT2;
  const row = Object.hasOwn(CALLS, selector) ? CALLS[selector]! : null;
  const count = isPermit2 ? 4 : row?.[0];
  if (count === undefined) return control(to, `0x${data}`);
  const words = new Words(rest.slice(0, count * 64).padEnd(count * 64, '0'));
  words.isOdd = rest.length < count * 64;
  // approve(address token, address spender, uint160 amount, uint48 expiration)
  const effect = row
    ? row[1](to, words)
    : {
        ...allow(words.address(0), words.address(1), words.number(2)),
        risk: 'warning' as const,
        until: words.number(3),
      };
  const risk = words.isOdd && effect.risk !== 'critical' ? 'warning' : effect.risk;
  return [
    { ...effect, risk },
    ...(words.isOdd ? [odd(to)] : []),
    ...(rest.length > count * 64 ? [behind(to)] : []),
  ];
}

/** The effects of one call: its value, and its data. Transfers back to `from` don't count as leaving. */
export function effectsOfCall(
  { to, value, data }: { to: Address | null; value: bigint; data: Hex },
  place = 0,
  from: Address | null = null,
): Effect[] {
  if (!to) {
    const made: Effect = { words: 'create', risk: 'warning', place };
    return [value ? { ...made, words: 'create_with', amount: value } : made];
  }
  return within({ to, value, data: data.toLowerCase() as Hex }, from, 0).map((effect) => ({
    ...effect,
    place,
  }));
}

/** A call with all nested ones. */
function within(
  { to, value, data }: { to: Address; value: bigint; data: Hex },
  from: Address | null,
  depth: number,
): Effect[] {
  const inner = depth > 0 ? { isInner: true as const } : {};
  const effects: Effect[] = [];
  const text = data.slice(2);
  if (value || !text)
    effects.push({ words: 'send', risk: 'normal', place: 0, party: to, amount: value, ...inner });
  if (!text) return effects;
  const found = known(to, text);
  if (found) return [...effects, ...found.map((effect) => ({ ...effect, ...inner }))];
  if (!isCarrier(data)) return [...effects, { ...unknown(to), ...inner }];
  const isDeep = depth >= DEPTH_MAX;
  const all = !isDeep && size(data) <= BYTES_MAX ? told(to, data) : null;
  const words =
    !all || (all.isPart && all.told.length === 0)
      ? 'carries_unread'
      : all.isPart
        ? 'carries_part'
        : 'carries';
  // deeper calls aren't read
  const carrier: Effect = { ...unknown(to), words, risk: isDeep ? 'critical' : 'warning', ...inner };
  return [
    ...effects,
    carrier,
    ...(all?.told ?? []).flatMap((one) => toEffects(one, from, depth)),
    ...(all && all.behind > 0 ? [{ ...behind(to), ...inner }] : []),
  ];
}

/** The effects of an inner action. */
function toEffects(one: Told, from: Address | null, depth: number): Effect[] {
  if ('call' in one) return within(one.call, from, depth + 1);
  const isToSelf = one.effect.words === 'send' && one.effect.party !== undefined && one.effect.party === from;
  return isToSelf ? [] : [{ ...one.effect, isInner: true }];
}

/** The effects of `signer` signing EIP-712 data. */
export function effectsOfTyped(
  primaryType: string,
  domain: Record<string, unknown>,
  message: Record<string, unknown>,
  { signer, types }: { signer: Address | null; types?: unknown },
): Effect[] {
  const own = primaryType === 'TypedDataSign' ? contentsOf(message, types) : null;
  if (own) return effectsOfTyped(own.primaryType, domain, own.message, { signer });
  const contract = addressOf(domain['verifyingContract']);
  const on = contract ? { on: contract } : {};
  const orders = readOrder(domain, primaryType, message);
  if (orders) return orders.map((effect) => ({ ...effect, ...on }));
  const intent = readIntent(contract, signer, primaryType, message);
  if (intent && !intent.told) return [{ words: 'unread', risk: 'warning', place: 0, ...on }];
  if (intent?.told)
    return intent.told
      .flatMap((one) => toEffects(one, null, 0))
      .map((effect) => ({ ...on, ...signed(effect) }));
  const found =
    primaryType === 'Permit'
      ? ofPermit(message, contract)
      : contract === PERMIT2 && (primaryType === 'PermitSingle' || primaryType === 'PermitBatch')
        ? ofPermit2(message, 'details', (one) => numberOf(one['expiration']))
        : contract === PERMIT2 && primaryType.startsWith('Permit')
          ? ofPermit2(message, 'permitted', () => numberOf(message['deadline']))
          : null;
  if (found) return found;
  // data with a permit's name that can't be read as one is as risky as an unknown call
  if (primaryType.startsWith('Permit')) return [unknown(contract ?? undefined)];
  const isMoney = mayMove(message);
  return [
    {
      words: isMoney ? 'typed_moves' : 'typed',
      risk: isMoney ? 'warning' : 'review',
      place: 0,
      ...(contract ? { party: contract } : {}),
    },
  ];
}

const TO = ['destination', 'recipient', 'receiver', 'to', 'beneficiary', 'target', 'spender', 'payee'];
const HOW_MUCH = ['amount', 'value', 'wei', 'quantity', 'size', 'amounts', 'price', 'shares'];
const RIGHTS = ['agent', 'signer', 'delegate', 'operator', 'spender', 'sessionkey', 'publickey'];

/** Whether unknown data names an address together with an amount or a right. */
function mayMove(message: unknown): boolean {
  const names: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth >= 6) return;
    if (Array.isArray(value)) for (const one of value) walk(one, depth + 1);
    else if (isRecord(value))
      for (const [name, inner] of Object.entries(value)) {
        names.push(name.toLowerCase().replaceAll(/[_-]/g, ''));
        walk(inner, depth + 1);
      }
  };
  walk(message, 0);
  const has = (all: readonly string[]): boolean =>
    names.some((name) => all.some((of) => name === of || (of.length > 3 && name.includes(of))));
  return (has(TO) && has(HOW_MUCH)) || has(RIGHTS);
}

/** For an account's nested signature (ERC-7739), the contents count. */
function contentsOf(
  message: Record<string, unknown>,
  types: unknown,
): { primaryType: string; message: Record<string, unknown> } | null {
  const fields: unknown = isRecord(types) ? types['TypedDataSign'] : null;
  const field: unknown = Array.isArray(fields)
    ? fields.find((one) => isRecord(one) && one['name'] === 'contents')
    : null;
  const [inner, contents] = [isRecord(field) ? field['type'] : null, message['contents']];
  if (typeof inner !== 'string' || inner === 'TypedDataSign' || !isRecord(contents)) return null;
  return { primaryType: inner, message: contents };
}

/** The effects of a signature that others hold: never harmless. */
function signed(effect: Effect): Effect {
  const risk =
    effect.words !== 'receive' && (effect.risk === 'normal' || effect.risk === 'review')
      ? 'warning'
      : effect.risk;
  const later: Partial<Record<EffectLabel, EffectLabel>> = {
    send: 'offer',
    approve: 'permit',
    revoke: 'permit',
  };
  const words =
    effect.words === 'approve_unlimited' && !effect.isMore
      ? 'permit_unlimited'
      : (later[effect.words] ?? effect.words);
  return { ...effect, words, risk };
}

/** EIP-2612; DAI's older permit allows everything or nothing. */
function ofPermit(message: Record<string, unknown>, token: Address | null): Effect[] | null {
  const { allowed } = message;
  const units = allowed === true ? UINT256_END - 1n : allowed === false ? 0n : numberOf(message['value']);
  const spender = addressOf(message['spender']);
  if (!token || !spender || units === null) return null;
  return [permit(token, spender, units, numberOf(message['deadline']) ?? numberOf(message['expiry']))];
}

function ofPermit2(
  message: Record<string, unknown>,
  name: string,
  until: (one: Record<string, unknown>) => bigint | null,
): Effect[] | null {
  const spender = addressOf(message['spender']);
  const given = message[name];
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (!spender) return null;
  const effects = list.map((one) => {
    const token = isRecord(one) ? addressOf(one['token']) : null;
    const units = isRecord(one) ? numberOf(one['amount']) : null;
    return token && units !== null ? permit(token, spender, units, until(one as never)) : null;
  });
  return effects.every((effect) => effect !== null) ? effects : null;
}

/** Whether to ask a node: for an allowance, if its zero might be an NFT's ID, or if it moves a token or NFT. */
export const isAsked = ({ words, amount, number }: Effect): boolean =>
  words === 'revoke' ||
  (words === 'move' && number !== undefined) ||
  (['approve', 'approve_unlimited', 'raise', 'permit', 'permit_unlimited'].includes(words) &&
    amount !== 0n) ||
  (words === 'permit' && amount === 0n);

/** The contract's kind: token amounts, or single NFTs; null if the network doesn't say. */
export type Keeps = 'amounts' | 'pieces' | null;
/** The network's state for an allowance; null values if it doesn't say. */
export type Standing = { keeps: Keeps; holding: bigint | null; isContract: boolean | null };

/**
 * Adjusts an allowance to the contract's kind, the account's balance, and the spender
 * (engine/core/src/namespaces/eip155/reader/allowance_risk.rs).
 */
export function settled(effect: Effect, standing: Standing): Effect {
  const { number, words, amount } = effect;
  if (words === 'move' && number !== undefined)
    return {
      ...effect,
      amount: standing.keeps === 'pieces' ? [number, 1n] : standing.keeps ? number : { number },
    };
  if (number === undefined || effect.isMore) return { ...effect, risk: riskOf(effect, standing) };
  if (standing.keeps === 'pieces') {
    const isCritical = standing.isContract === false && effect.party !== zeroAddress;
    return {
      ...effect,
      words: words.startsWith('permit') ? 'permit_piece' : 'approve_piece',
      amount: [number, 1n],
      risk: isCritical ? 'critical' : 'warning',
    };
  }
  if (standing.keeps === 'amounts')
    return number === 0n ? effect : { ...effect, risk: riskOf(effect, standing) };
  const isCounted = typeof amount === 'bigint';
  const unclear: Effect = {
    ...effect,
    ...(isCounted ? { amount: { number } } : {}),
    ...(isCounted && !words.startsWith('permit') ? { words: 'approve_number' } : {}),
  };
  const risk = riskOf(unclear, standing);
  return { ...unclear, risk: risk === 'critical' ? risk : 'warning' };
}

/** The risk of an allowance according to balance and spender. */
function riskOf({ amount, risk }: Effect, { holding, isContract }: Standing): Risk {
  const isAll = typeof amount !== 'bigint' || holding === null || amount >= holding;
  const isWorth = amount === 'any' || (holding !== null && holding > 0n);
  // an account without code can only use an allowance to take the tokens
  if (!isAll) return isContract === false && risk !== 'critical' ? 'warning' : risk;
  return isContract === false && isWorth ? 'critical' : risk === 'critical' ? 'critical' : 'warning';
}
