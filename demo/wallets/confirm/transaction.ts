/** A transaction in the window: amount, recipient, fee. Confirm signs it here and sends it to the network's own RPC. */
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  formatEther,
  getAddress,
  http,
  isAddress,
  isHex,
  type Hex,
  type LocalAccount,
} from 'viem';
import type { Fact } from './dom';
import { badParams, problem } from './errors';
import { feeFact, FeeRose } from './fee';
import type { Network } from './networks';
import type { Question } from './requests';
import { sendSigned } from './sent';
import { readTokenCall, tokenFacts, tokenQuestion } from './token';

/** The fields that a page can set; they must be hex quantities. */
const QUANTITIES = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'] as const;

type Fields = { to?: Hex; data?: Hex } & Partial<Record<(typeof QUANTITIES)[number], bigint>>;

/** Reads the transaction, gets missing fields from the network, and describes the request. */
export async function describeTransaction(
  account: LocalAccount,
  asked: Record<string, unknown>,
  network: Network,
): Promise<Question> {
  if (asked['chainId'] !== undefined && Number(asked['chainId']) !== network.id)
    throw badParams('chainId is not the active network');
  const fields = readFields(asked);
  const chain = defineChain({
    id: network.id,
    name: network.name,
    nativeCurrency: { name: network.symbol, symbol: network.symbol, decimals: 18 },
    rpcUrls: { default: { http: [network.rpcUrl] } },
  });
  const transport = http(network.rpcUrl, { retryCount: 0 });
  const sender = createWalletClient({ account, chain, transport });
  const reader = createPublicClient({ chain, transport });
  const { nonce, gas, gasPrice, ...rest } = fields;
  const shared = {
    ...rest,
    ...(gas === undefined ? {} : { gas }),
    ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
  };
  // A page that sets a legacy gas price wants a legacy transaction; the two fee types exclude each other.
  const prepare = () =>
    gasPrice === undefined
      ? sender.prepareTransactionRequest({ ...shared, type: 'eip1559' })
      : sender.prepareTransactionRequest({
          ...(({ maxFeePerGas: _fee, maxPriorityFeePerGas: _tip, ...legacy }) => legacy)(shared),
          gasPrice,
          type: 'legacy',
        });

  const call = readTokenCall(fields.to, fields.data);
  const token = call && tokenQuestion(call, await tokenFacts(reader, call.token));
  const ether = `${formatEther(fields.value ?? 0n)} ${network.symbol}`;
  const facts: Fact[] = token ? token.facts : [{ kind: 'amount', label: 'Amount', value: ether }];
  // Rare and easy to miss: a token call that also pays.
  if (token && fields.value) facts.push({ kind: 'text', label: 'And pays', value: ether });
  if (!token)
    facts.push(
      fields.to
        ? { kind: 'address', label: 'To', value: getAddress(fields.to) }
        : { kind: 'text', label: 'To', value: 'a new contract' },
    );
  facts.push({ kind: 'address', label: 'From', value: account.address });
  if (!token && fields.data && fields.data !== '0x')
    facts.push({ kind: 'block', label: `Data, ${(fields.data.length - 2) / 2} bytes`, value: fields.data });

  const feeText = (fee: bigint): string => `${formatEther(fee)} ${network.symbol}`;
  let shown: bigint | null = null;
  let warning = token?.warning;
  try {
    const fee = feeOf(await prepare());
    shown = fee;
    facts.push(feeFact(feeText(fee)));
    // Not every node reports this when it estimates.
    if ((await reader.getBalance(account)) < (fields.value ?? 0n) + fee)
      warning = `This will probably fail: the account has too little ${network.symbol}.`;
  } catch (error) {
    // Shown but not decided: the network might respond differently later, and Confirm reports its response then.
    warning = `This will probably fail: ${problem(error).message}`;
  }

  return {
    title: token?.title ?? (fields.to ? 'Send' : 'Create a contract'),
    network: network.name,
    facts,
    ...(warning === undefined ? {} : { warning }),
    approve: upTo(shown),
  };

  /** Signs and sends at most at this cost. */
  function upTo(most: bigint | null): () => Promise<unknown> {
    return async () => {
      // Prepared again: nonce and fees might have changed while the user was reading.
      const prepared = await prepare();
      const fee = feeOf(prepared);
      if (most === null || fee > most) throw new FeeRose(feeText(fee), most !== null, upTo(fee));
      const serializedTransaction = await account.signTransaction(
        prepared as Parameters<typeof account.signTransaction>[0],
      );
      return sendSigned(reader, serializedTransaction);
    };
  }
}

const feeOf = (prepared: { gas: bigint; gasPrice?: bigint; maxFeePerGas?: bigint }): bigint =>
  prepared.gas * (prepared.gasPrice ?? prepared.maxFeePerGas ?? 0n);

function readFields(asked: Record<string, unknown>): Fields {
  const fields: Fields = {};
  const { to, data = asked['input'] } = asked;
  if (to !== undefined && to !== null) {
    if (typeof to !== 'string' || !isAddress(to)) throw badParams('to is no address');
    fields.to = to;
  }
  if (data !== undefined) {
    if (!isHex(data) || data.length % 2 !== 0) throw badParams('data must be hex');
    fields.data = data;
  }
  if (!fields.to && !fields.data) throw badParams('to is missing');
  for (const name of QUANTITIES) {
    const value = asked[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
      throw badParams(`${name} must be a hex quantity`);
    fields[name] = BigInt(value);
  }
  return fields;
}
