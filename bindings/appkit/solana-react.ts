// `wallet-modal/appkit/solana/react`: `@reown/appkit-adapter-solana/react`.

import { useSyncExternalStore } from 'react';
import { follow } from './kit';
import type { Connection } from './solana';
import { connectionTo, nodeOf } from './solana-node';

export * from './solana';

/** To the node of the active network, while that is one of solana. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  const url = useSyncExternalStore(follow, nodeOf, () => undefined);
  return { connection: connectionTo(url) };
}
