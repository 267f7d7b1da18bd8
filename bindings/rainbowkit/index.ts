'use client';
// `wallet-modal/rainbowkit`: the names of RainbowKit 2.2 over this modal and its connector of wagmi (docs/guide/from-rainbowkit.md,
// requirement 10.48). Names and behaviour are those of its documentation and its declarations.

export { ConnectButton, WalletButton } from './buttons';
export type { ConnectButtonProps, WalletButtonProps, WalletButtonRendererProps } from './buttons';
export {
  connectorsForWallets,
  getDefaultConfig,
  getDefaultWallets,
  getWalletConnectConnector,
} from './config';
export {
  createAuthenticationAdapter,
  RainbowKitAuthenticationProvider,
  RainbowKitProvider,
} from './provider';
export { useAddRecentTransaction } from './recent';
export type { RainbowKitProviderProps } from './provider';
export { useAccountModal, useChainModal, useConnectModal } from './state';
export { cssObjectFromTheme, cssStringFromTheme, darkTheme, lightTheme, midnightTheme } from './theme';
export type {
  AuthenticationConfig,
  AuthenticationStatus,
  AvatarComponent,
  Chain,
  DisclaimerComponent,
  Locale,
  RainbowKitWalletConnectParameters,
  Theme,
  Wallet,
  WalletDetailsParams,
  WalletList,
} from './types';
/** Nothing of it is for pages, there and here. */
export const __private__ = {};
