import { createWalletModal } from 'wallet-modal';

// This file also runs on the server, where the modal can't exist.
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
