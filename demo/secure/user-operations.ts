/**
 * User operations (ERC-4337; the methods are those of ERC-7769): the account executes what its owner signed, through the entry point,
 * which this site calls and pays for. done-operations.ts has their status.
 */
import {
  encodeFunctionData,
  formatEther,
  formatGwei,
  numberToHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem';
import { feeFact, FeeRose } from '../wallets/confirm/fee';
import { decide } from './approval';
import { tell } from './calls';
import { ABI, expectEntryPoint, freshNonce, means, readable, tryOut } from './entry-point';
import type { Network } from './networks';
import type { Context, Signer } from './requests';
import { creationOf, isDeployed, parts, smartAddress, sponsored, type Call } from './smart';
import {
  callsOf,
  dataGas,
  hashOf,
  limitOf,
  pack,
  readOperation,
  STUB,
  type Asked,
  type Whole,
} from './user-operation';

type Gas = Pick<Whole, 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas'>;
/** `needed`: the gas that it needs, whatever the operation says; `failure`: why its calls would fail. */
type Filled = { operation: Whole; needed: Gas; failure: string | null };

/** The operation with all fields that the page left to the wallet, except the signature. */
async function fill(asked: Asked, { owner, network }: Signer, entryPoint: Address): Promise<Filled> {
  const { factory, factoryData, ...rest } = asked;
  const isOwn = asked.sender === (await smartAddress(owner.address));
  const isMade = factory === undefined && isOwn && !(await isDeployed(asked.sender, network, 'pending'));
  const draft: Whole = {
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    ...rest,
    ...(factory ? { factory, factoryData: factoryData! } : {}),
    ...(isMade ? await creationOf(owner.address) : {}),
    nonce: asked.nonce ?? (await freshNonce(asked.sender, entryPoint, network)),
    signature: STUB,
  };
  const { verificationGas, callGas, failure } = await tryOut(draft, entryPoint, network);
  const args = [[pack(draft)], zeroAddress] as const;
  const needed = {
    callGasLimit: limitOf(callGas),
    verificationGasLimit: limitOf(verificationGas),
    preVerificationGas: dataGas(encodeFunctionData({ abi: ABI, functionName: 'handleOps', args })),
  };
  return { operation: { ...draft, ...needed, ...gasOf(asked) }, needed, failure };
}

/** The gas fields that the page has set. */
const gasOf = (asked: Asked): Partial<Gas> =>
  Object.fromEntries(
    (['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const).flatMap((name) =>
      asked[name] === undefined ? [] : [[name, asked[name]]],
    ),
  );

/** eth_estimateUserOperationGas. */
export async function estimateUserOperationGas(
  [given, entryPoint]: readonly unknown[],
  context: Signer,
): Promise<unknown> {
  const own = await expectEntryPoint(entryPoint, context.network);
  const { needed, failure } = await fill(readOperation(given), context, own);
  if (failure !== null) throw new Error(`The calls would fail: ${failure}`);
  const entries = Object.entries(needed).map(([name, gas]) => [name, numberToHex(gas)] as const);
  return Object.fromEntries(entries);
}

/** The account's maximum fee, 0 if the site pays. */
const feeOf = ({ callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas }: Whole): bigint =>
  (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas;

/** Why it will probably fail, as text. */
async function doubts(
  asked: Asked,
  calls: readonly Call[],
  context: Signer,
  entryPoint: Address,
): Promise<[Filled | null, string[]]> {
  const { network } = context;
  const say = (why: string): string => `This will probably fail: ${why}`;
  try {
    const filled = await fill(asked, context, entryPoint);
    const { operation, failure } = filled;
    const { own, there } = await means(asked.sender, entryPoint, network);
    const said: string[] = [];
    if (own < calls.reduce((sum, { value }) => sum + value, 0n))
      said.push(say(`the account has too little ${network.symbol}.`));
    else if (failure !== null) said.push(say(failure));
    if (own + there < feeOf(operation))
      said.push(say(`the account has too little ${network.symbol} for the fee.`));
    return [filled, said];
  } catch (error) {
    // Shown but not decided: Confirm reports the chain's error then.
    return [null, [say(error instanceof Error ? error.message : String(error))]];
  }
}

/** eth_sendUserOperation. The page's signature is ignored: the user's approval counts. */
export async function sendUserOperation(
  [given, named]: readonly unknown[],
  context: Context,
): Promise<unknown> {
  const { owner, address, isSmart, network } = context;
  if (!isSmart)
    throw new Error('Only the smart account carries out user operations. Change the account type first');
  const entryPoint = await expectEntryPoint(named, network);
  const asked = readOperation(given);
  if (asked.sender !== address) throw new Error('This account is not the one that is logged in');
  const made = await creationOf(owner.address);
  if (asked.factory !== undefined) {
    if (asked.factory !== made.factory || asked.factoryData?.toLowerCase() !== made.factoryData)
      throw new Error('userOperation.factory does not make this account');
  }
  const calls = callsOf(asked);
  const { facts, warnings, accepts } = await tell(calls, address, network);
  const [filled, said] = await doubts(asked, calls, context, entryPoint);
  if (calls.length === 0)
    facts.push({ kind: 'text', label: 'Calls', value: 'None: nothing is sent and nothing is called' });
  if (filled?.operation.factory !== undefined)
    facts.push({ kind: 'text', label: 'Before that', value: 'Makes your smart account' });
  facts.push({ kind: 'address', label: 'From', value: address });
  facts.push({ kind: 'address', label: 'By the entry point', value: entryPoint });
  facts.push(feeFact(feeInWords(asked, filled, network)));
  const question = {
    title: calls.length > 1 ? `User operation: ${calls.length} calls at once` : 'User operation',
    network: network.name,
    facts,
    warnings: [...warnings, ...said],
    accepts,
  };
  const upTo = (most: bigint | null) => async (): Promise<Hex> => {
    // Filled again if it couldn't be before, or if the account was deployed meanwhile.
    const { operation } = await fill(filled ? kept(filled.operation, asked) : asked, context, entryPoint);
    const fee = feeOf(operation);
    if (fee > (most ?? 0n)) throw new FeeRose(ether(fee, network), most !== null, upTo(fee));
    const hash = hashOf(operation, entryPoint, network.id);
    const signature = await owner.sign!({ hash });
    const { sponsor } = await parts();
    const args = [[pack({ ...operation, signature })], sponsor] as const;
    try {
      await sponsored(encodeFunctionData({ abi: ABI, functionName: 'handleOps', args }), network);
    } catch (error) {
      throw readable(error);
    }
    return hash;
  };
  return decide(question, upTo(filled && feeOf(filled.operation)), context.place);
}

/** Keeps the displayed fields; the deployment data is checked again. */
const kept = (
  { factory: _factory, factoryData: _data, signature: _none, ...shown }: Whole,
  asked: Asked,
): Asked => ({
  ...shown,
  ...(asked.factory ? { factory: asked.factory, factoryData: asked.factoryData! } : {}),
});

const ether = (fee: bigint, { symbol }: Network): string => `${formatEther(fee)} ${symbol}`;

function feeInWords({ maxFeePerGas = 0n }: Asked, filled: Filled | null, network: Network): string {
  if (maxFeePerGas === 0n) return 'Paid by this site';
  return filled
    ? ether(feeOf(filled.operation), network)
    : `${formatGwei(maxFeePerGas)} gwei for each unit of gas`;
}
