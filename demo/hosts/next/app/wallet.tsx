'use client';
import type { ReactNode } from 'react';
import { useWallet, WalletModal } from 'wallet-modal/react';

const options = {
  projectId: 'YOUR_PROJECT_ID',
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://your.node'] } },
    },
  ],
};

export const Wallet = ({ children }: { children: ReactNode }) => (
  <WalletModal options={options}>{children}</WalletModal>
);

export function Account() {
  const { address, initialized } = useWallet();
  return (
    <p>
      <wallet-button />{' '}
      <span id="account">{address ?? (initialized ? 'not connected' : 'not known yet')}</span>
    </p>
  );
}
