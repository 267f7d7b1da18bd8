// The state of the kit's node: transactions that wallets have sent, one block for each, and account balances. It runs no contracts: for
// other calls, the test sets the responses.
import {
  decodeFunctionData,
  encodeFunctionResult,
  keccak256,
  multicall3Abi,
  numberToHex,
  parseEther,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem';
import type { Answers } from './service-answers';

type Hex = `0x${string}`;

/** A transaction that the kit's node has accepted. */
export interface SentTransaction {
  hash: Hex;
  chainId: number;
  from: Hex;
  /** null: it creates a contract */
  to: Hex | null;
  /** in the smallest unit */
  value: bigint;
  data: Hex;
}

/** A rejection by the node, with the `code` that nodes use. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

interface StoredTransaction extends SentTransaction {
  nonce: number;
  block: number;
  /** when it was accepted, in seconds since 1970 */
  at: number;
}

const FIRST_BLOCK = 0x10;
const BLOCK_TIME_S = 12;
const GAS = 21_000n;
const GAS_PRICE = 1_000_000_000n;
/** The address of the Multicall contract, which libraries use for batched reads. */
const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11';

const now_s = (): number => Math.floor(Date.now() / 1000);

const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`;

/**
 * The ledger of one network. `coins`: the initial balance of every account, in whole coins. Without it, balances are zero, and no
 * transaction is rejected for lack of funds.
 */
export class Ledger implements Answers {
  readonly starts = 'startServices';
  readonly #chain: number;
  readonly #coins: bigint | null;
  readonly #taken: StoredTransaction[] = [];
  readonly #moved = new Map<string, bigint>();
  readonly #sent: SentTransaction[];
  /** The modal recognizes an old transaction by its block's time. */
  readonly #started = now_s();

  constructor(chain: number, coins: string | undefined, sent: SentTransaction[]) {
    this.#chain = chain;
    this.#coins = coins === undefined ? null : parseEther(coins);
    this.#sent = sent;
  }

  /** The result of a method; undefined if the ledger doesn't support it. */
  async answer(method: string, params: unknown): Promise<unknown> {
    const [first] = Array.isArray(params) ? (params as unknown[]) : [];
    switch (method) {
      case 'eth_chainId':
        return numberToHex(this.#chain);
      case 'net_version':
        return String(this.#chain);
      case 'eth_blockNumber':
        return numberToHex(this.#height);
      case 'eth_getBlockByNumber':
      case 'eth_getBlockByHash':
        return this.#block(first);
      case 'eth_getBalance':
        return numberToHex(this.#balance(String(first)));
      case 'eth_getTransactionCount':
        return numberToHex(this.#of(String(first)).length);
      case 'eth_gasPrice':
      case 'eth_maxPriorityFeePerGas':
        return numberToHex(GAS_PRICE);
      case 'eth_estimateGas':
        return numberToHex(GAS);
      case 'eth_getCode':
        return '0x';
      case 'eth_call':
        return this.#call(first as { to?: string; data?: Hex } | undefined);
      case 'eth_sendRawTransaction':
        return this.#take(first as Hex);
      case 'eth_getTransactionByHash':
        return this.#transaction(first);
      case 'eth_getTransactionReceipt':
        return this.#receipt(first);
    }
    return undefined;
  }

  get #height(): number {
    return FIRST_BLOCK + this.#taken.length;
  }

  #of(account: string): StoredTransaction[] {
    return this.#taken.filter(({ from }) => from.toLowerCase() == account.toLowerCase());
  }

  #balance(account: string): bigint {
    if (this.#coins == null) return 0n;
    return this.#coins + (this.#moved.get(account.toLowerCase()) ?? 0n);
  }

  #move(account: string, by: bigint): void {
    const key = account.toLowerCase();
    this.#moved.set(key, (this.#moved.get(key) ?? 0n) + by);
  }

  async #take(raw: Hex): Promise<Hex> {
    const { to = null, value = 0n, data = '0x', nonce = 0, chainId = this.#chain } = parseTransaction(raw);
    if (chainId != this.#chain)
      throw new Refused(-32000, `invalid chain id for signer: have ${chainId} want ${this.#chain}`);
    const from = await recoverTransactionAddress({ serializedTransaction: raw as never });
    const hash = keccak256(raw);
    if (this.#found(hash)) throw new Refused(-32000, 'already known');
    const next = this.#of(from).length;
    if (nonce < next) throw new Refused(-32000, `nonce too low: next nonce ${next}, tx nonce ${nonce}`);
    const cost = value + GAS * GAS_PRICE;
    if (this.#coins != null && cost > this.#balance(from))
      throw new Refused(-32000, 'insufficient funds for gas * price + value');
    this.#move(from, -cost);
    if (to) this.#move(to, value);
    const transaction = { hash, chainId: this.#chain, from, to, value, data };
    this.#taken.push({ ...transaction, nonce, block: this.#height + 1, at: now_s() });
    this.#sent.push(transaction);
    return hash;
  }

  #found(hash: unknown): StoredTransaction | undefined {
    return this.#taken.find((one) => one.hash == hash);
  }

  #place({ hash, from, to, block }: StoredTransaction): Record<string, unknown> {
    return {
      from: from.toLowerCase(),
      to: to?.toLowerCase() ?? null,
      type: '0x2',
      blockNumber: numberToHex(block),
      blockHash: hash,
      transactionIndex: '0x0',
    };
  }

  #transaction(hash: unknown): object | null {
    const transaction = this.#found(hash);
    if (!transaction) return null;
    return {
      ...this.#place(transaction),
      hash: transaction.hash,
      chainId: numberToHex(this.#chain),
      nonce: numberToHex(transaction.nonce),
      value: numberToHex(transaction.value),
      input: transaction.data,
      gas: numberToHex(GAS),
      gasPrice: numberToHex(GAS_PRICE),
      maxFeePerGas: numberToHex(GAS_PRICE),
      maxPriorityFeePerGas: numberToHex(GAS_PRICE),
      accessList: [],
      v: '0x0',
      r: '0x1',
      s: '0x1',
    };
  }

  #receipt(hash: unknown): object | null {
    const transaction = this.#found(hash);
    if (!transaction) return null;
    return {
      ...this.#place(transaction),
      transactionHash: transaction.hash,
      status: '0x1',
      contractAddress: null,
      gasUsed: numberToHex(GAS),
      cumulativeGasUsed: numberToHex(GAS),
      effectiveGasPrice: numberToHex(GAS_PRICE),
      logs: [],
      logsBloom: `0x${'0'.repeat(512)}`,
    };
  }

  /** A block by number, tag or hash: each transaction has its own block, whose hash is the transaction's. */
  #block(which: unknown): object | null {
    const byHash = this.#found(which);
    const isWord = typeof which == 'string' && /^(latest|pending|safe|finalized)$/.test(which);
    const number = byHash?.block ?? (isWord ? this.#height : which == 'earliest' ? 0 : Number(which));
    if (!(number <= this.#height)) return null;
    const inside = this.#taken.find(({ block }) => block == number);
    return {
      number: numberToHex(number),
      hash: inside?.hash ?? `0x${number.toString(16).padStart(64, '0')}`,
      parentHash: ZERO_HASH,
      timestamp: numberToHex(inside?.at ?? this.#started - (FIRST_BLOCK - number) * BLOCK_TIME_S),
      baseFeePerGas: numberToHex(GAS_PRICE),
      gasLimit: '0x1c9c380',
      gasUsed: inside ? numberToHex(GAS) : '0x0',
      transactions: inside ? [inside.hash] : [],
      uncles: [],
      size: '0x1',
      difficulty: '0x0',
      totalDifficulty: '0x0',
      extraData: '0x',
      nonce: '0x0000000000000000',
      miner: `0x${'0'.repeat(40)}`,
      mixHash: ZERO_HASH,
      sha3Uncles: ZERO_HASH,
      stateRoot: ZERO_HASH,
      receiptsRoot: ZERO_HASH,
      transactionsRoot: ZERO_HASH,
      logsBloom: `0x${'0'.repeat(512)}`,
    };
  }

  /** The only contract is Multicall, which only supports balances, because viem reads them through it. */
  #call(call: { to?: string; data?: Hex } | undefined): Hex {
    if (call?.to?.toLowerCase() != MULTICALL || !call.data) return '0x';
    const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data: call.data });
    if (functionName == 'getEthBalance')
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName,
        result: this.#balance(String(args[0])),
      });
    if (functionName != 'aggregate3') return '0x';
    const result = args[0].map(({ target, callData }) => ({
      success: true,
      returnData: this.#call({ to: target, data: callData }),
    }));
    return encodeFunctionResult({ abi: multicall3Abi, functionName, result });
  }
}
