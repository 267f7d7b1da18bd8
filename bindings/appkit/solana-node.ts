// Which node of solana a page talks to now.

import { AppKit } from './kit';
import { SolanaAdapter, type Connection } from './solana';

/** That of the active network, while that is one of solana; as the engine has it, `customRpcUrls` come first. */
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
