// The demo's Bitcoin node: Esplora's REST API over an in-memory ledger. `node demo/bitcoin/node.mjs --port 8551`; it prints "ready" once
// it responds. It also has POST controls for tests, and the keys of the demo's wallet, because browsers lack secp256k1 (demo/README.md).
import { givenPort, serve } from '../node/http.mjs';
import { Ledger, Refused, scriptOf } from './ledger.mjs';
import { BitcoinKey, CHAIN, KINDS, toBase64, toHex, WORDS } from './layout.mjs';

const BLOCK_MS = 10_000;

const ledger = new Ledger();
/** the first part of a path -> the faults of its next calls: `{status, body}`, `"hang"`, for a broadcast `"drop"` */
const faults = new Map();

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function address(text) {
  try {
    scriptOf(text);
    return text;
  } catch {
    throw new HttpError(400, 'Invalid Bitcoin address');
  }
}
function transaction(txid) {
  const found = /^[\da-f]{64}$/.test(txid) && ledger.found(txid);
  if (!found) throw new HttpError(404, 'Transaction not found');
  return found;
}

/** TABLE: GET requests by the parts of their path. A string is sent unchanged. */
function read([what, name, more]) {
  if (what === 'blocks' && name === 'tip') return more === 'hash' ? ledger.tip() : `${ledger.height}`;
  if (what === 'fee-estimates') return { 1: 8.1, 2: 5, 3: 4.2, 6: 3, 144: 1, 1008: 1 };
  if (what === 'address' && !more) return ledger.statsOf(address(name));
  if (what === 'address' && more === 'utxo') return ledger.coinsOf(address(name));
  if (what === 'address' && more === 'txs')
    return ledger.transactionsOf(address(name)).map((one) => ledger.written(one));
  if (what === 'tx' && !more) return ledger.written(transaction(name));
  if (what === 'tx' && more === 'hex') return toHex(transaction(name).raw);
  if (what === 'tx' && more === 'status') return ledger.statusOf(transaction(name));
  throw new HttpError(404, 'Not found');
}

function sent(hex, fault) {
  if (!/^([\da-f]{2})+$/i.test(hex)) throw new HttpError(400, 'Invalid hex string');
  const raw = Uint8Array.from(Buffer.from(hex, 'hex'));
  if (fault === 'drop') return '00'.repeat(32);
  return ledger.submit(raw);
}

/** The demo wallet's key of an address. */
function keyOf(of) {
  for (const word of WORDS)
    for (const kind of KINDS) {
      const key = new BitcoinKey(word, kind);
      if (key.address === of) return key;
    }
  throw new HttpError(400, 'No key for this address');
}

/** TABLE: controls for tests and the demo's wallet. */
const controls = {
  faults: ({ path, faults: next }) => void faults.set(path, [...next]),
  reset: () => faults.clear(),
  give: ({ address: of, sats }) => ({ txid: ledger.give(address(of), BigInt(sats)) }),
  mine: ({ blocks = 1 }) => ledger.mine(blocks),
  demo: () => ({
    chain: CHAIN,
    accounts: WORDS.map((word) =>
      KINDS.map((kind) => {
        const { address: of, publicKeyHex } = new BitcoinKey(word, kind);
        return { address: of, publicKey: publicKeyHex, addressType: kind };
      }),
    ),
  }),
  message: ({ address: of, message, protocol }) => ({
    signature: toBase64(keyOf(of).signMessage(message, protocol)),
  }),
  psbt: ({ psbt, signInputs }) => {
    let bytes = Uint8Array.from(Buffer.from(psbt, 'base64'));
    for (const [of, indexes] of Object.entries(signInputs)) bytes = keyOf(of).signPsbt(bytes, indexes);
    return { psbt: toBase64(bytes) };
  },
  pay: ({ from, to, sats }) => {
    const raw = keyOf(from).pay(ledger.coinsOf(from), address(to), BigInt(sats));
    return { txid: ledger.submit(raw) };
  },
};

async function answered(method, parts, body) {
  const [first] = parts;
  if (method === 'POST' && first?.startsWith('__') && Object.hasOwn(controls, first.slice(2)))
    return controls[first.slice(2)](JSON.parse(body || '{}')) ?? {};
  const fault = (faults.get(first) ?? []).shift();
  if (fault === 'hang') return new Promise(() => {});
  if (fault?.status) throw new HttpError(fault.status, fault.body ?? '');
  if (Object.hasOwn(Object(fault), 'body')) return fault.body;
  if (method === 'GET') return read(parts);
  if (method === 'POST' && first === 'tx' && parts.length === 1) return sent(body.trim(), fault);
  throw new HttpError(405, 'Method not allowed');
}

setInterval(() => ledger.mine(), BLOCK_MS);
serve(givenPort(), async (method, { pathname }, text) => {
  const say = (status, body) => [status, body, typeof body === 'string' ? 'text/plain' : 'application/json'];
  try {
    return say(200, await answered(method, pathname.split('/').filter(Boolean), text));
  } catch (error) {
    if (error instanceof Refused)
      return say(
        400,
        `sendrawtransaction RPC error: ${JSON.stringify({ code: -26, message: error.message })}`,
      );
    return say(error.status ?? 400, error.message);
  }
});
