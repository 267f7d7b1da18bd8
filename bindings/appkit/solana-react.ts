// `wallet-modal/appkit/solana/react`: `@reown/appkit-adapter-solana/react`.

import { useSyncExternalStore } from 'react';
import { follow } from './kit';
import type { Connection } from './solana';
import { connectionTo, nodeOf } from './solana-node';

export * from './solana';

/** A connection to the active network's node, if it is a Solana network. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  const url = useSyncExternalStore(follow, nodeOf, () => undefined);
  return { connection: connectionTo(url) };
}
