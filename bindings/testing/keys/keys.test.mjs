// @vitest-environment node
// What the kit's keys sign, read by other implementations: viem's verification, tweetnacl, cosmjs, @polkadot, bip322-js and bitcoinjs-message.
import { makeSignDoc as directDoc, makeSignBytes } from '@cosmjs/proto-signing';
import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import { cryptoWaitReady, decodeAddress, signatureVerify } from '@polkadot/util-crypto';
import { Verifier } from 'bip322-js';
import bitcoinMessage from 'bitcoinjs-message';
import nacl from 'tweetnacl';
import { parseTransaction, recoverTransactionAddress, verifyMessage } from 'viem';
import { expect, test } from 'vitest';
import { accountOf } from '../../../demo/cosmos/layout.mjs';
import { callOf, payloadOf, registry } from '../../../demo/polkadot/layout.mjs';
import { BitcoinKey, NETWORKS } from './bitcoin.mjs';
import { aminoBytes, cosmosKey, directBytes, wordsOf } from './cosmos';
import { ethereumKey } from './ethereum';
import { payloadBytes, PolkadotKey } from './polkadot';
import { solanaKey } from './solana.mjs';

test('signs messages and transactions with an Ethereum key @10.21', async () => {
  const key = ethereumKey('account 1');
  expect(ethereumKey('account 2').address).not.toBe(key.address);
  const signature = await key.signMessage({ message: 'Hello' });
  expect(await verifyMessage({ address: key.address, message: 'Hello', signature })).toBe(true);
  const to = ethereumKey('account 2').address;
  const sends = { type: 'eip1559', chainId: 5, nonce: 3, to, value: 7n, gas: 21000n, maxFeePerGas: 2n };
  const raw = await key.signTransaction(sends);
  expect(parseTransaction(raw)).toMatchObject({ chainId: 5, nonce: 3, value: 7n });
  expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(key.address);
});

test('signs bytes with a solana key @10.21', () => {
  const { publicKey, sign } = solanaKey('account 1');
  const words = Buffer.from('Hello');
  expect(nacl.sign.detached.verify(words, sign(words), publicKey)).toBe(true);
});

test('signs messages in both forms with a bitcoin key @10.21', () => {
  for (const [kind, chain] of [
    ['p2wpkh', 'bip122:000000000019d6689c085ae165831e93'],
    ['p2tr', 'bip122:000000000019d6689c085ae165831e93'],
  ]) {
    const key = new BitcoinKey('account 1', kind, chain);
    const whole = Buffer.from(key.signMessage('Hello', 'bip322')).toString('base64');
    expect(Verifier.verifySignature(key.address, 'Hello', whole), kind).toBe(true);
  }
  const key = new BitcoinKey('account 1', 'p2wpkh');
  const older = Buffer.from(key.signMessage('Hello', 'ecdsa'));
  expect(bitcoinMessage.verify('Hello', key.address, older, undefined, true)).toBe(true);
  expect(Object.keys(NETWORKS)).toHaveLength(3);
});

test('signs amino, direct and text documents with a cosmos key @10.21', () => {
  const { key, address, sign } = cosmosKey('account 1', 'demo');
  expect({ key, address }).toMatchObject({
    key: accountOf('account 1').key,
    address: accountOf('account 1').address,
  });
  const isSigned = (bytes, { signature }) =>
    Secp256k1.verifySignature(
      Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64')),
      sha256(bytes),
      key,
    );
  const fee = { gas: '200000', amount: [{ denom: 'udatom', amount: '500' }] };
  const messages = [{ type: 'cosmos-sdk/MsgSend', value: { to: 'b', from: 'a <&> é', amount: [] } }];
  const amino = makeSignDoc(messages, fee, 'demo-1', 'memo', 7, 2);
  expect(Buffer.from(aminoBytes(amino))).toEqual(Buffer.from(serializeSignDoc(amino)));
  expect(isSigned(serializeSignDoc(amino), sign(aminoBytes(amino)))).toBe(true);
  for (const number of [0, 7, 300_000]) {
    const document = directDoc(Uint8Array.of(1, 2), new Uint8Array(200).fill(9), 'demo-1', number);
    const { bodyBytes, authInfoBytes, chainId, accountNumber } = document;
    const bytes = directBytes({ bodyBytes, authInfoBytes, chainId, accountNumber });
    expect(Buffer.from(bytes), String(number)).toEqual(Buffer.from(makeSignBytes(document)));
    expect(isSigned(makeSignBytes(document), sign(bytes))).toBe(true);
  }
  const words = makeSignDoc(
    [{ type: 'sign/MsgSignData', value: { signer: address, data: Buffer.from('Hello').toString('base64') } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  );
  expect(isSigned(serializeSignDoc(words), sign(aminoBytes(wordsOf(address, 'Hello'))))).toBe(true);
});

test.each(['ed25519', 'sr25519', 'ecdsa'])(
  'signs bytes and transactions with a polkadot key of kind %s @10.21',
  async (kind) => {
    await cryptoWaitReady();
    const key = new PolkadotKey(kind, 'account 1', 42);
    expect(u8aToHex(decodeAddress(key.address))).toBe(u8aToHex(key.account));
    const raw = key.signRaw(u8aToHex(Buffer.from('Hello')));
    const wrapped = u8aWrapBytes(Buffer.from('Hello'));
    expect(signatureVerify(wrapped, raw, key.address)).toMatchObject({ isValid: true, crypto: kind });
    for (const words of ['short', 'long '.repeat(80)])
      for (const [nonce, tip] of [
        [0, 0],
        [70, 20_000],
        [70_000, 5_000_000_000_000],
      ]) {
        const call = callOf('System', 'remark', [words]);
        const payload = payloadOf(key.address, call, nonce, {
          tip: registry.createType('Compact<u128>', tip).toHex(),
        });
        const written = registry.createType('ExtrinsicPayload', payload, { version: 4 });
        const bytes = written.toU8a({ method: true });
        expect(u8aToHex(payloadBytes(payload))).toBe(u8aToHex(bytes));
        const signature = key.signPayload(payload);
        const message = bytes.length > 256 ? registry.hash(bytes) : bytes;
        expect(signatureVerify(message, `0x${signature.slice(4)}`, key.address).isValid).toBe(true);
        expect(hexToU8a(signature)[0]).toBe(['ed25519', 'sr25519', 'ecdsa'].indexOf(kind));
      }
  },
);
