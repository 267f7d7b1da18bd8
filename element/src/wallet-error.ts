// WalletError: what every promise of the public API rejects with (docs/spec/public-api.md section 3).

import type { ErrorData } from './contract';

export class WalletError extends Error {
  override name = 'WalletError';
  /** EIP-1193 number, or a word of ours */
  code: number | string;
  title?: string;
  details?: string;
  /** what a node or wallet sent with its error: the data of a contract's own error, for example */
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

/** Whatever went wrong, as what a host is promised: ours, of our shape, or wrapped. */
export function walletError(cause: unknown): WalletError {
  if (cause instanceof WalletError) return cause;
  const { code, message, ...more } = (cause ?? {}) as ErrorData & { data?: unknown };
  const isWrong = cause instanceof TypeError;
  return new WalletError(
    { ...more, code: code ?? (isWrong ? -32602 : -32603), message: message || 'An error occurred' },
    (cause as Error | null)?.cause ?? cause,
  );
}

/** what pending calls reject with when the page removes the modal */
export const aborted = (): WalletError => new WalletError({ code: 4001, message: 'Request was aborted' });
