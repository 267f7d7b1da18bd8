// The demo's Cosmos node: a network's REST API ("LCD") over an in-memory ledger. `node demo/cosmos/node.mjs --port 8551`; it prints
// "ready" once it responds. For tests, it also has `/__faults`, `/__reset`, `/__give` and `/__demo` (demo/README.md).
import { fromBase64, fromBech32 } from '@cosmjs/encoding';
import { givenPort, serve } from '../node/http.mjs';
import { accountOf, CHAIN_ID, IBC_DENOM, PREFIX, TRACE, WORDS } from './layout.mjs';
import { Ledger, Refused } from './ledger.mjs';

const BLOCK_MS = 2_000;
const ADDRESS_CHARS_MAX = 90;

const ledger = new Ledger();
/** the beginning of a path -> the faults of its next calls: `"hang"`, `{status, body}` */
const faults = new Map();

/** An error in the format of a network's gateway. */
class Problem extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

function known(address) {
  let prefix = null;
  try {
    ({ prefix } = fromBech32(address, ADDRESS_CHARS_MAX));
  } catch {
    // not an address
  }
  if (prefix !== PREFIX) throw new Problem(400, 3, `invalid address ${address}`);
  return ledger.account(address);
}
const page = (list) => ({ next_key: null, total: String(list.length) });
const coinsOf = (address) =>
  [...(known(address)?.coins ?? [])]
    .filter(([, units]) => units > 0n)
    .map(([denom, units]) => ({ denom, amount: String(units) }));

/** TABLE: GET requests by path. */
const reads = [
  [
    /^\/cosmos\/bank\/v1beta1\/balances\/([^/]+)$/,
    ([address]) => {
      const balances = coinsOf(address);
      return { balances, pagination: page(balances) };
    },
  ],
  [
    /^\/cosmos\/bank\/v1beta1\/balances\/([^/]+)\/by_denom$/,
    ([address], query) => {
      const denom = query.get('denom') ?? '';
      if (!denom) throw new Problem(400, 3, 'empty denom');
      return { balance: coinsOf(address).find((coin) => coin.denom === denom) ?? { denom, amount: '0' } };
    },
  ],
  [
    /^\/cosmos\/auth\/v1beta1\/accounts\/([^/]+)$/,
    ([address]) => {
      const of = known(address);
      if (!of) throw new Problem(404, 5, `account ${address} not found`);
      const account = {
        address,
        pub_key: null,
        account_number: String(of.number),
        sequence: String(of.sequence),
      };
      return { account: { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...account } };
    },
  ],
  [
    /^\/ibc\/apps\/transfer\/v1\/denom_traces\/([^/]+)$/,
    ([hash]) => {
      if (`ibc/${hash}` !== IBC_DENOM) throw new Problem(404, 5, `denomination trace not found: ${hash}`);
      return { denom_trace: TRACE };
    },
  ],
  [
    /^\/cosmos\/base\/tendermint\/v1beta1\/node_info$/,
    () => ({ default_node_info: { network: CHAIN_ID }, application_version: { name: 'demo' } }),
  ],
  [
    /^\/cosmos\/tx\/v1beta1\/txs\/([^/]+)$/,
    ([hash]) => {
      const tx_response = ledger.taken.get(hash.toUpperCase());
      if (!tx_response) throw new Problem(404, 5, `tx not found: ${hash}`);
      return { tx_response };
    },
  ],
];

/** A broadcast is accepted immediately, or rejected with a code. */
function submit({ tx_bytes }) {
  if (typeof tx_bytes !== 'string') throw new Problem(400, 3, 'invalid empty tx');
  try {
    return { tx_response: ledger.taken.get(ledger.submit(fromBase64(tx_bytes))) };
  } catch (error) {
    const code = error instanceof Refused ? error.code : 2;
    return { tx_response: { height: '0', txhash: '', code, raw_log: error.message } };
  }
}

/** TABLE: controls for tests. */
const controls = {
  '/__faults': ({ path, faults: next }) => void faults.set(path, [...next]),
  '/__reset': () => faults.clear(),
  '/__give': ({ address, units, denom }) => void ledger.give(address, BigInt(units), denom),
  '/__demo': () => ({ chainId: CHAIN_ID, accounts: WORDS.map((word) => accountOf(word).address) }),
};

async function answered(method, { pathname, searchParams }, body) {
  const fault = [...faults].find(([path, list]) => pathname.startsWith(path) && list.length)?.[1].shift();
  if (fault === 'hang') await new Promise(() => {});
  if (fault) return [fault.status, fault.body];
  try {
    if (method === 'POST' && pathname === '/cosmos/tx/v1beta1/txs') return [200, submit(body)];
    for (const [path, read] of method === 'GET' ? reads : []) {
      const found = path.exec(pathname);
      if (found) return [200, read(found.slice(1).map(decodeURIComponent), searchParams)];
    }
    throw new Problem(501, 12, 'Not Implemented');
  } catch (error) {
    const { status = 500, code = 13, message } = error;
    return [status, { code, message, details: [] }];
  }
}

setInterval(() => void (ledger.height += 1), BLOCK_MS);
serve(givenPort(), async (method, url, text) => {
  try {
    const body = JSON.parse(text || '{}');
    if (Object.hasOwn(controls, url.pathname)) return [200, controls[url.pathname](body) ?? {}];
    return await answered(method, url, body);
  } catch (error) {
    return [400, { code: 3, message: error.message, details: [] }];
  }
});
