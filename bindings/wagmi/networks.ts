// wagmi's chains as networks of the modal, with the page's RPC URLs.

import type { Network, Options } from 'wallet-modal';

/** The used members of a viem chain. */
export interface ChainLike {
  id: number;
  name: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: Record<string, { http: readonly string[]; webSocket?: readonly string[] | undefined }>;
  blockExplorers?: Record<string, { name: string; url: string }> | undefined;
  testnet?: boolean | undefined;
  /** only for reading (decision 277, "Read-only networks, and pages without a project") */
  readOnly?: boolean | undefined;
}

/** A wagmi transport for a chain. */
export type TransportLike = (parameters: { chain: never; retryCount: number }) => unknown;

export const caipOf = (id: number): `eip155:${number}` => `eip155:${id}`;

export function networkOf(chain: ChainLike): Network {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, readOnly } = chain;
  return {
    id,
    chainNamespace: 'eip155',
    caipNetworkId: caipOf(id),
    name,
    nativeCurrency,
    rpcUrls,
    ...(blockExplorers ? { blockExplorers } : {}),
    ...(testnet == undefined ? {} : { testnet }),
    ...(readOnly == undefined ? {} : { readOnly }),
  } as Network;
}

/** The URLs of a transport: `http(url)` has one, `fallback` several, `custom` none. */
function urlsOf(transport: TransportLike | undefined, chain: ChainLike): string[] {
  try {
    const { value } = (transport?.({ chain: chain as never, retryCount: 0 }) ?? {}) as {
      value?: { url?: unknown; transports?: { value?: { url?: unknown } }[] };
    };
    const urls = [value?.url, ...(value?.transports ?? []).map((one) => one.value?.url)];
    return urls.filter((url): url is string => typeof url == 'string' && url.startsWith('http'));
  } catch {
    // a transport that can't be created yet has no URLs
    return [];
  }
}

/** The options that wagmi's config already contains: networks and their RPC URLs. */
export function optionsOf(
  options: Options,
  chains: readonly ChainLike[],
  transports: Record<number, TransportLike> | undefined,
): Options {
  const nodes: Record<string, { url: string }[]> = {};
  for (const chain of chains) {
    const own = urlsOf(transports?.[chain.id], chain).filter(
      (url) => !chain.rpcUrls.default?.http.includes(url),
    );
    if (own.length) nodes[caipOf(chain.id)] = own.map((url) => ({ url }));
  }
  const rpcUrls = options.customRpcUrls as object | undefined;
  return {
    ...options,
    networks: options.networks ?? chains.map(networkOf),
    ...(rpcUrls || Object.keys(nodes).length ? { customRpcUrls: { ...nodes, ...rpcUrls } } : {}),
  };
}
