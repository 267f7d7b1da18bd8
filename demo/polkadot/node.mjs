// A node of one of the demo's Polkadot networks: JSON-RPC over HTTP, with a real network's metadata and an in-memory ledger. `node
// demo/polkadot/node.mjs --port 8550` starts the first network, `--network relay` another (networks.mjs); it prints "ready" once it
// responds. For tests, it also has `/__faults`, `/__reset`, `/__give` and `/__demo` (demo/README.md).
import { cryptoWaitReady } from '@polkadot/util-crypto';
import { givenPort } from '../node/http.mjs';
import { RpcError, serveRpc } from '../node/rpc.mjs';
import { Ledger, Refused } from './ledger.mjs';
import { addressOf, WORDS } from './keys.mjs';
import { networkOf, TRANSACTION_VERSION } from './networks.mjs';

const BLOCK_MS = 2_000;

await cryptoWaitReady();
const named = process.argv.indexOf('--network');
const network = networkOf(named < 0 ? 'demo' : process.argv[named + 1]);
const { name, spec, symbol, decimals, prefix, genesis, hashOf, specVersion, metadata, metadataAt } = network;
const ledger = new Ledger(network);

const bad = (what) => new RpcError(-32602, `Invalid params: ${what}`);

const number = (hash) => {
  for (let block = ledger.block; block >= 0; block--) if (hashOf(block) === hash) return block;
  return null;
};

/** TABLE: its methods. */
const methods = {
  system_chain: () => name,
  system_name: () => 'wallet-modal demo',
  system_properties: () => ({ ss58Format: prefix, tokenDecimals: [decimals], tokenSymbol: [symbol] }),
  system_accountNextIndex: ([address]) => ledger.account(address).nonce,
  state_getRuntimeVersion: () => ({
    specName: spec,
    implName: 'wallet-modal-demo',
    specVersion,
    transactionVersion: TRANSACTION_VERSION,
    apis: [],
  }),
  state_getMetadata: () => metadata,
  state_call: ([name, input]) => {
    if (name !== 'Metadata_metadata_at_version') throw bad('no such call');
    return metadataAt(input);
  },
  state_getStorage: ([key]) => {
    if (typeof key !== 'string' || !/^0x([\da-f]{2})*$/i.test(key)) throw bad('no key');
    return ledger.stored(key.toLowerCase());
  },
  chain_getBlockHash: ([block = ledger.block]) => (block > ledger.block ? null : hashOf(Number(block))),
  chain_getFinalizedHead: () => hashOf(Math.max(0, ledger.block - 2)),
  chain_getHeader: ([hash]) => {
    const block = hash == null ? ledger.block : number(hash);
    if (block === null) return null;
    const none = `0x${'00'.repeat(32)}`;
    const parentHash = block ? hashOf(block - 1) : none;
    return {
      number: `0x${block.toString(16)}`,
      parentHash,
      stateRoot: none,
      extrinsicsRoot: none,
      digest: { logs: [] },
    };
  },
  author_submitExtrinsic: ([hex]) => {
    try {
      return ledger.submit(hex);
    } catch (error) {
      const why = error instanceof Refused ? error.message : 'Could not decode';
      throw new RpcError(1010, 'Invalid Transaction', why);
    }
  },
};

/** TABLE: controls for tests. */
const controls = {
  '/__give': ({ address, units }) => void ledger.give(address, BigInt(units)),
  '/__demo': () => ({ genesis, accounts: WORDS.map(addressOf) }),
};

setInterval(() => void (ledger.block += 1), BLOCK_MS);
serveRpc(givenPort(), methods, controls);
