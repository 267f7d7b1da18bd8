// A page with web3-onboard. It finds our modal as one of its wallets, through `announceProvider` alone.
import Onboard from '@web3-onboard/core';
import injectedModule from '@web3-onboard/injected-wallets';
import { createWalletModal } from 'wallet-modal';

const { demo } = globalThis;
const metadata = { name: 'The shop' };
globalThis.modal = createWalletModal({ ...demo, metadata, announceProvider: true, reviewRequests: 'always' });

const [network] = demo.networks;
const onboard = Onboard({
  wallets: [injectedModule()],
  chains: [{ id: network.id, token: 'ETH', label: network.name, rpcUrl: network.rpcUrls.default.http[0] }],
  appMetadata: { ...metadata, icon: '<svg xmlns="http://www.w3.org/2000/svg" />', description: 'Sells tea' },
  connect: { autoConnectLastWallet: false },
  accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
});
const at = (id) => document.getElementById(id);
onboard.state.select('wallets').subscribe((wallets) => {
  at('account').textContent = wallets.map((one) => `${one.label} ${one.accounts[0]?.address}`).join();
});

at('connect').onclick = () => onboard.connectWallet();
at('leave').onclick = () => onboard.disconnectWallet({ label: metadata.name });
at('send').onclick = async () => {
  const [{ provider, accounts }] = onboard.state.get().wallets;
  const from = accounts[0].address;
  const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
  at('sent').textContent = await provider
    .request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
    .catch((error) => error.message);
};
