// `wallet-modal/appkit/siwx/vue`: `@reown/appkit-siwx/vue`.

import type { Ref } from 'vue';
import { AppKit } from './kit';
import type { SIWXConfig } from './types';
import { refOf } from './vue-read';

/** What signs in: the page's own object, or the one that is built in. */
export function useAppKitSIWX<Config extends SIWXConfig = SIWXConfig>(): Ref<Config | undefined> {
  const read = () => AppKit.instance?.getSIWX<Config>();
  let last: Config | undefined;
  let round = 0;
  return refOf<Config | undefined>({
    read,
    before: () => undefined,
    // functions are not told apart by JSON
    key: () => (read() === last ? round : ((last = read()), ++round)),
  });
}
