// WalletError: the error of every promise of the public API (docs/spec/public-api.md section 3).

import type { ErrorData } from './contract';

export class WalletError extends Error {
  override name = 'WalletError';
  /** an EIP-1193 number, or one of our codes */
  code: number | string;
  title?: string;
  details?: string;
  /** data from the node's or wallet's error, such as a contract's custom error */
  data?: unknown;

  constructor(
    {
      code,
      message,
      title,
      details,
      data,
    }: Pick<ErrorData, 'code' | 'message'> & Partial<ErrorData> & { data?: unknown },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.code = code;
    if (title) this.title = title;
    if (details) this.details = details;
    if (data != null) this.data = data;
  }
}

/** Converts any error to a WalletError: one of ours stays, one of the same shape is copied, others are wrapped. */
export function walletError(cause: unknown): WalletError {
  if (cause instanceof WalletError) return cause;
  const { code, message, ...more } = (cause ?? {}) as ErrorData & { data?: unknown };
  const isWrong = cause instanceof TypeError;
  return new WalletError(
    { ...more, code: code ?? (isWrong ? -32602 : -32603), message: message || 'An error occurred' },
    (cause as Error | null)?.cause ?? cause,
  );
}

/** the error of pending calls when the page removes the modal */
export const aborted = (): WalletError => new WalletError({ code: 4001, message: 'Request was aborted' });
