// The config of wagmi's own start page, in our words. config.original.ts has a connector of wagmi's, config.ts ours: they differ by an import.
import { createConfig, http } from 'wagmi';
import { walletConnect } from 'wagmi/connectors';
import { chains } from './shop';

export const config = createConfig({
  chains,
  connectors: [walletConnect({ projectId: 'demo' })],
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
});

declare module 'wagmi' {
  interface Register {
    config: typeof config;
  }
}
