/** Errors of EIP-1193 and JSON-RPC: an Error with a numeric code, as in @metamask/rpc-errors 7 (src/error-constants.ts). */

export const CODE = Object.freeze({
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  alreadyOpen: -32002,
  badParams: -32602,
  internal: -32603,
});

/** An error with a code. */
export function rpcError(code, message, data) {
  return Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });
}
