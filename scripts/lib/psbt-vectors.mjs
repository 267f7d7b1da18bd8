// Documents to be signed as @scure/btc-signer and bitcoinjs-lib write them, and the vectors of the standards (scripts/vectors.mjs psbt).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';

/** The test vectors of BIP-174, BIP-370 and BIP-371, from their documents in a folder. */
export function bips(folder) {
  const all = { valid: [], invalid: [], unsigned: [], lockTimes: [] };
  for (const number of ['174', '370', '371']) {
    const text = readFileSync(`${folder}/bip-0${number}.mediawiki`, 'utf8').split('==Test Vectors==')[1];
    let [list, lockTime, what] = [null, null, ''];
    for (const line of text.split('\n')) {
      if (line.startsWith('==Rationale')) break;
      if (/^The following are invalid/.test(line)) list = all.invalid;
      else if (/^The following are valid/.test(line)) list = all.valid;
      else if (/^Fails Signer/.test(line)) list = all.unsigned;
      else if (/^The timelock for the following/.test(line)) {
        list = all.lockTimes;
        lockTime = Number(/to be (\d+)/.exec(line)?.[1] ?? NaN);
      } else if (/^[A-Z=]/.test(line) && list == all.unsigned) list = null;
      what = /^\* Case: (.*)/.exec(line)?.[1] ?? what;
      const psbt = /Base64 String: *<pre>([^<]*)<\/pre>/.exec(line)?.[1];
      if (!psbt || !list) continue;
      const row = { what: `BIP-${number}: ${what.replace(/<\/?tt>/g, '')}`, psbt };
      if (list == all.lockTimes) row.lockTime = Number.isNaN(lockTime) ? null : lockTime;
      list.push(row);
    }
  }
  return all;
}

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const base64 = (bytes) => Buffer.from(bytes).toString('base64');

/** Documents with what each is to be read as; both libraries have to write the same transaction. */
export function documents(folder, next) {
  const { Psbt, Transaction } = createRequire(pathToFileURL(`${folder}/package.json`))('bitcoinjs-lib');
  const below = (limit) => next() % limit;
  const keys = Array.from({ length: 8 }, (_, i) => new Uint8Array(32).fill(i + 1));
  const kinds = {
    p2wpkh: (key, network) => btc.p2wpkh(pubECDSA(key), network),
    p2tr: (key, network) => btc.p2tr(pubSchnorr(key), undefined, network),
    p2pkh: (key, network) => btc.p2pkh(pubECDSA(key), network),
    'p2sh-p2wpkh': (key, network) => btc.p2sh(btc.p2wpkh(pubECDSA(key), network), network),
  };
  const names = Object.keys(kinds);
  /** Of the person the first four keys, each of one kind; of others the rest. */
  const pick = (isOwn, network) => {
    const at = below(4);
    const key = keys[isOwn ? at : 4 + at];
    return { key, name: names[at], ...kinds[names[at]](key, network) };
  };

  const document = (index) => {
    const network = index % 3 ? btc.NETWORK : btc.TEST_NETWORK;
    const version = { version: 2, allowUnknownOutputs: true, lockTime: below(2) ? 840_000 : 0 };
    const [first, second] = [
      new btc.Transaction(version),
      new btc.Transaction({ ...version, PSBTVersion: 2 }),
    ];
    const third = new Psbt();
    third.setVersion(2).setLocktime(version.lockTime);
    const asked = [];
    let [spent, all, back] = [0n, 0n, 0n];
    for (let i = 0; i <= below(4); i++) {
      const isOwn = !i || below(4) > 0;
      const payment = pick(isOwn, network);
      const amount = BigInt(20_000 + below(2 ** 31));
      const before = new Transaction();
      before.addInput(Buffer.alloc(32, index), i, 0xffffffff, Buffer.from([1, i]));
      before.addOutput(Buffer.from([0x51]), 7n);
      before.addOutput(payment.script, amount);
      // of a block, with its witness
      if (below(2)) before.setWitness(0, [Buffer.from([1, 2, 3])]);
      const sequence = below(2) ? 0xfffffffd : 0xffffffff;
      const input = { txid: before.getId(), index: 1, sequence, nonWitnessUtxo: hex(before.toBuffer()) };
      if (payment.name != 'p2pkh') input.witnessUtxo = { script: payment.script, amount };
      if (payment.redeemScript) input.redeemScript = payment.redeemScript;
      if (payment.tapInternalKey) input.tapInternalKey = payment.tapInternalKey;
      first.addInput(input);
      second.addInput(input);
      third.addInput({
        hash: before.getId(),
        index: 1,
        sequence,
        nonWitnessUtxo: before.toBuffer(),
        ...(input.witnessUtxo && { witnessUtxo: { script: payment.script, value: amount } }),
        ...(payment.redeemScript && { redeemScript: payment.redeemScript }),
        ...(payment.tapInternalKey && { tapInternalKey: payment.tapInternalKey }),
      });
      all += amount;
      if (!isOwn) continue;
      spent += amount;
      asked.push({ index: i, address: payment.address, key: payment.key });
    }
    const receivers = [];
    let paid = 0n;
    for (let i = 0; i <= below(5); i++) {
      const isOwn = below(3) == 0;
      const { script, address } = pick(isOwn, network);
      const amount = BigInt(below(3_000));
      for (const tx of [first, second]) tx.addOutput({ script, amount });
      third.addOutput({ script, value: amount });
      paid += amount;
      if (isOwn) back += amount;
      else receivers.push({ address, amount: Number(amount) });
    }
    if (hex(first.unsignedTx) != hex(third.data.globalMap.unsignedTx.toBuffer()))
      throw new Error(`${index}: two libraries, two transactions`);
    const signed = (tx, kind) => {
      const copy = btc.Transaction.fromPSBT(tx.toPSBT(), { allowUnknownOutputs: true });
      for (const { index: at, key } of asked) {
        if (kind) copy.updateInput(at, { sighashType: kind }, true);
        copy.signIdx(key, at, kind ? [kind] : undefined);
      }
      return copy;
    };
    const finished = signed(first);
    for (const { index: at } of asked) finished.finalizeIdx(at);
    return {
      network: index % 3 ? 'main' : 'test',
      psbts: [base64(first.toPSBT(0)), base64(second.toPSBT(2)), third.toBase64()],
      signInputs: asked.map(({ index: at, address }) => ({ index: at, address })),
      answers: [
        base64(signed(first).toPSBT(0)),
        base64(signed(second).toPSBT(2)),
        base64(finished.toPSBT(0)),
      ],
      // each input for itself: others may add theirs
      wrong: base64(signed(first, 0x81).toPSBT(0)),
      txid: Transaction.fromBuffer(Buffer.from(first.unsignedTx)).getId(),
      receivers,
      leaves: Number(spent - back),
      fee: Number(all - paid),
    };
  };
  const networks = { main: btc.NETWORK, test: btc.TEST_NETWORK };
  const own = Object.entries(networks).map(([name, network]) => [
    name,
    names.map((kind, i) => kinds[kind](keys[i], network).address),
  ]);
  const scripts = Object.entries(networks).flatMap(([name, network]) =>
    keys
      .flatMap((key) => [
        ...names.map((kind) => kinds[kind](key, network)),
        btc.p2wsh(btc.p2pk(pubECDSA(key), network), network),
        btc.p2sh(btc.p2ms(1, [pubECDSA(key)]), network),
      ])
      .map(({ address, script }) => ({ network: name, address, script: hex(script) })),
  );
  return {
    own: Object.fromEntries(own),
    scripts,
    documents: Array.from({ length: 40 }, (_, index) => document(index)),
  };
}
