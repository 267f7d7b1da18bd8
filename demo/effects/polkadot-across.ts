/**
 * Effects of a Polkadot network with cross-chain transfers (XCM): its metadata has the pallet for them, and the first network's hasn't.
 */
import { decodeAddress } from '@polkadot/util-crypto';
import { u8aToHex } from '@polkadot/util';
import {
  BOB,
  calls,
  EVE,
  pays,
  together,
  transaction,
  type Call,
  type Make,
  type Row,
} from './polkadot-requests';

const COIN = 10n ** 10n;
const HALF = COIN / 2n;
const WEIGHT = { refTime: 1_000, proofSize: 100 };
/** IDs of parachains: the one for tokens, and two others. */
const [TOKENS, OTHER, THIRD] = [1_000, 2_034, 2_004];

/** XCM locations: here, a parachain, an account. */
const HERE = { parents: 0, interior: 'Here' };
const para = (id: number) => ({ Parachain: id });
const account = (address: string) => ({
  AccountId32: { network: null, id: u8aToHex(decodeAddress(address)) },
});
const way = (...steps: object[]) => ({ parents: 0, interior: { [`X${steps.length}`]: steps } });
const coins = (units: bigint) => ({ id: HERE, fun: { Fungible: units } });

interface Over {
  version?: 'V4' | 'V5';
  to?: object[];
  assets?: object[];
  network?: number;
}

/** A cross-chain call: its kind, its recipient, its network. */
const over = (
  make: Make,
  name: string,
  { version = 'V4', to = [account(BOB)], assets = [coins(3n * HALF)], network = TOKENS }: Over = {},
): Call =>
  make('XcmPallet', name, [
    { [version]: way(para(network)) },
    { [version]: way(...to) },
    { [version]: assets },
    0,
    'Unlimited',
  ]);
const hands = (name: string, how?: Over) => transaction((make) => over(make, name, how));

/** An XCM program that runs for the account: sends all its assets to Bob. */
const program = {
  V4: [
    { WithdrawAsset: [coins(COIN)] },
    { DepositAsset: { assets: { Wild: 'All' }, beneficiary: way(account(BOB)) } },
  ],
};
const executes = (make: Make) => make('XcmPallet', 'execute', [program, WEIGHT]);

export const across: readonly Row[] = [
  {
    name: 'A payment in another coin',
    says: 'Pays 1.5 RDOT to Bob.',
    risk: 'review',
    ask: transaction((make) => pays(make, 3n * HALF)),
  },
  {
    name: 'Over to another network',
    says: 'Teleports 1.5 RDOT to Bob on the network 1000 (XCM).',
    risk: 'review',
    ask: hands('limited_teleport_assets'),
  },
  {
    name: 'Over, and kept here for it',
    says: 'Reserves 1.5 RDOT here; Eve gets as much on the network 2034.',
    risk: 'review',
    ask: hands('limited_reserve_transfer_assets', { to: [account(EVE)], network: OTHER }),
  },
  {
    name: 'Over, in whichever way there is',
    says: 'transferAssets, in the newest version of the language.',
    risk: 'review',
    ask: hands('transfer_assets', { version: 'V5' }),
  },
  {
    name: 'A token goes over',
    says: 'Another network’s token 1984, by its place there.',
    risk: 'review',
    ask: hands('transfer_assets', {
      network: OTHER,
      assets: [
        {
          id: way(para(TOKENS), { PalletInstance: 50 }, { GeneralIndex: 1_984 }),
          fun: { Fungible: 5 },
        },
      ],
    }),
  },
  {
    name: 'Over, in a batch',
    says: 'Pays 0.5 RDOT to Eve here, and hands 1.5 over to Bob.',
    risk: 'review',
    ask: transaction((make) =>
      together(make, [pays(make, HALF, EVE), over(make, 'limited_teleport_assets')]),
    ),
  },
  {
    name: 'Over, and then further',
    says: 'To an account behind a second network: which one it is there nobody can say here.',
    risk: 'warning',
    ask: hands('transfer_assets', { to: [para(THIRD), account(BOB)] }),
  },
  {
    name: 'A message for another network',
    says: 'Sends instructions (send): what they do there is not read here.',
    risk: 'warning',
    ask: calls('XcmPallet', 'send', { V4: way(para(TOKENS)) }, { V4: [{ ClearOrigin: null }] }),
  },
  {
    name: 'Instructions for this network',
    says: 'execute: it carries out whatever stands in them, in the account’s name.',
    risk: 'critical',
    ask: transaction(executes),
  },
  {
    name: 'Instructions behind a payment',
    says: 'The second of two calls executes.',
    risk: 'critical',
    ask: transaction((make) => together(make, [pays(make, 1n), executes(make)])),
  },
];
