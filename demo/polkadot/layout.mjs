// The first of the demo's networks of polkadot and the keys of all of them, as the tests have them.
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
