// The Bitcoin provider's methods with bytes (docs/spec/public-api.md section 5, decisions 18, "`getProvider` of other namespaces", and 95,
// "`getProvider('bip122')`"). Each is a request of rpc.md, so the user reviews it like any request. Loaded only for pages that use this
// provider.

import { matches, isArray, mapped, size } from '../captured';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { addProperties } from './complete';
import { WalletError } from '../wallet-error';
import { copyBytes, fromBase64, fromHex, toBase64 } from '../wallets/bytes';

export interface BitcoinAccount {
  readonly address: string;
  /** 32 bytes for taproot; null if the wallet doesn't report it */
  readonly publicKey: Uint8Array | null;
  readonly intention: 'payment' | 'ordinal' | 'stx';
}

export interface BitcoinInput {
  address: string;
  index: number;
  sighashTypes?: readonly number[];
}

/** The provider of `bip122`: requests and events as for every namespace, and methods with bytes. They use the current account. */
export interface BitcoinProvider extends Eip1193Provider {
  /** every address that the wallet shares, whatever its purpose */
  getAccounts(): Promise<readonly BitcoinAccount[]>;
  /** signs with the current address by default; returns 65 bytes (`ecdsa`), or the witness of BIP-322 */
  signMessage(asked: {
    message: string;
    address?: string;
    protocol?: 'ecdsa' | 'bip322';
  }): Promise<Uint8Array>;
  /** returns the transaction ID; the wallet sets the fee */
  sendTransfer(asked: { recipientAddress: string; amount: bigint | string }): Promise<string>;
  /** returns the PSBT with signatures at the named inputs; `txid` if the wallet broadcast it (`broadcast`) */
  signPSBT(asked: {
    psbt: Uint8Array;
    signInputs: readonly BitcoinInput[];
    broadcast?: boolean;
  }): Promise<{ psbt: Uint8Array; txid?: string }>;
}

/** the engine's limit for base64 */
const bytes_max = 65_536;

const wrong = (field: string): WalletError =>
  new WalletError({ code: -32602, message: `Invalid parameter: ${field}` });
const unreadable = (): WalletError =>
  new WalletError({ code: -32603, message: "Couldn't read the wallet's response" });

const given = (value: unknown, field: string): string => {
  let bytes: Uint8Array | null = null;
  try {
    bytes = copyBytes(value, bytes_max);
  } catch {
    // a getter that throws
  }
  if (bytes && size(bytes)) return toBase64(bytes);
  throw wrong(field);
};

/** Decodes base64, or hex, which mobile wallets use for signatures. */
const bytesOf = (text: unknown, read: (text: string) => Uint8Array | null): Uint8Array => {
  const bytes = typeof text == 'string' ? read(text) : null;
  if (!bytes || !size(bytes)) throw unreadable();
  return bytes;
};
const either = (text: string): Uint8Array | null => fromHex(text) ?? fromBase64(text);

const txidOf = (text: unknown): string => {
  if (typeof text != 'string' || !matches(/^[0-9a-f]{64}$/i, text)) throw unreadable();
  return text;
};

/** Adds the methods with bytes to the provider. */
export function complete(provider: Eip1193Provider, account: () => AccountState): void {
  const ask = async (method: string, more: object) => {
    const params = { account: account().address, ...more };
    return ((await provider.request({ method, params })) ?? {}) as Record<string, unknown>;
  };

  const whole: Omit<BitcoinProvider, keyof Eip1193Provider> = {
    async getAccounts() {
      const list = await ask('getAccountAddresses', {});
      if (!isArray(list)) throw unreadable();
      return mapped(list as Record<string, unknown>[], ({ address, publicKey, intention }) => ({
        address: `${address}`,
        publicKey: publicKey === undefined || publicKey === null ? null : bytesOf(publicKey, fromHex),
        intention: intention === 'ordinal' || intention === 'stx' ? intention : 'payment',
      }));
    },
    async signMessage({ message, address, protocol }) {
      const { signature } = await ask('signMessage', {
        message,
        ...(address === undefined ? {} : { address }),
        ...(protocol === undefined ? {} : { protocol }),
      });
      return bytesOf(signature, either);
    },
    async sendTransfer({ recipientAddress, amount }) {
      const sats = `${amount}`;
      // a number would lose digits
      if (typeof amount == 'number' || !matches(/^[1-9]\d{0,15}$/, sats)) throw wrong('amount');
      return txidOf((await ask('sendTransfer', { recipientAddress, amount: sats })).txid);
    },
    async signPSBT({ psbt, signInputs, broadcast = false }) {
      const asked = { psbt: given(psbt, 'psbt'), signInputs, broadcast };
      const { psbt: signed, txid } = await ask('signPsbt', asked);
      const bytes = bytesOf(signed, fromBase64);
      return txid === undefined || txid === null ? { psbt: bytes } : { psbt: bytes, txid: txidOf(txid) };
    },
  };
  addProperties(provider, whole);
}
