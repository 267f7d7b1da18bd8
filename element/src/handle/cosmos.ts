// The Cosmos provider's methods with bytes (docs/spec/public-api.md section 5, decisions 18, "`getProvider` of other namespaces", and 96,
// "Provider and balance on Cosmos"): an OfflineSigner, as the ecosystem's libraries expect it, and message signing. Each is a request of
// rpc.md, so the user reviews it. Loaded only for pages that use this provider.

import { matches, isArray, mapped, size } from '../captured';
import type { Eip1193Provider } from '../provider';
import { addProperties } from './complete';
import { WalletError } from '../wallet-error';
import { copyBytes, fromBase64, toBase64 } from '../wallets/bytes';

/** A public key and its signature, as Cosmos wallets return them. */
export interface CosmosSignature {
  readonly pub_key: { readonly type: string; readonly value: string };
  readonly signature: string;
}

export interface CosmosAccount {
  readonly address: string;
  readonly algo: 'secp256k1' | 'ed25519' | 'sr25519';
  readonly pubkey: Uint8Array;
}

/** A document that is signed as bytes. */
export interface CosmosDirectDocument {
  bodyBytes: Uint8Array;
  authInfoBytes: Uint8Array;
  chainId: string;
  accountNumber: bigint;
}

/** The provider of `cosmos`: requests and events as for every namespace, and an OfflineSigner for the connected network. */
export interface CosmosProvider extends Eip1193Provider {
  getAccounts(): Promise<readonly CosmosAccount[]>;
  /** `signed` might have another fee or memo: broadcast this document */
  signDirect(
    signerAddress: string,
    document: Omit<CosmosDirectDocument, 'accountNumber'> & { accountNumber: unknown },
  ): Promise<{ signed: CosmosDirectDocument; signature: CosmosSignature }>;
  signAmino<T extends object>(
    signerAddress: string,
    document: T,
  ): Promise<{ signed: T; signature: CosmosSignature }>;
  /** signs a message as in ADR-36 */
  signArbitrary(signerAddress: string, words: string): Promise<CosmosSignature>;
}

/** the engine's limit for a request */
const bytes_max = 65_536;

const required = (value: unknown, field: string): string => {
  let bytes: Uint8Array | null = null;
  try {
    bytes = copyBytes(value, bytes_max);
  } catch {
    // a getter that throws
  }
  if (bytes) return toBase64(bytes);
  throw new WalletError({ code: -32602, message: `Invalid parameter: ${field}` });
};

const unreadable = (): WalletError =>
  new WalletError({ code: -32603, message: "Couldn't read the wallet's response" });

const bytesOf = (text: unknown): Uint8Array => {
  const bytes = typeof text == 'string' ? fromBase64(text) : null;
  if (!bytes || !size(bytes)) throw unreadable();
  return bytes;
};

const isWhole = (text: unknown): text is string => typeof text == 'string' && matches(/^\d{1,20}$/, text);

function signatureOf(answer: unknown): CosmosSignature {
  const { signature, pub_key } = (answer ?? {}) as Partial<CosmosSignature>;
  if (typeof signature != 'string' || typeof pub_key?.type != 'string' || typeof pub_key.value != 'string')
    throw unreadable();
  return { pub_key: { type: pub_key.type, value: pub_key.value }, signature };
}

const digits = { __proto__: null, 0: 0n, 1: 1n, 2: 2n, 3: 3n, 4: 4n, 5: 5n, 6: 6n, 7: 7n, 8: 8n, 9: 9n };
/** The page can replace `BigInt`. */
function toBigInt(text: string): bigint {
  let all = 0n;
  for (let i = 0; i < text.length; i++) all = all * 10n + digits[text[i] as '0'];
  return all;
}

/** Adds the methods with bytes to the provider. */
export function complete(provider: Eip1193Provider): void {
  const ask = async (method: string, params: object) =>
    ((await provider.request({ method: `cosmos_${method}`, params })) ?? {}) as Record<string, unknown>;

  const methods: Omit<CosmosProvider, keyof Eip1193Provider> = {
    async getAccounts() {
      const list = await ask('getAccounts', {});
      if (!isArray(list)) throw unreadable();
      return mapped(list as Record<string, unknown>[], ({ address, algo, pubkey }) => ({
        address: `${address}`,
        // the libraries identify an Ethereum key by its chain and have no name for it here
        algo: `${algo}` as 'secp256k1',
        pubkey: bytesOf(pubkey),
      }));
    },
    async signDirect(signerAddress, { bodyBytes, authInfoBytes, chainId, accountNumber }) {
      const signDoc = {
        bodyBytes: required(bodyBytes, 'bodyBytes'),
        authInfoBytes: required(authInfoBytes, 'authInfoBytes'),
        chainId,
        accountNumber: `${accountNumber}`,
      };
      if (!isWhole(signDoc.accountNumber))
        throw new WalletError({ code: -32602, message: 'Invalid parameter: accountNumber' });
      const { signed, signature } = await ask('signDirect', { signerAddress, signDoc });
      // A mobile wallet might return only the signature, which then applies to the requested document.
      const of = (signed ?? signDoc) as typeof signDoc;
      if (typeof of.chainId != 'string' || !isWhole(of.accountNumber)) throw unreadable();
      return {
        signed: {
          bodyBytes: bytesOf(of.bodyBytes),
          authInfoBytes: bytesOf(of.authInfoBytes),
          chainId: of.chainId,
          accountNumber: toBigInt(of.accountNumber),
        },
        signature: signatureOf(signature),
      };
    },
    async signAmino(signerAddress, document) {
      const { signed, signature } = await ask('signAmino', { signerAddress, signDoc: document });
      return { signed: (signed ?? document) as typeof document, signature: signatureOf(signature) };
    },
    async signArbitrary(signerAddress, words) {
      return signatureOf(await ask('signArbitrary', { signerAddress, data: words }));
    },
  };
  addProperties(provider, methods);
}
