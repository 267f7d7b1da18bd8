/** Solana requests for the effects page: messages, one transaction, several transactions. tweetnacl verifies the signatures. */
import type { Address, Instruction } from '@solana/kit';
import type { SolanaProvider } from '../../element/src/handle/solana';
import { toHex, type Came, type Effect } from './kinds';
import { bytesOf, has, isOf, isSigned, type Has, type Kind } from './solana-transactions';

export type Row = Effect<SolanaProvider>;
export type Made = Instruction | Instruction[] | Promise<Instruction | Instruction[]>;

const NACL = 'tweetnacl';

export const came = (bytes: Uint8Array, holds: boolean): Came => ({
  text: toHex(bytes),
  check: { by: NACL, holds },
});

export const words =
  (message: () => Uint8Array): Row['ask'] =>
  async (provider, account) => {
    const bytes = message();
    const signature = await provider.signMessage(bytes);
    return came(signature, isOf(bytes, signature, account.address as Address));
  };
export const text = (of: string) => new TextEncoder().encode(of);

/** Signs one transaction without sending it; `kind` is its format, and `bend` changes its bytes. */
export const transaction =
  (
    make: (own: Has) => Made,
    kind: (own: Has) => Kind = () => ({}),
    bend: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
    more?: object,
  ): Row['ask'] =>
  async (provider, account) => {
    const own = await has(account);
    const bytes = bend(bytesOf(own, [await make(own)].flat(), kind(own)));
    const signed = await provider.signTransaction(bytes, more);
    return came(signed, isSigned(bytes, signed, own.me.address));
  };

/** Signs several with one request. */
export const several =
  (make: (own: Has) => Promise<Instruction[]> | Instruction[]): Row['ask'] =>
  async (provider, account) => {
    const own = await has(account);
    const all = (await make(own)).map((one) => bytesOf(own, [one]));
    const signed = await provider.signAllTransactions(all);
    const holds = signed.every((bytes, at) => isSigned(all[at]!, bytes, own.me.address));
    return { text: signed.map(toHex).join(' '), check: { by: NACL, holds } };
  };
