'use client';
import { useEffect, useState, type ReactNode } from 'react';
import { createWalletModal } from 'wallet-modal';

// This file also runs on the server, where the modal can't exist.
const modal =
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

export const Wallet = ({ children }: { children: ReactNode }) => <>{children}</>;

export function Account() {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => modal?.subscribeAccount((account) => setAddress(account.address)), []);
  return (
    <p>
      <wallet-button /> <span id="account">{address ?? 'not connected'}</span>
    </p>
  );
}
