// The demo's ledger of cosmos against transactions that cosmjs signs.
import { makeSignDoc, Secp256k1Wallet } from '@cosmjs/amino';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { describe, expect, test } from 'vitest';
import { accountOf, CHAIN_ID, DENOM, directOf, FEE, IBC_DENOM, PREFIX, rawOf, sendOf } from './layout.mjs';
import { Ledger } from './ledger.mjs';

const ONE = accountOf('account 1');
const TWO = accountOf('account 2');
const has = (ledger, { address }, denom = DENOM) => ledger.account(address).coins.get(denom) ?? 0n;

async function direct(ledger, { more, by = ONE, ...otherwise } = {}) {
  const { number, sequence } = { ...ledger.account(ONE.address), ...otherwise };
  const document = directOf(
    ONE.key,
    [sendOf(ONE.address, TWO.address, 1_000_000)],
    { number, sequence },
    more,
  );
  const wallet = await DirectSecp256k1Wallet.fromKey(by.secret, PREFIX);
  const { signature } = await wallet.signDirect(by.address, document);
  return rawOf(document, signature.signature);
}

describe('a transfer', () => {
  test('signed directly (protobuf) moves coins once, and costs a fee', async () => {
    const ledger = new Ledger();
    const bytes = await direct(ledger);
    expect(ledger.taken.get(ledger.submit(bytes))).toMatchObject({ code: 0 });
    expect([has(ledger, ONE), has(ledger, TWO)]).toEqual([998_999_500n, 1_001_000_000n]);
    expect(() => ledger.submit(bytes)).toThrow('already exists');
    expect(() => ledger.submit(rawOf(directOf(ONE.key, [], { number: 1, sequence: 1 }), ''))).toThrow();
  });

  test('signed as amino does the same', async () => {
    const ledger = new Ledger();
    const { number, sequence } = ledger.account(ONE.address);
    const value = {
      from_address: ONE.address,
      to_address: TWO.address,
      amount: [{ denom: IBC_DENOM, amount: '7' }],
    };
    const document = makeSignDoc(
      [{ type: 'cosmos-sdk/MsgSend', value }],
      FEE,
      CHAIN_ID,
      'by amino',
      number,
      sequence,
    );
    const wallet = await Secp256k1Wallet.fromKey(ONE.secret, PREFIX);
    const { signature } = await wallet.signAmino(ONE.address, document);
    const send = [sendOf(ONE.address, TWO.address, 7, IBC_DENOM)];
    const mode = SignMode.SIGN_MODE_LEGACY_AMINO_JSON;
    const of = directOf(ONE.key, send, { number, sequence }, { mode, memo: 'by amino' });
    ledger.submit(rawOf(of, signature.signature));
    expect(has(ledger, TWO, IBC_DENOM)).toBe(7n);
    const other = directOf(ONE.key, send, { number, sequence: 1 }, { mode, memo: 'another' });
    expect(() => ledger.submit(rawOf(other, signature.signature))).toThrow('verification failed');
  });

  test('signed for another chain, account number, sequence or key is rejected', async () => {
    const ledger = new Ledger();
    for (const [more, says] of [
      [{ more: { chainId: 'demo-cosmos-2' } }, 'verification failed'],
      [{ number: 9 }, 'verification failed'],
      [{ sequence: 1 }, 'sequence mismatch'],
      [{ by: TWO }, 'verification failed'],
    ]) {
      const bytes = await direct(ledger, more);
      expect(() => ledger.submit(bytes), says).toThrow(says);
    }
    expect(has(ledger, ONE)).toBe(1_000_000_000n);
  });
});
