// `wallet-modal/appkit/solana/react`: `@reown/appkit-adapter-solana/react`.

import { useSyncExternalStore } from 'react';
import { AppKit, follow } from './kit';
import { SolanaAdapter, type Connection } from './solana';

export * from './solana';

/** To the node of the active network, while that is one of solana. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  const url = useSyncExternalStore(follow, nodeOf, () => undefined);
  const adapter = AppKit.instance?.adapters.find((one) => one instanceof SolanaAdapter);
  return { connection: url && adapter ? adapter.connectionTo(url) : undefined };
}

/** As the engine has it: `customRpcUrls` come first. */
function nodeOf(): string | undefined {
  const modal = AppKit.instance;
  const network = modal?.getCaipNetwork();
  if (network?.chainNamespace != 'solana') return undefined;
  return modal!.options.customRpcUrls?.[network.caipNetworkId]?.[0]?.url ?? network.rpcUrls.default?.http[0];
}
