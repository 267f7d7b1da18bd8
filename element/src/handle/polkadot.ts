// What a host has of polkadot beside requests (docs/spec/public-api.md section 5, docs/spec/decisions.md 18 and 100): `accounts` and `signer` in the
// shape that a wallet of `injectedWeb3` gives, which is what the ecosystem's libraries take. Each signature is a request of rpc.md, so each is
// read to the person first. Fetched only for a host that asks for this family's provider.

import { cut, decoded, fits, freeze, lower, mapped } from '../captured';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { completed } from './complete';
import { WalletError } from '../wallet-error';
import { fromHex, toHex, toUtf8 } from '../wallets/bytes';

export interface PolkadotAccount {
  readonly address: string;
  /** as the wallet's user calls it */
  readonly name?: string;
  readonly type?: 'sr25519' | 'ed25519' | 'ecdsa';
}

export interface PolkadotSignature {
  readonly id: number;
  readonly signature: `0x${string}`;
}

/** The provider of polkadot: the same requests and events as any, and what libraries take as an injected wallet. */
export interface PolkadotProvider extends Eip1193Provider {
  readonly accounts: {
    get(): Promise<PolkadotAccount[]>;
    /** calls at once and with every change; gives what ends it */
    subscribe(fn: (accounts: PolkadotAccount[]) => void): () => void;
  };
  readonly signer: {
    /** of a transaction; `signedTransaction` is never given: what is signed is what was shown */
    signPayload(payload: { address: string }): Promise<PolkadotSignature>;
    /** of words: hex is taken for the bytes of a text */
    signRaw(raw: { address: string; data: string; type?: string }): Promise<PolkadotSignature>;
  };
}

/** as the engine takes a request */
const text_length_max = 131_072;
/** a signature of 64 or 65 bytes, with or without the byte that says its kind */
const signature_form = /^0x(?:[0-9a-f]{2}){64,66}$/i;

const bad = (field: string): WalletError =>
  new WalletError({ code: -32602, message: `Invalid parameter: ${field}` });

/** What wallets sign as bytes is words here, so that they can be shown: anything else is refused. */
function textOf(data: unknown): string {
  if (typeof data != 'string' || data.length > text_length_max) throw bad('data');
  if (!fits(/^0x(?:[0-9a-f]{2})*$/i, data)) return data;
  const bytes = fromHex(cut(data, 2))!;
  const text = decoded(bytes, bytes.length);
  // what is no UTF-8 reads as another text
  if (toHex(toUtf8(text)) != lower(cut(data, 2))) throw bad('data');
  return text;
}

/** Gives the provider its accounts and its signer. */
export function complete(provider: Eip1193Provider, account: () => AccountState): void {
  let id = 0;
  const ask = async (method: string, params: object): Promise<PolkadotSignature> => {
    const answer = await provider.request({ method: `polkadot_${method}`, params });
    const { signature } = (answer ?? {}) as { signature?: unknown };
    if (typeof signature != 'string' || !fits(signature_form, signature))
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

  const whole: Omit<PolkadotProvider, keyof Eip1193Provider> = {
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
  completed(provider, whole);
}
