// Solana accounts as bytes, in the layouts of its two token programs, and the parts of a transaction that a node reads.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';

export const SYSTEM = '11111111111111111111111111111111';
/** the name of a token program in node responses -> its address */
export const PROGRAMS = {
  'spl-token': 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'spl-token-2022': 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const;
export type TokenProgram = keyof typeof PROGRAMS;
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

const U64_MAX = (1n << 64n) - 1n;
/** The maximum size of a transaction. */
const TRANSACTION_BYTES_MAX = 1232;

/** The bytes of an address; throws if it is invalid. */
export function keyOf(address: unknown): Uint8Array {
  const key = base58.decode(String(address));
  if (key.length != 32) throw new Error(`${String(address)} is no address of solana`);
  return key;
}

const u64 = (value: bigint): Buffer => {
  if (value < 0n || value > U64_MAX) throw new RangeError(`${value} is no amount of a token`);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

/** A mint without a mint authority. */
export const mintBytes = (decimals: number): Uint8Array =>
  Buffer.concat([Buffer.alloc(36), u64(U64_MAX), Buffer.from([decimals, 1]), Buffer.alloc(36)]);

/** An initialized token account. */
export const holdingBytes = (mint: string, owner: string, amount: bigint): Uint8Array =>
  Buffer.concat([
    keyOf(mint),
    keyOf(owner),
    u64(amount),
    Buffer.alloc(36),
    Buffer.from([1]),
    Buffer.alloc(56),
  ]);

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The address of an owner's tokens (the associated token account): the first candidate that isn't on the curve. */
export function holdingAddress(mint: string, owner: string, program: TokenProgram): string {
  for (let bump = 255; bump >= 0; bump--) {
    const words = [
      keyOf(owner),
      keyOf(PROGRAMS[program]),
      keyOf(mint),
      Buffer.from([bump]),
      keyOf(ASSOCIATED),
    ];
    const hash = createHash('sha256').update(Buffer.concat(words)).update('ProgramDerivedAddress').digest();
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
  throw new Error('there is no such address');
}

/** A transaction's fee payer and first signature. Throws if it is invalid, or if a required signature is missing or wrong. */
export function readTransaction(bytes: Uint8Array): { signature: string; from: string } {
  const count = bytes[0] ?? 0;
  const message = bytes.subarray(1 + 64 * count);
  const first = (message[0] ?? 0) & 128 ? 5 : 4;
  if (!count || count > 19 || bytes.length > TRANSACTION_BYTES_MAX || message.length < first + 32 * count)
    throw new Error('failed to deserialize the transaction');
  const keyAt = (place: number) => message.subarray(first + 32 * place, first + 32 * (place + 1));
  for (let place = 0; place < count; place++) {
    const x = Buffer.from(keyAt(place)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    if (!verify(null, message, key, bytes.subarray(1 + 64 * place, 65 + 64 * place)))
      throw new Error('Transaction signature verification failure');
  }
  return { signature: base58.encode(bytes.subarray(1, 65)), from: base58.encode(keyAt(0)) };
}
