// The config of wagmi's own start page for React, with our connector in place of its three.
import { createConfig, http } from 'wagmi';
import { mainnet, sepolia } from 'wagmi/chains';
import { walletModal } from 'wallet-modal/wagmi';

export const config = createConfig({
  chains: [mainnet, sepolia],
  connectors: [walletModal({ projectId: 'demo' })],
  multiInjectedProviderDiscovery: false,
  transports: { [mainnet.id]: http(), [sepolia.id]: http() },
});

declare module 'wagmi' {
  interface Register {
    config: typeof config;
  }
}
