// The ledger of the demo's Solana node: LiteSVM executes transactions with the real programs. This file adds time (slots, expiring
// blockhashes, confirmations), the demo's accounts and tokens, and the history.
import { createRequire } from 'node:module';
import bs58 from './base58.mjs';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './errors.mjs';
import * as layout from './layout.mjs';

const { LiteSvm, Account } = createRequire(import.meta.url)('litesvm/dist/internal.js');
const { TOKEN, TOKEN_2022, addressOf } = layout;

/** The number of blocks for which a blockhash is valid, as on every cluster. */
const BLOCKHASH_BLOCKS = 150;
/** A transaction is confirmed and finalized after this number of slots, sooner than on a cluster. */
const CONFIRMED_SLOTS = 2;
const FINALIZED_SLOTS = 8;
/** A new blockhash after this number of slots. */
const BLOCKHASH_SLOTS = 4;
const SOL = 1_000_000_000n;

/** The demo's accounts: those of the demo wallet, and the mint authority. */
export const ACCOUNTS = [addressOf('account 1'), addressOf('account 2')];
export const MINTER = addressOf('minter');

/** TABLE: the demo's tokens, of both programs. */
export const TOKENS = [
  { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6, program: TOKEN, mint: addressOf('dollar') },
  { name: 'Demo Leaf', symbol: 'LEAF', decimals: 9, program: TOKEN_2022, mint: addressOf('leaf') },
  {
    name: 'Demo Toll',
    symbol: 'TOLL',
    decimals: 6,
    program: TOKEN_2022,
    mint: addressOf('toll'),
    /** each transfer costs 1%, at most 5 */
    fee: 100,
    feeMax: 5_000_000,
    takesBack: true,
  },
];
/** A lookup table with the demo's accounts and mints. */
export const TABLE = addressOf('table');

const bytesOf = (address) => Uint8Array.from(bs58.decode(address));

/** An error in a node's format. */
function written(err) {
  if (typeof err === 'number') return TRANSACTION_ERRORS[err] ?? `Error${err}`;
  if (typeof err?.err === 'function') {
    const inner = err.err();
    const said = typeof inner === 'number' ? INSTRUCTION_ERRORS[inner] : { Custom: inner.code ?? 0 };
    return { InstructionError: [err.index, said] };
  }
  if (err?.accountIndex !== undefined)
    return { InsufficientFundsForRent: { account_index: err.accountIndex } };
  return String(err);
}

export class Ledger {
  #svm = new LiteSvm();
  #slot = 1n;
  /** blockhash -> the last block in which it is valid */
  #blockhashes = new Map();
  /** signature -> result */
  #history = new Map();

  constructor() {
    // The node tracks valid blockhashes; LiteSVM only knows the last one.
    this.#svm.setBlockhashCheck(false);
    this.#svm.warpToSlot(this.#slot);
    this.#remember();
    for (const address of [...ACCOUNTS, MINTER]) this.airdrop(address, 100n * SOL);
    for (const token of TOKENS) {
      const data = layout.mint({ ...token, authority: MINTER, supply: 10n ** 15n });
      this.#put(token.mint, token.program, data);
      if (token.program === TOKEN) {
        const named = layout.called({ ...token, authority: MINTER });
        this.#put(named.address, layout.METADATA, named.data);
      }
      for (const owner of ACCOUNTS) this.give(owner, token.mint, 1000n * 10n ** BigInt(token.decimals));
    }
    this.#put(TABLE, layout.TABLES, layout.table(MINTER, [...ACCOUNTS, ...TOKENS.map(({ mint }) => mint)]));
  }

  get slot() {
    return Number(this.#slot);
  }

  #put(address, program, data) {
    const rent = this.#svm.minimumBalanceForRentExemption(BigInt(data.length));
    this.#svm.setAccount(
      bytesOf(address),
      new Account(rent, Uint8Array.from(data), bytesOf(program), false, 2n ** 64n - 1n),
    );
  }

  #remember() {
    this.#blockhashes.set(this.#svm.latestBlockhash(), this.slot + BLOCKHASH_BLOCKS);
  }

  /** Advances by this number of slots. */
  pass(slots = 1) {
    const before = this.#slot;
    this.#slot += BigInt(slots);
    this.#svm.warpToSlot(this.#slot);
    if (this.#slot / BigInt(BLOCKHASH_SLOTS) !== before / BigInt(BLOCKHASH_SLOTS)) {
      this.#svm.expireBlockhash();
      this.#remember();
      for (const [hash, last] of this.#blockhashes) if (last < this.slot) this.#blockhashes.delete(hash);
    }
  }

  airdrop(address, lamports) {
    const of = this.account(address);
    const now = (of?.lamports ?? 0n) + BigInt(lamports);
    const data = of ? Uint8Array.from(of.data) : new Uint8Array();
    const owner = bytesOf(of?.owner ?? layout.SYSTEM);
    this.#svm.setAccount(bytesOf(address), new Account(now, data, owner, false, 2n ** 64n - 1n));
    return bs58.encode(layout.seedOf(`airdrop ${address} ${now}`)).padEnd(64, '1');
  }

  /** Adds tokens to the owner's associated account. */
  give(owner, mint, amount) {
    const token = TOKENS.find((one) => one.mint === mint);
    if (!token) throw new Error('this is none of the demo’s tokens');
    const address = layout.associated(owner, token);
    const before = this.account(address);
    const held = before ? (layout.readHolding(before.data)?.amount ?? 0n) : 0n;
    const data = layout.holding({
      mint,
      owner,
      amount: held + BigInt(amount),
      hasFee: token.fee !== undefined,
    });
    this.#put(address, token.program, data);
    return address;
  }

  account(address) {
    const found = this.#svm.getAccount(bytesOf(address));
    if (!found || (found.lamports() === 0n && !found.data().length)) return null;
    return {
      lamports: found.lamports(),
      data: found.data(),
      owner: bs58.encode(found.owner()),
      executable: found.executable(),
    };
  }

  holdings(owner, { mint, programId }) {
    const programs = programId ? [programId] : [TOKEN, TOKEN_2022];
    return programs.flatMap((program) =>
      this.#svm
        .getProgramAccounts(bytesOf(program))
        .map((found) => ({ address: bs58.encode(found.address), program, data: found.account().data() }))
        .map((found) => ({ ...found, holding: layout.readHolding(found.data) }))
        .filter(({ holding }) => holding?.owner === owner && (!mint || holding.mint === mint)),
    );
  }

  rent(bytes) {
    return Number(this.#svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  blockhash() {
    const blockhash = this.#svm.latestBlockhash();
    return { blockhash, lastValidBlockHeight: this.#blockhashes.get(blockhash) };
  }

  isFresh(blockhash) {
    return (this.#blockhashes.get(blockhash) ?? -1) >= this.slot;
  }

  /** Simulates without effect. */
  simulate(bytes, { sigVerify, replaceRecentBlockhash }) {
    const read = layout.readTransaction(bytes);
    if (!replaceRecentBlockhash && !this.isFresh(read.blockhash) && !layout.isDurable(read))
      return { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0, after: new Map() };
    this.#svm.setSigverify(!!sigVerify);
    try {
      const done = read.isVersioned
        ? this.#svm.simulateVersionedTransaction(bytes)
        : this.#svm.simulateLegacyTransaction(bytes);
      const meta = done.meta();
      const after = new Map();
      for (const { address, account } of (done.postAccounts?.() ?? []).map((of) => ({
        address: bs58.encode(of.address),
        account: of.account(),
      })))
        after.set(address, {
          lamports: account.lamports(),
          data: account.data(),
          owner: bs58.encode(account.owner()),
          executable: account.executable(),
        });
      return {
        err: done.err ? written(done.err()) : null,
        logs: meta.logs(),
        unitsConsumed: Number(meta.computeUnitsConsumed()),
        after,
      };
    } finally {
      this.#svm.setSigverify(true);
    }
  }

  /** Executes immediately; a duplicate returns the first one's result. Returns its signature, or a node's rejection. */
  send(bytes) {
    const read = layout.readTransaction(bytes);
    if (this.#history.has(read.signature)) return { signature: read.signature };
    if (!this.isFresh(read.blockhash) && !layout.isDurable(read)) return { err: 'BlockhashNotFound' };
    const balances = () => read.keys.map((address) => Number(this.account(address)?.lamports ?? 0n));
    const before = balances();
    const done = read.isVersioned
      ? this.#svm.sendVersionedTransaction(bytes)
      : this.#svm.sendLegacyTransaction(bytes);
    const err = done.err ? written(done.err()) : null;
    const meta = done.err ? done.meta() : done;
    // A transaction that was never in a block has paid no fee.
    const isRefused = err !== null && balances().every((now, i) => now === before[i]);
    if (isRefused) return { err, logs: meta.logs() };
    this.#history.set(read.signature, {
      slot: this.slot,
      keys: read.keys,
      err,
      transaction: Buffer.from(bytes).toString('base64'),
      version: read.isVersioned ? 0 : 'legacy',
      time_s: Math.floor(Date.now() / 1000),
      meta: {
        err,
        fee: layout.feeOf(read),
        preBalances: before,
        postBalances: balances(),
        logMessages: meta.logs(),
        computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
        innerInstructions: [],
        loadedAddresses: { writable: [], readonly: [] },
      },
    });
    return { signature: read.signature };
  }

  found(signature) {
    return this.#history.get(signature) ?? null;
  }

  /** The transactions of an account, newest first. */
  signaturesOf(address) {
    return [...this.#history].filter(([, { keys }]) => keys.includes(address)).reverse();
  }

  status(signature) {
    const found = this.found(signature);
    if (!found) return null;
    const age = this.slot - found.slot;
    const is = age >= FINALIZED_SLOTS ? 'finalized' : age >= CONFIRMED_SLOTS ? 'confirmed' : 'processed';
    return {
      slot: found.slot,
      confirmations: is === 'finalized' ? null : age,
      err: found.err,
      status: found.err ? { Err: found.err } : { Ok: null },
      confirmationStatus: is,
    };
  }
}
