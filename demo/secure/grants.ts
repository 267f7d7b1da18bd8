/**
 * Permissions that a page requests (ERC-7715, docs/spec/services.md A10), validated strictly. A request that is unreadable, expired or of
 * an unknown type is rejected, because the grant must match its description (grant-words.ts).
 */
import {
  getAddress,
  isAddress,
  isHex,
  toFunctionSignature,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem';
import { isRecord } from './json';

export type Condition = { operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'; value: Hex };
type Allowed = { functionName: string; args?: Condition[]; valueLimit: Hex; operation: string };
export type Allowance = { allowance: Hex; start: number; period: number };

export type Permission =
  | { type: 'contract-call'; data: { address: Address; abi: AbiFunction[]; functions: Allowed[] } }
  | { type: 'native-token-recurring-allowance'; data: Allowance }
  | { type: 'erc20-recurring-allowance'; data: Allowance & { token: Address } };
export type Policy = { type: keyof typeof POLICIES; data: Record<string, number | Hex> };
type Key = { type: 'secp256k1' | 'secp256r1'; publicKey: Hex };

export type Grant = {
  chainId: Hex;
  address: Address;
  expiry: number;
  signer: { type: 'keys'; data: { keys: Key[] } };
  permissions: Permission[];
  policies: Policy[];
};

const ITEMS_MAX = 100;
/** Ten years. */
const EXPIRY_MAX_S = 315_360_000;

type Fields = Record<string, unknown>;

function wrong(where: string, what: string): never {
  throw new Error(`${where} ${what}`);
}

/** An object with exactly these fields; those with `?` are optional. */
function only(given: unknown, where: string, names: string): Fields {
  if (!isRecord(given)) return wrong(where, 'is missing');
  const all = names.split(' ');
  const known = all.map((name) => name.replace('?', ''));
  for (const name of Object.keys(given))
    if (!known.includes(name)) wrong(`${where}.${name}`, 'is not known to this wallet');
  for (const name of all)
    if (!name.endsWith('?') && given[name] === undefined) wrong(`${where}.${name}`, 'is missing');
  return given;
}

function listOf<T>(given: unknown, where: string, least: number, read: (one: unknown, at: string) => T): T[] {
  if (!Array.isArray(given) || given.length < least || given.length > ITEMS_MAX)
    return wrong(where, `must hold ${least} to ${ITEMS_MAX}`);
  return given.map((one, index) => read(one, `${where}[${index}]`));
}

const wordOf = <T extends string>(given: unknown, where: string, words: readonly T[]): T =>
  words.find((word) => word === given) ?? wrong(where, `must be one of ${words.join(', ')}`);

const addressOf = (given: unknown, where: string): Address =>
  typeof given === 'string' && isAddress(given) ? getAddress(given) : wrong(where, 'is no address');

function amountOf(given: unknown, where: string): Hex {
  if (typeof given !== 'string' || !/^0x[\da-f]{1,64}$/i.test(given))
    return wrong(where, 'must be a hex quantity');
  return `0x${BigInt(given).toString(16)}`;
}

const wholeOf = (given: unknown, where: string, least: number): number =>
  Number.isSafeInteger(given) && Number(given) >= least
    ? Number(given)
    : wrong(where, 'must be a whole number');

function keyOf(given: unknown, where: string): Key {
  const { type, publicKey } = only(given, where, 'type publicKey');
  const key = `${where}.publicKey`;
  // Compressed, uncompressed, or uncompressed without its prefix.
  const isKey = typeof publicKey === 'string' && /^0x(0[23][\da-f]{64}|(04)?[\da-f]{128})$/i.test(publicKey);
  return {
    type: wordOf(type, `${where}.type`, ['secp256k1', 'secp256r1']),
    publicKey: isKey ? (publicKey.toLowerCase() as Hex) : wrong(key, 'is no public key'),
  };
}

/** The functions of an ABI, without other entries. */
function abiOf(given: unknown, where: string): AbiFunction[] {
  const functions = listOf(given, where, 0, (one) => one).filter(
    (one): one is AbiFunction => isRecord(one) && one['type'] === 'function',
  );
  try {
    functions.forEach((one) => toFunctionSignature(one));
  } catch {
    wrong(where, 'cannot be read');
  }
  if (!functions.every(({ name }) => /^[a-z_$][\w$]{0,63}$/i.test(name))) wrong(where, 'names no function');
  return functions;
}

function functionOf(given: unknown, where: string, abi: readonly AbiFunction[]): Allowed {
  const {
    functionName,
    args,
    valueLimit = '0x0',
    operation = 'Call',
  } = only(given, where, 'functionName args? valueLimit? operation?');
  const found = abi.filter(({ name }) => name === functionName);
  if (found.length !== 1) wrong(`${where}.functionName`, 'is not in the abi, or more than once');
  const conditions =
    args === undefined
      ? undefined
      : listOf(args, `${where}.args`, 0, (one, at): Condition => {
          const { operator, value } = only(one, at, 'operator value');
          return {
            operator: wordOf(operator, `${at}.operator`, ['EQUAL', 'GREATER_THAN', 'LESS_THAN']),
            value: isHex(value) && value.length > 2 ? value : wrong(`${at}.value`, 'must be hex'),
          };
        });
  if ((conditions?.length ?? 0) > found[0]!.inputs.length)
    wrong(`${where}.args`, 'has more values than the function');
  return {
    functionName: String(functionName),
    ...(conditions ? { args: conditions } : {}),
    valueLimit: amountOf(valueLimit, `${where}.valueLimit`),
    operation: wordOf(operation, `${where}.operation`, ['Call', 'DelegateCall']),
  };
}

const allowanceOf = ({ allowance, start, period }: Fields, where: string): Allowance => ({
  allowance: amountOf(allowance, `${where}.allowance`),
  start: wholeOf(start, `${where}.start`, 0),
  period: wholeOf(period, `${where}.period`, 1),
});

function permissionOf(given: unknown, where: string): Permission {
  const { type, data } = only(given, where, 'type data');
  const at = `${where}.data`;
  switch (type) {
    case 'contract-call': {
      const { address, abi, functions } = only(data, at, 'address abi functions');
      const read = abiOf(abi, `${at}.abi`);
      const allowed = listOf(functions, `${at}.functions`, 1, (one, of) => functionOf(one, of, read));
      const isAllowed = ({ name }: AbiFunction) => allowed.some(({ functionName }) => functionName === name);
      return {
        type,
        data: {
          address: addressOf(address, `${at}.address`),
          abi: read.filter(isAllowed),
          functions: allowed,
        },
      };
    }
    case 'native-token-recurring-allowance':
      return { type, data: allowanceOf(only(data, at, 'allowance start period'), at) };
    case 'erc20-recurring-allowance': {
      const fields = only(data, at, 'token allowance start period');
      return { type, data: { token: addressOf(fields['token'], `${at}.token`), ...allowanceOf(fields, at) } };
    }
    default:
      return wrong(`${where}.type`, `${JSON.stringify(type) ?? 'nothing'} is not known to this wallet`);
  }
}

/** The policies of a whole grant, with their fields. */
const POLICIES = { 'call-limit': 'count', 'rate-limit': 'count interval', 'gas-limit': 'limit' };

function policyOf(given: unknown, where: string): Policy {
  const { type, data } = only(given, where, 'type data');
  const kinds = Object.keys(POLICIES) as (keyof typeof POLICIES)[];
  const kind = kinds.find((one) => one === type);
  if (!kind)
    return wrong(`${where}.type`, `${JSON.stringify(type) ?? 'nothing'} is not known to this wallet`);
  const fields = only(data, `${where}.data`, POLICIES[kind]);
  const read = Object.entries(fields).map(([name, value]) => {
    const at = `${where}.data.${name}`;
    return [name, name === 'limit' ? amountOf(value, at) : wholeOf(value, at, 1)] as const;
  });
  return { type: kind, data: Object.fromEntries(read) };
}

/** The supported types, for capability requests. */
export const SERVED = {
  signerTypes: ['keys'],
  permissionTypes: ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'],
  policyTypes: Object.keys(POLICIES),
};

/** Reads the request of the account `own` on the network `chainId`; rejects with the mistake. */
export function readGrant(given: unknown, own: Address, chainId: number, now_s: number): Grant {
  const asked = only(given, 'permission', 'chainId address? expiry signer permissions policies?');
  if (typeof asked['chainId'] !== 'string' || Number(asked['chainId']) !== chainId)
    throw new Error('chainId is not the active network');
  const address = asked['address'] === undefined ? own : addressOf(asked['address'], 'address');
  if (address !== own) throw new Error('This account is not the one that is logged in');
  const expiry = wholeOf(asked['expiry'], 'expiry', 0);
  if (expiry <= now_s) throw new Error('expiry is over: this permission would have ended already');
  if (expiry > now_s + EXPIRY_MAX_S)
    throw new Error('expiry is too far away: it is counted in seconds, and ten years are the most');
  const { type, data } = only(asked['signer'], 'signer', 'type data');
  wordOf(type, 'signer.type', SERVED.signerTypes);
  const { keys } = only(data, 'signer.data', 'keys');
  const permissions = listOf(asked['permissions'], 'permissions', 1, permissionOf);
  permissions.forEach((one, index) => {
    if ('start' in one.data && one.data.start >= expiry)
      wrong(`permissions[${index}].data.start`, 'is not before the expiry');
  });
  return {
    chainId: `0x${chainId.toString(16)}`,
    address,
    expiry,
    signer: { type: 'keys', data: { keys: listOf(keys, 'signer.data.keys', 1, keyOf) } },
    permissions,
    policies: listOf(asked['policies'] ?? [], 'policies', 0, policyOf),
  };
}
