/**
 * The smart account (docs/spec/embedded-frame.md section 11): a contract whose address is known before its deployment. The user's key is
 * its owner. The site submits what the owner signed, pays for it, and deploys the account before its first calls.
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

/** The networks with smart accounts. */
export const SMART_NETWORKS = [1337];

export type Call = { to: Address; value: bigint; data: Hex };

const ABI = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function create(address owner)',
  'function execute(bytes32 mode, bytes executionData)',
  'function nonce() view returns (uint256)',
]);

const CALLS = 'struct Call { address to; uint256 value; bytes data; }';
/** A batch with its authorization (ERC-7821). */
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

/** The contracts of this site's smart accounts, and the account that submits their operations. */
export function parts(): Promise<Made> {
  made ??= load().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

/** The address of this owner's account, deployed or not. */
export async function smartAddress(owner: Address): Promise<Address> {
  const { factory, accountCode } = await parts();
  const bytecode = concatHex([accountCode, encodeAbiParameters([{ type: 'address' }], [owner])]);
  return getCreate2Address({ from: factory, salt: zeroHash, bytecode });
}

/** Whether the account is deployed, in the last block or the pending one. */
export async function isDeployed(
  address: Address,
  network: Network,
  block: 'latest' | 'pending' = 'latest',
): Promise<boolean> {
  return (await rawRpc(network, 'eth_getCode', [address, block])) !== '0x';
}

/** The data that deploys this owner's account. */
export async function creationOf(owner: Address): Promise<{ factory: Address; factoryData: Hex }> {
  const { factory } = await parts();
  return { factory, factoryData: encodeFunctionData({ abi: ABI, functionName: 'create', args: [owner] }) };
}

/** Converts the owner's signature to the account's: with its deployment data until it is deployed (ERC-6492). */
export async function asAccounts(owner: Address, signature: Hex, network: Network): Promise<Hex> {
  if (await isDeployed(await smartAddress(owner), network)) return signature;
  const { factory, factoryData: data } = await creationOf(owner);
  return serializeErc6492Signature({ address: factory, data, signature });
}

/** Makes these calls from the account atomically; returns the hash. */
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

/** Lets the site submit and pay for this, to this account if given; returns the hash. Rejects with the chain's error if it would fail. */
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
