/** Cosmos effects: documents of both formats with the account's own number and sequence, and messages. cosmjs verifies the signatures. */
import { serializeSignDoc } from '@cosmjs/amino';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { fromBase64 } from '@cosmjs/encoding';
import { makeSignBytes } from '@cosmjs/proto-signing';
import type { CosmosProvider, CosmosSignature } from '../../element/src/handle/cosmos';
import { aminoOf, CHAIN_ID, directOf, sendOf, wordsOf } from '../cosmos/layout.mjs';
import * as message from './cosmos-messages';
import { BOB, coin, CONTRACT, sdk, wasm, type Amino, type Any } from './cosmos-messages';
import { nodeOf, read, type Account, type Came, type Effect } from './kinds';

type Row = Effect<CosmosProvider>;

const DAYS = 30;
const MANY = 29;
const SEND = '/cosmos.bank.v1beta1.MsgSend';
const ENDLESS = String(2n ** 128n - 1n);

/** The account's number and sequence on the network. */
async function knownAs(account: Account): Promise<{ number: string; sequence: string }> {
  const url = `${nodeOf(account)}/cosmos/auth/v1beta1/accounts/${account.address}`;
  const { account: of } = await read<{ account: { account_number: string; sequence: string } }>(url);
  return { number: of.account_number, sequence: of.sequence };
}

async function keyOf(provider: CosmosProvider, { address }: Account): Promise<Uint8Array> {
  const accounts = await provider.getAccounts();
  return accounts.find((one) => one.address == address)!.pubkey;
}

function checked({ signature }: CosmosSignature, bytes: Uint8Array, key: Uint8Array): Came {
  const rs = Secp256k1Signature.fromFixedLength(fromBase64(signature));
  const holds = Secp256k1.verifySignature(rs, sha256(bytes), key);
  return { text: signature, check: { by: 'cosmjs', holds } };
}

/** Signs an amino document with these messages. */
const amino =
  (messages: (me: string) => Amino[], more: object = {}): Row['ask'] =>
  async (provider, account) => {
    const document = aminoOf(messages(account.address), await knownAs(account), more);
    const key = await keyOf(provider, account);
    const { signed, signature } = await provider.signAmino(account.address, document);
    return checked(signature, serializeSignDoc(signed), key);
  };

/** Signs a direct document. */
const direct =
  (messages: (me: string) => Any[], more: object = {}): Row['ask'] =>
  async (provider, account) => {
    const key = await keyOf(provider, account);
    const document = directOf(key, messages(account.address), await knownAs(account), more);
    const { signed, signature } = await provider.signDirect(account.address, document);
    return checked(signature, makeSignBytes(signed), key);
  };

const words =
  (text: string): Row['ask'] =>
  async (provider, account) => {
    const key = await keyOf(provider, account);
    const signature = await provider.signArbitrary(account.address, text);
    return checked(signature, serializeSignDoc(wordsOf(account.address, text)), key);
  };

/** One amino message. */
const one = (of: (me: string) => Amino, more?: object) => amino((me) => [of(me)], more);
const told = (msg: object) => one((me) => message.tells(me, msg));
const vote = (voter: string, proposal: number) =>
  sdk('MsgVote', { proposal_id: String(proposal), voter, option: 1 });

export const effects: readonly Row[] = [
  {
    name: 'A message',
    says: 'Signs words that move nothing (ADR-36).',
    risk: 'normal',
    ask: words('Hello from the page of effects'),
  },
  {
    name: 'A payment',
    says: 'Pays 1.5 DATOM to Bob, as bytes.',
    risk: 'normal',
    ask: direct((me) => [sendOf(me, BOB, 1_500_000)]),
  },
  {
    name: 'A payment with a note',
    says: 'The same as amino, with a memo.',
    risk: 'normal',
    ask: one((me) => message.sends(me, 1_500_000), { memo: 'for the tea' }),
  },
  {
    name: 'Rewards are withdrawn',
    says: 'What a stake has earned comes to the account.',
    risk: 'normal',
    ask: one((me) => message.stakes('MsgWithdrawDelegationReward', me, {})),
  },
  { name: 'A vote', says: 'Votes for proposal 7.', risk: 'normal', ask: one((me) => vote(me, 7)) },
  {
    name: 'A grant is taken back',
    says: 'Bob may send nothing any more.',
    risk: 'normal',
    ask: one((me) => sdk('MsgRevoke', { granter: me, grantee: BOB, msg_type_url: SEND })),
  },
  {
    name: 'A token of a contract',
    says: 'A contract (cw20) sends 5 of its tokens to Bob.',
    risk: 'normal',
    ask: direct((me) => [message.tellsAsBytes(me, { transfer: { recipient: BOB, amount: '5' } })]),
  },
  {
    name: 'To another chain',
    says: 'Sends 1 DATOM over a channel (IBC).',
    risk: 'review',
    ask: direct((me) => [message.over(me)]),
  },
  {
    name: 'Coins are staked',
    says: 'Delegates 5 DATOM.',
    risk: 'review',
    ask: one((me) => message.stakes('MsgDelegate', me)),
  },
  {
    name: 'Coins are unstaked',
    says: 'Undelegates 5 DATOM: they come after weeks.',
    risk: 'review',
    ask: one((me) => message.stakes('MsgUndelegate', me)),
  },
  {
    name: 'To several at once',
    says: 'MsgMultiSend: 2 DATOM to Bob and 1 to a contract.',
    risk: 'review',
    ask: one((me) =>
      sdk('MsgMultiSend', {
        inputs: [{ address: me, coins: [coin(3_000_000)] }],
        outputs: [
          { address: BOB, coins: [coin(2_000_000)] },
          { address: CONTRACT, coins: [coin(1_000_000)] },
        ],
      }),
    ),
  },
  {
    name: 'A collectible',
    says: 'A contract (cw721) sends a piece to Bob.',
    risk: 'review',
    ask: told({ transfer_nft: { recipient: BOB, token_id: '5' } }),
  },
  {
    name: 'Somebody else’s coins',
    says: 'MsgExec: coins of Bob, who has allowed it, go to a contract.',
    risk: 'review',
    ask: direct((me) => [message.carriedOut(me, [sendOf(BOB, CONTRACT, 1_000_000)])]),
  },
  {
    name: 'To another chain, and on from there',
    says: 'IBC with a memo that forwards.',
    risk: 'warning',
    ask: direct((me) => [
      message.over(me, '{"forward":{"receiver":"other1x","port":"transfer","channel":"channel-1"}}'),
    ]),
  },
  {
    name: 'To a contract on another chain',
    says: 'IBC with a memo that calls a contract there.',
    risk: 'warning',
    ask: direct((me) => [message.over(me, '{"wasm":{"contract":"other1x","msg":{"swap":{}}}}')]),
  },
  {
    name: 'Rewards go elsewhere',
    says: 'From now on what is earned is Bob’s.',
    risk: 'warning',
    ask: one((me) => sdk('MsgModifyWithdrawAddress', { delegator_address: me, withdraw_address: BOB })),
  },
  {
    name: 'A grant with a limit',
    says: 'Bob may send 5 DATOM of the account, for thirty days.',
    risk: 'warning',
    ask: one((me) =>
      message.grants(me, sdk('SendAuthorization', { spend_limit: [coin(5_000_000)], allow_list: [] }), DAYS),
    ),
  },
  {
    name: 'A grant over stake',
    says: 'Bob may say where the account’s stake is.',
    risk: 'warning',
    ask: one((me) => message.grants(me, sdk('StakeAuthorization', { authorization_type: 3 }), DAYS)),
  },
  {
    name: 'Fees with a limit',
    says: 'Bob’s fees are paid by the account, up to 1 DATOM.',
    risk: 'warning',
    ask: one((me) => message.feeGrant(me, { spend_limit: [coin(1_000_000)] })),
  },
  {
    name: 'Coins are locked up for somebody',
    says: 'Makes a vesting account of Bob with 1 DATOM.',
    risk: 'warning',
    ask: one((me) =>
      sdk('MsgCreateVestingAccount', {
        from_address: me,
        to_address: BOB,
        amount: [coin(1_000_000)],
        end_time: '1900000000',
        delayed: true,
      }),
    ),
  },
  {
    name: 'Stake becomes transferable',
    says: 'Shares of a stake (LSM), for the account itself.',
    risk: 'warning',
    ask: one((me) =>
      message.stakes('MsgTokenizeShares', me, { amount: coin(5_000_000), tokenized_share_owner: me }),
    ),
  },
  {
    name: 'An allowance of a contract',
    says: 'cw20: Bob may take 5 tokens more.',
    risk: 'warning',
    ask: told({ increase_allowance: { spender: BOB, amount: '5' } }),
  },
  {
    name: 'A token for a contract',
    says: 'cw20: 5 tokens go to a contract, which then does something.',
    risk: 'warning',
    ask: told({ send: { contract: CONTRACT, amount: '5', msg: 'e30=' } }),
  },
  {
    name: 'One piece may be taken',
    says: 'cw721: Bob may take the piece 5.',
    risk: 'warning',
    ask: told({ approve: { spender: BOB, token_id: '5' } }),
  },
  {
    name: 'A contract nobody knows',
    says: 'Tells it something that is in no table.',
    risk: 'warning',
    ask: told({ execute_swap: { to: BOB } }),
  },
  {
    name: 'A message nobody knows',
    says: 'Its type is all that can be said.',
    risk: 'warning',
    ask: one((me) => ({ type: 'market/MsgDrain', value: { from: me } })),
  },
  {
    name: 'A document with an extension',
    says: 'A payment with an option that decides how it is read.',
    risk: 'warning',
    ask: direct((me) => [sendOf(me, BOB, 1_000)], {
      extensionOptions: [{ typeUrl: '/market.v1.Option', value: new Uint8Array() }],
    }),
  },
  {
    name: 'Words that are a document',
    says: 'What is signed as a text is a transaction.',
    risk: 'warning',
    ask: words(JSON.stringify({ chain_id: CHAIN_ID, msgs: [] })),
  },
  {
    name: 'A grant to send',
    says: 'Bob may send all that the account has.',
    risk: 'critical',
    ask: one((me) => message.grants(me, message.generic(SEND), DAYS)),
  },
  {
    name: 'A grant to grant',
    says: 'Bob may let anybody do anything.',
    risk: 'critical',
    ask: one((me) => message.grants(me, message.generic('/cosmos.authz.v1beta1.MsgGrant'), DAYS)),
  },
  {
    name: 'A grant without a limit or an end',
    says: 'Bob may send any coin, for ever.',
    risk: 'critical',
    ask: one((me) => message.grants(me, sdk('SendAuthorization', { spend_limit: [], allow_list: [] }))),
  },
  {
    name: 'A grant behind votes',
    says: `The last of ${MANY + 1} messages lets Bob send everything.`,
    risk: 'critical',
    ask: amino((me) => [
      ...Array.from({ length: MANY }, (_, at) => vote(me, at + 1)),
      message.grants(me, message.generic(SEND), DAYS),
    ]),
  },
  {
    name: 'A grant in messages in messages',
    says: 'Three MsgExec around it.',
    risk: 'critical',
    ask: direct((me) => [message.nested(me, message.grantsAsBytes(me, SEND), 3)]),
  },
  {
    name: 'Fees without a limit',
    says: 'Bob’s fees are paid by the account, whatever they are.',
    risk: 'critical',
    ask: one((me) => message.feeGrant(me, {})),
  },
  {
    name: 'Stake becomes somebody’s',
    says: 'Shares of a stake (LSM), for Bob.',
    risk: 'critical',
    ask: one((me) =>
      message.stakes('MsgTokenizeShares', me, { amount: coin(5_000_000), tokenized_share_owner: BOB }),
    ),
  },
  {
    name: 'An allowance without an end',
    says: 'cw20: Bob may take any amount.',
    risk: 'critical',
    ask: told({ increase_allowance: { spender: BOB, amount: ENDLESS } }),
  },
  {
    name: 'Every piece may be taken',
    says: 'cw721: Bob may take all of a collection.',
    risk: 'critical',
    ask: told({ approve_all: { operator: BOB } }),
  },
  {
    name: 'Who administers a contract',
    says: 'From now on Bob decides what its program is.',
    risk: 'critical',
    ask: one((me) => wasm('MsgUpdateAdmin', { sender: me, new_admin: BOB, contract: CONTRACT })),
  },
  {
    name: 'What a contract does',
    says: 'Another program takes its place.',
    risk: 'critical',
    ask: one((me) => wasm('MsgMigrateContract', { sender: me, contract: CONTRACT, code_id: '6', msg: {} })),
  },
  {
    name: 'Of another chain',
    says: 'A payment that another network would take.',
    risk: 'blocked',
    ask: one((me) => message.sends(me, 1_000), { chainId: 'cosmoshub-4' }),
  },
  {
    name: 'Of somebody else',
    says: 'A payment out of Bob’s account, without a grant.',
    risk: 'blocked',
    ask: one((me) => message.sends(BOB, 1_000, me)),
  },
  {
    name: 'Nothing at all',
    says: 'A document without a message.',
    risk: 'blocked',
    ask: amino(() => []),
  },
  {
    name: 'Deeper than anybody reads',
    says: 'Nine MsgExec around a payment.',
    risk: 'blocked',
    ask: direct((me) => [message.nested(me, sendOf(me, BOB, 1_000), 9)]),
  },
];
