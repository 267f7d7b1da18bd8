// `wallet-modal`: the public API and its types. No side effect; safe to import on a server (public-api.md sections 3 and 7).

export type {
  AccountState,
  ConnectionItem,
  ConnectorItem,
  ErrorData,
  Namespace,
  Network,
  Slices,
  StateSlice,
  Status,
  ThemeSlice,
  View,
} from './contract';
export { createWalletModal, type WalletModalHandle } from './handle';
export type { Options } from './options';
export type { Eip1193Provider } from './provider';
export { define } from './register';
export { WalletError } from './wallet-error';
export type { WalletButton } from './wallet-button';
export type { OpenArguments, WalletModal } from './wallet-modal';
