// The first of the demo's Polkadot networks and the keys of all, for the tests.
import { networkOf } from './networks.mjs';

export { addressOf, pairOf, PREFIX, seedOf, WORDS } from './keys.mjs';
export { TRANSACTION_VERSION } from './networks.mjs';
export const {
  genesis: GENESIS,
  chain: CHAIN,
  specVersion: SPEC_VERSION,
  registry,
  callOf,
  hashOf,
  payloadOf,
  extrinsicOf,
} = networkOf('demo');
