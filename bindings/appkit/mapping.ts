// Converts the handle's values to AppKit's shapes: `undefined` instead of null.

import type { AccountState, ConnectionItem, WalletModalHandle } from 'wallet-modal';
import type {
  CaipAddress,
  ConnectedWalletInfo,
  Connection,
  SocialProvider,
  UseAppKitAccountReturn,
} from './types';

export const NO_ACCOUNT: UseAppKitAccountReturn = {
  allAccounts: [],
  caipAddress: undefined,
  address: undefined,
  isConnected: false,
  status: 'disconnected',
};

export function accountOf(account: AccountState): UseAppKitAccountReturn {
  const { allAccounts, caipAddress, address, isConnected, status, embedded } = account;
  return {
    allAccounts,
    caipAddress: (caipAddress as CaipAddress | null) ?? undefined,
    address: address ?? undefined,
    isConnected,
    status,
    ...(embedded && {
      embeddedWalletInfo: {
        user: {
          ...(embedded.user.username && { username: embedded.user.username }),
          ...(embedded.user.email && { email: embedded.user.email }),
          accounts: allAccounts.map((one) => ({ type: one.type, address: one.address })),
        },
        authProvider: embedded.authProvider as SocialProvider | 'email',
        accountType: embedded.accountType,
        isSmartAccountDeployed: embedded.isSmartAccountDeployed,
      },
    }),
  };
}

export function walletOf(handle: WalletModalHandle, account: AccountState): ConnectedWalletInfo | undefined {
  const info = account.connectedWalletInfo;
  if (!info) return undefined;
  const { icon, rdns, ...more } = info;
  const type = handle.getProviderType(account.namespace);
  return { ...more, ...(icon && { icon }), ...(rdns && { rdns }), ...(type && { type }) };
}

export function connectionOf(handle: WalletModalHandle, item: ConnectionItem): Connection {
  const { connectorId, accounts, auth, namespace } = item;
  const connector = handle.getConnectors(namespace).find(({ id }) => id == connectorId);
  return {
    ...(connector && { name: connector.name }),
    ...(connector?.imageUrl && { icon: connector.imageUrl }),
    connectorId,
    accounts: accounts.map(({ address, type, publicKey }) => ({
      address,
      type,
      ...(publicKey && { publicKey }),
    })),
    ...(auth && { auth: { name: auth.name ?? undefined, username: undefined } }),
  };
}
