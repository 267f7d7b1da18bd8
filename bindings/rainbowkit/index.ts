'use client';
// `wallet-modal/rainbowkit`: the API of RainbowKit 2.2 with this modal and its wagmi connector (docs/guide/from-rainbowkit.md,
// requirement 10.48). Names and behavior follow RainbowKit's documentation and declarations.

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
/** Not for pages, as in RainbowKit. */
export const __private__ = {};
