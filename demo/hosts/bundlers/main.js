import { createWalletModal } from 'wallet-modal';

const modal = createWalletModal(globalThis.demo);
modal.subscribeAccount(({ address, status }) => {
  document.querySelector('#account').textContent = address ?? status;
});
