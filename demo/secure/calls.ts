/**
 * Batches (EIP-5792): a smart account makes the calls atomically, a standard account one after another. The status is read from receipts.
 */
import {
  createPublicClient,
  formatEther,
  getAddress,
  http,
  isAddress,
  isHex,
  numberToHex,
  type Address,
  type Hex,
} from 'viem';
import type { Fact } from '../wallets/confirm/dom';
import { feeFact, FeeRose } from '../wallets/confirm/fee';
import { describeTransaction } from '../wallets/confirm/transaction';
import { readTokenCall, tokenFacts, tokenQuestion } from '../wallets/confirm/token';
import { decide } from './approval';
import { tellOf, unique, withEffects, type Told } from './effect-words';
import { effectsOfCall } from './effects';
import { isRecord } from './json';
import type { Network } from './networks';
import { rawRpc } from './rpc';
import { run, type Call } from './smart';
import { recall, remember } from './storage';
import type { Context } from './requests';

const CALLS_MAX = 100;
const ID_MAX = 4096;
const RECEIPT_EVERY_MS = 500;
const RECEIPT_TRIES = 60;

/** `count`: the number of transactions that it needs. */
type Kept = { hashes: Hex[]; chainId: number; atomic: boolean; ended: boolean; count: number };
/** Batches that this document continues; a batch of a closed document stops where it is. */
const going = new Set<string>();
const key = (id: string): string => `wm:calls:${id}`;

/** The fields of a call, validated strictly. */
export function readCall(given: unknown, where: string): Call {
  if (!isRecord(given)) throw new Error(`${where} is no call`);
  const { to, value = '0x0', data = '0x' } = given;
  if (typeof to !== 'string' || !isAddress(to)) throw new Error(`${where}.to is no address`);
  if (!isHex(data) || data.length % 2 !== 0) throw new Error(`${where}.data must be hex`);
  if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value))
    throw new Error(`${where}.value must be a hex quantity`);
  return { to: getAddress(to), value: BigInt(value), data };
}

/** The description of a smart account's call: the site pays its fee. */
async function describe(call: Call, own: Address, network: Network): Promise<Told> {
  const reader = createPublicClient({ transport: http(network.rpcUrl, { retryCount: 0 }) });
  const token = readTokenCall(call.to, call.data);
  const ether = `${formatEther(call.value)} ${network.symbol}`;
  const told = await tellOf(effectsOfCall(call, 0, own), own, network);
  if (token) {
    const { title, facts, warning } = tokenQuestion(token, await tokenFacts(reader, token.token));
    if (call.value) facts.push({ kind: 'text', label: 'And pays', value: ether });
    const warnings = unique([...told.warnings, ...(warning === undefined ? [] : [warning])]);
    return { ...told, title, facts, warnings };
  }
  const facts: Fact[] = [
    { kind: 'amount', label: 'Amount', value: ether },
    { kind: 'address', label: 'To', value: call.to },
  ];
  if (call.data !== '0x')
    facts.push({ kind: 'block', label: `Data, ${(call.data.length - 2) / 2} bytes`, value: call.data });
  return { ...told, facts: withEffects(facts, call, told) };
}

/** The descriptions of a smart account's calls, in order. */
export async function tell(calls: readonly Call[], own: Address, network: Network): Promise<Told> {
  const told = await Promise.all(calls.map((call) => describe(call, own, network)));
  const facts = told.flatMap(({ facts: of }, index): Fact[] =>
    calls.length === 1
      ? of
      : [{ kind: 'text', label: 'Step', value: `${index + 1} of ${calls.length}` }, ...of],
  );
  return {
    title: calls.length === 1 ? told[0]!.title : null,
    facts,
    warnings: unique(told.flatMap(({ warnings }) => warnings)),
    accepts: unique(told.flatMap(({ accepts }) => accepts)),
  };
}

/** Asks the user to approve calls of the smart account; returns the hash. */
export async function askSmart(
  { owner, address, network, place }: Context,
  calls: readonly Call[],
): Promise<Hex> {
  const { title, facts, warnings, accepts } = await tell(calls, address, network);
  facts.push({ kind: 'address', label: 'From', value: address }, feeFact('Paid by this site'));
  const question = {
    title: calls.length === 1 ? (title ?? 'Send') : `Send ${calls.length} calls at once`,
    network: network.name,
    facts,
    warnings,
    accepts,
  };
  return (await decide(question, () => run(owner, calls, network), place)) as Hex;
}

/** wallet_sendCalls. */
export async function sendCalls([given]: readonly unknown[], context: Context): Promise<unknown> {
  if (!isRecord(given)) throw new Error('the batch is missing');
  const {
    version,
    id = `0x${crypto.randomUUID().replaceAll('-', '')}`,
    chainId,
    from,
    calls,
    atomicRequired,
  } = given;
  const { owner, address, isSmart, network } = context;
  if (version !== '2.0.0' && version !== '1.0') throw new Error('version must be 2.0.0');
  if (Number(chainId) !== network.id) throw new Error('chainId is not the active network');
  if (from !== undefined && String(from).toLowerCase() !== address.toLowerCase())
    throw new Error('This account is not the one that is logged in');
  if (typeof id !== 'string' || id.length === 0 || id.length > ID_MAX || recall(key(id)) !== null)
    throw new Error('id is used already, or too long');
  if (!Array.isArray(calls) || calls.length < 1 || calls.length > CALLS_MAX)
    throw new Error('calls must hold 1 to 100 of them');
  const read = calls.map((call, index) => readCall(call, `calls[${index}]`));
  const keep = (kept: Kept): void => remember(key(id), JSON.stringify(kept));
  const of = { chainId: network.id, atomic: isSmart, count: isSmart ? 1 : read.length };

  if (isSmart) keep({ ...of, hashes: [await askSmart(context, read)], ended: true });
  else {
    if (atomicRequired === true && read.length > 1)
      throw new Error('Only the smart account carries out a batch all at once');
    const steps = await Promise.all(
      read.map(({ to, value, data }) =>
        describeTransaction(owner, { from: address, to, value: numberToHex(value), data }, network),
      ),
    );
    const told = await Promise.all(
      read.map((call) => tellOf(effectsOfCall(call, 0, address), address, network)),
    );
    const question = {
      title: `Send ${steps.length} calls one after another`,
      network: network.name,
      facts: steps.flatMap(({ facts }, index): Fact[] => [
        { kind: 'text', label: 'Step', value: `${index + 1} of ${steps.length}` },
        ...withEffects(facts, read[index]!, told[index]!),
      ]),
      // the critical warnings come first: a page can make a call look as if it fails
      warnings: unique([
        ...told.flatMap(({ warnings }) => warnings),
        ...steps.flatMap(({ warning }) => warning ?? []),
      ]),
      accepts: unique(told.flatMap(({ accepts }) => accepts)),
    };
    const hashes: Hex[] = [];
    const sendFirst = async (approve = steps[0]!.approve): Promise<void> => {
      // The first call is sent before the response; the others follow while the page waits for receipts.
      const sent = await approve().catch((error: unknown) => {
        if (!(error instanceof FeeRose)) throw error;
        throw new FeeRose(error.fee, error.wasShown, () => sendFirst(error.approve));
      });
      hashes.push(sent as Hex);
      keep({ ...of, hashes, ended: steps.length === 1 });
    };
    await decide(question, () => sendFirst(), context.place);
    going.add(id);
    void (async () => {
      for (const step of steps.slice(1)) {
        if ((await receipt(network, hashes.at(-1)!))?.['status'] !== '0x1') break;
        // the user approved all calls at the first one; a logout or close since then stops the rest
        if (context.place.signal.aborted) break;
        // the user isn't asked again: a higher cost than displayed ends the batch; some costs weren't known before
        const sent = await step.approve().catch((error: unknown) => {
          if (error instanceof FeeRose && !error.wasShown) return error.approve();
          throw error;
        });
        hashes.push(sent as Hex);
        keep({ ...of, hashes, ended: false });
      }
    })()
      .catch(() => {})
      .then(() => {
        going.delete(id);
        keep({ ...of, hashes, ended: true });
      });
  }
  return version === '1.0' ? id : { id };
}

async function receipt(network: Network, hash: Hex): Promise<Record<string, unknown> | null> {
  for (let tries = 0; tries < RECEIPT_TRIES; tries += 1) {
    const found = await rawRpc(network, 'eth_getTransactionReceipt', [hash]);
    if (isRecord(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS));
  }
  return null;
}

/** wallet_getCallsStatus. */
export async function callsStatus(
  [id]: readonly unknown[],
  networkOf: (chainId: number) => Promise<Network>,
): Promise<unknown> {
  const text = typeof id === 'string' ? recall(key(id)) : null;
  if (text === null) throw new Error('This batch is not known');
  const { hashes, chainId, atomic, ended, count } = JSON.parse(text) as Kept;
  const network = await networkOf(chainId);
  const all = await Promise.all(hashes.map((hash) => rawRpc(network, 'eth_getTransactionReceipt', [hash])));
  const receipts = all.filter(isRecord).map((found) => ({
    logs: found['logs'],
    status: found['status'],
    blockHash: found['blockHash'],
    blockNumber: found['blockNumber'],
    gasUsed: found['gasUsed'],
    transactionHash: found['transactionHash'],
  }));
  const failed = receipts.filter(({ status }) => status !== '0x1').length;
  const isOver = (ended || !going.has(String(id))) && receipts.length === hashes.length;
  // an unsent call hasn't been executed
  const isWhole = failed === 0 && hashes.length === count;
  const status = !isOver ? 100 : isWhole ? 200 : failed === receipts.length ? 500 : 600;
  return { version: '2.0.0', id, chainId: numberToHex(chainId), atomic, status, receipts };
}
