// Writes Solana requests with @solana/web3.js and @solana/spl-token, and the reading of each (scripts/vectors.mjs solana).

import { createRequire } from 'node:module';
import path from 'node:path';

// these aren't our dependencies, because they install sixty packages, of which three run a compiler
const load = createRequire(path.resolve(process.argv[3] ?? '.', 'index.js'));
const token = load('@solana/spl-token');
const {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Authorized,
  ComputeBudgetProgram,
  Keypair,
  Lockup,
  PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  VoteAuthorizationLayout,
  VoteProgram,
} = load('@solana/web3.js');

const { AuthorityType, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } = token;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Builders of one or several instructions: the instructions, and their effects in plain words. */
function builders(from, key, units, flip) {
  const [to, mint, account, other] = [key(), key(), key(), key()];
  const text = String;
  const amount = units();
  const small = Number(amount % 2n ** 53n);
  const coin = { amount: text(small) };
  const program = flip() ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID;
  const of = (kind, risk, rest = {}) => ({ kind, risk, ...rest });
  const tokens = { amount: text(amount), token: text(mint) };
  const hands = (power, risk = 'critical', party = text(to)) => of('control', risk, { power, party });
  const authority = (kind) => token.createSetAuthorityInstruction(account, from, kind, to, [], program);
  const loader = [
    [
      'transfer',
      () => [
        SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: small }),
        [of('send', 'normal', { ...coin, party: text(to) })],
      ],
    ],
    [
      'transfer to oneself',
      () => [SystemProgram.transfer({ fromPubkey: from, toPubkey: from, lamports: small }), []],
    ],
    [
      'transfer from a seed',
      () => [
        SystemProgram.transfer({
          fromPubkey: account,
          basePubkey: from,
          toPubkey: to,
          lamports: small,
          seed: 'seed',
          programId: other,
        }),
        [of('move', 'warning', { ...coin, party: text(to) })],
      ],
    ],
    [
      'create',
      () => [
        SystemProgram.createAccount({
          fromPubkey: from,
          newAccountPubkey: account,
          lamports: small,
          space: 8,
          programId: other,
        }),
        [of('open', 'warning', { ...coin, party: text(account) })],
      ],
    ],
    [
      'create by a seed',
      () => [
        SystemProgram.createAccountWithSeed({
          fromPubkey: from,
          newAccountPubkey: account,
          basePubkey: from,
          seed: 'some seed',
          lamports: small,
          space: 8,
          programId: other,
        }),
        [of('open', 'warning', { ...coin, party: text(account) })],
      ],
    ],
    ['assign', () => [SystemProgram.assign({ accountPubkey: from, programId: to }), [hands('account')]]],
    [
      'assign by a seed',
      () => [
        SystemProgram.assign({ accountPubkey: account, basePubkey: from, seed: 's', programId: to }),
        [hands('account')],
      ],
    ],
    [
      'allocate',
      () => [SystemProgram.allocate({ accountPubkey: from, space: 8 }), [of('change', 'critical')]],
    ],
    [
      'nonce, advanced',
      () => [
        SystemProgram.nonceAdvance({ noncePubkey: account, authorizedPubkey: from }),
        [of('change', 'normal')],
      ],
    ],
    [
      'nonce, withdrawn',
      () => [
        SystemProgram.nonceWithdraw({
          noncePubkey: account,
          authorizedPubkey: from,
          toPubkey: to,
          lamports: small,
        }),
        [of('move', 'warning', { ...coin, party: text(to) })],
      ],
    ],
    [
      'nonce, withdrawn to oneself',
      () => [
        SystemProgram.nonceWithdraw({
          noncePubkey: account,
          authorizedPubkey: from,
          toPubkey: from,
          lamports: small,
        }),
        [of('move', 'normal', coin)],
      ],
    ],
    [
      'nonce, handed over',
      () => [
        SystemProgram.nonceAuthorize({
          noncePubkey: account,
          authorizedPubkey: from,
          newAuthorizedPubkey: to,
        }),
        [hands('nonce')],
      ],
    ],
    [
      'stake, begun',
      () => [
        StakeProgram.initialize({
          stakePubkey: account,
          authorized: new Authorized(from, from),
          lockup: new Lockup(0, 0, PublicKey.default),
        }),
        [],
      ],
    ],
    [
      'stake, begun for another',
      () => [
        StakeProgram.initialize({
          stakePubkey: account,
          authorized: new Authorized(from, to),
          lockup: new Lockup(0, 0, PublicKey.default),
        }),
        [of('control', 'review', { power: 'staker', party: text(to) })],
      ],
    ],
    [
      'stake, delegated',
      () => [
        StakeProgram.delegate({ stakePubkey: account, authorizedPubkey: from, votePubkey: to }),
        [of('stake', 'review', { party: text(to) })],
      ],
    ],
    [
      'stake, handed over',
      () => [
        StakeProgram.authorize({
          stakePubkey: account,
          authorizedPubkey: from,
          newAuthorizedPubkey: to,
          stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
        }),
        [hands('staker')],
      ],
    ],
    [
      'stake, handed over by a seed',
      () => [
        StakeProgram.authorizeWithSeed({
          stakePubkey: account,
          authorityBase: from,
          authoritySeed: 'abc',
          authorityOwner: other,
          newAuthorizedPubkey: to,
          stakeAuthorizationType: StakeAuthorizationLayout.Staker,
        }),
        [hands('staker')],
      ],
    ],
    [
      'stake, withdrawn',
      () => [
        StakeProgram.withdraw({
          stakePubkey: account,
          authorizedPubkey: from,
          toPubkey: to,
          lamports: small,
        }),
        [of('move', 'warning', { ...coin, party: text(to) })],
      ],
    ],
    [
      'stake, ended',
      () => [
        StakeProgram.deactivate({ stakePubkey: account, authorizedPubkey: from }),
        [of('change', 'review')],
      ],
    ],
    [
      'stake, merged',
      () => [
        StakeProgram.merge({ stakePubkey: account, sourceStakePubKey: other, authorizedPubkey: from }),
        [of('move', 'review', { party: text(account) })],
      ],
    ],
    [
      'stake, split',
      () => [
        StakeProgram.split(
          { stakePubkey: account, authorizedPubkey: from, splitStakePubkey: other, lamports: small },
          0,
        ),
        [of('open', 'review', { party: text(other) }), of('move', 'review', { ...coin, party: text(other) })],
      ],
    ],
    [
      'vote, handed over',
      () => [
        VoteProgram.authorize({
          votePubkey: account,
          authorizedPubkey: from,
          newAuthorizedPubkey: to,
          voteAuthorizationType: VoteAuthorizationLayout.Voter,
        }),
        [hands('staker')],
      ],
    ],
    [
      'vote, handed over by a seed',
      () => [
        VoteProgram.authorizeWithSeed({
          currentAuthorityDerivedKeyBasePubkey: from,
          currentAuthorityDerivedKeyOwnerPubkey: other,
          currentAuthorityDerivedKeySeed: 'x',
          newAuthorizedPubkey: to,
          voteAuthorizationType: VoteAuthorizationLayout.Withdrawer,
          votePubkey: account,
        }),
        [hands('staker')],
      ],
    ],
    [
      'vote, withdrawn',
      () => [
        VoteProgram.withdraw({
          votePubkey: account,
          authorizedWithdrawerPubkey: from,
          toPubkey: to,
          lamports: small,
        }),
        [of('move', 'warning', { ...coin, party: text(to) })],
      ],
    ],
    [
      'table, made',
      () => {
        const [made, table] = AddressLookupTableProgram.createLookupTable({
          authority: from,
          payer: from,
          recentSlot: small,
        });
        return [made, [of('open', 'review', { party: text(table) })]];
      },
    ],
    [
      'table, longer',
      () => [
        AddressLookupTableProgram.extendLookupTable({
          lookupTable: account,
          authority: from,
          payer: from,
          addresses: [to, other],
        }),
        [of('change', 'review')],
      ],
    ],
    [
      'table, frozen',
      () => [
        AddressLookupTableProgram.freezeLookupTable({ lookupTable: account, authority: from }),
        [of('change', 'review')],
      ],
    ],
    [
      'table, ended',
      () => [
        AddressLookupTableProgram.deactivateLookupTable({ lookupTable: account, authority: from }),
        [of('change', 'review')],
      ],
    ],
    [
      'table, closed',
      () => [
        AddressLookupTableProgram.closeLookupTable({ lookupTable: account, authority: from, recipient: to }),
        [of('close', 'warning', { party: text(to) })],
      ],
    ],
    ['heap', () => [ComputeBudgetProgram.requestHeapFrame({ bytes: 32_768 }), []]],
    [
      'memo',
      () => [
        new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from('for the coffee') }),
        [of('note', 'review', { text: 'for the coffee' })],
      ],
    ],
    [
      'token transfer, unchecked',
      () => [
        token.createTransferInstruction(account, to, from, amount, [], program),
        [of('send', 'warning', { amount: text(amount), party: text(to) })],
      ],
    ],
    [
      'token transfer',
      () => [
        token.createTransferCheckedInstruction(account, mint, to, from, amount, 6, [], program),
        [of('send', 'normal', { ...tokens, party: text(to) })],
      ],
    ],
    [
      'token transfer of several',
      () => [
        token.createTransferCheckedInstruction(account, mint, to, other, amount, 6, [from, key()], program),
        [of('move', 'warning', { ...tokens, party: text(to) })],
      ],
    ],
    [
      'token transfer with its fee',
      () => [
        token.createTransferCheckedWithFeeInstruction(
          account,
          mint,
          to,
          from,
          amount,
          6,
          5n,
          [],
          TOKEN_2022_PROGRAM_ID,
        ),
        [of('send', 'normal', { ...tokens, party: text(to) })],
      ],
    ],
    [
      'approve',
      () => [
        token.createApproveInstruction(account, to, from, amount, [], program),
        [of('allow', 'warning', { amount: text(amount), party: text(to) })],
      ],
    ],
    [
      'approve, checked',
      () => [
        token.createApproveCheckedInstruction(account, mint, to, from, amount, 6, [], program),
        [of('allow', 'warning', { ...tokens, party: text(to) })],
      ],
    ],
    [
      'approve all',
      () => [
        token.createApproveCheckedInstruction(account, mint, to, from, 2n ** 64n - 1n, 6, [], program),
        [of('allow', 'warning', { amount: 'any', party: text(to) })],
      ],
    ],
    [
      'revoke',
      () => [
        token.createRevokeInstruction(account, from, [], program),
        [of('allow', 'normal', { amount: '0' })],
      ],
    ],
    ['token account, given away', () => [authority(AuthorityType.AccountOwner), [hands('holding')]]],
    ['token account, who closes it', () => [authority(AuthorityType.CloseAccount), [hands('closing')]]],
    [
      'who closes it, nobody',
      () => [
        token.createSetAuthorityInstruction(account, from, AuthorityType.CloseAccount, null, [], program),
        [of('control', 'normal', { power: 'closing' })],
      ],
    ],
    ['who makes more', () => [authority(AuthorityType.MintTokens), [hands('issuer')]]],
    ['who freezes', () => [authority(AuthorityType.FreezeAccount), [hands('issuer')]]],
    [
      'who makes more, nobody',
      () => [
        token.createSetAuthorityInstruction(account, from, AuthorityType.MintTokens, null, [], program),
        [of('control', 'warning', { power: 'issuer' })],
      ],
    ],
    [
      'who makes more, oneself',
      () => [
        token.createSetAuthorityInstruction(account, from, AuthorityType.MintTokens, from, [], program),
        [hands('issuer', 'normal', text(from))],
      ],
    ],
    [
      'who takes back',
      () => [
        token.createSetAuthorityInstruction(
          account,
          from,
          AuthorityType.PermanentDelegate,
          to,
          [],
          TOKEN_2022_PROGRAM_ID,
        ),
        [hands('issuer')],
      ],
    ],
    [
      'mint',
      () => [
        token.createMintToInstruction(mint, to, from, amount, [], program),
        [of('mint', 'review', { ...tokens, party: text(to) })],
      ],
    ],
    [
      'mint, checked',
      () => [
        token.createMintToCheckedInstruction(mint, to, from, amount, 6, [], program),
        [of('mint', 'review', { ...tokens, party: text(to) })],
      ],
    ],
    [
      'burn',
      () => [
        token.createBurnInstruction(account, mint, from, amount, [], program),
        [of('burn', 'warning', tokens)],
      ],
    ],
    [
      'burn, checked',
      () => [
        token.createBurnCheckedInstruction(account, mint, from, amount, 6, [], program),
        [of('burn', 'warning', tokens)],
      ],
    ],
    [
      'close',
      () => [
        token.createCloseAccountInstruction(account, to, from, [], program),
        [of('close', 'warning', { party: text(to) })],
      ],
    ],
    [
      'close to oneself',
      () => [
        token.createCloseAccountInstruction(account, from, from, [], program),
        [of('close', 'normal', { party: text(from) })],
      ],
    ],
    [
      'freeze',
      () => [
        token.createFreezeAccountInstruction(account, mint, from, [], program),
        [of('freeze', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'thaw',
      () => [
        token.createThawAccountInstruction(account, mint, from, [], program),
        [of('thaw', 'warning', { token: text(mint) })],
      ],
    ],
    ['coins in a token account', () => [token.createSyncNativeInstruction(account, program), []]],
    [
      'token account, opened',
      () => [token.createInitializeAccountInstruction(account, mint, from, program), []],
    ],
    [
      'token account, opened for another',
      () => [
        token.createInitializeAccount3Instruction(account, mint, to, program),
        [of('control', 'review', { power: 'holding', party: text(to) })],
      ],
    ],
    [
      'mint, begun',
      () => [
        token.createInitializeMint2Instruction(mint, 6, to, null, program),
        [of('control', 'review', { power: 'issuer', party: text(to) })],
      ],
    ],
    [
      'associated',
      () => [
        token.createAssociatedTokenAccountInstruction(from, account, to, mint, program),
        [of('open', 'review', { party: text(to), token: text(mint) })],
      ],
    ],
    [
      'associated, again',
      () => [
        token.createAssociatedTokenAccountIdempotentInstruction(from, account, to, mint, program),
        [of('open', 'review', { party: text(to), token: text(mint) })],
      ],
    ],
    [
      'associated, recovered',
      () => [
        token.createRecoverNestedInstruction(account, mint, to, other, key(), from, program),
        [
          of('move', 'warning', { token: text(mint), party: text(to) }),
          of('close', 'normal', { party: text(from) }),
        ],
      ],
    ],
    [
      'fees of a mint, taken',
      () => [
        token.createWithdrawWithheldTokensFromMintInstruction(mint, to, from, [], TOKEN_2022_PROGRAM_ID),
        [of('move', 'warning', { token: text(mint), party: text(to) })],
      ],
    ],
    [
      'fees of accounts, taken',
      () => [
        token.createWithdrawWithheldTokensFromAccountsInstruction(
          mint,
          to,
          from,
          [],
          [account, other],
          TOKEN_2022_PROGRAM_ID,
        ),
        [of('move', 'warning', { token: text(mint), party: text(to) })],
      ],
    ],
    [
      'fee, set',
      () => [
        token.createSetTransferFeeInstruction(mint, from, [], 100, 5n, TOKEN_2022_PROGRAM_ID),
        [of('change', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'memo required',
      () => [
        token.createEnableRequiredMemoTransfersInstruction(account, from, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'review')],
      ],
    ],
    [
      'guard on',
      () => [
        token.createEnableCpiGuardInstruction(account, from, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'review')],
      ],
    ],
    [
      'guard off',
      () => [
        token.createDisableCpiGuardInstruction(account, from, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'warning')],
      ],
    ],
    [
      'interest',
      () => [
        token.createUpdateRateInterestBearingMintInstruction(mint, from, 100, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'hook',
      () => [
        token.createUpdateTransferHookInstruction(mint, from, to, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'pause',
      () => [
        token.createPauseInstruction(mint, from, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'default state',
      () => [
        token.createUpdateDefaultAccountStateInstruction(
          mint,
          token.AccountState.Frozen,
          from,
          [],
          TOKEN_2022_PROGRAM_ID,
        ),
        [of('change', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'permanent delegate, begun',
      () => [
        token.createInitializePermanentDelegateInstruction(mint, to, TOKEN_2022_PROGRAM_ID),
        [
          of('change', 'review', { token: text(mint) }),
          of('control', 'review', { power: 'issuer', party: text(to) }),
        ],
      ],
    ],
    [
      'scaled amounts',
      () => [
        token.createUpdateMultiplierDataInstruction(mint, from, 1.5, 1n, [], TOKEN_2022_PROGRAM_ID),
        [of('change', 'warning', { token: text(mint) })],
      ],
    ],
    [
      'reallocate',
      () => [
        token.createReallocateInstruction(
          account,
          from,
          [token.ExtensionType.MemoTransfer],
          from,
          [],
          TOKEN_2022_PROGRAM_ID,
        ),
        [of('change', 'review')],
      ],
    ],
    ['metadata, handed over', () => [updatedAuthority(mint, from, to), [hands('issuer')]]],
    [
      'an unknown program',
      () => [
        new TransactionInstruction({
          programId: other,
          keys: [{ pubkey: from, isSigner: true, isWritable: true }],
          data: Buffer.from('afafafafafafafaf01', 'hex'),
        }),
        [of('call', 'warning', { party: text(other), text: 'afafafafafafafaf' })],
      ],
    ],
    [
      'an unknown program without a signature',
      () => [
        new TransactionInstruction({
          programId: other,
          keys: [{ pubkey: to, isSigner: false, isWritable: true }],
          data: Buffer.from([1]),
        }),
        [of('call', 'review', { party: text(other) })],
      ],
    ],
  ];
  return loader;
}

/** The library builds it only as a whole transaction: as its interface has it. */
function updatedAuthority(mint, from, to) {
  const data = Buffer.concat([Buffer.from([215, 228, 166, 228, 84, 100, 86, 123]), to.toBuffer()]);
  const keys = [
    { pubkey: mint, isSigner: false, isWritable: true },
    { pubkey: from, isSigner: true, isWritable: false },
  ];
  return new TransactionInstruction({ programId: TOKEN_2022_PROGRAM_ID, keys, data });
}

const instructionsOf = (built) => built.instructions ?? [built];

/** Instructions as a transaction, legacy or of version 0, as base64. */
function transaction(from, instructions, blockhash, tables) {
  if (!tables) {
    const legacy = new Transaction({ feePayer: from, recentBlockhash: blockhash }).add(...instructions);
    return legacy.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64');
  }
  const message = new TransactionMessage({ payerKey: from, recentBlockhash: blockhash, instructions });
  const built = new VersionedTransaction(message.compileToV0Message(tables));
  return Buffer.from(built.serialize()).toString('base64');
}

/** Each instruction on its own, legacy and v0, and some hundred transactions with several, with accounts in lookup tables. */
export function solana(next) {
  const below = (limit) => next() % limit;
  const bytes = (count) => Uint8Array.from({ length: count }, () => below(256));
  const key = () => Keypair.fromSeed(bytes(32)).publicKey;
  const units = () => new DataView(bytes(8).buffer).getBigUint64(0) >> BigInt(below(64));
  const from = key();
  const cases = [];
  const add = (name, instructions, steps, tables) => {
    const blockhash = String(key());
    let encoded;
    try {
      encoded = transaction(from, instructions, blockhash, tables);
    } catch (error) {
      if (!/too large|overruns|out of range/i.test(String(error))) throw error;
      return;
    }
    if (Buffer.from(encoded, 'base64').length > 1232) return;
    const known = (tables ?? []).map((table) => ({
      key: String(table.key),
      addresses: table.state.addresses.map(String),
    }));
    cases.push({ name, transaction: encoded, tables: known, steps });
  };
  const all = () => builders(from, key, units, () => below(2) == 0);
  for (const tables of [undefined, []])
    for (const [name, build] of all()) {
      const [built, effects] = build();
      add(name, instructionsOf(built), [effects], tables);
    }
  for (let index = 0; index < 200; index++) {
    const [instructions, steps] = [[], []];
    const names = [];
    for (let count = 1 + below(6); count > 0; count--) {
      const list = all();
      const [name, build] = list[below(list.length)];
      // advancing a nonce first makes the transaction open-ended; an account can't be both a mint and a holding
      const [built, effects] = build();
      if (name.startsWith('nonce, advanced') || name.startsWith('associated')) continue;
      names.push(name);
      instructions.push(...instructionsOf(built));
      steps.push(effects);
    }
    if (!instructions.length) continue;
    const accounts = instructions.flatMap(({ keys }) => keys).filter(({ isSigner }) => !isSigner);
    const addresses = [...accounts.map(({ pubkey }) => pubkey).filter(() => below(2) == 0), key()];
    const state = {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 1,
      lastExtendedSlotStartIndex: 0,
      authority: undefined,
      addresses,
    };
    const tables = [new AddressLookupTableAccount({ key: key(), state })];
    add(names.join(', '), instructions, steps, below(3) == 0 ? undefined : tables);
  }
  return { from: String(from), cases };
}
