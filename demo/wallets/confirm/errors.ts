/** Errors as the page receives them: a code as @metamask/rpc-errors 7 has it (src/error-constants.ts) and one sentence, which is a guess. */

export type RpcProblem = { code: number; message: string };

/** A refusal with a code of its own. */
export class WalletRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The request itself is wrong. */
export const badParams = (message: string): WalletRefusal => new WalletRefusal(-32602, message);

/** The person said no. */
export const rejected = (): RpcProblem => ({ code: 4001, message: 'User rejected the request' });

/** Any thrown value as plain data. viem's errors carry their readable sentence apart from pages of detail. */
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
