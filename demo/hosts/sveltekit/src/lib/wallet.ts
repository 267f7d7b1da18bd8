import { createWalletModal } from 'wallet-modal';

// On the server, where this file runs too, there is none.
export const modal =
  typeof document == 'undefined'
    ? null
    : createWalletModal({
        projectId: 'YOUR_PROJECT_ID',
        networks: [
          {
            id: 1,
            name: 'Ethereum',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: ['https://your.node'] } },
          },
        ],
      });
