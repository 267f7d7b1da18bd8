// A page as AppKit's documentation has them for Vue and wagmi, in our words. original.vue.ts and moved.vue.ts differ by their imports.
import { WagmiAdapter } from 'wallet-modal/appkit/wagmi';
import { defineChain } from 'wallet-modal/appkit/networks';
import {
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitNetwork,
  useAppKitState,
  useDisconnect,
} from 'wallet-modal/appkit/vue';
import { sendTransaction, signMessage } from '@wagmi/core';
import { parseEther } from 'viem';
import { createApp, h, ref } from 'vue';
import { chains, payee } from './shop';

const [first, second] = chains.map((chain) =>
  defineChain({ ...chain, chainNamespace: 'eip155', caipNetworkId: `eip155:${chain.id}` }),
);
const projectId = 'demo';
const adapter = new WagmiAdapter({ projectId, networks: [first!, second!] });

createAppKit({
  adapters: [adapter],
  projectId,
  networks: [first!, second!],
  metadata: { name: 'The shop', description: 'Tea', url: location.origin, icons: [] },
  features: { analytics: false, email: false, socials: false },
  themeMode: 'dark',
});

const Shop = {
  setup() {
    const { open } = useAppKit();
    const account = useAppKitAccount();
    const network = useAppKitNetwork();
    const state = useAppKitState();
    const { disconnect } = useDisconnect();
    const said = ref('');
    const tell = (asked: Promise<unknown>) =>
      asked.then(
        (value) => (said.value = String(value)),
        (error: Error) => (said.value = error.name),
      );
    const config = adapter.wagmiConfig;
    return () =>
      h('main', [
        h('appkit-button', { label: 'Join' }),
        h('p', { id: 'account' }, [
          [account.value.status, account.value.address, network.value.chainId].filter(Boolean).join(' '),
        ]),
        h('p', { id: 'said' }, said.value),
        h('p', { id: 'open' }, String(state.open)),
        h('button', { onClick: () => open({ view: 'Networks' }) }, 'Networks'),
        h('button', { onClick: () => tell(signMessage(config, { message: 'Tea' })) }, 'Sign'),
        h(
          'button',
          { onClick: () => tell(sendTransaction(config, { to: payee, value: parseEther('0.25') })) },
          'Send',
        ),
        h('button', { onClick: () => network.value.switchNetwork(second!) }, 'Second'),
        h('button', { onClick: () => disconnect() }, 'Leave'),
      ]);
  },
};

createApp(Shop).mount('#root');
