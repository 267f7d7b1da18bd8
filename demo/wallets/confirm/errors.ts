/** Errors as the page gets them: a code of @metamask/rpc-errors 7 (src/error-constants.ts) and one sentence, which is a guess. */

export type RpcProblem = { code: number; message: string };

/** A rejection with its own code. */
export class WalletRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The request itself is invalid. */
export const badParams = (message: string): WalletRefusal => new WalletRefusal(-32602, message);

/** The user declined. */
export const rejected = (): RpcProblem => ({ code: 4001, message: 'User rejected the request' });

/** Any thrown value as plain data. viem's errors have a readable sentence separate from long details. */
export function problem(error: unknown): RpcProblem {
  if (error instanceof WalletRefusal) return { code: error.code, message: error.message };
  if (error instanceof Error) {
    const { shortMessage, details } = error as Error & { shortMessage?: unknown; details?: unknown };
    if (typeof shortMessage !== 'string') return { code: -32603, message: error.message };
    return {
      code: -32603,
      message: typeof details === 'string' && details ? `${shortMessage} ${details}` : shortMessage,
    };
  }
  return { code: -32603, message: 'Something went wrong in the demo wallet' };
}
