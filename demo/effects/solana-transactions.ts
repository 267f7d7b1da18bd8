/** Solana transactions for the effects page, built with @solana/kit, and the verification of their signatures with tweetnacl. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getAddressEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type AccountMeta,
  type Address,
  type Blockhash,
  type Instruction,
  type NoopSigner,
} from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import nacl from 'tweetnacl';
import { nodeOf, read, rpc, type Account } from './kinds';

/** The demo's `account 2`. */
export const BOB: Address = address('Cdo2srRPL9B64TUwVj8C7Zr3Mwwxfk91wL1ehAwfThCz');
export const SOL = 1_000_000_000n;
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');

export interface Token {
  symbol: string;
  mint: Address;
  program: Address;
  decimals: number;
}

/** The parts of a transaction. */
export interface Has {
  me: NoopSigner;
  bob: NoopSigner;
  tokens: Token[];
  table: Address;
  /** the addresses in the lookup table */
  accounts: Address[];
  blockhash: { blockhash: Blockhash; lastValidBlockHeight: bigint };
  /** an owner's account of a token */
  holding(owner: Address, token: Token): Promise<Address>;
  /** an address without an account, by index */
  other(place: number): Address;
}

export async function has(account: Account): Promise<Has> {
  const node = nodeOf(account);
  const [{ value: latest }, demo] = await Promise.all([
    rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(node, 'getLatestBlockhash'),
    read<{ accounts: Address[]; tokens: Token[]; table: Address }>(`${node}/__demo`, {
      method: 'POST',
      body: '{}',
    }),
  ]);
  return {
    me: createNoopSigner(address(account.address)),
    bob: createNoopSigner(BOB),
    ...demo,
    blockhash: { ...latest, lastValidBlockHeight: BigInt(latest.lastValidBlockHeight) },
    async holding(owner, { mint, program }) {
      const [found] = await findAssociatedTokenPda({ owner, mint, tokenProgram: program });
      return found;
    },
    other: (place) => OTHERS[place]!,
  };
}

/** Addresses that no account uses. */
const OTHERS = ['NoNCE', 'STAKE', 'VoTE', 'PRoGRAM', 'TABLE'].map((name) =>
  address(`${name}${'1'.repeat(43 - name.length)}`.slice(0, 43)),
);

/** An instruction from its bytes, for programs without a package here. */
export const told = (program: string, accounts: AccountMeta[], ...data: Uint8Array[]): Instruction => ({
  programAddress: address(program),
  accounts,
  data: Uint8Array.from(data.flatMap((bytes) => [...bytes])),
});
export const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
export const u64 = (value: bigint) => new Uint8Array(BigUint64Array.of(value).buffer);
export const key = (of: Address) => Uint8Array.from(getAddressEncoder().encode(of));
export const written = (of: Address): AccountMeta => ({ address: of, role: AccountRole.WRITABLE });
export const looked = (of: Address): AccountMeta => ({ address: of, role: AccountRole.READONLY });
export const signs = ({ address: of }: NoopSigner): AccountMeta => ({
  address: of,
  role: AccountRole.READONLY_SIGNER,
});
export const clock = looked(CLOCK);

export interface Kind {
  payer?: Address;
  version?: 0 | 'legacy';
  /** addresses are indexes into this lookup table */
  table?: Address;
}

/** The bytes of an unsigned transaction. */
export function bytesOf(own: Has, instructions: readonly Instruction[], kind: Kind = {}): Uint8Array {
  const { payer = own.me.address, version = 0, table } = kind;
  const empty = createTransactionMessage({ version: version as 0 });
  const paid = setTransactionMessageFeePayer(payer, empty);
  const lasting = setTransactionMessageLifetimeUsingBlockhash(own.blockhash, paid);
  const whole = appendTransactionMessageInstructions(instructions, lasting);
  const all = { [table ?? '']: [...own.accounts, ...own.tokens.map(({ mint }) => mint)] };
  const message = table ? compressTransactionMessageUsingAddressLookupTables(whole, all as never) : whole;
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message as typeof whole)));
}

/** Whether the account has signed exactly this transaction. */
export function isSigned(asked: Uint8Array, answer: Uint8Array, by: Address): boolean {
  const [shown, signed] = [asked, answer].map((bytes) => getTransactionDecoder().decode(bytes));
  const signature = signed!.signatures[by];
  const message = Uint8Array.from(shown!.messageBytes);
  if (!signature || String(message) != String(Uint8Array.from(signed!.messageBytes))) return false;
  return nacl.sign.detached.verify(message, Uint8Array.from(signature), key(by));
}

export const isOf = (message: Uint8Array, signature: Uint8Array, by: Address): boolean =>
  nacl.sign.detached.verify(message, signature, key(by));
