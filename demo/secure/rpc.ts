/** One call of a network's node, through our own server. */
import type { Hex } from 'viem';
import { isRecord } from './json';
import type { Network } from './networks';

/** A node's error; `data`: a contract's revert data. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly data: Hex | null,
  ) {
    super(message);
  }
}

/** The error of a response. */
export function refusalOf(error: unknown): Refusal {
  if (!isRecord(error)) return new Refusal('The network does not answer', null);
  const { message, data } = error;
  return new Refusal(
    String(message),
    typeof data === 'string' && data.startsWith('0x') ? (data as Hex) : null,
  );
}

export async function rawRpc(
  { rpcUrl }: Pick<Network, 'rpcUrl'>,
  method: string,
  params: unknown,
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    credentials: 'omit',
    // as in the modal: a redirect would reveal the account's address to another host
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer: unknown = await response.json();
  if (isRecord(answer) && isRecord(answer['error'])) throw refusalOf(answer['error']);
  if (!response.ok || !isRecord(answer)) throw new Error('The network does not answer');
  return answer['result'] ?? null;
}
