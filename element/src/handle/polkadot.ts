// The Polkadot provider's `accounts` and `signer` (docs/spec/public-api.md section 5, decisions 18, "`getProvider` of other namespaces",
// and 100, "Balance and services on Polkadot"), in the shape of an `injectedWeb3` wallet, which the ecosystem's libraries expect. Each
// signature is a request of rpc.md, so the user reviews it. Loaded only for pages that use this provider.

import { cut, decoded, matches, freeze, lower, mapped } from '../captured';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { addProperties } from './complete';
import { WalletError } from '../wallet-error';
import { fromHex, toHex, toUtf8 } from '../wallets/bytes';

export interface PolkadotAccount {
  readonly address: string;
  /** the name that the user gave the account */
  readonly name?: string;
  readonly type?: 'sr25519' | 'ed25519' | 'ecdsa';
}

export interface PolkadotSignature {
  readonly id: number;
  readonly signature: `0x${string}`;
}

/**
 * The provider of `polkadot`: requests and events as for every namespace, and the members that libraries expect of an injected wallet.
 */
export interface PolkadotProvider extends Eip1193Provider {
  readonly accounts: {
    get(): Promise<PolkadotAccount[]>;
    /** calls back at once and at each change; returns a function that ends it */
    subscribe(fn: (accounts: PolkadotAccount[]) => void): () => void;
  };
  readonly signer: {
    /** signs a transaction; never returns `signedTransaction`, because the wallet signs what the user reviewed */
    signPayload(payload: { address: string }): Promise<PolkadotSignature>;
    /** signs a message; hex is read as the bytes of a text */
    signRaw(raw: { address: string; data: string; type?: string }): Promise<PolkadotSignature>;
  };
}

/** the engine's limit for a request */
const text_length_max = 131_072;
/** a signature of 64 or 65 bytes, with or without the byte for its type */
const signature_form = /^0x(?:[0-9a-f]{2}){64,66}$/i;

const bad = (field: string): WalletError =>
  new WalletError({ code: -32602, message: `Invalid parameter: ${field}` });

/** Wallets sign bytes, but the user must be able to read them. So the data must be text; other data is rejected. */
function textOf(data: unknown): string {
  if (typeof data != 'string' || data.length > text_length_max) throw bad('data');
  if (!matches(/^0x(?:[0-9a-f]{2})*$/i, data)) return data;
  const bytes = fromHex(cut(data, 2))!;
  const text = decoded(bytes, bytes.length);
  // invalid UTF-8 decodes to another text
  if (toHex(toUtf8(text)) != lower(cut(data, 2))) throw bad('data');
  return text;
}

/** Adds accounts and signer to the provider. */
export function complete(provider: Eip1193Provider, account: () => AccountState): void {
  let id = 0;
  const ask = async (method: string, params: object): Promise<PolkadotSignature> => {
    const answer = await provider.request({ method: `polkadot_${method}`, params });
    const { signature } = (answer ?? {}) as { signature?: unknown };
    if (typeof signature != 'string' || !matches(signature_form, signature))
      throw new WalletError({ code: -32603, message: "Couldn't read the wallet's response" });
    return { id: ++id, signature: signature as `0x${string}` };
  };
  const accounts = (): PolkadotAccount[] => {
    const { isConnected, allAccounts } = account();
    const toAccount = ({
      address,
      label,
      algorithm,
    }: AccountState['allAccounts'][number]): PolkadotAccount => ({
      address,
      ...(label && { name: label }),
      ...(algorithm && { type: algorithm as PolkadotAccount['type'] & string }),
    });
    return isConnected ? mapped(allAccounts, toAccount) : [];
  };

  const methods: Omit<PolkadotProvider, keyof Eip1193Provider> = {
    accounts: freeze({
      get: async () => accounts(),
      subscribe(fn: (accounts: PolkadotAccount[]) => void) {
        const tell = (): void => fn(accounts());
        provider.on('accountsChanged', tell);
        tell();
        return () => void provider.removeListener('accountsChanged', tell);
      },
    }),
    signer: freeze({
      signPayload: async (payload: { address: string }) =>
        await ask('signTransaction', { address: payload?.address, transactionPayload: payload }),
      async signRaw({ address, data, type }: { address: string; data: string; type?: string }) {
        if (type != null && type != 'bytes') throw bad('type');
        return await ask('signMessage', { address, message: textOf(data) });
      },
    }),
  };
  addProperties(provider, methods);
}
