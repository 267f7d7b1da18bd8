// A dialog as Radix makes them: it traps the focus, hides the rest of the page from screen readers, takes the pointer and the wheel from it,
// and closes by Esc or by a press outside. Inside are our button and one of the page's own.
import * as Dialog from '@radix-ui/react-dialog';
import { createRoot } from 'react-dom/client';
import { createWalletModal } from 'wallet-modal';

const modal = createWalletModal(globalThis.demo);
modal.subscribeAccount(({ address, status }) => {
  document.querySelector('#account').textContent = address ?? status;
});

createRoot(document.querySelector('#app')).render(
  <Dialog.Root>
    <Dialog.Trigger>Pay</Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Overlay style={{ position: 'fixed', inset: 0, background: '#0008' }} />
      <Dialog.Content
        style={{ position: 'fixed', inset: '60px', zIndex: 2147483647, background: 'white' }}
        aria-describedby={undefined}
      >
        <Dialog.Title>Your order</Dialog.Title>
        <input aria-label="Name" />
        <wallet-button />
        <button onClick={() => modal.open()}>Open wallet</button>
        <Dialog.Close>Not now</Dialog.Close>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>,
);
