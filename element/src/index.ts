// `wallet-modal`: the public API and its types. It imports define.js, so it registers the elements in a browser. Safe to import on a
// server (docs/spec/public-api.md sections 3 and 7).

import './define';

export type {
  AccountEntry,
  AccountState,
  AccountType,
  ConnectionItem,
  ConnectorItem,
  ConnectionsSlice,
  ErrorData,
  FeatureValue,
  Namespace,
  Network,
  NetworksSlice,
  RecentWallet,
  Slices,
  StateSlice,
  Status,
  ThemeSlice,
  TokenItem,
  View,
  WalletInfo,
} from './contract';
export { createWalletModal, type CustomConnector, type WalletModalHandle } from './handle';
export type { DataSources, WalletListings, WalletQuery } from './data/types';
export type { PublicEvent, WalletEventDetails, WalletEventMap } from './events';
export type { Connector } from './handle/reading';
export { baseETH, baseSepoliaETH, baseUSDC } from './handle/pay';
export type { PaymentAsset, PayOptions, PayResult } from './handle/pay';
export type {
  CustomWallet,
  Features,
  Metadata,
  NetworkOption,
  Options,
  OwnStorage,
  PairingNamespace,
  Services,
  SocialProvider,
  ThemeVariables,
  WalletGroup,
} from './option-types';
export type { Eip1193Provider, ProviderEvents } from './provider';
export type { ConnectArguments } from './handle/commands';
export type { BitcoinAccount, BitcoinInput, BitcoinProvider } from './handle/bitcoin';
export type { CosmosAccount, CosmosDirectDocument, CosmosProvider, CosmosSignature } from './handle/cosmos';
export type { PolkadotAccount, PolkadotProvider, PolkadotSignature } from './handle/polkadot';
export type { SolanaProvider } from './handle/solana';
export type { RequestArguments } from './engine/border';
export type { SIWEConfig, SIWX, SIWXMessage, SIWXSession } from './siwx/types';
export { define } from './register';
export { WalletError } from './wallet-error';
export type { WalletButton } from './wallet-button';
export type {
  OpenArguments,
  OpenView,
  RegisterNameArguments,
  SendArguments,
  SwapArguments,
} from './open-types';
export type { WalletModal } from './wallet-modal';
