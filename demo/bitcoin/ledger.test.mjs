// @vitest-environment node
// The demo's ledger of bitcoin against transactions that @scure/btc-signer signs, and messages that bitcoinjs-message and bip322-js verify.
import { Verifier } from 'bip322-js';
import bitcoinMessage from 'bitcoinjs-message';
import { describe, expect, test } from 'vitest';
import { Ledger } from './ledger.mjs';
import { BitcoinKey, KINDS, MAINNET, toBase64 } from './layout.mjs';

const TWO = new BitcoinKey('account 2').address;

describe('a payment', () => {
  test.each(KINDS.filter((kind) => kind !== 'p2tr'))(
    'of %s is taken once, with its own signature alone',
    (kind) => {
      const ledger = new Ledger();
      const key = new BitcoinKey('account 1', kind);
      const before = ledger.coinsOf(TWO).length;
      const coins = ledger.coinsOf(key.address);
      const raw = kind === 'p2pkh' ? legacy(ledger, key, coins) : key.pay(coins, TWO, 30_000n);
      const txid = ledger.submit(raw);
      expect(ledger.submit(raw)).toBe(txid);
      expect(ledger.coinsOf(TWO)).toHaveLength(before + 1);
      expect(ledger.written(ledger.found(txid))).toMatchObject({
        txid,
        fee: 300,
        vout: [{ scriptpubkey_address: TWO, value: 30_000 }, { scriptpubkey_address: key.address }],
        status: { confirmed: false },
      });
      expect(ledger.statsOf(TWO).mempool_stats.funded_txo_sum).toBe(30_000);
      ledger.mine();
      expect(ledger.statusOf(ledger.found(txid))).toMatchObject({ confirmed: true, block_height: 101 });
      for (const at of [raw.length - 20, raw.length - 60]) {
        const other = new Ledger();
        const bent = raw.slice();
        bent[at] ^= 1;
        expect(() => other.submit(bent)).toThrow();
      }
    },
  );

  test('spends a taproot output, and a higher fee replaces it until it is in a block', () => {
    const ledger = new Ledger();
    const key = new BitcoinKey('account 1', 'p2tr');
    const coins = ledger.coinsOf(key.address);
    const pay = (fee) => key.pay(coins, TWO, 5_000n, { fee });
    const first = ledger.submit(pay(300n));
    expect(() => ledger.submit(pay(250n))).toThrow('insufficient fee');
    const second = ledger.submit(pay(400n));
    expect([ledger.found(first), !!ledger.found(second)]).toEqual([undefined, true]);
    ledger.mine();
    expect(() => ledger.submit(pay(500n))).toThrow('missingorspent');
    expect(() => ledger.submit(pay(500n).subarray(1))).toThrow('decode');
  });
});

/** With the whole transaction before, as inputs before segwit want it. */
function legacy(ledger, key, coins) {
  const whole = coins.map((coin) => ({ ...coin, raw: ledger.found(coin.txid).raw }));
  return key.pay(whole, TWO, 30_000n);
}

describe('a message', () => {
  test.each(['p2pkh', 'p2sh', 'p2wpkh'])('verifies a signature of %s in the older format', (kind) => {
    const key = new BitcoinKey('account 1', kind, MAINNET);
    const signature = Buffer.from(key.signMessage('hello, ü', 'ecdsa'));
    expect(bitcoinMessage.verify('hello, ü', key.address, signature.toString('base64'), null, true)).toBe(
      true,
    );
    expect(bitcoinMessage.verify('hello', key.address, signature.toString('base64'), null, true)).toBe(false);
  });

  test.each(['p2sh', 'p2wpkh', 'p2tr'])('verifies a signature of %s by BIP-322', (kind) => {
    const key = new BitcoinKey('account 1', kind, MAINNET);
    const signature = toBase64(key.signMessage('hello, ü', 'bip322'));
    expect(Verifier.verifySignature(key.address, 'hello, ü', signature)).toBe(true);
    expect(Verifier.verifySignature(key.address, 'hello', signature)).toBe(false);
  });
});
