/** Solana effects: transactions of the account with its own token accounts and the network's latest blockhash, and messages. */
import type { Address, Instruction } from '@solana/kit';
import {
  getAdvanceNonceAccountInstruction,
  getAllocateInstruction,
  getAssignInstruction,
  getAuthorizeNonceAccountInstruction,
  getTransferSolInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system';
import {
  AuthorityType,
  getApproveCheckedInstruction,
  getBurnCheckedInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { came, several, text, transaction, words, type Made, type Row } from './solana-requests';
import {
  BOB,
  bytesOf,
  clock,
  has,
  isOf,
  key,
  looked,
  signs,
  SOL,
  told,
  u32,
  u64,
  written,
  type Has,
  type Token,
} from './solana-transactions';

const MANY = 29;
/** Programs, by address. */
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const STAKE = 'Stake11111111111111111111111111111111111111';
const VOTE = 'Vote111111111111111111111111111111111111111';
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
const BUDGET = 'ComputeBudget111111111111111111111111111111';
/** Indexes of addresses without an account. */
const [NONCE, STAKED, VOTER, PROGRAM, TABLE] = [0, 1, 2, 3, 4];
const RECENT = 'SysvarRecentB1ockHashes11111111111111111111' as Address;
const RENT = 'SysvarRent111111111111111111111111111111111' as Address;

const pays = ({ me }: Has, lamports = SOL / 10n, to = BOB) =>
  getTransferSolInstruction({ source: me, destination: to, amount: lamports });
/** The options for the token's program. */
const of = ({ program }: Token) => ({ programAddress: program });

/** An effect on the account's tokens: the first one uses the older program, the second Token-2022. */
const about =
  (place: number, make: (own: Has, token: Token, holding: Address) => Made) =>
  async (own: Has): Promise<Instruction | Instruction[]> => {
    const token = own.tokens[place]!;
    return make(own, token, await own.holding(own.me.address, token));
  };
const sendsToken = (place: number) =>
  about(place, async (own, token, source) =>
    getTransferCheckedInstruction(
      {
        source,
        mint: token.mint,
        destination: await own.holding(BOB, token),
        authority: own.me,
        amount: 5n * 10n ** BigInt(token.decimals),
        decimals: token.decimals,
      },
      of(token),
    ),
  );
const handsOver = (place: number, authorityType: AuthorityType) =>
  about(place, ({ me }, token, owned) =>
    getSetAuthorityInstruction({ owned, owner: me, authorityType, newAuthority: BOB }, of(token)),
  );
const memo = (note: string) => told(MEMO, [], text(note));
const assigns = ({ me }: Has) => getAssignInstruction({ account: me, programAddress: BOB });
const dust = (own: Has) => Array.from({ length: MANY }, (_, at) => pays(own, BigInt(at + 1)));

export const effects: readonly Row[] = [
  {
    name: 'A message',
    says: 'Signs words that move nothing.',
    risk: 'normal',
    ask: words(() => text('Hello from the page of effects')),
  },
  { name: 'A payment', says: 'Pays 0.1 SOL to Bob.', risk: 'normal', ask: transaction((own) => pays(own)) },
  {
    name: 'A payment of the older form',
    says: 'The same as a legacy transaction.',
    risk: 'normal',
    ask: transaction(
      (own) => pays(own),
      () => ({ version: 'legacy' }),
    ),
  },
  {
    name: 'A payment through a table',
    says: 'Whom it is for is said by a place in a table of addresses, which the node has.',
    risk: 'normal',
    ask: transaction(
      (own) => pays(own),
      ({ table }) => ({ table }),
    ),
  },
  {
    name: 'A token',
    says: 'Sends 5 DUSD (SPL Token) to Bob.',
    risk: 'normal',
    ask: transaction(sendsToken(0)),
  },
  {
    name: 'A token of the newer program',
    says: 'Sends 5 LEAF (Token-2022) to Bob.',
    risk: 'normal',
    ask: transaction(sendsToken(1)),
  },
  {
    name: 'An allowance is taken back',
    says: 'Nobody may take DUSD any more.',
    risk: 'normal',
    ask: transaction(
      about(0, ({ me }, token, source) => getRevokeInstruction({ source, owner: me }, of(token))),
    ),
  },
  {
    name: 'A payment with a note',
    says: 'Pays 0.1 SOL, with words (Memo).',
    risk: 'review',
    ask: transaction((own) => [memo('for the tea'), pays(own)]),
  },
  {
    name: 'Three payments at once',
    says: 'For three receivers.',
    risk: 'review',
    ask: transaction((own) => [
      pays(own),
      pays(own, SOL, own.other(STAKED)),
      pays(own, SOL, own.other(VOTER)),
    ]),
  },
  {
    name: 'An account for a token',
    says: 'Opens Bob’s account of LEAF; the rent is the account’s.',
    risk: 'review',
    ask: transaction(
      about(1, async (own, token) =>
        getCreateAssociatedTokenIdempotentInstruction({
          payer: own.me,
          ata: await own.holding(BOB, token),
          owner: BOB,
          mint: token.mint,
          tokenProgram: token.program,
        }),
      ),
    ),
  },
  {
    name: 'Somebody else pays the fee',
    says: 'A payment of which Bob pays the fee: he signs too.',
    risk: 'review',
    ask: transaction(
      (own) => pays(own, SOL, own.other(STAKED)),
      () => ({ payer: BOB }),
    ),
  },
  {
    name: 'A token that keeps some of it',
    says: 'Sends 5 TOLL, of which its issuer keeps 1 %, and can take all of it back.',
    risk: 'review',
    ask: transaction(sendsToken(2)),
  },
  {
    name: 'An allowance',
    says: 'Bob may take 5 DUSD.',
    risk: 'warning',
    ask: transaction(
      about(0, ({ me }, token, source) =>
        getApproveCheckedInstruction(
          { source, mint: token.mint, delegate: BOB, owner: me, amount: 5_000_000n, decimals: 6 },
          of(token),
        ),
      ),
    ),
  },
  {
    name: 'Tokens are destroyed',
    says: 'Burns 5 DUSD.',
    risk: 'warning',
    ask: transaction(
      about(0, ({ me }, token, account) =>
        getBurnCheckedInstruction(
          { account, mint: token.mint, authority: me, amount: 5_000_000n, decimals: 6 },
          of(token),
        ),
      ),
    ),
  },
  {
    name: 'A token account is closed',
    says: 'What lies in it goes to Bob.',
    risk: 'warning',
    ask: transaction(
      about(0, ({ me }, token, account) =>
        getCloseAccountInstruction({ account, destination: BOB, owner: me }, of(token)),
      ),
    ),
  },
  {
    name: 'A token account is frozen',
    says: 'By the account’s key, which issues the token.',
    risk: 'warning',
    ask: transaction(
      about(0, ({ me }, token, account) =>
        getFreezeAccountInstruction({ account, mint: token.mint, owner: me }, of(token)),
      ),
    ),
  },
  {
    name: 'A nonce is emptied',
    says: 'Its coins go to Bob.',
    risk: 'warning',
    ask: transaction((own) =>
      getWithdrawNonceAccountInstruction({
        nonceAccount: own.other(NONCE),
        recipientAccount: BOB,
        recentBlockhashesSysvar: RECENT,
        rentSysvar: RENT,
        nonceAuthority: own.me,
        withdrawAmount: SOL,
      }),
    ),
  },
  {
    name: 'A payment without an end',
    says: 'It hangs on a nonce: it can be sent at any time later.',
    risk: 'warning',
    ask: transaction((own) => [
      getAdvanceNonceAccountInstruction({
        nonceAccount: own.other(NONCE),
        recentBlockhashesSysvar: RECENT,
        nonceAuthority: own.me,
      }),
      pays(own),
    ]),
  },
  {
    name: 'A fee that is hardly meant',
    says: 'Pays 0.1 SOL with 0.02 SOL of fee.',
    risk: 'warning',
    ask: transaction((own) => [
      told(BUDGET, [], Uint8Array.of(2), u32(200_000)),
      told(BUDGET, [], Uint8Array.of(3), u64(100_000_000_000n)),
      pays(own),
    ]),
  },
  {
    name: 'A program nobody knows',
    says: 'Calls it with the account’s signature.',
    risk: 'warning',
    ask: transaction((own) => told(own.other(PROGRAM), [signs(own.me)], Uint8Array.of(1, 2, 3))),
  },
  {
    name: 'A table nobody has',
    says: 'Whom it pays nobody can say.',
    risk: 'warning',
    ask: transaction(
      (own) => pays(own),
      (own) => ({ table: own.other(TABLE) }),
    ),
  },
  {
    name: 'A message that is no text',
    says: 'Signs 40 bytes, which may stand for anything.',
    risk: 'warning',
    ask: words(() => new Uint8Array(40).fill(0xff)),
  },
  {
    name: 'The account becomes a program’s',
    says: 'Assign: from then on Bob’s program decides over it.',
    risk: 'critical',
    ask: transaction(assigns),
  },
  {
    name: 'The account gets data',
    says: 'Allocate: it cannot send any more.',
    risk: 'critical',
    ask: transaction(({ me }) => getAllocateInstruction({ newAccount: me, space: 8n })),
  },
  {
    name: 'A token account becomes somebody’s',
    says: 'SetAuthority: the DUSD in it are Bob’s.',
    risk: 'critical',
    ask: transaction(handsOver(0, AuthorityType.AccountOwner)),
  },
  {
    name: 'The same of the newer program',
    says: 'SetAuthority of Token-2022: the LEAF in it are Bob’s.',
    risk: 'critical',
    ask: transaction(handsOver(1, AuthorityType.AccountOwner)),
  },
  {
    name: 'Who closes a token account',
    says: 'Bob gets what it holds, at any time later.',
    risk: 'critical',
    ask: transaction(handsOver(0, AuthorityType.CloseAccount)),
  },
  {
    name: 'A nonce is handed over',
    says: 'Bob decides when a signed transaction counts.',
    risk: 'critical',
    ask: transaction((own) =>
      getAuthorizeNonceAccountInstruction({
        nonceAccount: own.other(NONCE),
        nonceAuthority: own.me,
        newNonceAuthority: BOB,
      }),
    ),
  },
  {
    name: 'Who withdraws a stake',
    says: 'Authorize: the coins are Bob’s to take.',
    risk: 'critical',
    ask: transaction((own) =>
      told(STAKE, [written(own.other(STAKED)), clock, signs(own.me)], u32(1), key(BOB), u32(1)),
    ),
  },
  {
    name: 'Who votes',
    says: 'A validator’s vote is Bob’s from now on.',
    risk: 'critical',
    ask: transaction((own) =>
      told(VOTE, [written(own.other(VOTER)), clock, signs(own.me)], u32(1), key(BOB), u32(0)),
    ),
  },
  {
    name: 'Who replaces a program',
    says: 'Whatever it does from then on is Bob’s to say.',
    risk: 'critical',
    ask: transaction((own) =>
      told(LOADER, [written(own.other(PROGRAM)), signs(own.me), looked(BOB)], u32(4)),
    ),
  },
  {
    name: 'Assign behind dust',
    says: `The last of ${MANY + 1} instructions gives the account away.`,
    risk: 'critical',
    ask: transaction((own) => [...dust(own), assigns(own)]),
  },
  {
    name: 'Five at once',
    says: 'Five transactions by one question; the fourth gives the account away.',
    risk: 'critical',
    ask: several((own) => [pays(own), pays(own), pays(own), assigns(own), pays(own)]),
  },
  {
    name: 'Words that are a transaction',
    says: 'What is signed as a message could be sent as a payment.',
    risk: 'blocked',
    async ask(provider, account) {
      const own = await has(account);
      // after the signature count and one signature
      const message = bytesOf(own, [pays(own)]).slice(65);
      const signature = await provider.signMessage(message);
      return came(signature, isOf(message, signature, own.me.address));
    },
  },
  {
    name: 'A transaction of somebody else',
    says: 'It has no place for the account’s signature.',
    risk: 'blocked',
    ask: transaction(
      ({ bob, me }) => getTransferSolInstruction({ source: bob, destination: me.address, amount: SOL }),
      () => ({ payer: BOB }),
    ),
  },
  {
    name: 'A byte too many',
    says: 'What is behind the end nobody reads.',
    risk: 'blocked',
    ask: transaction(
      (own) => pays(own),
      undefined,
      (bytes) => Uint8Array.of(...bytes, 0),
    ),
  },
  {
    name: 'For another network',
    says: 'The request names a network that is not connected.',
    risk: 'blocked',
    ask: transaction((own) => pays(own), undefined, undefined, { chain: 'solana:devnet' }),
  },
];
