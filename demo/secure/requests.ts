/**
 * TABLE of the wallet requests (docs/spec/rpc.md section 1): reads go to the chain, approvals to the user, other methods are rejected.
 */
import {
  bytesToString,
  getAddress,
  hexToBytes,
  isHex,
  numberToHex,
  stringToHex,
  type Address,
  type Hex,
  type LocalAccount,
} from 'viem';
import { describeTransaction } from '../wallets/confirm/transaction';
import { decide, inLine, type Place } from './approval';
import { getAssets, knowsAssets } from './assets';
import { askSmart, callsStatus, readCall, sendCalls } from './calls';
import { tellOf, unique, withEffects } from './effect-words';
import { effectsOfCall, effectsOfTyped } from './effects';
import type { Question } from './draw';
import { supportedEntryPoints, userOperationByHash, userOperationReceipt } from './done-operations';
import { SERVED } from './grants';
import { isRecord } from './json';
import { networkOf, networks, type Network } from './networks';
import { PAGE } from './page';
import { grantPermissions, revokePermissions } from './permissions';
import { rawRpc } from './rpc';
import { asAccounts, SMART_NETWORKS } from './smart';
import { readTypedData } from './typed-data';
import { estimateUserOperationGas, sendUserOperation } from './user-operations';
import { domainOfSignIn, revealed } from './words';

/** The text of 6.6. */
export const NOT_ALLOWED = 'Requested RPC call is not allowed';

/** Methods of list R that a node handles. */
const READS =
  'eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice eth_getAccount eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing eth_uninstallFilter'.split(
    ' ',
  );

/** The signer of a request: the key, the address, and whether that is the smart account. */
export type Signer = { owner: LocalAccount; address: Address; isSmart: boolean; network: Network };
/** The same, for requests that ask the user. */
export type Context = Signer & { place: Place };

const approvals: Record<string, (params: readonly unknown[], context: Context) => Promise<unknown>> = {
  personal_sign: ([first, second], context) => {
    const { owner, address: own, network } = context;
    // Some pages pass the address first: accepted if only the first parameter is one.
    const reversed = isAddressText(first) && !isAddressText(second);
    const [message, address] = reversed ? [second, first] : [first, second];
    if (typeof message !== 'string') throw new Error('message is missing');
    expectOwn(own, address);
    const raw: Hex = isHex(message) ? message : stringToHex(message);
    const text = readable(raw);
    const domain = text === null ? null : domainOfSignIn(text);
    const warnings: string[] = [];
    const accepts: string[] = [];
    if (text === null) warnings.push('This is no text: nobody can tell what it means.');
    if (text !== null && revealed(text).some(({ hidden }) => hidden !== null))
      warnings.push('Characters that cannot be seen are drawn as boxes.');
    if (domain !== null && domain !== new URL(PAGE).host) {
      warnings.push(
        `This signs in to ${domain}, but ${PAGE} asks for it. Somebody may be using your name there.`,
      );
      accepts.push('I let this page sign in as me on another site.');
    }
    const question: Question = {
      title: domain === null ? 'Sign a message' : 'Sign in',
      network: network.name,
      facts: [
        { kind: 'block', label: 'Message', value: text ?? raw },
        { kind: 'address', label: 'With', value: own },
      ],
      warnings,
      accepts,
    };
    const sign = async () => signed(context, await owner.signMessage({ message: { raw } }));
    return decide(question, sign, context.place);
  },

  eth_signTypedData_v4: async ([address, given], context) => {
    const { owner, address: own, network } = context;
    expectOwn(own, address);
    const { definition, domain, primaryType, message } = readTypedData(given);
    const warnings: string[] = [];
    if (domain['chainId'] === undefined) warnings.push('This names no network: it may count on all of them.');
    else if (Number(domain['chainId']) !== network.id)
      throw new Error('domain.chainId is not the active network');
    const told = await tellOf(
      effectsOfTyped(primaryType, domain, message, { signer: own, types: definition.types }),
      own,
      network,
    );
    const question: Question = {
      title: told.title ?? 'Sign data',
      network: network.name,
      facts: [
        ...told.facts,
        { kind: 'text', label: 'Kind', value: primaryType },
        { kind: 'text', label: 'For', value: String(domain['name'] ?? 'an unnamed application') },
        ...(isAddressText(domain['verifyingContract'])
          ? [{ kind: 'address' as const, label: 'Contract', value: domain['verifyingContract'] }]
          : []),
        { kind: 'block', label: 'Data', value: JSON.stringify(message, null, 2) },
        { kind: 'address', label: 'With', value: own },
      ],
      warnings: [...told.warnings, ...warnings],
      accepts: told.accepts,
    };
    const sign = async () => signed(context, await owner.signTypedData(definition));
    return decide(question, sign, context.place);
  },

  eth_sendTransaction: async ([transaction], context) => {
    const { owner: account, address: own, isSmart, network } = context;
    if (!isRecord(transaction)) throw new Error('transaction is missing');
    expectOwn(own, transaction['from']);
    if (isSmart) {
      const { chainId } = transaction;
      if (chainId !== undefined && Number(chainId) !== network.id)
        throw new Error('chainId is not the active network');
      const { input, ...rest } = transaction;
      return askSmart(context, [readCall({ data: input, ...rest }, 'transaction')]);
    }
    const described = await describeTransaction(account, transaction, network);
    const { approve, warning, facts, ...asked } = described;
    const { data: given, input, to, value } = transaction;
    const { data, value: paid } = readCall({ to: own, data: given ?? input, value }, 'transaction');
    const call = { to: typeof to === 'string' ? getAddress(to) : null, value: paid, data };
    const told = await tellOf(effectsOfCall(call, 0, own), own, network);
    return decide(
      {
        ...asked,
        title: asked.title === 'Send' ? (told.title ?? asked.title) : asked.title,
        facts: withEffects(facts, call, told),
        // the critical warnings come first: a page can make a call look as if it fails
        warnings: unique([...told.warnings, ...(warning === undefined ? [] : [warning])]),
        accepts: told.accepts,
      },
      approve,
      context.place,
    );
  },

  wallet_sendCalls: sendCalls,
  eth_sendUserOperation: sendUserOperation,
  wallet_grantPermissions: grantPermissions,
  wallet_revokePermissions: revokePermissions,
};

/** The methods that the site handles itself. */
const own: Record<string, (params: readonly unknown[], context: Signer) => Promise<unknown>> = {
  eth_accounts: async (_params, { address }) => [address],
  wallet_getCapabilities: async ([address, chains], context) => {
    expectOwn(context.address, address);
    const known = (await networks()).map(({ id }) => id);
    const asked = Array.isArray(chains) ? chains.map(Number) : known;
    const supported = await knowsAssets();
    const of = (id: number) => ({
      ...(SMART_NETWORKS.includes(id)
        ? { atomic: { status: context.isSmart ? 'supported' : 'unsupported' } }
        : {}),
      ...(SMART_NETWORKS.includes(id) && context.isSmart
        ? { permissions: { supported: true, ...SERVED } }
        : {}),
      assetDiscovery: { supported },
    });
    return Object.fromEntries(
      known.filter((id) => asked.includes(id)).map((id) => [numberToHex(id), of(id)]),
    );
  },
  wallet_getCallsStatus: (params) => callsStatus(params, networkOf),
  wallet_getAssets: getAssets,
  eth_supportedEntryPoints: supportedEntryPoints,
  eth_estimateUserOperationGas: estimateUserOperationGas,
  eth_getUserOperationReceipt: userOperationReceipt,
  eth_getUserOperationByHash: userOperationByHash,
};

/** Converts the key's signature to one of the requested account. */
const signed = ({ owner, isSmart, network }: Signer, signature: Hex): Promise<Hex> | Hex =>
  isSmart ? asAccounts(owner.address, signature, network) : signature;

/** Runs a request; `signer` is only called if needed. */
export async function request(
  method: string,
  params: unknown,
  signer: () => Promise<Signer>,
  network: () => Promise<Network>,
): Promise<unknown> {
  if (READS.includes(method)) return rawRpc(await network(), method, params ?? []);
  const listed = <T>(table: Record<string, T>) => (Object.hasOwn(table, method) ? table[method] : undefined);
  const [approve, answer] = [listed(approvals), listed(own)];
  if (!approve && !answer) throw new Error(NOT_ALLOWED);
  // The parameter of a revocation can be a plain value (docs/spec/rpc.md section 3).
  const list = method === 'wallet_revokePermissions' && isRecord(params) ? [params] : (params ?? []);
  if (!Array.isArray(list)) throw new Error('params must be a list');
  if (!approve) return answer!(list, await signer());
  return inLine(async (place) => approve(list, { ...(await signer()), place }));
}

const isAddressText = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value);

function expectOwn(own: Address, address: unknown): void {
  if (String(address).toLowerCase() !== own.toLowerCase())
    throw new Error('This account is not the one that is logged in');
}

/** The text, or null if the bytes aren't text: unreadable data must not look readable. */
function readable(raw: Hex): string | null {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(raw));
    return bytesToString(hexToBytes(raw));
  } catch {
    return null;
  }
}
