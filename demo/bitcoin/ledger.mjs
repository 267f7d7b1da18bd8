// The demo's Bitcoin ledger: coins in memory. A transaction is valid only if the key of each spent coin signed its input (single keys:
// P2WPKH, also in P2SH, P2PKH, taproot key path). A later transaction with a higher fee replaces one that isn't in a block.
import * as btc from '@scure/btc-signer';
import * as utils from '@scure/btc-signer/utils.js';
import { BitcoinKey, idOf, KINDS, REGTEST, toHex, WORDS } from './layout.mjs';
import { isSigned, same, withoutWitness } from './signed.mjs';

const COIN = 100_000_000n;
const DUST = 294n;

export class Refused extends Error {}

const asm = (script) => toHex(script);

export function addressOf(script) {
  try {
    return btc.Address(REGTEST).encode(btc.OutScript.decode(script));
  } catch {
    return undefined;
  }
}

export function scriptOf(address) {
  return btc.OutScript.encode(btc.Address(REGTEST).decode(address));
}

const blockHash = (height) => toHex(utils.sha256x2(Buffer.from(`demo bitcoin ${height}`)));

export class Ledger {
  height = 100;
  /** txid -> {raw, transaction, prevouts, height, time_s} */
  #transactions = new Map();
  /** `txid:vout` -> {txid, vout, value, script}; and the transaction that spends it */
  #coins = new Map();
  #spentBy = new Map();
  #count = 0;

  constructor() {
    for (const word of WORDS)
      for (const kind of KINDS) {
        const { address } = new BitcoinKey(word, kind);
        this.give(address, kind === 'p2tr' ? 10_000n : COIN);
        if (kind !== 'p2tr') this.give(address, COIN / 2n);
      }
  }

  /** Adds this amount at an address, in a block. */
  give(address, sats) {
    const script = scriptOf(address);
    const raw = btc.RawTx.encode({
      version: 2,
      segwitFlag: false,
      inputs: [
        {
          txid: new Uint8Array(32),
          index: 0xffffffff,
          finalScriptSig: Buffer.from(`demo ${(this.#count += 1)}`),
          sequence: 0xffffffff,
        },
      ],
      outputs: [{ amount: BigInt(sats), script }],
      lockTime: 0,
    });
    return this.#keep(raw, btc.RawTx.decode(raw), [null], this.height);
  }

  #keep(raw, transaction, prevouts, height) {
    const txid = transaction.segwitFlag ? idOf(withoutWitness(transaction)) : idOf(raw);
    const time_s = Math.floor(Date.now() / 1000);
    this.#transactions.set(txid, { txid, raw, transaction, prevouts, height, time_s });
    transaction.outputs.forEach(({ amount, script }, vout) =>
      this.#coins.set(`${txid}:${vout}`, { txid, vout, value: amount, script }),
    );
    for (const coin of prevouts) if (coin) this.#spentBy.set(`${coin.txid}:${coin.vout}`, txid);
    return txid;
  }

  /** Accepts a transaction like a node: returns its ID, or a node's error. */
  submit(raw) {
    let transaction;
    try {
      transaction = btc.RawTx.decode(raw);
    } catch {
      throw new Refused('TX decode failed');
    }
    const txid = idOf(withoutWitness(transaction));
    if (this.#transactions.has(txid)) return txid;
    const names = transaction.inputs.map(({ txid, index }) => `${toHex(txid)}:${index}`);
    if (!names.length || new Set(names).size !== names.length) throw new Refused('bad-txns-inputs-duplicate');
    const prevouts = names.map((name) => this.#coins.get(name));
    if (prevouts.includes(undefined)) throw new Refused('bad-txns-inputs-missingorspent');
    const sum = (list, of) => list.reduce((all, one) => all + of(one), 0n);
    const spent = sum(prevouts, ({ value }) => value);
    const paid = sum(transaction.outputs, ({ amount }) => amount);
    if (paid > spent) throw new Refused('bad-txns-in-belowout');
    if (transaction.outputs.some(({ amount, script }) => amount < DUST && script[0] !== 0x6a))
      throw new Refused('dust');
    const fee = spent - paid;
    if (fee < BigInt(raw.length) / 10n) throw new Refused('min relay fee not met');
    prevouts.forEach((coin, index) => {
      if (!isSigned(raw, transaction, index, coin, prevouts))
        throw new Refused(
          'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)',
        );
    });
    for (const rival of new Set(names.map((name) => this.#spentBy.get(name)).filter(Boolean))) {
      const other = this.#transactions.get(rival);
      if (other.height !== null) throw new Refused('bad-txns-inputs-missingorspent');
      if (this.feeOf(other) >= fee) throw new Refused('insufficient fee, rejecting replacement');
    }
    for (const name of names) if (this.#spentBy.has(name)) this.#forget(this.#spentBy.get(name));
    return this.#keep(raw, transaction, prevouts, null);
  }

  /** Removes a replaced transaction and everything that spends it. */
  #forget(txid) {
    const gone = this.#transactions.get(txid);
    if (!gone) return;
    this.#transactions.delete(txid);
    gone.transaction.outputs.forEach((_, vout) => {
      const name = `${txid}:${vout}`;
      if (this.#spentBy.has(name)) this.#forget(this.#spentBy.get(name));
      this.#coins.delete(name);
    });
    for (const coin of gone.prevouts) if (coin) this.#spentBy.delete(`${coin.txid}:${coin.vout}`);
  }

  mine(blocks = 1) {
    for (let block = 0; block < blocks; block++) {
      this.height += 1;
      for (const one of this.#transactions.values()) if (one.height === null) one.height = this.height;
    }
  }

  found(txid) {
    return this.#transactions.get(txid);
  }

  feeOf({ prevouts, transaction }) {
    if (prevouts.includes(null)) return 0n;
    const spent = prevouts.reduce((sum, { value }) => sum + value, 0n);
    return transaction.outputs.reduce((rest, { amount }) => rest - amount, spent);
  }

  statusOf({ height, time_s }) {
    return height === null
      ? { confirmed: false }
      : { confirmed: true, block_height: height, block_hash: blockHash(height), block_time: time_s };
  }

  tip() {
    return blockHash(this.height);
  }

  /** Newest first. */
  transactionsOf(address) {
    const script = scriptOf(address);
    const is = (output) => output && same(output.script, script);
    return [...this.#transactions.values()]
      .filter(({ prevouts, transaction }) => prevouts.some(is) || transaction.outputs.some(is))
      .reverse();
  }

  coinsOf(address) {
    const script = scriptOf(address);
    return [...this.#coins.values()]
      .filter((coin) => same(coin.script, script) && !this.#spentBy.has(`${coin.txid}:${coin.vout}`))
      .map(({ txid, vout, value }) => ({
        txid,
        vout,
        value: Number(value),
        status: this.statusOf(this.#transactions.get(txid)),
      }));
  }

  /** The received and spent amounts of an address: confirmed and pending. */
  statsOf(address) {
    const script = scriptOf(address);
    const of = (isConfirmed) => {
      const stats = {
        funded_txo_count: 0,
        funded_txo_sum: 0,
        spent_txo_count: 0,
        spent_txo_sum: 0,
        tx_count: 0,
      };
      for (const one of this.transactionsOf(address)) {
        if ((one.height !== null) !== isConfirmed) continue;
        stats.tx_count += 1;
        for (const output of one.transaction.outputs)
          if (same(output.script, script)) {
            stats.funded_txo_count += 1;
            stats.funded_txo_sum += Number(output.amount);
          }
        for (const coin of one.prevouts)
          if (coin && same(coin.script, script)) {
            stats.spent_txo_count += 1;
            stats.spent_txo_sum += Number(coin.value);
          }
      }
      return stats;
    };
    return { address, chain_stats: of(true), mempool_stats: of(false) };
  }

  /** In Esplora's format. */
  written(one) {
    const { txid, raw, transaction, prevouts } = one;
    const output = ({ script, amount, value }) => ({
      scriptpubkey: asm(script),
      scriptpubkey_address: addressOf(script),
      value: Number(amount ?? value),
    });
    const bare = withoutWitness(transaction).length;
    return {
      txid,
      version: transaction.version,
      locktime: transaction.lockTime,
      vin: transaction.inputs.map((input, index) => ({
        txid: toHex(input.txid),
        vout: input.index,
        prevout: prevouts[index] ? output(prevouts[index]) : null,
        scriptsig: toHex(input.finalScriptSig),
        witness: (transaction.witnesses?.[index] ?? []).map(toHex),
        is_coinbase: !prevouts[index],
        sequence: input.sequence,
      })),
      vout: transaction.outputs.map(output),
      size: raw.length,
      weight: bare * 3 + raw.length,
      fee: Number(this.feeOf(one)),
      status: this.statusOf(one),
    };
  }
}
