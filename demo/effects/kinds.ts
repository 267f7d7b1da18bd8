/**
 * The types of the effects page (demo/effects.js renders it): one table per namespace, bundled separately, so that a page only loads its
 * own. A row builds its request each time from the connected account's current data, and passes it to the public API's provider.
 */

/** The risk in the review (docs/spec/views.md section 7); a `blocked` request reaches no wallet. */
export type Risk = 'normal' | 'review' | 'warning' | 'critical' | 'blocked';

/** A network in the demo's configuration. */
export interface Network {
  name: string;
  caipNetworkId: string;
  chainNamespace: string;
  nativeCurrency: { symbol: string; decimals: number };
  rpcUrls: { default: { http: string[] } };
}

/** The requesting account and its network. */
export interface Account {
  address: string;
  /** the connection's addresses, each with the purpose that the wallet states */
  addresses: { address: string; type: string }[];
  network: Network;
  /** `/demo-config.json` */
  config: { tokens: { symbol: string; address: string }[]; swapRouters: Record<string, string[]> };
}

/** The result of a request. */
export interface Came {
  /** a signature, or the transaction ID */
  text: string;
  /** the verdict of another library; undefined if there is nothing to verify */
  check?: { by: string; holds: boolean };
}

export interface Effect<P> {
  name: string;
  /** a one-line description */
  says: string;
  risk: Risk;
  /** the name of its network, if it isn't for all networks of the namespace: the page switches first */
  on?: string;
  ask(provider: P, account: Account): Promise<Came>;
}

export const nodeOf = ({ network }: Account): string => network.rpcUrls.default.http[0]!;

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads JSON from a node. */
export async function read<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`The node says: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Sends a JSON-RPC request. */
export async function rpc<T>(url: string, method: string, params: unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const { result, error } = await read<{ result: T; error?: { message: string } }>(url, {
    method: 'POST',
    headers,
    body,
  });
  if (error) throw new Error(`The node says: ${error.message}`);
  return result;
}
