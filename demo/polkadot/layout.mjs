// What the demo's network of polkadot is made of: its first block, its keys, its metadata. Shared by its node and the tests.
import { createRequire } from 'node:module';
import { hexToU8a, stringToU8a, u8aToHex } from '@polkadot/util';
import { blake2AsU8a, ed25519PairFromSeed, encodeAddress } from '@polkadot/util-crypto';
import { createHash } from 'node:crypto';
import { builderOf } from './payload.mjs';

/** The hash of the first block: letters, so that nobody takes it for a network's; the first half is the reference of the chain's id. */
export const GENESIS = u8aToHex(stringToU8a('demo-polkadot-01, the first block'.slice(0, 32)));
export const CHAIN = `polkadot:${GENESIS.slice(2, 34)}`;
export const PREFIX = 42;
export const DECIMALS = 12;
export const TRANSACTION_VERSION = 2;
/** accounts that have coins from the start */
export const WORDS = ['account 1', 'account 2'];

/** The seed of a word's key; demo/wallets/polkadot.js makes the same. */
export const seedOf = (word) =>
  new Uint8Array(createHash('sha256').update(`wallet-modal demo polkadot ${word}`).digest());
export const pairOf = (word) => ed25519PairFromSeed(seedOf(word));
export const addressOf = (word) => encodeAddress(pairOf(word).publicKey, PREFIX);

/** The metadata of a Substrate node as @polkadot/types-support has it (version 14); some are kept with their length before them. */
function metadata() {
  const load = createRequire(import.meta.url);
  const { default: hex } = load('@polkadot/types-support/metadata/v14/substrate-hex');
  return `0x${hex.slice(hex.indexOf('6d657461'))}`;
}
export const METADATA = metadata();

const built = builderOf(METADATA, { ss58Format: PREFIX, tokenDecimals: DECIMALS, tokenSymbol: 'DDOT' });
export const { registry, callOf } = built;
const constant = (pallet, name) =>
  registry.metadata.pallets
    .find((one) => one.name.eq(pallet))
    .constants.find((one) => one.name.eq(name))
    .value.toU8a(true);
export const SPEC_VERSION = registry
  .createType('RuntimeVersionPre3', constant('System', 'Version'))
  .specVersion.toNumber();

/** The hash of a block, by its number: nothing is in them but the number. */
export const hashOf = (number) =>
  number === 0
    ? GENESIS
    : u8aToHex(blake2AsU8a(new Uint8Array([...hexToU8a(GENESIS), ...numberBytes(number)])));
const numberBytes = (number) => new Uint8Array(new Uint32Array([number]).buffer);

/** What a wallet is asked to sign: a call of this account at this number of its transactions; `more`: what is otherwise. */
export const payloadOf = (address, call, nonce = 0, more = {}) => ({
  ...built.payloadOf(address, call, {
    nonce,
    genesisHash: GENESIS,
    specVersion: SPEC_VERSION,
    transactionVersion: TRANSACTION_VERSION,
    block: 0,
    blockHash: GENESIS,
  }),
  ...more,
});

/** The extrinsic of a payload and its signature, as a network takes it. */
export function extrinsicOf(payload, signature) {
  const extrinsic = registry.createType('Extrinsic', { method: payload.method }, { version: 4 });
  extrinsic.addSignature(payload.address, signature, payload);
  return extrinsic.toHex();
}
