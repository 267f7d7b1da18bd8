// The Solana provider's methods with bytes (docs/spec/public-api.md section 5, decisions 18, "`getProvider` of other namespaces", and 61,
// "`getProvider('solana')`"). Each is a request of rpc.md, so the user reviews it like any request. Loaded only for pages that use this
// provider.

import { Bytes, isArray, mapped, size } from '../captured';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { addProperties } from './complete';
import { WalletError } from '../wallet-error';
import { copyBytes, fromBase58, fromBase64, toBase58, toBase64 } from '../wallets/bytes';

/**
 * The provider of `solana`: requests and events as for every namespace, and methods with bytes. `more` has further fields of the request
 * (docs/spec/rpc.md section 3), such as `chain`.
 */
export interface SolanaProvider extends Eip1193Provider {
  /** of the connected account */
  readonly publicKey: Uint8Array | null;
  /** returns the 64 bytes of the signature */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
  /** takes and returns a transaction in wire format; the result has the account's signature */
  signTransaction(transaction: Uint8Array, more?: object): Promise<Uint8Array>;
  signAllTransactions(transactions: readonly Uint8Array[], more?: object): Promise<Uint8Array[]>;
  /** returns the transaction ID: its first signature in base58 */
  signAndSendTransaction(transaction: Uint8Array, options?: object, more?: object): Promise<string>;
}

/** the engine's limit for base64; a network accepts 1,232 bytes */
const bytes_max = 65_536;
const signature_bytes = 64;
const key_bytes = 32;

const given = (value: unknown, field: string): Uint8Array => {
  let bytes: Uint8Array | null = null;
  try {
    bytes = copyBytes(value, bytes_max);
  } catch {
    // a getter that throws
  }
  if (bytes) return bytes;
  throw new WalletError({ code: -32602, message: `Invalid parameter: ${field}` });
};

const unreadable = (): WalletError =>
  new WalletError({ code: -32603, message: "Couldn't read the wallet's response" });

const must = (bytes: Uint8Array | null | undefined, length?: number): Uint8Array => {
  const has = bytes ? size(bytes) : 0;
  if (!bytes || !has || (length && has != length)) throw unreadable();
  return bytes;
};

const fromText = (text: unknown, read: (text: string) => Uint8Array | null): Uint8Array | null =>
  typeof text == 'string' ? read(text) : null;

/** Puts a signature at the position of its key, for wallets that return only the signature. */
export function withSignature(transaction: Uint8Array, key: Uint8Array, signature: Uint8Array): Uint8Array {
  // the count is one byte: a transaction has no room for 128 signatures
  const count = transaction[0]!;
  const message = 1 + signature_bytes * count;
  const keys = message + (transaction[message]! & 128 ? 5 : 4);
  const isAt = (place: number): boolean => {
    for (let i = 0; i < key_bytes; i++)
      if (transaction[keys + key_bytes * place + i] !== key[i]) return false;
    return true;
  };
  for (let place = 0; place < count; place++)
    if (isAt(place)) {
      const signed = new Bytes(transaction);
      for (let i = 0; i < signature_bytes; i++) signed[1 + signature_bytes * place + i] = signature[i]!;
      return signed;
    }
  throw unreadable();
}

/** Adds the methods with bytes to the provider. */
export function complete(provider: Eip1193Provider, account: () => AccountState): void {
  const ask = (method: string, params: object) =>
    provider.request({ method: `solana_${method}`, params }) as Promise<Record<string, unknown>>;
  const key = (): Uint8Array | null => {
    const { isConnected, address } = account();
    return isConnected && address ? fromBase58(address) : null;
  };

  const whole: Omit<SolanaProvider, keyof Eip1193Provider> = {
    get publicKey() {
      return key();
    },
    async signMessage(message) {
      const asked = toBase58(given(message, 'message'));
      const { signature, signedMessage } = await ask('signMessage', {
        message: asked,
        pubkey: account().address,
      });
      // A hardware wallet signs its own envelope: this signature would be mistaken for one of the message.
      if (signedMessage !== undefined && signedMessage !== asked) throw unreadable();
      return must(fromText(signature, fromBase58), signature_bytes);
    },
    async signTransaction(transaction, more) {
      const bytes = given(transaction, 'transaction');
      const by = key();
      const answer = await ask('signTransaction', { ...more, transaction: toBase64(bytes) });
      if (answer.transaction !== undefined) return must(fromText(answer.transaction, fromBase64));
      return withSignature(bytes, must(by), must(fromText(answer.signature, fromBase58), signature_bytes));
    },
    async signAllTransactions(transactions, more) {
      const asked = mapped(transactions, (one) => toBase64(given(one, 'transactions')));
      const { transactions: signed } = await ask('signAllTransactions', { ...more, transactions: asked });
      if (!isArray(signed) || signed.length != asked.length) throw unreadable();
      return mapped(signed, (one) => must(fromText(one, fromBase64)));
    },
    async signAndSendTransaction(transaction, options, more) {
      const bytes = given(transaction, 'transaction');
      const { signature } = await ask('signAndSendTransaction', {
        ...more,
        transaction: toBase64(bytes),
        ...(options ? { options } : {}),
      });
      must(fromText(signature, fromBase58), signature_bytes);
      return signature as string;
    },
  };
  addProperties(provider, whole);
}
