/**
 * The smart account (docs/spec/embedded-frame.md section 11): a contract at an address known before it is there. The key of the user is its owner;
 * what the owner signed is brought to the chain by the site, which pays for it, and makes the account before its first calls.
 */
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  keccak256,
  padHex,
  parseAbi,
  parseAbiParameters,
  serializeErc6492Signature,
  zeroHash,
  type Address,
  type Hex,
  type LocalAccount,
} from 'viem';
import { isRecord } from './json';
import type { Network } from './networks';
import { rawRpc, refusalOf } from './rpc';

/** The networks that have them. */
export const SMART_NETWORKS = [1337];

export type Call = { to: Address; value: bigint; data: Hex };

const ABI = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function create(address owner)',
  'function execute(bytes32 mode, bytes executionData)',
  'function nonce() view returns (uint256)',
]);

const CALLS = 'struct Call { address to; uint256 value; bytes data; }';
/** A batch, and beside it what shows that it is allowed (ERC-7821). */
const SIGNED = padHex('0x01000000000078210001', { dir: 'right', size: 32 });

type Made = { factory: Address; accountCode: Hex; entryPoint: Address; sponsor: Address };
let made: Promise<Made> | null = null;

async function load(): Promise<Made> {
  const answer: unknown = await (await fetch('/config.json')).json();
  const of = isRecord(answer) ? answer['smartAccounts'] : null;
  if (!isRecord(of)) throw new Error('This site has no smart accounts');
  const { factory, accountCode, entryPoint, sponsor } = of;
  return { factory, accountCode, entryPoint, sponsor } as Made;
}

/** Of what the smart accounts of this site are made, and who brings them what they are to do. */
export function parts(): Promise<Made> {
  made ??= load().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

/** Where the account of this owner is, or will be. */
export async function smartAddress(owner: Address): Promise<Address> {
  const { factory, accountCode } = await parts();
  const bytecode = concatHex([accountCode, encodeAbiParameters([{ type: 'address' }], [owner])]);
  return getCreate2Address({ from: factory, salt: zeroHash, bytecode });
}

/** Whether the account is there, by the last block or by the one to come. */
export async function isDeployed(
  address: Address,
  network: Network,
  block: 'latest' | 'pending' = 'latest',
): Promise<boolean> {
  return (await rawRpc(network, 'eth_getCode', [address, block])) !== '0x';
}

/** What makes the account of this owner. */
export async function creationOf(owner: Address): Promise<{ factory: Address; factoryData: Hex }> {
  const { factory } = await parts();
  return { factory, factoryData: encodeFunctionData({ abi: ABI, functionName: 'create', args: [owner] }) };
}

/** A signature of the owner as the account's own: with what creates it, as long as it is not there (ERC-6492). */
export async function asAccounts(owner: Address, signature: Hex, network: Network): Promise<Hex> {
  if (await isDeployed(await smartAddress(owner), network)) return signature;
  const { factory, factoryData: data } = await creationOf(owner);
  return serializeErc6492Signature({ address: factory, data, signature });
}

/** Has the account carry these out, all or none; the hash. */
export async function run(owner: LocalAccount, calls: readonly Call[], network: Network): Promise<Hex> {
  const account = await smartAddress(owner.address);
  const isThere = await isDeployed(account, network, 'pending');
  if (!isThere) await sponsored((await creationOf(owner.address)).factoryData, network);
  const call = { to: account, data: encodeFunctionData({ abi: ABI, functionName: 'nonce' }) };
  const nonce = isThere ? BigInt(String(await rawRpc(network, 'eth_call', [call, 'pending']))) : 0n;
  const hash = keccak256(
    encodeAbiParameters(
      parseAbiParameters([CALLS, 'uint256 chain, address account, uint256 nonce, Call[] calls']),
      [BigInt(network.id), account, nonce, calls],
    ),
  );
  const signature = await owner.sign!({ hash });
  const told = encodeAbiParameters(parseAbiParameters([CALLS, 'Call[] calls, bytes signature']), [
    calls,
    signature,
  ]);
  const data = encodeFunctionData({ abi: ABI, functionName: 'execute', args: [SIGNED, told] });
  return sponsored(data, network, account);
}

/**
 * Has the site bring this to the chain, to this account where one is named, and pay for it; the hash. Rejects with what the chain said, if it
 * would fail there.
 */
export async function sponsored(data: Hex, network: Network, to?: Address): Promise<Hex> {
  const response = await fetch(`/sponsor/${network.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data, to }),
  });
  const answer: unknown = await response.json();
  if (isRecord(answer) && typeof answer['hash'] === 'string') return answer['hash'] as Hex;
  throw refusalOf(isRecord(answer) ? answer['error'] : null);
}
