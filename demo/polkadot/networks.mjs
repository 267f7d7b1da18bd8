// The demo's Polkadot networks: genesis block, metadata and coin of each. Shared by their nodes and the tests.
import { createRequire } from 'node:module';
import { compactAddLength, hexToU8a, stringToU8a, u8aToHex } from '@polkadot/util';
import { blake2AsU8a } from '@polkadot/util-crypto';
import { builderOf } from './payload.mjs';

/**
 * TABLE: the networks, by the name that node.mjs is started with. `first`: how the hash of the first block begins, in letters, so that nobody takes
 * it for a network's; it is the reference of the chain's id (demo/services/src/networks.rs has the same). `metadata`: of a real network, as
 * @polkadot/types-support has it; `prefix`, of its addresses, is what stands there too.
 */
const NETWORKS = {
  demo: {
    name: 'Demo Polkadot',
    first: 'demo-polkadot-01',
    metadata: 'v14/substrate',
    spec: 'node',
    symbol: 'DDOT',
    decimals: 12,
    prefix: 42,
  },
  // a network with cross-chain transfers: XCM pallets, and its own prefix
  relay: {
    name: 'Demo Relay',
    first: 'demo-polkadot-02',
    metadata: 'v15/polkadot',
    spec: 'polkadot',
    symbol: 'RDOT',
    decimals: 10,
    prefix: 0,
  },
};
export const TRANSACTION_VERSION = 2;

/** Some are stored with a length prefix. */
function metadataOf(name) {
  const { default: hex } = createRequire(import.meta.url)(`@polkadot/types-support/metadata/${name}-hex`);
  return `0x${hex.slice(hex.indexOf('6d657461'))}`;
}
const numberBytes = (number) => new Uint8Array(new Uint32Array([number]).buffer);

/** A network by name. */
export function networkOf(of) {
  if (!Object.hasOwn(NETWORKS, of)) throw new Error(`There is no network ${of}`);
  const { name, first, metadata, spec, symbol, decimals, prefix } = NETWORKS[of];
  const genesis = u8aToHex(stringToU8a(`${first}, the first block`.slice(0, 32)));
  const answer = metadataOf(metadata);
  const properties = { ss58Format: prefix, tokenDecimals: decimals, tokenSymbol: symbol };
  const { registry, callOf, ...built } = builderOf(answer, properties);
  const { constants } = registry.metadata.pallets.find((one) => one.name.eq('System'));
  const version = constants.find((one) => one.name.eq('Version')).value.toU8a(true);
  const specVersion = registry.createType('RuntimeVersionPre3', version).specVersion.toNumber();

  return {
    name,
    spec,
    symbol,
    decimals,
    prefix,
    genesis,
    specVersion,
    registry,
    callOf,
    metadata: answer,

    /** The runtime's metadata of a version (a u32): an option, its length, its bytes. */
    metadataAt: (input) => {
      const bytes = hexToU8a(answer);
      // after a four-letter magic number
      if (input !== u8aToHex(numberBytes(bytes[4]))) return '0x00';
      return u8aToHex(new Uint8Array([1, ...compactAddLength(bytes)]));
    },
    chain: `polkadot:${genesis.slice(2, 34)}`,

    /** A block's hash, derived from its number, which is its only content. */
    hashOf: (number) =>
      number === 0
        ? genesis
        : u8aToHex(blake2AsU8a(new Uint8Array([...hexToU8a(genesis), ...numberBytes(number)]))),

    /** The payload to sign: a call of this account with this nonce; `more` overrides fields. */
    payloadOf: (address, call, nonce = 0, more = {}) => ({
      ...built.payloadOf(address, call, {
        nonce,
        genesisHash: genesis,
        specVersion,
        transactionVersion: TRANSACTION_VERSION,
        block: 0,
        blockHash: genesis,
      }),
      ...more,
    }),

    /** The extrinsic of a payload and its signature. */
    extrinsicOf(payload, signature) {
      const extrinsic = registry.createType('Extrinsic', { method: payload.method }, { version: 4 });
      extrinsic.addSignature(payload.address, signature, payload);
      return extrinsic.toHex();
    },
  };
}
