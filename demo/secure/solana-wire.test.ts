// @vitest-environment node
// Solana's keys, messages and transactions, against published vectors.
import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { readTransaction, signerOf, signTransaction } from './solana-wire';

const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));

/** RFC 8032, section 7.1, test 2. */
const SECRET = hex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
const PUBLIC = hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
const SIGNED =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';

/** A payment of 1.5 SOL from the key above to thirty-two nines, by the layout of the Solana documents. */
function payment(version: number[] = []): Uint8Array<ArrayBuffer> {
  const lamports = new Uint8Array(new BigUint64Array([1_500_000_000n]).buffer);
  return new Uint8Array([
    ...[1, ...new Uint8Array(64)],
    ...version,
    ...[1, 0, 1],
    ...[3, ...PUBLIC, ...new Uint8Array(32).fill(9), ...new Uint8Array(32)],
    ...new Uint8Array(32).fill(7),
    ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, ...lamports],
    ...(version.length ? [0] : []),
  ]);
}

describe('a Solana key', () => {
  it('has the public key and the signature of RFC 8032', async () => {
    const signer = await signerOf(SECRET);
    expect(signer.address).toBe(base58.encode(PUBLIC));
    expect(await signer.sign(hex('72'))).toEqual(hex(SIGNED));
  });
});

describe('a Solana transaction', () => {
  it.each([
    ['old', []],
    ['versioned', [128]],
  ])('%s: is read whole and signed in its place', async (_kind, version) => {
    const [bytes, signer] = [payment(version), await signerOf(SECRET)];
    const { instructions, signers, message } = readTransaction(bytes);
    expect(signers).toEqual([signer.address]);
    expect(instructions).toHaveLength(1);
    expect(instructions[0]!.program).toBe('1'.repeat(32));
    expect(instructions[0]!.accounts).toEqual([signer.address, base58.encode(new Uint8Array(32).fill(9))]);
    const { signed, signature } = await signTransaction(bytes, signer);
    expect(signed.slice(1, 65)).toEqual(signature);
    expect(signed.slice(65)).toEqual(message);
    const key = await crypto.subtle.importKey('raw', PUBLIC, 'Ed25519', false, ['verify']);
    expect(await crypto.subtle.verify('Ed25519', key, signature, message)).toBe(true);
  });

  it('is read past each of its address tables', () => {
    const table = [...new Uint8Array(32).fill(4), 1, 0, 2, 1, 2];
    const bytes = new Uint8Array([...payment([128]).slice(0, -1), 2, ...table, ...table]);
    expect(readTransaction(bytes).instructions).toHaveLength(1);
    expect(() => readTransaction(bytes.slice(0, -table.length))).toThrow('cut off');
  });

  it('is rejected if it is cut off, continued, of another version or not ours', async () => {
    const bytes = payment();
    expect(() => readTransaction(bytes.slice(0, -1))).toThrow('cut off');
    expect(() => readTransaction(new Uint8Array([...bytes, 0]))).toThrow('follows');
    expect(() => readTransaction(payment([129]))).toThrow('version');
    expect(() => readTransaction(new Uint8Array([0, ...bytes.slice(65)]))).toThrow('signatures');
    await expect(signTransaction(bytes, await signerOf(new Uint8Array(32).fill(1)))).rejects.toThrow('none');
    expect(base64.encode(bytes)).toHaveLength(Math.ceil(bytes.length / 3) * 4);
  });
});
