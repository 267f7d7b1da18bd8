/** Polkadot effects: messages, and transactions on the demo's first network and on the one with cross-chain transfers. */
import { across } from './polkadot-across';
import {
  BOB,
  calls,
  EVE,
  network,
  pays as paid,
  together,
  transaction,
  words,
  type Call,
  type Make,
  type Row,
} from './polkadot-requests';

const COIN = 10n ** 12n;
const MANY = 29;
const DEEPER = 9;
const WEIGHT = { refTime: 1_000, proofSize: 100 };
const hash = (of: string) => `0x${of.repeat(32)}`;

const pays = (make: Make, units = (3n * COIN) / 2n, to = BOB) => paid(make, units, to);
const proxy = (make: Make, kind = 'Any') => make('Proxy', 'add_proxy', [BOB, kind, 0]);
const nested = (make: Make, call: Call, depth: number): Call =>
  depth ? nested(make, together(make, [call]), depth - 1) : call;
const payment = (more?: object) => transaction((make) => pays(make), more);
/** A number as payloads contain it. */
const hex = (units: bigint) => `0x${units.toString(16).padStart(16, '0')}`;

const messages: readonly Row[] = [
  {
    name: 'A message',
    says: 'Signs words that move nothing.',
    risk: 'normal',
    ask: words('Hello from the page of effects'),
  },
  {
    name: 'Words that look like bytes',
    says: 'Some wallets on other devices sign them as a transaction.',
    risk: 'warning',
    ask: words('0x0a0300'),
  },
];

const transactions: readonly Row[] = [
  { name: 'A payment', says: 'Pays 1.5 DDOT to Bob.', risk: 'review', ask: payment() },
  {
    name: 'A payment with a small tip',
    says: 'Pays 1.5 DDOT, and 0.01 to whoever makes the block.',
    risk: 'review',
    ask: payment({ tip: hex(COIN / 100n) }),
  },
  {
    name: 'A payment that the metadata vouches for',
    says: 'With the hash of the metadata that a device shows it by.',
    risk: 'review',
    ask: payment({ mode: 1, metadataHash: hash('5c') }),
  },
  {
    name: 'A token',
    says: 'Sends 5 of the token 7 to Bob.',
    risk: 'review',
    ask: calls('Assets', 'transfer', 7, BOB, 5),
  },
  {
    name: 'Coins are staked',
    says: 'Bonds 5 DDOT; the rewards are staked too.',
    risk: 'review',
    ask: calls('Staking', 'bond', 5n * COIN, 'Staked'),
  },
  {
    name: 'An identity',
    says: 'Writes a name beside the account.',
    risk: 'review',
    ask: calls('Identity', 'set_identity', { display: { Raw: '0x416e6e61' } }),
  },
  {
    name: 'A proxy is taken back',
    says: 'Bob may not act for the account any more.',
    risk: 'review',
    ask: calls('Proxy', 'remove_proxy', BOB, 'Any', 0),
  },
  {
    name: 'A remark',
    says: 'Writes words into the chain.',
    risk: 'review',
    ask: calls('System', 'remark', '0x666f722074686520746561'),
  },
  {
    name: 'Three payments at once',
    says: 'A batch for three receivers.',
    risk: 'review',
    ask: transaction((make, me) =>
      together(make, [pays(make, COIN), pays(make, COIN, EVE), pays(make, COIN, me)]),
    ),
  },
  {
    name: 'Somebody else’s tokens',
    says: 'Moves 5 of a token of Bob, who has allowed it.',
    risk: 'review',
    ask: calls('Assets', 'transfer_approved', 7, BOB, EVE, 5),
  },
  {
    name: 'All that there is',
    says: 'transferAll: everything goes to Bob.',
    risk: 'warning',
    ask: calls('Balances', 'transfer_all', BOB, false),
  },
  {
    name: 'Coins are destroyed',
    says: 'Burns 1 DDOT.',
    risk: 'warning',
    ask: calls('Balances', 'burn', COIN, false),
  },
  {
    name: 'Rewards go elsewhere',
    says: 'setPayee: what is earned is Bob’s from now on.',
    risk: 'warning',
    ask: calls('Staking', 'set_payee', { Account: BOB }),
  },
  {
    name: 'A token may be taken',
    says: 'Bob may take 5 of the token 7.',
    risk: 'warning',
    ask: calls('Assets', 'approve_transfer', 7, BOB, 5),
  },
  {
    name: 'A proxy that only votes',
    says: 'Bob may vote for the account, and move nothing.',
    risk: 'warning',
    ask: transaction((make) => proxy(make, 'Governance')),
  },
  {
    name: 'It stays valid',
    says: 'A payment without an end (an immortal era).',
    risk: 'warning',
    ask: async (provider, account) => {
      const { now } = await network(account);
      return payment({ era: '0x00', blockHash: now.genesisHash })(provider, account);
    },
  },
  {
    name: 'A large tip',
    says: 'Pays 1.5 DDOT, and 1 more to whoever makes the block.',
    risk: 'warning',
    ask: payment({ tip: hex(COIN) }),
  },
  {
    name: 'The fee in something else',
    says: 'A payment whose fee is paid in the token 7.',
    risk: 'warning',
    ask: payment({ assetId: '0x07000000' }),
  },
  {
    name: 'For another version of the network',
    says: 'Its bytes may mean something else there.',
    risk: 'warning',
    ask: payment({ specVersion: '0x00000001' }),
  },
  {
    name: 'A call nobody knows',
    says: 'Said by its pallet, name and arguments.',
    risk: 'warning',
    ask: calls('Bounties', 'propose_bounty', COIN, '0x74656121'),
  },
  {
    name: 'A payment at a later time',
    says: 'The scheduler carries it out.',
    risk: 'warning',
    ask: transaction((make) => make('Scheduler', 'schedule', [10_000_000, null, 0, pays(make)])),
  },
  {
    name: 'A proxy',
    says: 'Bob may do anything in the account’s name.',
    risk: 'critical',
    ask: transaction((make) => proxy(make)),
  },
  {
    name: 'A proxy over stake',
    says: 'Bob may say where the account’s stake is.',
    risk: 'critical',
    ask: transaction((make) => proxy(make, 'Staking')),
  },
  {
    name: 'A proxy behind dust',
    says: `The last of ${MANY + 1} calls lets Bob do anything.`,
    risk: 'critical',
    ask: transaction((make) =>
      together(make, [...Array.from({ length: MANY }, (_, at) => pays(make, BigInt(at + 1))), proxy(make)]),
    ),
  },
  {
    name: 'A proxy of an account of several',
    says: 'Signed together with others (multisig).',
    risk: 'critical',
    ask: transaction((make) => make('Multisig', 'as_multi', [2, [BOB], null, proxy(make), WEIGHT])),
  },
  {
    name: 'A hash that nobody can read',
    says: 'Agrees, with others, to a call of which only the hash is there.',
    risk: 'critical',
    ask: calls('Multisig', 'approve_as_multi', 2, [BOB], null, hash('c0'), WEIGHT),
  },
  {
    name: 'Who recovers the account',
    says: 'Bob and Eve together may take it over.',
    risk: 'critical',
    ask: calls('Recovery', 'create_recovery', [BOB, EVE].toSorted(), 2, 0),
  },
  {
    name: 'Keys of a validator',
    says: 'setKeys: who has them signs blocks in its name.',
    risk: 'critical',
    ask: calls('Session', 'set_keys', {}, '0x'),
  },
  {
    name: 'Who decides about a token',
    says: 'transferOwnership: the token 7 becomes Bob’s.',
    risk: 'critical',
    ask: calls('Assets', 'transfer_ownership', 7, BOB),
  },
  {
    name: 'No proxy is left',
    says: 'An account without a key cannot be reached any more.',
    risk: 'critical',
    ask: calls('Proxy', 'remove_proxies'),
  },
  {
    name: 'Deeper than anybody reads',
    says: `A payment in ${DEEPER} batches.`,
    risk: 'critical',
    ask: transaction((make) => nested(make, pays(make), DEEPER)),
  },
  {
    name: 'For another network',
    says: 'A payment with the first block of another one.',
    risk: 'blocked',
    ask: payment({ genesisHash: hash('91') }),
  },
  {
    name: 'Of somebody else',
    says: 'A payment out of Bob’s account.',
    risk: 'blocked',
    ask: payment({ address: BOB }),
  },
  {
    name: 'No call at all',
    says: 'Bytes that are none.',
    risk: 'blocked',
    ask: payment({ method: '0x0' }),
  },
  {
    name: 'An era of another kind',
    says: 'Some libraries take it for one without an end.',
    risk: 'blocked',
    ask: payment({ era: '0x0000' }),
  },
];

const on = (name: string, rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, on: name }));

export const effects: readonly Row[] = [
  ...messages,
  ...on('Demo Polkadot', transactions),
  ...on('Demo Relay', across),
];
