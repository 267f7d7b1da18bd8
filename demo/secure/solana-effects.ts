/**
 * The effects of a transaction's instructions, each with a description and a risk, for the most common programs. It never rates a risk
 * lower than the engine's reader (engine/core/tests/vectors/solana.json has the engine's results); an unknown instruction is risky if it
 * gets our account.
 */
import { base58 } from '@scure/base';
import type { Fact } from '../wallets/confirm/dom';
import type { Risk } from './effects';
import type { Bytes, Instruction } from './solana-wire';

export type SolanaEffect = { risk: Risk; facts: Fact[]; warning?: string; accept?: string };

export const SYSTEM = '1'.repeat(32);
const BUDGET = 'ComputeBudget111111111111111111111111111111';
const SOL_DECIMALS = 9;
const LAMPORTS_A_SIGNATURE = 5_000n;
/** Higher fees get a warning. */
const FEE_HIGH = 10_000_000n;
const UNITS_MAX = 1_400_000n;

/** Base units as a decimal number. */
export function decimal(units: bigint, decimals: number): string {
  const text = units.toString().padStart(decimals + 1, '0');
  const rest = decimals === 0 ? '' : text.slice(-decimals).replace(/0+$/, '');
  return `${text.slice(0, text.length - decimals)}${rest && `.${rest}`}`;
}
const sol = (lamports: bigint): string => `${decimal(lamports, SOL_DECIMALS)} SOL`;

const view = (data: Bytes) => new DataView(data.buffer, data.byteOffset, data.length);
const u64 = (data: Bytes, at: number): bigint =>
  data.length >= at + 8 ? view(data).getBigUint64(at, true) : 0n;
const u32 = (data: Bytes): number => (data.length >= 4 ? view(data).getUint32(0, true) : -1);

const named = (account: string | null | undefined): string => account ?? 'an account of a table';
const says = (label: string, value: string): Fact => ({ kind: 'text', label, value });
const amount = (value: string): Fact => ({ kind: 'amount', label: 'Amount', value });

const UNKNOWN = 'Nobody can tell what this does.';
const CONTROL = 'Whoever gets control decides from then on, and can take everything.';

type Place = { own: string; program: string; accounts: (string | null)[]; data: Bytes };
type Reader = (at: Place) => SolanaEffect;

const plain = (...facts: Fact[]): SolanaEffect => ({ risk: 'normal', facts });
const look =
  (what: string): Reader =>
  ({ accounts }) => ({ risk: 'review', facts: [says(what, named(accounts[0]))] });
const risky = (warning: string, ...facts: Fact[]): SolanaEffect => ({ risk: 'warning', facts, warning });
const riskily =
  (what: string, warning: string): Reader =>
  ({ accounts }) =>
    risky(warning, says(what, named(accounts[0])));
/** Whichever account receives it, it is given away. */
const critical =
  (what: string): Reader =>
  ({ accounts, data }) => ({
    risk: 'critical',
    facts: [says(what, named(accounts[0])), hexOf(data)],
    warning: CONTROL,
    accept: `${what}: I give this away`,
  });

const hex = (data: Bytes): string => Array.from(data, (one) => one.toString(16).padStart(2, '0')).join('');
const hexOf = (data: Bytes): Fact => ({ kind: 'block', label: 'Data', value: `0x${hex(data)}` });

/** Unread: risky if it gets our account, or if its accounts are unknown. */
const unread: Reader = ({ own, program, accounts, data }) => {
  const facts = [says('Calls the program', program), hexOf(data)];
  const isShown = accounts.some((account) => account === own || account === null);
  return isShown ? risky(UNKNOWN, ...facts) : { risk: 'review', facts };
};

const pay: Reader = (at) => {
  const { own, accounts, data } = at;
  if (data.length !== 12 || accounts.length < 2) return unread(at);
  const facts = [amount(sol(u64(data, 4))), says('From', named(accounts[0])), says('To', named(accounts[1]))];
  return accounts[0] === own && accounts[1] !== null
    ? plain(...facts)
    : risky('By this alone nobody can tell whose it is.', ...facts);
};

/** A transfer to ourselves loses nothing. */
const leaves =
  (what: string, to: number, at: number): Reader =>
  ({ own, accounts, data }) => {
    const facts = [says(what, named(accounts[0])), says('To', named(accounts[to]))];
    if (at > 0) facts.push(amount(sol(u64(data, at))));
    return accounts[to] === own ? plain(...facts) : risky('It goes to another account.', ...facts);
  };

const token =
  (at: number): Reader =>
  (place) => {
    const { accounts, data } = place;
    if (data.length < at + 9 || accounts.length < 4) return unread(place);
    const facts = [
      amount(decimal(u64(data, at), data[at + 8]!)),
      says('Token', named(accounts[1])),
      says('To the account', named(accounts[2])),
    ];
    const isOwn = accounts.length === 4 && accounts[3] === place.own && !accounts.includes(null);
    return isOwn ? plain(...facts) : risky('By this alone nobody can tell whose it is.', ...facts);
  };

const authority: Reader = (at) => {
  const { own, data, accounts } = at;
  const what = 'Who decides about a token account or a token';
  const fact = says(what, named(accounts[0]));
  if (data.length === 3 && data[2] === 0) return risky('Nobody will decide about it any more.', fact);
  return base58.encode(data.slice(3)) === own ? plain(fact) : critical(what)(at);
};

const ALLOW = 'It could be taken at any time, now and later.';
const GONE = 'It is gone then.';
const FROZEN = 'A frozen account sends nothing.';
const RULES = 'Whoever holds this token is under its rules.';

const TOKENS: Record<number, Reader> = {
  0: look('Begins a token'),
  1: look('Opens a token account'),
  3: ({ accounts, data }) =>
    risky(
      'Nobody says of which token.',
      amount(String(u64(data, 1))),
      says('From the account', named(accounts[0])),
      says('To the account', named(accounts[1])),
    ),
  4: ({ accounts, data }) =>
    risky(ALLOW, amount(String(u64(data, 1))), says('Lets spend', named(accounts[1]))),
  5: ({ accounts }) => plain(says('Takes an allowance back', named(accounts[0]))),
  6: authority,
  7: look('Makes more of a token'),
  8: riskily('Burns tokens of', GONE),
  9: leaves('Closes the account', 1, 0),
  10: riskily('Freezes', FROZEN),
  11: riskily('Thaws', RULES),
  12: token(1),
  13: ({ accounts, data }) =>
    risky(
      ALLOW,
      amount(decimal(u64(data, 1), data[9] ?? 0)),
      says('Token', named(accounts[1])),
      says('Lets spend', named(accounts[2])),
    ),
  14: look('Makes more of a token'),
  15: riskily('Burns tokens of', GONE),
  16: look('Opens a token account'),
  17: ({ accounts }) => plain(says('Counts the coins of', named(accounts[0]))),
  18: look('Opens a token account'),
  20: look('Begins a token'),
  26: (at) => (at.data[1] === 1 ? token(2)(at) : riskily('Fees of a token', RULES)(at)),
};
/** Instructions of interfaces, by their first eight bytes, that change who controls a token's metadata and group. */
const HANDED = ['d7e4a6e45464567b', 'a1695801edddd8cb'];

const tokens: Reader = (at) => {
  const head = hex(at.data.slice(0, 8));
  if (HANDED.includes(head)) return critical('Who decides about the words of a token')(at);
  const [code] = at.data;
  return (code === undefined ? undefined : TOKENS[code])?.(at) ?? riskily('Changes', RULES)(at);
};

/** An unknown instruction of a program that changes balances is never harmless. */
const by =
  (table: Record<number, Reader>): Reader =>
  (at) => {
    const read = table[u32(at.data)];
    return read ? read(at) : risky(UNKNOWN, ...unread(at).facts);
  };

const stakes = critical('Who decides about a stake');
const votes = critical('Who decides about a vote account');
const programs = critical('Who decides about a program');
/** The lamports come first, or after the seed. */
const opens =
  (lamportsAt: (data: Bytes) => number): Reader =>
  (at) => {
    const place = lamportsAt(at.data);
    if (at.data.length < place + 48) return risky(UNKNOWN, ...unread(at).facts);
    const facts = [says('Opens an account', named(at.accounts[1])), amount(sol(u64(at.data, place)))];
    // Lamports, the size, then the program that will own the account.
    const program = base58.encode(at.data.slice(place + 16, place + 48));
    return Object.hasOwn(PROGRAMS, program)
      ? { risk: 'review', facts }
      : risky(
          'A program that this wallet does not know decides about it.',
          says('Program', program),
          ...facts,
        );
  };

const memo: Reader = ({ data }) => ({
  risk: 'review',
  facts: [{ kind: 'block', label: 'Note', value: new TextDecoder().decode(data) }],
});
const associated: Reader = (at) =>
  (at.data[0] ?? 0) > 1
    ? riskily('Recovers tokens of', UNKNOWN)(at)
    : {
        risk: 'review',
        facts: [
          says('Opens a token account for', named(at.accounts[2])),
          says('Token', named(at.accounts[3])),
        ],
      };

const PROGRAMS: Record<string, Reader> = {
  [SYSTEM]: by({
    0: opens(() => 4),
    1: critical('Whose an account is'),
    2: pay,
    3: opens((data) => (data.length < 40 ? data.length : 44 + view(data).getUint32(36, true))),
    4: riskily('Uses the nonce', 'This can be sent at any time later, also when you have forgotten it.'),
    5: leaves('Withdraws from the nonce', 1, 4),
    6: look('Begins a nonce'),
    7: critical('Who decides about a nonce'),
    8: critical('Puts data into an account'),
    9: critical('Puts data into an account'),
    10: critical('Whose an account is'),
  }),
  [BUDGET]: () => plain(),
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: memo,
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: memo,
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: associated,
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: tokens,
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: tokens,
  Stake11111111111111111111111111111111111111: by({
    0: look('Begins a stake'),
    1: stakes,
    2: look('Stakes'),
    3: look('Splits a stake'),
    4: leaves('Withdraws from the stake', 1, 4),
    5: look('Ends a stake'),
    7: look('Joins stakes'),
    8: stakes,
    9: look('Begins a stake'),
    10: stakes,
    11: stakes,
  }),
  Vote111111111111111111111111111111111111111: by({ 1: votes, 7: votes, 10: votes, 11: votes }),
  BPFLoaderUpgradeab1e11111111111111111111111: by({ 4: programs, 7: programs }),
  AddressLookupTab1e1111111111111111111111111: by({
    0: look('Begins a table of addresses'),
    1: look('Keeps a table of addresses as it is'),
    2: look('Adds to a table of addresses'),
    3: look('Ends a table of addresses'),
  }),
};

/** The effect of an instruction for this account. */
export function effectOf({ program, accounts, data }: Instruction, own: string): SolanaEffect {
  const read = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program]! : unread;
  return read({ own, program, accounts, data });
}

/** The maximum fee in lamports. */
export function feeOf(instructions: readonly Instruction[], signers: number): bigint {
  const of = (code: number): Bytes | undefined =>
    instructions.find(({ program, data }) => program === BUDGET && data[0] === code)?.data;
  const [limit, price] = [of(2), of(3)];
  const set = limit && limit.length === 5 ? BigInt(view(limit).getUint32(1, true)) : UNITS_MAX;
  const units = set < UNITS_MAX ? set : UNITS_MAX;
  return LAMPORTS_A_SIGNATURE * BigInt(signers) + (units * (price ? u64(price, 1) : 0n)) / 1_000_000n;
}

/** The description of the fee. */
export const feeEffect = (lamports: bigint): SolanaEffect => {
  const fact = says('Network fee at most', sol(lamports));
  return lamports > FEE_HIGH ? risky('That is a high fee.', fact) : plain(fact);
};
