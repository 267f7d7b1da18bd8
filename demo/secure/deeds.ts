/**
 * What a call or typed data would do, each thing with its weight: the table of the engine (engine/core/src/namespaces/eip155/deeds.rs,
 * control.rs and weights.rs), so that the modal and this site say the same. calls inside of others are read
 * by carried.ts and router.ts, orders and what is carried out later by orders.ts and intents.ts. engine/core/tests/vectors/deeds.json has what
 * both must say of each request.
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

export type Weight = 'plain' | 'look' | 'risky' | 'grave';
export type Power = 'owner' | 'admin' | 'program' | 'guard' | 'module' | 'signer' | 'delegate';
/** Base units; 'any' where there is no end; of an NFT its number and how many of it; a number that may be either. */
export type Amount = bigint | 'any' | readonly [bigint, bigint] | { readonly number: bigint };
export type DeedWords =
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
  | 'unknown'
  | 'carries'
  | 'carries_unread'
  | 'unread'
  | 'typed';

export type Deed = {
  words: DeedWords;
  weight: Weight;
  /** Which call of a batch, from 0 on. */
  place: number;
  token?: Address;
  /** Who receives, may take, gets control, or is called. */
  party?: Address;
  amount?: Amount;
  /** Of an allowance: the number in the request, an amount or the number of an NFT. */
  number?: bigint;
  power?: Power;
  /** The contract that it is done to. */
  on?: Address;
  /** Of an allowance by signature: seconds, or null without an end. */
  until?: bigint | null;
  /** It is added to what may be taken already. */
  isMore?: true;
  /** Inside of another call: nothing else says it. */
  isInner?: true;
};

export const PERMIT2 = getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3');
export const amountOf = (units: bigint): bigint | 'any' => (units >= ENDLESS ? 'any' : units);

const allow = (token: Address, party: Address, units: bigint): Deed => {
  const amount = amountOf(units);
  const words = amount === 'any' ? 'approve_unlimited' : amount === 0n ? 'revoke' : 'approve';
  return {
    words,
    weight: amount === 'any' ? 'risky' : 'plain',
    place: 0,
    token,
    party,
    amount,
    number: units,
  };
};

const permit = (token: Address, party: Address, units: bigint, until: bigint | null): Deed => {
  const amount = amountOf(units);
  const words = amount === 'any' ? 'permit_unlimited' : 'permit';
  return { words, weight: 'risky', place: 0, token, party, amount, number: units, until };
};

const unknown = (party?: Address): Deed => ({
  words: 'unknown',
  weight: 'risky',
  place: 0,
  ...(party ? { party } : {}),
});

/** Words of 32 bytes behind a selector. */
class Words {
  constructor(private readonly text: string) {}
  number(at: number): bigint {
    return BigInt(`0x${this.text.slice(at * 64, (at + 1) * 64)}`);
  }
  /** An address: nothing stands above it. */
  address(at: number): Address | null {
    const word = this.text.slice(at * 64, (at + 1) * 64);
    return /^0{24}[\da-f]{40}$/.test(word) ? getAddress(`0x${word.slice(24)}`) : null;
  }
}

type Reader = (to: Address, words: Words) => Deed | null;

const both = <T>(one: Address | null, then: (of: Address) => T): T | null => (one ? then(one) : null);

const raise: Reader = (to, words) =>
  both(words.address(0), (spender) => {
    const more = allow(to, spender, words.number(1));
    return {
      ...more,
      words: more.amount === 'any' ? 'approve_unlimited' : 'raise',
      weight: 'risky',
      isMore: true,
    };
  });
const move: Reader = (to, words) =>
  words.address(0) &&
  both(words.address(1), (party) => ({ words: 'move', weight: 'risky', place: 0, token: to, party }));

/** Selector, words behind it, what it does. */
const CALLS: Record<string, [number, Reader]> = {
  // transfer(address,uint256)
  a9059cbb: [
    2,
    (to, words) =>
      both(words.address(0), (party) => ({
        words: 'send',
        weight: 'plain',
        place: 0,
        token: to,
        party,
        amount: words.number(1),
      })),
  ],
  // approve(address,uint256)
  '095ea7b3': [2, (to, words) => both(words.address(0), (spender) => allow(to, spender, words.number(1)))],
  // increaseAllowance(address,uint256), increaseApproval(address,uint256)
  '39509351': [2, raise],
  d73dd623: [2, raise],
  // setApprovalForAll(address,bool)
  a22cb465: [
    2,
    (to, words) => {
      const isOn = words.number(1);
      if (isOn > 1n) return null;
      return both(words.address(0), (party) =>
        isOn
          ? { words: 'approve_all', weight: 'grave', place: 0, token: to, party, amount: 'any' }
          : { words: 'revoke_all', weight: 'plain', place: 0, token: to, party, amount: 0n },
      );
    },
  ],
  // transferFrom(address,address,uint256), safeTransferFrom(address,address,uint256)
  '23b872dd': [3, move],
  '42842e0e': [3, move],
};

/** A call, over what it gives control, and which parameter names who gets it. Its selector alone has the weight, whatever follows it. */
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

function control(to: Address, data: Hex): Deed | null {
  const at = CONTROL_ABI.findIndex((one) => toFunctionSelector(one) === data.slice(0, 10));
  const row = CONTROL[at];
  if (!row) return null;
  const [, power, named] = row;
  const party = named === undefined ? undefined : argsOf(CONTROL_ABI[at]!, data)?.[named];
  return {
    words: 'control',
    weight: 'grave',
    place: 0,
    power,
    on: to,
    ...(typeof party === 'string' ? { party: party as Address } : {}),
  };
}

function known(to: Address, data: string): Deed | null {
  const [selector, rest] = [data.slice(0, 8), data.slice(8)];
  const words = new Words(rest);
  const row = Object.hasOwn(CALLS, selector) ? CALLS[selector]! : null;
  if (row) return rest.length === row[0] * 64 ? row[1](to, words) : null;
  // approve(address token, address spender, uint160 amount, uint48 expiration)
  if (selector === '87517c45' && to === PERMIT2 && rest.length === 4 * 64) {
    const [token, spender] = [words.address(0), words.address(1)];
    return token && spender && permit(token, spender, words.number(2), words.number(3));
  }
  return control(to, `0x${data}`);
}

/** What one call would do: what it pays, and what its data does. What comes back to `from` does not leave it. */
export function deedsOfCall(
  { to, value, data }: { to: Address | null; value: bigint; data: Hex },
  place = 0,
  from: Address | null = null,
): Deed[] {
  if (!to) return [{ words: 'create', weight: 'risky', place }];
  return within({ to, value, data: data.toLowerCase() as Hex }, from, 0).map((deed) => ({ ...deed, place }));
}

/** A call and all that it carries. */
function within(
  { to, value, data }: { to: Address; value: bigint; data: Hex },
  from: Address | null,
  depth: number,
): Deed[] {
  const inner = depth > 0 ? { isInner: true as const } : {};
  const deeds: Deed[] = [];
  const text = data.slice(2);
  if (value || !text)
    deeds.push({ words: 'send', weight: 'plain', place: 0, party: to, amount: value, ...inner });
  if (!text) return deeds;
  const deed = known(to, text);
  if (deed) return [...deeds, { ...deed, ...inner }];
  if (!isCarrier(data)) return [...deeds, { ...unknown(to), ...inner }];
  const all = depth < DEPTH_MAX && size(data) <= BYTES_MAX ? told(to, data) : null;
  const carrier: Deed = { ...unknown(to), words: all ? 'carries' : 'carries_unread', ...inner };
  return [...deeds, carrier, ...(all ?? []).flatMap((one) => toDeeds(one, from, depth))];
}

/** What somebody is told to do. */
function toDeeds(one: Told, from: Address | null, depth: number): Deed[] {
  if ('call' in one) return within(one.call, from, depth + 1);
  const isToSelf = one.deed.words === 'send' && one.deed.party !== undefined && one.deed.party === from;
  return isToSelf ? [] : [{ ...one.deed, isInner: true }];
}

/** What a signature of EIP-712 data by `signer` would do. */
export function deedsOfTyped(
  primaryType: string,
  domain: Record<string, unknown>,
  message: Record<string, unknown>,
  { signer, types }: { signer: Address | null; types?: unknown },
): Deed[] {
  const own = primaryType === 'TypedDataSign' ? contentsOf(message, types) : null;
  if (own) return deedsOfTyped(own.primaryType, domain, own.message, { signer });
  const contract = addressOf(domain['verifyingContract']);
  const on = contract ? { on: contract } : {};
  const orders = readOrder(domain, primaryType, message);
  if (orders) return orders.map((deed) => ({ ...deed, ...on }));
  const intent = readIntent(contract, signer, primaryType, message);
  if (intent && !intent.told) return [{ words: 'unread', weight: 'risky', place: 0, ...on }];
  if (intent?.told)
    return intent.told.flatMap((one) => toDeeds(one, null, 0)).map((deed) => ({ ...on, ...signed(deed) }));
  const found =
    primaryType === 'Permit'
      ? ofPermit(message, contract)
      : contract === PERMIT2 && (primaryType === 'PermitSingle' || primaryType === 'PermitBatch')
        ? ofPermit2(message, 'details', (one) => numberOf(one['expiration']))
        : contract === PERMIT2 && primaryType.startsWith('Permit')
          ? ofPermit2(message, 'permitted', () => numberOf(message['deadline']))
          : null;
  if (found) return found;
  // one that calls itself so, and cannot be read as one, is as risky as an unknown call
  if (primaryType.startsWith('Permit')) return [unknown(contract ?? undefined)];
  return [
    {
      words: 'typed',
      weight: contract ? 'look' : 'plain',
      place: 0,
      ...(contract ? { party: contract } : {}),
    },
  ];
}

/** What an account signs for itself (ERC-7739) is what is inside of it. */
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

/** What somebody could do with a signature: nothing of it is plain. */
function signed(deed: Deed): Deed {
  const weight =
    deed.words !== 'receive' && (deed.weight === 'plain' || deed.weight === 'look') ? 'risky' : deed.weight;
  const later: Partial<Record<DeedWords, DeedWords>> = { send: 'offer', approve: 'permit', revoke: 'permit' };
  const words =
    deed.words === 'approve_unlimited' && !deed.isMore
      ? 'permit_unlimited'
      : (later[deed.words] ?? deed.words);
  return { ...deed, words, weight };
}

/** EIP-2612; the older kind of DAI allows everything or nothing. */
function ofPermit(message: Record<string, unknown>, token: Address | null): Deed[] | null {
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
): Deed[] | null {
  const spender = addressOf(message['spender']);
  const given = message[name];
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (!spender) return null;
  const deeds = list.map((one) => {
    const token = isRecord(one) ? addressOf(one['token']) : null;
    const units = isRecord(one) ? numberOf(one['amount']) : null;
    return token && units !== null ? permit(token, spender, units, until(one as never)) : null;
  });
  return deeds.every((deed) => deed !== null) ? deeds : null;
}

/** Whether a node is asked about it: it lets somebody take something, or its zero may be the number of an NFT. */
export const isAsked = ({ words, amount }: Deed): boolean =>
  words === 'revoke' ||
  (['approve', 'approve_unlimited', 'raise', 'permit', 'permit_unlimited'].includes(words) &&
    amount !== 0n) ||
  (words === 'permit' && amount === 0n);

/** What a contract keeps: amounts of a token, or single NFTs; null where the network does not say. */
export type Keeps = 'amounts' | 'pieces' | null;
/** What the network knows of an allowance; null where it does not say. */
export type Standing = { keeps: Keeps; holding: bigint | null; isContract: boolean | null };

/**
 * An allowance by what the contract keeps, by what the account has, and by who gets it (engine/core/src/namespaces/eip155/weights.rs).
 */
export function settled(deed: Deed, standing: Standing): Deed {
  const { number, words, amount } = deed;
  if (number === undefined || deed.isMore) return { ...deed, weight: weightOf(deed, standing) };
  if (standing.keeps === 'pieces') {
    const isGrave = standing.isContract === false && deed.party !== zeroAddress;
    return {
      ...deed,
      words: words.startsWith('permit') ? 'permit_piece' : 'approve_piece',
      amount: [number, 1n],
      weight: isGrave ? 'grave' : 'risky',
    };
  }
  if (standing.keeps === 'amounts')
    return number === 0n ? deed : { ...deed, weight: weightOf(deed, standing) };
  const isCounted = typeof amount === 'bigint';
  const unclear: Deed = {
    ...deed,
    ...(isCounted ? { amount: { number } } : {}),
    ...(isCounted && !words.startsWith('permit') ? { words: 'approve_number' } : {}),
  };
  const weight = weightOf(unclear, standing);
  return { ...unclear, weight: weight === 'grave' ? weight : 'risky' };
}

/** The weight of an allowance by what the account has, and by who gets it. */
function weightOf({ amount, weight }: Deed, { holding, isContract }: Standing): Weight {
  const isAll = typeof amount !== 'bigint' || holding === null || amount >= holding;
  const isWorth = amount === 'any' || (holding !== null && holding > 0n);
  if (!isAll) return weight;
  return isContract === false && isWorth ? 'grave' : weight === 'grave' ? 'grave' : 'risky';
}
