// @vitest-environment node
// The ledger of the demo's solana network: real programs, and a node's own rules around them.
import { beforeEach, describe, expect, test } from 'vitest';
import bs58 from './base58.mjs';
import * as layout from './layout.mjs';
import { ACCOUNTS, Ledger, MINTER, TABLE, TOKENS } from './ledger.mjs';

const [ONE, TWO] = ACCOUNTS;
const { sign } = layout.keyPairOf('account 1');

/** A legacy transaction of one instruction: the first account pays and signs; those that are only read come last. */
function transaction(blockhash, accounts, program, data) {
  const keys = [...accounts, program].map((address) => bs58.decode(address));
  const message = Buffer.concat([
    Buffer.from([1, 0, accounts.isRead ? 2 : 1, keys.length]),
    ...keys,
    bs58.decode(blockhash),
    Buffer.from([1, keys.length - 1, accounts.order.length, ...accounts.order, data.length]),
    data,
  ]);
  const signature = sign(message);
  return Uint8Array.from(Buffer.concat([Buffer.from([1]), signature, message]));
}
const amount = (lamports) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(lamports));
  return bytes;
};
const coins = (blockhash, lamports) =>
  transaction(
    blockhash,
    Object.assign([ONE, TWO], { order: [0, 1] }),
    layout.SYSTEM,
    Buffer.concat([Buffer.from([2, 0, 0, 0]), amount(lamports)]),
  );

let ledger;
beforeEach(() => {
  ledger = new Ledger();
});
const balance = (address) => Number(ledger.account(address).lamports);
const held = (address, owner) =>
  layout.readHolding(ledger.account(layout.associated(owner, address)).data).amount;

describe('a transaction', () => {
  test('is executed once, costs its fee, and is confirmed and final by its age', () => {
    const bytes = coins(ledger.blockhash().blockhash, 1_000_000);
    const { signature } = ledger.send(bytes);
    expect([balance(ONE), balance(TWO)]).toEqual([99_998_995_000, 100_001_000_000]);
    expect(ledger.status(signature)).toMatchObject({ confirmationStatus: 'processed', err: null });
    ledger.pass(2);
    expect(ledger.status(signature).confirmationStatus).toBe('confirmed');
    ledger.pass(6);
    expect(ledger.status(signature).confirmationStatus).toBe('finalized');
    expect(ledger.send(bytes)).toEqual({ signature });
    expect(balance(TWO)).toBe(100_001_000_000);
    expect(ledger.found(signature).meta).toMatchObject({ fee: 5000, err: null });
    const later = ledger.send(coins(ledger.blockhash().blockhash, 2_000_000));
    const names = (of) => ledger.signaturesOf(of).map(([one]) => one);
    expect(names(TWO)).toEqual([later.signature, signature]);
    expect(names(TABLE)).toEqual([]);
  });

  test('is rejected after its blockhash has expired, and not before', () => {
    const { blockhash, lastValidBlockHeight } = ledger.blockhash();
    ledger.pass(lastValidBlockHeight - ledger.slot);
    expect(ledger.send(coins(blockhash, 1))).toHaveProperty('signature');
    ledger.pass();
    expect(ledger.send(coins(blockhash, 2))).toEqual({ err: 'BlockhashNotFound' });
    expect(ledger.simulate(coins(blockhash, 2), {}).err).toBe('BlockhashNotFound');
    expect(ledger.simulate(coins(blockhash, 2), { replaceRecentBlockhash: true }).err).toBeNull();
  });

  test('fails with the program’s own reason, and with the network’s', () => {
    const tooMuch = coins(ledger.blockhash().blockhash, 10n ** 15n);
    expect(ledger.simulate(tooMuch, {}).err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    const forged = coins(ledger.blockhash().blockhash, 5);
    forged[5] ^= 1;
    expect(ledger.send(forged).err).toBe('SignatureFailure');
  });

  test('is simulated without execution, and returns the state afterwards', () => {
    const { err, after } = ledger.simulate(coins(ledger.blockhash().blockhash, 1_000_000), {});
    expect([err, Number(after.get(TWO).lamports), balance(TWO)]).toEqual([
      null,
      100_001_000_000,
      100_000_000_000,
    ]);
  });
});

describe('tokens of both programs', () => {
  test.each(TOKENS)('$symbol is moved, less its mint’s fee', (token) => {
    const accounts = Object.assign(
      [ONE, layout.associated(ONE, token), layout.associated(TWO, token), token.mint],
      { order: [1, 3, 2, 0], isRead: true },
    );
    const data = Buffer.concat([Buffer.from([12]), amount(2_000_000), Buffer.from([token.decimals])]);
    const before = held(token, TWO);
    const { blockhash } = ledger.blockhash();
    expect(ledger.send(transaction(blockhash, accounts, token.program, data))).toHaveProperty('signature');
    expect(held(token, TWO) - before).toBe(token.fee ? 1_980_000n : 2_000_000n);
  });

  test('are found by their owner, the program and the mint', () => {
    const mints = (filter) => ledger.holdings(ONE, filter).map(({ holding }) => holding.mint);
    expect(mints({ programId: layout.TOKEN })).toEqual([TOKENS[0].mint]);
    expect(mints({ programId: layout.TOKEN_2022 }).sort()).toEqual([TOKENS[1].mint, TOKENS[2].mint].sort());
    expect(mints({ mint: TOKENS[2].mint })).toEqual([TOKENS[2].mint]);
    expect(TOKENS.map(({ mint }) => layout.readDecimals(ledger.account(mint).data))).toEqual([6, 9, 6]);
  });

  test('have their names in the mint, or in Metaplex’s account', () => {
    for (const token of TOKENS) {
      const isOlder = token.program === layout.TOKEN;
      const { address } = layout.called({ ...token, authority: MINTER });
      const { data, owner } = ledger.account(isOlder ? address : token.mint);
      expect(owner).toBe(isOlder ? layout.METADATA : layout.TOKEN_2022);
      for (const word of [token.name, token.symbol]) expect(Buffer.from(data).includes(word)).toBe(true);
    }
  });

  test('can be minted to any account that a test names', () => {
    ledger.give(TABLE, TOKENS[0].mint, 7n);
    ledger.give(TABLE, TOKENS[0].mint, 5n);
    expect(held(TOKENS[0], TABLE)).toBe(12n);
  });
});

test('fees are 5,000 lamports per signature, and the price of the units', () => {
  const of = (kind, size, value) => {
    const data = Buffer.alloc(1 + size);
    data[0] = kind;
    if (size === 4) data.writeUInt32LE(value, 1);
    else data.writeBigUInt64LE(BigInt(value), 1);
    return { program: 'ComputeBudget111111111111111111111111111111', data };
  };
  const other = { program: layout.SYSTEM, data: Buffer.alloc(4) };
  expect(layout.feeOf({ signatures: 2, instructions: [other] })).toBe(10_000);
  expect(layout.feeOf({ signatures: 1, instructions: [of(3, 8, 1_000_000), other] })).toBe(205_000);
  expect(layout.feeOf({ signatures: 1, instructions: [of(3, 8, 3), of(2, 4, 1_000_001), other] })).toBe(
    5_004,
  );
});
