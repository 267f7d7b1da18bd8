// The state of the kit's Solana node: coins and tokens set by a test, and transactions sent by wallets. It runs no programs: a
// transaction is stored and moves nothing.
import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { Refused } from './ledger';
import type { Answers } from './service-answers';
import {
  holdingAddress,
  holdingBytes,
  keyOf,
  mintBytes,
  PROGRAMS,
  readTransaction,
  SYSTEM,
  type TokenProgram,
} from './solana-bytes';

export interface SolanaToken {
  mint: string;
  /** in the smallest unit */
  amount: bigint;
  decimals: number;
  /** default: the older program */
  program?: TokenProgram;
}

/** The holdings of an address. */
export interface SolanaHoldings {
  lamports?: bigint;
  tokens?: readonly SolanaToken[];
}

/** A transaction that the node has accepted. */
export interface SentSolanaTransaction {
  signature: string;
  /** the fee payer */
  from: string;
  /** the whole transaction in base64 */
  transaction: string;
}

interface Account {
  lamports: bigint;
  owner: string;
  data: Uint8Array;
  /** the parsed form, for requests with `jsonParsed` */
  parsed?: { program: TokenProgram; type: 'account' | 'mint'; info: object };
}
interface How {
  encoding?: string;
  dataSlice?: { offset: number; length: number };
}

const FIRST_SLOT = 1_000;
const SLOTS_IN_EPOCH = 432_000;
const BLOCKHASH_SLOTS = 150;
const FEE = 5_000;
const ACCOUNTS_MAX = 100;
/** mainnet's genesis hash: its beginning is the network's id */
const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** The minimum balance of an account with this many bytes. */
const rentOf = (bytes: number): number => (128 + bytes) * 6_960;

const bad = (what: string) => new Refused(-32602, `Invalid param: ${what}`);

/** `1500000` with 6 decimals becomes `1.5`. */
function formatAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${whole}.${rest}`.replace(/\.?0*$/, '');
}

function address(value: unknown): string {
  try {
    keyOf(value);
    return value as string;
  } catch {
    throw bad('WrongSize');
  }
}

export class SolanaLedger implements Answers {
  readonly starts = 'startSolanaNode';
  readonly sent: SentSolanaTransaction[] = [];
  readonly #lamports = new Map<string, bigint>();
  /** owner -> its token accounts, by address */
  readonly #holdings = new Map<string, Map<string, { mint: string; program: TokenProgram }>>();
  readonly #accounts = new Map<string, Account>();

  set(owner: string, { lamports, tokens }: SolanaHoldings): void {
    keyOf(owner);
    if (lamports !== undefined) {
      if (lamports < 0n || lamports > BigInt(Number.MAX_SAFE_INTEGER))
        throw new RangeError(`${lamports} lamports cannot be said in JSON`);
      this.#lamports.set(owner, lamports);
    }
    if (!tokens) return;
    for (const address of this.#holdings.get(owner)?.keys() ?? []) this.#accounts.delete(address);
    const holdings = new Map<string, { mint: string; program: TokenProgram }>();
    for (const { mint, amount, decimals, program = 'spl-token' } of tokens) {
      const place = holdingAddress(mint, owner, program);
      holdings.set(place, { mint, program });
      this.#put(mint, program, mintBytes(decimals), 'mint', {
        decimals,
        freezeAuthority: null,
        isInitialized: true,
        mintAuthority: null,
        supply: `${(1n << 64n) - 1n}`,
      });
      const uiAmountString = formatAmount(amount, decimals);
      this.#put(place, program, holdingBytes(mint, owner, amount), 'account', {
        isNative: false,
        mint,
        owner,
        state: 'initialized',
        tokenAmount: { amount: `${amount}`, decimals, uiAmount: Number(uiAmountString), uiAmountString },
      });
    }
    this.#holdings.set(owner, holdings);
  }

  #put(at: string, program: TokenProgram, data: Uint8Array, type: 'account' | 'mint', info: object): void {
    const lamports = BigInt(rentOf(data.length));
    this.#accounts.set(at, { lamports, owner: PROGRAMS[program], data, parsed: { program, type, info } });
  }

  /** The result of a method; undefined if the node doesn't support it. */
  async answer(method: string, params: unknown): Promise<unknown> {
    const [first, second, third] = Array.isArray(params) ? (params as unknown[]) : [];
    switch (method) {
      case 'getHealth':
        return 'ok';
      case 'getVersion':
        return { 'solana-core': '2.2.0', 'feature-set': 0 };
      case 'getGenesisHash':
        return GENESIS;
      case 'getSlot':
      case 'getBlockHeight':
        return this.#slot;
      case 'getFirstAvailableBlock':
        return 0;
      case 'getEpochInfo':
        return this.#epoch;
      case 'getRecentPrioritizationFees':
      case 'getSignaturesForAddress':
        return [];
      case 'getMinimumBalanceForRentExemption':
        return rentOf(Number(first));
      case 'getFeeForMessage':
        return this.#now(FEE);
      case 'getLatestBlockhash':
        return this.#now({ blockhash: this.#blockhash, lastValidBlockHeight: this.#slot + BLOCKHASH_SLOTS });
      case 'isBlockhashValid':
        return this.#now(first == this.#blockhash);
      case 'getBalance':
        return this.#now(Number(this.#account(address(first))?.lamports ?? 0n));
      case 'getAccountInfo':
        return this.#now(this.#shown(address(first), second as How));
      case 'getMultipleAccounts':
        return this.#now(this.#several(first, second as How));
      case 'getTokenAccountsByOwner':
        return this.#now(this.#held(address(first), second as object, third as How));
      case 'getSignatureStatuses':
        return this.#now(this.#statuses(first));
      case 'sendTransaction':
        return this.#take(first, second as How);
    }
    return undefined;
  }

  get #slot(): number {
    return FIRST_SLOT + this.sent.length;
  }
  get #epoch(): object {
    const slot = this.#slot;
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: 0,
      slotIndex: slot,
      slotsInEpoch: SLOTS_IN_EPOCH,
      transactionCount: this.sent.length,
    };
  }
  /** Changes after each transaction, so that two equal ones differ. */
  get #blockhash(): string {
    return base58.encode(createHash('sha256').update(`slot ${this.#slot}`).digest());
  }
  #now(value: unknown): object {
    return { context: { apiVersion: '2.2.0', slot: this.#slot }, value };
  }

  #account(of: string): Account | undefined {
    const lamports = this.#lamports.get(of);
    const account = this.#accounts.get(of);
    if (account) return { ...account, lamports: lamports ?? account.lamports };
    return lamports ? { lamports, owner: SYSTEM, data: new Uint8Array() } : undefined;
  }

  #shown(of: string, { encoding, dataSlice }: How = {}): object | null {
    const account = this.#account(of);
    if (!account) return null;
    const { lamports, owner, parsed } = account;
    const { offset = 0, length = account.data.length } = dataSlice ?? {};
    const data = account.data.subarray(offset, offset + length);
    const space = account.data.length;
    return {
      lamports: Number(lamports),
      owner,
      executable: false,
      rentEpoch: 0,
      space,
      data:
        encoding == 'jsonParsed' && parsed
          ? { program: parsed.program, parsed: { type: parsed.type, info: parsed.info }, space }
          : encoding == 'base58'
            ? [base58.encode(data), 'base58']
            : [Buffer.from(data).toString('base64'), 'base64'],
    };
  }

  #several(all: unknown, how?: How): (object | null)[] {
    if (!Array.isArray(all) || all.length > ACCOUNTS_MAX)
      throw bad(`Too many inputs provided; max ${ACCOUNTS_MAX}`);
    return all.map((of) => this.#shown(address(of), how));
  }

  #held(owner: string, filter: { mint?: string; programId?: string } | undefined, how?: How): object[] {
    if (!filter?.mint === !filter?.programId) throw bad('mint or programId');
    return [...(this.#holdings.get(owner) ?? [])]
      .filter(([, { mint, program }]) => filter?.mint == mint || filter?.programId == PROGRAMS[program])
      .map(([pubkey]) => ({ pubkey, account: this.#shown(pubkey, how) }));
  }

  #statuses(signatures: unknown): (object | null)[] {
    return (Array.isArray(signatures) ? signatures : []).map((signature) => {
      const place = this.sent.findIndex((one) => one.signature == signature);
      if (place < 0) return null;
      const slot = FIRST_SLOT + place + 1;
      return { slot, confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' };
    });
  }

  #take(text: unknown, { encoding = 'base58' }: How = {}): string {
    let bytes: Uint8Array;
    try {
      bytes = encoding == 'base64' ? Buffer.from(String(text), 'base64') : base58.decode(String(text));
    } catch {
      throw bad(`invalid ${encoding} encoding`);
    }
    let read: ReturnType<typeof readTransaction>;
    try {
      read = readTransaction(bytes);
    } catch (error) {
      const { message } = error as Error;
      throw message.includes('signature') ? new Refused(-32003, message) : bad(message);
    }
    if (!this.sent.some(({ signature }) => signature == read.signature))
      this.sent.push({ ...read, transaction: Buffer.from(bytes).toString('base64') });
    return read.signature;
  }
}
