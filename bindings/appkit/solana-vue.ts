// `wallet-modal/appkit/solana/vue`: `@reown/appkit-adapter-solana/vue`.

import type { Connection } from './solana';
import { connectionTo, nodeOf } from './solana-node';
import { reactiveOf } from './vue-read';

export * from './solana';

/** To the node of the active network, while that is one of solana. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  return reactiveOf({
    read: () => ({ connection: connectionTo(nodeOf()) }),
    before: () => ({ connection: undefined }),
    key: nodeOf,
  });
}
