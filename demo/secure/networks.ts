/** The networks that the frame supports: those of its own server, never one that a page names. */
import { isRecord } from './json';
import { SITE } from './outside';
import type { Network } from '../wallets/confirm/networks';

export type { Network };

let known: Promise<Network[]> | null = null;

async function load(): Promise<Network[]> {
  const answer: unknown = await (await fetch('/config.json')).json();
  const list = isRecord(answer) && Array.isArray(answer['networks']) ? answer['networks'] : [];
  return list.filter(isRecord).map((network) => ({
    id: Number(network['id']),
    name: String(network['name']),
    symbol: String(isRecord(network['nativeCurrency']) ? network['nativeCurrency']['symbol'] : ''),
    rpcUrl: `${SITE}/rpc/${Number(network['id'])}`,
  }));
}

export function networks(): Promise<Network[]> {
  known ??= load().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** The network with this number, decimal or hex text, or CAIP-2 ID. */
export async function networkOf(chainId: unknown): Promise<Network> {
  const text = String(chainId).replace(/^eip155:/, '');
  const found = /^(\d{1,15}|0x[\da-f]{1,12})$/i.test(text)
    ? (await networks()).find(({ id }) => id === Number(text))
    : undefined;
  if (!found) throw new Error('This network is not supported by the embedded wallet');
  return found;
}
