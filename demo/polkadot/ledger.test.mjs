// The demo's ledger of polkadot against extrinsics that @polkadot/types signs.
import { compactFromU8a, hexToU8a, u8aToHex } from '@polkadot/util';
import {
  cryptoWaitReady,
  encodeAddress,
  sr25519PairFromSeed,
  secp256k1PairFromSeed,
  blake2AsU8a,
  sr25519Sign,
  secp256k1Sign,
  ed25519Sign,
} from '@polkadot/util-crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addressOf, pairOf, PREFIX } from './keys.mjs';
import { Ledger } from './ledger.mjs';
import { networkOf } from './networks.mjs';

const demo = networkOf('demo');
const { callOf, hashOf, registry } = demo;
const COIN = 10n ** 12n;
const ONE = addressOf('account 1');
const TWO = addressOf('account 2');

/** Signed by whom, with what stands beside the call. */
function signed(method, signer, sign, { nonce = 0, on = demo, ...more } = {}) {
  const payload = on.payloadOf(signer, method, nonce, more);
  const bytes = on.registry.createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true });
  return on.extrinsicOf(payload, u8aToHex(sign(bytes.length > 256 ? blake2AsU8a(bytes) : bytes)));
}
const byOne = (bytes) => new Uint8Array([0, ...ed25519Sign(bytes, pairOf('account 1'))]);

beforeAll(() => cryptoWaitReady());

describe('a transfer', () => {
  const transfer = (units = COIN) => callOf('Balances', 'transfer_keep_alive', [TWO, units]);

  test('moves coins once, and costs a fee', () => {
    const ledger = new Ledger(demo);
    const hex = signed(transfer(), ONE, byOne);
    expect(ledger.submit(hex)).toMatch(/^0x[\da-f]{64}$/);
    expect(ledger.account(TWO).free).toBe(1_001n * COIN);
    expect(ledger.account(ONE).free).toBe(999n * COIN - COIN / 80n);
    expect(() => ledger.submit(hex)).toThrow('outdated');
    expect(() => ledger.submit(signed(transfer(), ONE, byOne, { nonce: 2 }))).toThrow('future');
  });

  test.each(['sr25519', 'ecdsa'])('accepts a signature of a %s key too', (kind) => {
    const ledger = new Ledger(demo);
    const seed = new Uint8Array(32).fill(7);
    const pair = kind == 'ecdsa' ? secp256k1PairFromSeed(seed) : sr25519PairFromSeed(seed);
    const key = kind == 'ecdsa' ? blake2AsU8a(pair.publicKey) : pair.publicKey;
    const address = encodeAddress(key, PREFIX);
    ledger.give(address, 10n * COIN);
    const sign = (bytes) =>
      kind == 'ecdsa'
        ? new Uint8Array([2, ...secp256k1Sign(bytes, pair, 'blake2')])
        : new Uint8Array([1, ...sr25519Sign(bytes, pair)]);
    ledger.submit(signed(transfer(), address, sign));
    expect(ledger.account(TWO).free).toBe(1_001n * COIN);
  });

  test('is rejected with another version, network or key, or after its end', () => {
    const ledger = new Ledger(demo);
    const refused = (more, sign = byOne) =>
      expect(() => ledger.submit(signed(transfer(), ONE, sign, more))).toThrow('bad signature');
    refused({ specVersion: demo.specVersion + 1 });
    refused({ genesisHash: `0x${'11'.repeat(32)}` });
    refused({}, (bytes) => new Uint8Array([0, ...ed25519Sign(bytes, pairOf('account 2'))]));
    const era = registry.createType('ExtrinsicEra', { current: 1, period: 4 }).toHex();
    ledger.block = 2;
    ledger.submit(signed(transfer(), ONE, byOne, { era, blockHash: hashOf(1) }));
    ledger.block = 40;
    refused({ era, blockHash: hashOf(1), nonce: 1 });
  });

  test('moves no frozen coins, and a batch moves each', () => {
    const ledger = new Ledger(demo);
    ledger.submit(signed(transfer(990n * COIN), ONE, byOne));
    expect(ledger.account(TWO).free).toBe(1_000n * COIN);
    const all = callOf('Utility', 'batch_all', [
      [transfer(), transfer(), transfer(), transfer(), transfer(), transfer(), transfer(), transfer()],
    ]);
    ledger.submit(signed(all, ONE, byOne, { nonce: 1, tip: COIN }));
    expect(ledger.account(TWO).free).toBe(1_008n * COIN);
  });
});

test('returns an account’s state by its key, and nothing for another key', () => {
  const ledger = new Ledger(demo);
  const prefix = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9';
  const key = u8aToHex(pairOf('account 1').publicKey).slice(2);
  const hash = u8aToHex(blake2AsU8a(hexToU8a(`0x${key}`), 128)).slice(2);
  const info = registry.createType('FrameSystemAccountInfo', ledger.stored(`0x${prefix}${hash}${key}`));
  expect(info.data.toJSON()).toMatchObject({ reserved: Number(5n * COIN), frozen: Number(20n * COIN) });
  expect(ledger.stored(`0x${prefix}${'00'.repeat(16)}${key}`)).toBe(null);
  expect(ledger.stored('0x00')).toBe(null);
});

test('accepts a transaction for the network that handed over to it, and others reject it', () => {
  const relay = networkOf('relay');
  const ledger = new Ledger(relay);
  const [here, coin] = [{ parents: 0, interior: 'Here' }, 10n ** 10n];
  const to = (step) => ({ V4: { parents: 0, interior: { X1: [step] } } });
  const id = u8aToHex(pairOf('account 2').publicKey);
  const call = relay.callOf('XcmPallet', 'limited_teleport_assets', [
    to({ Parachain: 1_000 }),
    to({ AccountId32: { network: null, id } }),
    { V4: [{ id: here, fun: { Fungible: coin } }] },
    0,
    'Unlimited',
  ]);
  const hex = signed(call, ONE, byOne, { on: relay });
  ledger.submit(hex);
  expect(ledger.account(ONE)).toMatchObject({ nonce: 1, free: 1_000n * coin - coin / 80n });
  expect(() => new Ledger(demo).submit(hex)).toThrow();
});

test('returns the metadata of a version as a runtime does, and of no other version', () => {
  const at = (network, version) => network.metadataAt(u8aToHex(new Uint8Array([version, 0, 0, 0])));
  const relay = networkOf('relay');
  const given = hexToU8a(at(relay, 15));
  const [head, length] = compactFromU8a(given.subarray(1));
  expect([given[0], length.toNumber()]).toEqual([1, given.length - 1 - head]);
  expect(u8aToHex(given.subarray(1 + head))).toBe(relay.metadata);
  expect([at(relay, 14), at(demo, 15)]).toEqual(['0x00', '0x00']);
});
