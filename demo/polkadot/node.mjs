// The demo's polkadot node: JSON-RPC over HTTP on this machine, with the metadata of a real network and a ledger in memory.
// `node demo/polkadot/node.mjs --port 8550`; it says "ready" once it answers. Tests have `/__faults`, `/__reset`, `/__give` and `/__demo` beside
// it (demo/README.md).
import { createServer } from 'node:http';
import { cryptoWaitReady } from '@polkadot/util-crypto';
import { Ledger, Refused } from './ledger.mjs';
import {
  addressOf,
  DECIMALS,
  GENESIS,
  hashOf,
  METADATA,
  PREFIX,
  SPEC_VERSION,
  TRANSACTION_VERSION,
  WORDS,
} from './layout.mjs';

const BLOCK_MS = 2_000;
const BODY_BYTES_MAX = 1_000_000;

await cryptoWaitReady();
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
const ledger = new Ledger();
/** method -> the faults of its next calls: `{error}`, `"hang"`, `{result}` */
const faults = new Map();

class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}
const bad = (what) => new RpcError(-32602, `Invalid params: ${what}`);

const number = (hash) => {
  for (let block = ledger.block; block >= 0; block--) if (hashOf(block) === hash) return block;
  return null;
};

/** TABLE: what it answers. */
const methods = {
  system_chain: () => 'Demo Polkadot',
  system_name: () => 'wallet-modal demo',
  system_properties: () => ({ ss58Format: PREFIX, tokenDecimals: [DECIMALS], tokenSymbol: ['DDOT'] }),
  system_accountNextIndex: ([address]) => ledger.account(address).nonce,
  state_getRuntimeVersion: () => ({
    specName: 'node',
    implName: 'wallet-modal-demo',
    specVersion: SPEC_VERSION,
    transactionVersion: TRANSACTION_VERSION,
    apis: [],
  }),
  state_getMetadata: () => METADATA,
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

async function answered({ id = null, method, params = [] }) {
  const fault = (faults.get(method) ?? []).shift();
  try {
    if (fault === 'hang') return await new Promise(() => {});
    if (fault?.error) throw new RpcError(fault.error.code, fault.error.message, fault.error.data);
    if (fault && 'result' in fault) return { jsonrpc: '2.0', id, result: fault.result };
    if (!Object.hasOwn(methods, method)) throw new RpcError(-32601, 'Method not found');
    return { jsonrpc: '2.0', id, result: methods[method](params) };
  } catch (error) {
    const code = error instanceof RpcError ? error.code : -32603;
    return { jsonrpc: '2.0', id, error: { code, message: error.message, data: error.data } };
  }
}

/** TABLE: what tests ask for beside the RPC. */
const controls = {
  '/__faults': ({ method, faults: next }) => void faults.set(method, [...next]),
  '/__reset': () => faults.clear(),
  '/__give': ({ address, units }) => void ledger.give(address, BigInt(units)),
  '/__demo': () => ({ genesis: GENESIS, accounts: WORDS.map(addressOf) }),
};

const server = createServer((request, response) => {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'content-type': 'application/json',
  };
  const say = (status, body) => {
    response.writeHead(status, headers);
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  if (request.method === 'OPTIONS') return say(204);
  if (request.method !== 'POST') return say(405);
  const pieces = [];
  let length = 0;
  request.on('data', (piece) => {
    length += piece.length;
    if (length <= BODY_BYTES_MAX) pieces.push(piece);
  });
  request.on('end', async () => {
    try {
      if (length > BODY_BYTES_MAX) return say(413);
      const body = JSON.parse(Buffer.concat(pieces).toString() || '{}');
      if (Object.hasOwn(controls, request.url)) return say(200, controls[request.url](body) ?? {});
      say(200, Array.isArray(body) ? await Promise.all(body.map(answered)) : await answered(body));
    } catch (error) {
      say(400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: error.message } });
    }
  });
});

setInterval(() => void (ledger.block += 1), BLOCK_MS);
server.listen(port, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${port}`));
