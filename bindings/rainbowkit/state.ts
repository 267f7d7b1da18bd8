// The data of the hooks and the button: the modal of the config, its state, and the account from wagmi.

import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount, useConfig } from 'wagmi';
import type { AccountState, OpenView, StateSlice, WalletModalHandle } from 'wallet-modal';
import { beforeStart, nobody } from '../shared/nobody';
import { storeOf, type Store } from '../shared/store';
import { answerConnectors } from '../wagmi/asked';
import { CONNECTOR_IDS } from './named';
import { pendingUntil } from './pending';
import type { AuthenticationStatus, Chain } from './types';

export interface Now {
  account: AccountState;
  state: StateSlice;
  /** the account's unconfirmed transactions */
  pending: number;
}

const before: Now = { account: nobody(), state: beforeStart, pending: 0 };
const none: Store<Now> = { get: () => before, subscribe: () => () => {} };
const stores = new WeakMap<WalletModalHandle, Store<Now>>();

function storeFor(modal: WalletModalHandle): Store<Now> {
  const existing = stores.get(modal);
  if (existing) return existing;
  const untils = () => {
    const now = Date.now();
    return pendingUntil(modal.getTransactions(), modal.getAccount('eip155').caipAddress).filter(
      (until) => until > now,
    );
  };
  const store = storeOf<Now>(
    () => ({ account: modal.getAccount('eip155'), state: modal.getState(), pending: untils().length }),
    (changed) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = () => {
        clearTimeout(timer);
        const next = Math.min(...untils());
        if (next < Infinity) timer = setTimeout(again, next - Date.now() + 1);
        changed();
      };
      const leave = [
        modal.subscribeState(changed),
        modal.subscribeAccount(again, 'eip155'),
        modal.subscribeTransactions(again),
        () => clearTimeout(timer),
      ];
      return () => leave.forEach((fn) => fn());
    },
  );
  stores.set(modal, store);
  return store;
}

let isWarned = false;
/** Warns about a config without our connector: some pages create none on a server. In a browser, the buttons wouldn't work. */
function warnOnce(): void {
  if (isWarned || typeof window == 'undefined') return;
  isWarned = true;
  console.warn(
    '[wallet-modal] The wagmi config has no connector from wallet-modal/rainbowkit. Create the config with getDefaultConfig() or its connectors with connectorsForWallets(). See node_modules/wallet-modal/docs/guide/errors.md#no_connector',
  );
}

/** The modal of the page's config; undefined on a server, or without our connector. */
export function useModal(): WalletModalHandle | undefined {
  const config = useConfig();
  // The page's own config, with connectors from `connectorsForWallets`.
  answerConnectors(config, CONNECTOR_IDS);
  const ours = config.connectors.find(({ type }) => type == 'walletModal') as
    { getModal(): WalletModalHandle | undefined } | undefined;
  if (!ours) warnOnce();
  return ours?.getModal();
}

export function useNow(): Now {
  const modal = useModal();
  const store = modal ? storeFor(modal) : none;
  return useSyncExternalStore(store.subscribe, store.get, none.get);
}

/** False on a server, and in the frame that hydrates the page. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}

export const Authentication = createContext<AuthenticationStatus | null>(null);

/** Views of networks. For a connected user, every other view belongs to the account. */
const CHAIN_VIEWS: readonly unknown[] = [
  'Networks',
  'WhatIsANetwork',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
];

export interface Modals {
  accountModalOpen: boolean;
  chainModalOpen: boolean;
  connectModalOpen: boolean;
  openAccountModal: (() => void) | undefined;
  openChainModal: (() => void) | undefined;
  openConnectModal: (() => void) | undefined;
}

/** The chains of the config that an account can use. */
export function useChains(): readonly Chain[] {
  return (useConfig().chains as readonly Chain[]).filter(({ readOnly }) => readOnly !== true);
}

export function useModals(): Modals {
  const modal = useModal();
  const mounted = useMounted();
  const authentication = useContext(Authentication);
  const { isConnected, chainId } = useAccount();
  const chains = useChains();
  const { open, view } = useNow().state;
  const isIn = isConnected && authentication != 'unauthenticated' && authentication != 'loading';
  const isOfChain = CHAIN_VIEWS.includes(view);
  // The card shows failures, and the event `wallet-error` reports them.
  const show = (name: OpenView) => () => void modal?.open({ view: name }).catch(() => {});
  return {
    accountModalOpen: open && isConnected && !isOfChain,
    chainModalOpen: open && isOfChain,
    connectModalOpen: open && !isConnected && !isOfChain,
    // On a network that the page doesn't have, the user can only switch.
    openAccountModal: mounted && isIn && chains.some(({ id }) => id == chainId) ? show('Account') : undefined,
    openChainModal: mounted && isIn ? show('Networks') : undefined,
    openConnectModal:
      mounted && (!isConnected || authentication == 'unauthenticated') ? show('Connect') : undefined,
  };
}

export function useConnectModal(): Pick<Modals, 'connectModalOpen' | 'openConnectModal'> {
  const { connectModalOpen, openConnectModal } = useModals();
  return { connectModalOpen, openConnectModal };
}
export function useAccountModal(): Pick<Modals, 'accountModalOpen' | 'openAccountModal'> {
  const { accountModalOpen, openAccountModal } = useModals();
  return { accountModalOpen, openAccountModal };
}
export function useChainModal(): Pick<Modals, 'chainModalOpen' | 'openChainModal'> {
  const { chainModalOpen, openChainModal } = useModals();
  return { chainModalOpen, openChainModal };
}
