import { createElement } from 'react';
import { useWallet, WalletModal } from 'wallet-modal/react';

function Account() {
  const { address, status } = useWallet();
  return createElement('p', { id: 'account' }, address ?? status);
}

export const App = () =>
  createElement(
    WalletModal,
    { options: globalThis.demo },
    createElement('wallet-button', { label: 'Connect' }),
    createElement(Account),
  );
