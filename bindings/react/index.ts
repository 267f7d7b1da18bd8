// `wallet-modal/react`: the modal for React 18 and later.

import { useSyncExternalStore } from 'react';
import type { AccountState, Namespace, WalletModalHandle } from 'wallet-modal';
import { storeOf, type Store } from '../shared/store';

const accounts = new WeakMap<WalletModalHandle, Map<Namespace | undefined, Store<AccountState>>>();

/** The account of a family, else of the active one. */
export function useAccount(modal: WalletModalHandle, namespace?: Namespace): AccountState {
  const stores = accounts.get(modal) ?? new Map<Namespace | undefined, Store<AccountState>>();
  accounts.set(modal, stores);
  const store =
    stores.get(namespace) ??
    storeOf(
      () => modal.getAccount(namespace),
      (changed) => modal.subscribeAccount(changed, namespace),
    );
  stores.set(namespace, store);
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
