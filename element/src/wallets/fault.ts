// A wallet's error as {code, message, data} (docs/spec/page-wallets.md section 0: half of the interfaces have no codes). The caller gets
// message and data as the wallet sent them: `data` can hold a contract's own error.

export interface WalletFault {
  code: number;
  message: string;
  /** as the wallet sent it, unread */
  data?: unknown;
  /** the wallet's own code, if `code` is that of an inner error */
  sent?: number;
}

/** the engine's limit (`ERROR_MESSAGE_BYTES_MAX`) */
const message_length_max = 4_096;
const refusal =
  /user (rejected|denied|declined|cancell?ed)|request rejected|^cancell?ed$|^rejected$|(cancell?ed|rejected) by the user/i;

const toCode = (value: unknown): number | null =>
  typeof value == 'number' && Number.isInteger(value)
    ? value
    : typeof value == 'string' && /^-?\d{1,6}$/.test(value)
      ? Number(value)
      : null;

/** Reads a foreign error without trusting it: getters might throw, and strings might be very long. */
export function toWalletFault(error: unknown, method: string): WalletFault {
  let code: number | null = null;
  let walletCode: number | null = null;
  let message = '';
  let foreignData: unknown;
  try {
    const {
      code: outer,
      message: text,
      data,
    } = (error ?? {}) as { code?: unknown; message?: unknown; data?: { originalError?: { code?: unknown } } };
    message = (typeof text == 'string' ? text : typeof error == 'string' ? error : '').slice(
      0,
      message_length_max,
    );
    foreignData = data;
    walletCode = toCode(outer);
    code = toCode(data?.originalError?.code) ?? walletCode;
  } catch {
    // a hostile getter: nothing to read
  }
  // MetaMask's extension rejects an unknown chain with a bare -32603.
  if (method == 'wm_switchChain' && code == -32603 && /unrecognized chain/i.test(message)) code = 4902;
  const fault: WalletFault = { code: code ?? (refusal.test(message) ? 4001 : -32603), message };
  if (foreignData != null) fault.data = foreignData;
  if (walletCode != null && walletCode != code) fault.sent = walletCode;
  // without a code, the source of the error is unknown, so the engine doesn't take it as proof that nothing was sent
  if (code == null)
    Object.defineProperty(fault, 'uncoded', { __proto__: null, value: true } as PropertyDescriptor);
  return fault;
}
