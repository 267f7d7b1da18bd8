import { createWalletModal } from 'wallet-modal';

export default defineNuxtPlugin(() => ({
  provide: {
    wallet: createWalletModal({
      projectId: 'YOUR_PROJECT_ID',
      networks: [
        {
          id: 1,
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: ['https://your.node'] } },
        },
      ],
    }),
  },
}));
