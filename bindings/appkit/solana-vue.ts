// `wallet-modal/appkit/solana/vue`: `@reown/appkit-adapter-solana/vue`.

import type { Connection } from './solana';
import { connectionTo, nodeOf } from './solana-node';
import { reactiveOf } from './vue-read';

export * from './solana';

/** A connection to the active network's node, if it is a Solana network. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  return reactiveOf({
    read: () => ({ connection: connectionTo(nodeOf()) }),
    before: () => ({ connection: undefined }),
    key: nodeOf,
  });
}
