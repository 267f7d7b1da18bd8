// createAppKit: the page's handle with AppKit's API, and its elements.

import { createWalletModal } from 'wallet-modal';
import { defineElements } from './elements';
import { AppKit, tell } from './kit';
import { firstOptions } from './options';
import type { AppKitOptions } from './types';

/** Creates the modal of the page, or returns the existing one. On a server it does nothing, and no account is connected. */
export function createAppKit(options: AppKitOptions): AppKit {
  const handle = globalThis.document ? createWalletModal(firstOptions(options)) : null;
  const { instance } = AppKit;
  // A second call merges its options, and the subscriptions continue.
  if (handle && instance?.handle === handle) {
    instance.options = { ...instance.options, ...options };
    return instance;
  }
  defineElements();
  AppKit.instance = new AppKit(options, handle);
  tell();
  return AppKit.instance;
}
