// createAppKit: the handle of the page in the names of AppKit, and its elements.

import { createWalletModal } from 'wallet-modal';
import { defineElements } from './elements';
import { AppKit, tell } from './kit';
import { firstOptions } from './options';
import type { AppKitOptions } from './types';

/** Makes the modal of the page, or gives the one there is. On a server it is inert, and reads as nobody connected. */
export function createAppKit(options: AppKitOptions): AppKit {
  const handle = globalThis.document ? createWalletModal(firstOptions(options)) : null;
  const { instance } = AppKit;
  // The second call of a page: what it says is merged, and its subscriptions go on.
  if (handle && instance?.handle === handle) {
    instance.options = { ...instance.options, ...options };
    return instance;
  }
  defineElements();
  AppKit.instance = new AppKit(options, handle);
  tell();
  return AppKit.instance;
}
