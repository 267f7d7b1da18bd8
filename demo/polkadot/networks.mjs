// What the demo's networks of polkadot are made of: the first block of each, its metadata, its coin. Shared by their nodes and the tests.
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
  // one that hands things over to others: pallets of XCM, and a prefix of its own
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

/** Some are kept with their length before them. */
function metadataOf(name) {
  const { default: hex } = createRequire(import.meta.url)(`@polkadot/types-support/metadata/${name}-hex`);
  return `0x${hex.slice(hex.indexOf('6d657461'))}`;
}
const numberBytes = (number) => new Uint8Array(new Uint32Array([number]).buffer);

/** A network by its name. */
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

    /** As the runtime gives its metadata of a version (a u32): whether there is some, its length, its bytes. */
    metadataAt: (input) => {
      const bytes = hexToU8a(answer);
      // behind four letters
      if (input !== u8aToHex(numberBytes(bytes[4]))) return '0x00';
      return u8aToHex(new Uint8Array([1, ...compactAddLength(bytes)]));
    },
    chain: `polkadot:${genesis.slice(2, 34)}`,

    /** The hash of a block, by its number: nothing is in them but the number. */
    hashOf: (number) =>
      number === 0
        ? genesis
        : u8aToHex(blake2AsU8a(new Uint8Array([...hexToU8a(genesis), ...numberBytes(number)]))),

    /** What a wallet is asked to sign: a call of this account at this number of its transactions; `more`: what is otherwise. */
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

    /** The extrinsic of a payload and its signature, as a network takes it. */
    extrinsicOf(payload, signature) {
      const extrinsic = registry.createType('Extrinsic', { method: payload.method }, { version: 4 });
      extrinsic.addSignature(payload.address, signature, payload);
      return extrinsic.toHex();
    },
  };
}
