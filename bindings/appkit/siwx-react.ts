// `wallet-modal/appkit/siwx/react`: `@reown/appkit-siwx/react`.

import { useSyncExternalStore } from 'react';
import { AppKit, follow } from './kit';
import type { SIWXConfig } from './types';

/** What signs in: the page's own object, or the one that is built in. */
export function useAppKitSIWX<Config extends SIWXConfig = SIWXConfig>(): Config | undefined {
  return useSyncExternalStore(
    follow,
    () => AppKit.instance?.getSIWX<Config>(),
    () => undefined,
  );
}
