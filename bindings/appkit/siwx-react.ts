// `wallet-modal/appkit/siwx/react`: `@reown/appkit-siwx/react`.

import { useSyncExternalStore } from 'react';
import { AppKit, follow } from './kit';
import type { SIWXConfig } from './types';

/** The sign-in object: the page's own, or the built-in one. */
export function useAppKitSIWX<Config extends SIWXConfig = SIWXConfig>(): Config | undefined {
  return useSyncExternalStore(
    follow,
    () => AppKit.instance?.getSIWX<Config>(),
    () => undefined,
  );
}
