// `wallet-modal/appkit/siwx/vue`: `@reown/appkit-siwx/vue`.

import type { Ref } from 'vue';
import { AppKit } from './kit';
import type { SIWXConfig } from './types';
import { refOf } from './vue-read';

/** The sign-in object: the page's own, or the built-in one. */
export function useAppKitSIWX<Config extends SIWXConfig = SIWXConfig>(): Ref<Config | undefined> {
  const read = () => AppKit.instance?.getSIWX<Config>();
  let last: Config | undefined;
  let round = 0;
  return refOf<Config | undefined>({
    read,
    before: () => undefined,
    // JSON can't distinguish functions
    key: () => (read() === last ? round : ((last = read()), ++round)),
  });
}
