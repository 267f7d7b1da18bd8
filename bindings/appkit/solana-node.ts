// The Solana RPC URL that a page uses now.

import { AppKit } from './kit';
import { SolanaAdapter, type Connection } from './solana';

/** The URL of the active network, if it is a Solana network. As in the engine, `customRpcUrls` come first. */
export function nodeOf(): string | undefined {
  const modal = AppKit.instance;
  const network = modal?.getCaipNetwork();
  if (network?.chainNamespace != 'solana') return undefined;
  return modal!.options.customRpcUrls?.[network.caipNetworkId]?.[0]?.url ?? network.rpcUrls.default?.http[0];
}

export function connectionTo(url: string | undefined): Connection | undefined {
  const adapter = AppKit.instance?.adapters.find((one) => one instanceof SolanaAdapter);
  return url && adapter ? adapter.connectionTo(url) : undefined;
}
