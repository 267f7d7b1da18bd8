// What every adapter does with a wallet, which is foreign, and with what the engine asks of it, which is to reach it as it was written
// (docs/spec/page-wallets.md section 0, docs/spec/security.md T2).

import { after, parse, sealed, Vow } from '../captured';
import { written } from '../written';
import { toWalletFault, type WalletFault } from './fault';

/**
 * What `vow` gives, but asked when the caller has returned, in the same task: Firefox runs other tasks while a wallet opens its window, and the
 * engine, which is in the middle of its call, would not hear of them.
 */
export const soon = <T = unknown>(ask: () => unknown): Promise<T> =>
  after(new Vow<void>((go) => go()), ask as () => T);

/** What may throw, read once; what throws is not there. */
export function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export function fault(code: number, message: string): Error & { code: number } {
  const error = new Error(message) as Error & { code: number };
  error.code = code;
  return error;
}
export const unreadable = () => fault(-32603, "Couldn't read the wallet's response");

/** What the engine wrote, to the letter, or nothing. Sealed before anybody sees it: what compares it asks functions that the page may have exchanged. */
export function exact(text: string): unknown {
  const params: unknown = sealed(parse(text));
  if (written(params) != text) throw new Error('The request differs from what was shown');
  return params;
}

/** Asks for exactly that; whatever a wallet throws becomes a fault of ours. */
export const exactly =
  <T>(
    asked: (method: string, params: T) => Promise<unknown>,
    toFault: (error: unknown, method: string) => WalletFault = toWalletFault,
  ) =>
  (method: string, text: string): Promise<unknown> => {
    const params = exact(text) as T;
    return after(
      soon(() => asked(method, params)),
      undefined,
      (error: unknown) => {
        throw toFault(error, method);
      },
    );
  };
