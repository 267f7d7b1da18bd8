// ConnectButton and WalletButton: the modal's buttons with RainbowKit's props, and the render props for a page with its own button.

import {
  createElement,
  Fragment,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useAccount } from 'wagmi';
import { connectInPage } from '../wagmi/asked';
import { displayNameOf, shortened } from './format';
import { Authentication, useChains, useModal, useModals, useMounted, useNow, type Modals } from './state';
import type { AuthenticationStatus, Chain } from './types';
import { iconOf } from './icons';
import { rdnsOf, titleOf } from './named';

type Responsive<T> = T | { smallScreen: T; largeScreen?: T };

/** the width from which a screen counts as large */
const LARGE = '(min-width: 768px)';

function useLarge(): boolean {
  return useSyncExternalStore(
    (changed) => {
      // jsdom lacks matchMedia.
      const query = globalThis.matchMedia?.(LARGE);
      query?.addEventListener('change', changed);
      return () => query?.removeEventListener('change', changed);
    },
    () => globalThis.matchMedia?.(LARGE).matches ?? true,
    () => true,
  );
}

function at<T>(value: Responsive<T>, isLarge: boolean): T {
  if (typeof value != 'object' || value === null || !('smallScreen' in value)) return value as T;
  return isLarge ? (value.largeScreen ?? value.smallScreen) : value.smallScreen;
}

export interface ConnectButtonProps {
  accountStatus?: Responsive<'full' | 'avatar' | 'address'>;
  showBalance?: Responsive<boolean>;
  chainStatus?: Responsive<'full' | 'icon' | 'name' | 'none'>;
  label?: string;
}

const defaults = {
  accountStatus: 'full',
  chainStatus: { largeScreen: 'full', smallScreen: 'icon' },
  label: 'Connect Wallet',
  showBalance: { largeScreen: true, smallScreen: false },
} as const;

/** characters at each end of an address */
const ADDRESS_CHARS = 4;

/**
 * Separates network and account, as RainbowKit does. Not with a style attribute, because a strict policy blocks one that a server has
 * rendered.
 */
const apart = (button: HTMLElement | null): void => {
  if (button) button.style.marginInlineEnd = '12px';
};

export function ConnectButton({
  accountStatus = defaults.accountStatus,
  chainStatus = defaults.chainStatus,
  label = defaults.label,
  showBalance = defaults.showBalance,
}: ConnectButtonProps): ReactElement | null {
  const isLarge = useLarge();
  const mounted = useMounted();
  const { isConnected, chainId } = useAccount();
  const chains = useChains();
  useModal();
  const isIn = mounted && isConnected;
  const isSupported = chains.some(({ id }) => id == chainId);
  // With one network there is nothing to choose, unless the wallet is on another one.
  const isChoice = at(chainStatus, isLarge) != 'none' && (chains.length > 1 || !isSupported);
  return createElement(
    Fragment,
    null,
    isIn && isChoice
      ? createElement('wallet-network-button', {
          key: 'chain',
          ref: apart,
          'data-testid': isSupported ? 'rk-chain-button' : 'rk-wrong-network-button',
        })
      : null,
    createElement('wallet-button', {
      key: 'account',
      namespace: 'eip155',
      // The modal has this label itself, in the page's language.
      ...(label == defaults.label ? {} : { label }),
      balance: at(showBalance, isLarge) ? 'show' : 'hide',
      'account-status': at(accountStatus, isLarge),
      'chars-end': ADDRESS_CHARS,
      'data-testid': isIn ? 'rk-account-button' : 'rk-connect-button',
    }),
  );
}

export interface ConnectButtonRendererProps {
  children: (props: {
    account?: {
      address: string;
      balanceDecimals?: number;
      balanceFormatted?: string;
      balanceSymbol?: string;
      displayBalance?: string;
      displayName: string;
      ensAvatar?: string;
      ensName?: string;
      hasPendingTransactions: boolean;
    };
    chain?: {
      hasIcon: boolean;
      iconUrl?: string;
      iconBackground?: string;
      id: number;
      name?: string;
      unsupported?: boolean;
    };
    mounted: boolean;
    authenticationStatus?: AuthenticationStatus;
    openAccountModal: () => void;
    openChainModal: () => void;
    openConnectModal: () => void;
    accountModalOpen: boolean;
    chainModalOpen: boolean;
    connectModalOpen: boolean;
  }) => ReactNode;
}

/** The page's own icon of the network, otherwise the package's drawing, once it is loaded. */
function useIcon(chain: Chain | undefined): string | undefined {
  const icon = iconOf(chain);
  const [loaded, setLoaded] = useState<{ by: unknown; url: string }>();
  useEffect(() => {
    if (typeof icon != 'function') return;
    let isGone = false;
    icon().then(
      (url) => isGone || setLoaded({ by: icon, url }),
      () => {},
    );
    return () => void (isGone = true);
  }, [icon]);
  return typeof icon == 'string' ? icon : loaded?.by === icon ? loaded?.url : undefined;
}

const nothing = (): void => {};

function Renderer({ children }: ConnectButtonRendererProps): ReactElement {
  const mounted = useMounted();
  const authentication = useContext(Authentication);
  const modals: Modals = useModals();
  const { account, pending } = useNow();
  const { address, chainId, isConnected } = useAccount();
  const chains = useChains();
  const chain = chains.find(({ id }) => id == chainId);
  const iconUrl = useIcon(chain);
  const { balance, balanceSymbol, profileName, profileImage } = account;
  return createElement(
    Fragment,
    null,
    children({
      ...(mounted && isConnected && address
        ? {
            account: {
              address,
              displayName: displayNameOf(address, profileName),
              hasPendingTransactions: pending > 0,
              ...(profileName ? { ensName: profileName } : {}),
              ...(profileImage ? { ensAvatar: profileImage } : {}),
              ...(balance != null && balanceSymbol
                ? {
                    balanceDecimals: chain?.nativeCurrency.decimals ?? 18,
                    balanceFormatted: balance,
                    balanceSymbol,
                    displayBalance: `${shortened(balance)} ${balanceSymbol}`,
                  }
                : {}),
            },
          }
        : {}),
      ...(mounted && isConnected && chainId
        ? {
            chain: {
              id: chainId,
              hasIcon: !!iconOf(chain),
              unsupported: !chain,
              ...(chain ? { name: chain.name } : {}),
              ...(iconUrl ? { iconUrl } : {}),
              ...(chain?.iconBackground ? { iconBackground: chain.iconBackground } : {}),
            },
          }
        : {}),
      ...(authentication ? { authenticationStatus: authentication } : {}),
      mounted,
      accountModalOpen: modals.accountModalOpen,
      chainModalOpen: modals.chainModalOpen,
      connectModalOpen: modals.connectModalOpen,
      openAccountModal: modals.openAccountModal ?? nothing,
      openChainModal: modals.openChainModal ?? nothing,
      openConnectModal: modals.openConnectModal ?? nothing,
    }),
  );
}
Renderer.displayName = 'ConnectButton.Custom';
ConnectButton.Custom = Renderer;
ConnectButton.__defaultProps = defaults;

export interface WalletButtonProps {
  wallet?: string;
}
export interface WalletButtonRendererProps {
  wallet?: string;
  children: (props: {
    error: boolean;
    loading: boolean;
    connected: boolean;
    ready: boolean;
    mounted: boolean;
    connector: { id: string; name: string };
    connect: () => Promise<void>;
  }) => ReactNode;
}

/** the default wallet, as in RainbowKit */
const FIRST = 'rainbow';

export function WalletButton({ wallet = FIRST }: WalletButtonProps): ReactElement {
  useModal();
  return createElement('wallet-button', {
    namespace: 'eip155',
    wallet: rdnsOf(wallet),
    label: titleOf(wallet),
  });
}

function WalletRenderer({ wallet = FIRST, children }: WalletButtonRendererProps): ReactElement {
  const modal = useModal();
  const mounted = useMounted();
  const { account } = useNow();
  const [phase, setPhase] = useState<'idle' | 'loading' | 'error'>('idle');
  const id = rdnsOf(wallet);
  const connect = async (): Promise<void> => {
    if (!modal) return;
    setPhase('loading');
    try {
      // A wallet that isn't in this browser can be found in the list.
      if (!(await connectInPage(modal, id))) await modal.open({ view: 'Connect' });
      setPhase('idle');
    } catch {
      setPhase('error');
    }
  };
  const { isConnected, connectorId, connectedWalletInfo } = account;
  return createElement(
    Fragment,
    null,
    children({
      connect,
      mounted,
      connected: isConnected && (connectorId == id || connectedWalletInfo?.rdns == id),
      connector: { id: wallet, name: titleOf(wallet) },
      error: phase == 'error',
      loading: phase == 'loading',
      ready: mounted,
    }),
  );
}
WalletButton.Custom = WalletRenderer;
