// The common part of all adapters: calls to a wallet, whose results are foreign data, and requests that must reach it exactly as the
// engine wrote them (docs/spec/page-wallets.md section 0, docs/spec/security.md T2).

import { after, parse, sealed, Vow } from '../captured';
import { written } from '../written';
import { toWalletFault, type WalletFault } from './fault';

/**
 * Like `vow`, but calls the function after the caller has returned, in the same task. Firefox runs other tasks while a wallet opens its
 * window, and the engine couldn't be called while its own call is running.
 */
export const callSoon = <T = unknown>(ask: () => unknown): Promise<T> =>
  after(new Vow<void>((go) => go()), ask as () => T);

/** Reads a value once; undefined if that throws. */
export function attempt<T>(read: () => T): T | undefined {
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

/**
 * Parses exactly what the engine wrote, or throws. Deep-frozen before other code sees it, because a comparison calls functions that the
 * page might have replaced.
 */
export function exact(text: string): unknown {
  const params: unknown = sealed(parse(text));
  if (written(params) != text) throw new Error('The request differs from what was shown');
  return params;
}

/** Sends exactly that request, and converts any error of the wallet to ours. */
export const exactly =
  <T>(
    ask: (method: string, params: T) => Promise<unknown>,
    toFault: (error: unknown, method: string) => WalletFault = toWalletFault,
  ) =>
  (method: string, text: string): Promise<unknown> => {
    const params = exact(text) as T;
    return after(
      callSoon(() => ask(method, params)),
      undefined,
      (error: unknown) => {
        throw toFault(error, method);
      },
    );
  };
