// A page that identifies its customer by a wallet, and has an order signed. The server provides the URLs of its services, so that tests
// can use their own.
import { createWalletModal } from 'wallet-modal';

const given = await (await fetch('/config.json')).json();
const modal = createWalletModal({ ...given, reviewRequests: 'never' });
const at = (id) => document.getElementById(id);

modal.subscribeAccount(({ address, isConnected }) => {
  at('customer').textContent = address ?? 'nobody';
  at('order').disabled = !isConnected;
});

at('order').addEventListener('click', async () => {
  const words = `0x${[...new TextEncoder().encode('One tea')].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  try {
    const provider = modal.getProvider('eip155');
    const signature = await provider.request({
      method: 'personal_sign',
      params: [words, modal.getAddress()],
    });
    at('said').textContent = `Ordered: ${signature}`;
  } catch (error) {
    at('said').textContent = error.code === 4001 ? 'You did not order.' : `Not ordered: ${error.message}`;
  }
});
