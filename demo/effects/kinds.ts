/**
 * What the page of effects asks a wallet for (demo/effects.js draws it): one table for each family, bundled apart, so that no page loads another
 * family's. A row builds its request anew each time, with what the connected account has then, and hands it to the provider of the host API.
 */

/** As the review weighs it (docs/spec/views.md section 7); `blocked` reaches no wallet. */
export type Risk = 'normal' | 'review' | 'warning' | 'critical' | 'blocked';

/** A network as the demo configures it. */
export interface Network {
  name: string;
  caipNetworkId: string;
  chainNamespace: string;
  nativeCurrency: { symbol: string; decimals: number };
  rpcUrls: { default: { http: string[] } };
}

/** Who asks, and where. */
export interface Account {
  address: string;
  /** of the connection, each with what the wallet says that it is for */
  addresses: { address: string; type: string }[];
  network: Network;
  /** `/demo-config.json` */
  config: { tokens: { symbol: string; address: string }[]; swapRouters: Record<string, string[]> };
}

/** What came back. */
export interface Came {
  /** a signature, or the id of what was sent */
  text: string;
  /** what another library says of it; nothing where there is nothing to check */
  check?: { by: string; holds: boolean };
}

export interface Effect<P> {
  name: string;
  /** what it would do, in a line */
  says: string;
  risk: Risk;
  /** the name of its network, where it is not for each of the family's: the page switches there before it asks */
  on?: string;
  ask(provider: P, account: Account): Promise<Came>;
}

export const nodeOf = ({ network }: Account): string => network.rpcUrls.default.http[0]!;

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** JSON of a node. */
export async function read<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`The node says: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** An answer of JSON-RPC. */
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
