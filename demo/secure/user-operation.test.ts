// @vitest-environment node
// A user operation is what its data says and nothing else: read strictly, decoded whole, packed as the entry point has it.
import { concatHex, getAddress, zeroAddress } from 'viem';
import { encodeExecuteData } from 'viem/experimental/erc7821';
import { describe, expect, it } from 'vitest';
import { callsOf, dataGas, encodeCalls, pack, readOperation, STUB, unpack } from './user-operation';

const SENDER = getAddress('0x00000000000000000000000000000000000000a1');
const TO = getAddress('0x00000000000000000000000000000000000000b2');
const callData = encodeExecuteData({
  calls: [
    { to: TO, value: 7n },
    { to: TO, data: '0x1234' },
  ],
});
const good = { sender: SENDER, callData, nonce: '0x5', signature: '0x', factory: null };

describe('a user operation', () => {
  it('is read without the fields that the page leaves to the wallet', () => {
    expect(readOperation(good)).toEqual({ sender: SENDER, callData, nonce: 5n });
  });

  it.each([
    ['is missing', null],
    ['sender is no address', { ...good, sender: '0x12' }],
    ['callData must be hex', { ...good, callData: '0x123' }],
    ['nonce must be a hex quantity', { ...good, nonce: 5 }],
    ['callGasLimit is too large', { ...good, callGasLimit: `0x1${'0'.repeat(32)}` }],
    ['factory and factoryData belong together', { ...good, factory: TO }],
    ['No paymaster', { ...good, paymaster: TO, paymasterData: '0x' }],
    ['version 0.7', { ...good, initCode: '0x' }],
    ['eip7702Auth is not known', { ...good, eip7702Auth: {} }],
  ])('is refused: %s', (text, given) => {
    expect(() => readOperation(given)).toThrow(text);
  });

  it('has the calls of a batch in the encoding of common libraries', () => {
    expect(callsOf({ sender: SENDER, callData })).toEqual([
      { to: TO, value: 7n, data: '0x' },
      { to: TO, value: 0n, data: '0x1234' },
    ]);
    expect(callsOf({ sender: SENDER, callData: '0x' })).toEqual([]);
  });

  it('has the account instead of the placeholder address', () => {
    const own = encodeCalls([{ to: zeroAddress, value: 1n, data: '0x' }]);
    expect(callsOf({ sender: SENDER, callData: own })[0]!.to).toBe(SENDER);
  });

  it('is rejected if its data is not such a batch', () => {
    const withMore = encodeExecuteData({ calls: [{ to: TO }], opData: '0x12' });
    for (const other of ['0x12345678', concatHex([callData, '0x00']), withMore] as const)
      expect(() => callsOf({ sender: SENDER, callData: other })).toThrow('is no batch of calls');
  });

  it('survives packing and unpacking', () => {
    const whole = {
      sender: SENDER,
      nonce: 5n,
      factory: TO,
      factoryData: '0xabcd',
      callData,
      callGasLimit: 1n,
      verificationGasLimit: 2n,
      preVerificationGas: 3n,
      maxFeePerGas: 4n,
      maxPriorityFeePerGas: 5n,
      signature: STUB,
    } as const;
    expect(unpack(pack(whole))).toEqual({
      ...whole,
      nonce: '0x5',
      callGasLimit: '0x1',
      verificationGasLimit: '0x2',
      preVerificationGas: '0x3',
      maxFeePerGas: '0x4',
      maxPriorityFeePerGas: '0x5',
    });
    const plain = { ...whole, factory: undefined, factoryData: undefined };
    expect(unpack(pack(plain))).not.toHaveProperty('factory');
  });

  it('pays for its bytes', () => {
    expect(dataGas('0x000100')).toBe(21_000n + 4n + 16n + 4n);
  });
});
