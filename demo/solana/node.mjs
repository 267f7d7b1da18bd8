// The demo's Solana node: JSON-RPC over HTTP, like a cluster's node, over an in-memory ledger. `node demo/solana/node.mjs --port 8549`;
// it prints "ready" once it responds. For tests, it also has `/__faults`, `/__give` and `/__pass` (demo/README.md).
import { givenPort } from '../node/http.mjs';
import { RpcError, serveRpc } from '../node/rpc.mjs';
import { ACCOUNTS, Ledger, TABLE, TOKENS } from './ledger.mjs';
import * as layout from './layout.mjs';

const SLOT_MS = 400;
const GENESIS = 'Demo1111111111111111111111111111111111111111';

const ledger = new Ledger();

const bad = (what) => new RpcError(-32602, `Invalid param: ${what}`);

const at = (value) => ({ context: { apiVersion: '2.2.0', slot: ledger.slot }, value });
function address(text) {
  try {
    if (Buffer.from(layout.keyOf(text)).length === 32) return text;
  } catch {
    // reported below
  }
  throw bad('WrongSize');
}
const bytesOf = (text, encoding) => {
  if (typeof text !== 'string') throw bad('not a text');
  return Uint8Array.from(encoding === 'base64' ? Buffer.from(text, 'base64') : layout.keyOf(text));
};
function transactionOf(text, encoding) {
  const bytes = bytesOf(text, encoding);
  if (bytes.length > 1232)
    throw bad(`base64 encoded solana_transaction too large: ${bytes.length} bytes (max: 1232)`);
  try {
    layout.readTransaction(bytes);
  } catch (error) {
    throw bad(`failed to deserialize: ${error.message}`);
  }
  return bytes;
}

/** A parsed token account, if requested. */
function parsed(data, program) {
  const holding = layout.readHolding(data);
  if (!holding) return null;
  const { decimals } = TOKENS.find(({ mint }) => mint === holding.mint) ?? { decimals: 0 };
  const ui = Number(holding.amount) / 10 ** decimals;
  return {
    program: program === layout.TOKEN ? 'spl-token' : 'spl-token-2022',
    parsed: {
      type: 'account',
      info: {
        mint: holding.mint,
        owner: holding.owner,
        state: holding.state,
        isNative: holding.isNative,
        tokenAmount: { amount: `${holding.amount}`, decimals, uiAmount: ui, uiAmountString: `${ui}` },
      },
    },
    space: data.length,
  };
}

function written(account, { encoding = 'base64', dataSlice } = {}) {
  if (!account) return null;
  const { lamports, owner, executable } = account;
  let data = Buffer.from(account.data);
  const space = data.length;
  const words = encoding === 'jsonParsed' && parsed(data, owner);
  if (dataSlice) data = data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
  return {
    lamports: Number(lamports),
    data: words || [data.toString('base64'), 'base64'],
    owner,
    executable,
    rentEpoch: 18446744073709552000,
    space,
  };
}

/** TABLE: its methods. */
const methods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.2.0', 'feature-set': 0 }),
  getGenesisHash: () => GENESIS,
  getSlot: () => ledger.slot,
  getBlockHeight: () => ledger.slot,
  getFirstAvailableBlock: () => 0,
  getEpochInfo: () => ({
    absoluteSlot: ledger.slot,
    blockHeight: ledger.slot,
    epoch: 0,
    slotIndex: ledger.slot,
    slotsInEpoch: 432_000,
    transactionCount: null,
  }),
  getRecentPrioritizationFees: () => [],
  getBalance: ([of]) => at(Number(ledger.account(address(of))?.lamports ?? 0n)),
  getAccountInfo: ([of, options]) => at(written(ledger.account(address(of)), options)),
  getMultipleAccounts: ([all, options]) => {
    if (!Array.isArray(all) || all.length > 100) throw bad('Too many inputs provided; max 100');
    return at(all.map((of) => written(ledger.account(address(of)), options)));
  },
  getTokenAccountsByOwner: ([owner, filter, options]) => {
    if (!filter?.mint === !filter?.programId) throw bad('mint or programId');
    return at(
      ledger.holdings(address(owner), filter).map(({ address: pubkey }) => ({
        pubkey,
        account: written(ledger.account(pubkey), options),
      })),
    );
  },
  getMinimumBalanceForRentExemption: ([bytes]) => ledger.rent(bytes),
  getLatestBlockhash: () => at(ledger.blockhash()),
  isBlockhashValid: ([blockhash]) => at(ledger.isFresh(blockhash)),
  getFeeForMessage: ([text]) => {
    try {
      const read = layout.readMessage(bytesOf(text, 'base64'));
      return at(ledger.isFresh(read.blockhash) ? layout.feeOf(read) : null);
    } catch (error) {
      throw bad(error.message);
    }
  },
  simulateTransaction: ([text, options = {}]) => {
    const bytes = transactionOf(text, options.encoding);
    if (options.sigVerify && options.replaceRecentBlockhash)
      throw bad('sigVerify may not be used with replaceRecentBlockhash');
    const { err, logs, unitsConsumed, after } = ledger.simulate(bytes, options);
    const wanted = options.accounts?.addresses;
    const now = (of) => (err ? ledger.account(of) : (after.get(of) ?? ledger.account(of)));
    return at({
      err,
      logs,
      unitsConsumed,
      returnData: null,
      innerInstructions: null,
      accounts: wanted ? wanted.map((of) => written(now(address(of)), options.accounts)) : null,
      ...(options.replaceRecentBlockhash ? { replacementBlockhash: ledger.blockhash() } : {}),
    });
  },
  sendTransaction: ([text, options = {}], fault) => {
    const bytes = transactionOf(text, options.encoding);
    if (options.minContextSlot > ledger.slot)
      throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: ledger.slot });
    const { signature } = layout.readTransaction(bytes);
    if (fault === 'drop') return signature;
    if (!options.skipPreflight && !ledger.found(signature)) {
      const { err, logs, unitsConsumed } = ledger.simulate(bytes, { sigVerify: true });
      if (err) {
        const message = `Transaction simulation failed: ${typeof err === 'string' ? err : JSON.stringify(err)}`;
        throw new RpcError(-32002, message, { err, logs, unitsConsumed, accounts: null });
      }
    }
    // A transaction sent without preflight might never be in a block, but the node responds anyway.
    ledger.send(bytes);
    return signature;
  },
  getSignatureStatuses: ([all]) => at(all.map((signature) => ledger.status(signature))),
  getSignaturesForAddress: ([of, { limit = 1000, before, until } = {}]) => {
    const all = ledger
      .signaturesOf(address(of))
      .filter(([signature]) => ledger.status(signature).confirmationStatus !== 'processed');
    const place = (signature, otherwise) => {
      const at = signature ? all.findIndex(([one]) => one === signature) : -1;
      return at < 0 ? otherwise : at;
    };
    return all
      .slice(place(before, -1) + 1, place(until, all.length))
      .slice(0, limit)
      .map(([signature, { slot, err, time_s: blockTime }]) => ({
        signature,
        slot,
        err,
        memo: null,
        blockTime,
        confirmationStatus: ledger.status(signature).confirmationStatus,
      }));
  },
  getTransaction: ([signature]) => {
    const found = ledger.found(signature);
    if (!found || ledger.status(signature).confirmationStatus === 'processed') return null;
    const { slot, transaction, version, time_s: blockTime, meta } = found;
    return { slot, blockTime, version, transaction: [transaction, 'base64'], meta };
  },
  requestAirdrop: ([of, lamports]) => ledger.airdrop(address(of), lamports),
};

/** TABLE: controls for tests. */
const controls = {
  '/__give': ({ owner, mint, amount }) => ({ account: ledger.give(address(owner), mint, BigInt(amount)) }),
  '/__pass': ({ slots }) => ledger.pass(slots),
  '/__demo': () => ({ accounts: ACCOUNTS, tokens: TOKENS, table: TABLE }),
};

setInterval(() => ledger.pass(), SLOT_MS);
serveRpc(givenPort(), methods, controls);
