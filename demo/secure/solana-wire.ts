/** Solana keys and transactions as bytes: decoded completely or rejected, and signed with the browser's Ed25519. */
import { base58, base64 } from '@scure/base';

/** The prefix of a 32-byte key (RFC 8410). */
const PKCS8 = Uint8Array.from([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]);
export const SIGNATURE = 64;
const KEY = 32;

export type Bytes = Uint8Array<ArrayBuffer>;
export type Signer = { address: string; key: Bytes; sign: (message: Bytes) => Promise<Bytes> };

/** A signer for a 32-byte private key. */
export async function signerOf(secret: Bytes): Promise<Signer> {
  const pkcs8 = new Uint8Array([...PKCS8, ...secret]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x } = await crypto.subtle.exportKey('jwk', key);
  const text = x!.replaceAll('-', '+').replaceAll('_', '/');
  const open = new Uint8Array(base64.decode(text.padEnd(Math.ceil(text.length / 4) * 4, '=')));
  const sign = async (message: Bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));
  return { address: base58.encode(open), key: open, sign };
}

export type Instruction = { program: string; accounts: (string | null)[]; data: Bytes };
export type Transaction = {
  /** The offset of the signatures. */
  at: number;
  message: Bytes;
  signers: string[];
  instructions: Instruction[];
};

/** Decodes a transaction, legacy or versioned; rejects with a message. */
export function readTransaction(bytes: Bytes): Transaction {
  let at = 0;
  const take = (count: number): Bytes => {
    if (at + count > bytes.length) throw new Error('the transaction is cut off');
    return bytes.slice(at, (at += count));
  };
  const byte = (): number => take(1)[0]!;
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte();
      value |= (part & 127) << shift;
      if (part < 128) return value;
    }
    throw new Error('the transaction has a length that is none');
  };
  const signatures = length();
  const start = at;
  take(signatures * SIGNATURE);
  const message = bytes.slice(at);
  const isVersioned = bytes[at]! > 127;
  if (isVersioned && byte() !== 128) throw new Error('the transaction has an unknown version');
  const required = byte();
  take(2);
  const keys = Array.from({ length: length() }, () => base58.encode(take(KEY)));
  take(KEY);
  const instructions = Array.from({ length: length() }, () => {
    const program = keys[byte()];
    if (program === undefined) throw new Error('the transaction calls a program that it does not name');
    const accounts = Array.from(take(length()), (index) => keys[index] ?? null);
    return { program, accounts, data: take(length()) };
  });
  if (isVersioned)
    for (let tables = length(); tables > 0; tables -= 1) {
      take(KEY);
      take(length());
      take(length());
    }
  if (at !== bytes.length) throw new Error('something follows the transaction');
  if (required !== signatures || required > keys.length) throw new Error('the transaction lacks signatures');
  return { at: start, message, signers: keys.slice(0, required), instructions };
}

/** Adds our signature to the transaction. */
export async function signTransaction(
  bytes: Bytes,
  signer: Signer,
): Promise<{ signed: Bytes; signature: Bytes }> {
  const { at, message, signers } = readTransaction(bytes);
  const place = signers.indexOf(signer.address);
  if (place < 0) throw new Error('This account is none of those that sign the transaction');
  const signature = await signer.sign(message);
  const signed = bytes.slice();
  signed.set(signature, at + place * SIGNATURE);
  return { signed, signature };
}
