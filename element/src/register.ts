// `wallet-modal/define`: registers the elements and listens for page wallets. The only file with a side effect
// (docs/spec/public-api.md section 7).

import { aside, ignore, isStored, page, start } from './page';
import { keys } from './primordials';
import { listenForWallets } from './wallets/announced';
import { kinds, WalletButton } from './wallet-button';
import { WalletModal } from './wallet-modal';

/** Registers <wallet-modal> and the buttons. A second call only logs a warning. Nothing happens on a server. */
export function define(): void {
  if (!globalThis.customElements) return;
  const existing = customElements.get('wallet-modal');
  if (!existing) {
    listenForWallets();
    // Another tab has connected: this one shows it too (10.23).
    addEventListener('storage', () => page.element?.isConnected && isStored() && start().catch(ignore));
    customElements.define('wallet-modal', WalletModal);
    for (const name of keys(kinds)) customElements.define(name, class extends WalletButton {});
    // Our own class isn't a mistake: createWalletModal can follow define.js.
  } else if (existing != WalletModal) aside((chunk) => chunk.warnTwice()).catch(ignore);
}
