// `wallet-modal/appkit/wallet-button`: `@reown/appkit-wallet-button`. A button and a function for one wallet by its name.

import type { WalletModalHandle } from 'wallet-modal';
import { AppKitWalletButton, defineElements } from './elements';
import { AppKit, follow } from './kit';
import { connectBy, parsed, untilDone, type ParsedCaipAddress } from './connect-by';
import type { ChainNamespace } from './types';
import type { Wallet } from './wallets';

export { AppKitWalletButton };
export type { ParsedCaipAddress } from './connect-by';
export type { Wallet } from './wallets';

/** The object that `createAppKitWalletButton` returns. */
export interface WalletButtonClient {
  /** whether the modal exists; its engine starts with the first connection */
  isReady(): boolean;
  subscribeIsReady(callback: (state: { isReady: boolean }) => void): void;
  connect(wallet: Wallet): Promise<ParsedCaipAddress>;
  /** of the embedded wallet */
  updateEmail(): Promise<{ email: string }>;
}

const isReady = (): boolean => !!AppKit.instance?.handle;

function handleOf(name: string): WalletModalHandle {
  const handle = AppKit.instance?.handle;
  if (!handle) throw new Error(`${name} needs the modal. Call createAppKit first`);
  return handle;
}

export function createAppKitWalletButton({
  namespace,
}: { namespace?: ChainNamespace } = {}): WalletButtonClient {
  return {
    isReady,
    subscribeIsReady(callback) {
      let last = isReady();
      follow(() => {
        if (last != isReady()) callback({ isReady: (last = isReady()) });
      });
    },
    async connect(wallet) {
      const handle = handleOf('connect');
      await connectBy(handle, wallet, namespace);
      const address = parsed(handle.getAccount(namespace).caipAddress);
      if (!address) throw new Error('No account is connected');
      return address;
    },
    async updateEmail() {
      const handle = handleOf('updateEmail');
      const now = () => handle.getAccount().user?.email;
      const before = now();
      await handle.updateEmail();
      await untilDone(handle, () => !!now() && now() != before);
      return { email: now()! };
    },
  };
}

// As in AppKit, importing this file defines the element.
defineElements();
