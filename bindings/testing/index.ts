// `wallet-modal/testing`: for a site's own tests. It has wallets that a test scripts, helpers that operate the modal, and local services
// without network access. It runs in Node with Playwright, never in a page.
export { EthereumWallet, type EthereumRequest, type EthereumScript } from './wallets/ethereum';
export { SolanaWallet, type SolanaRequest, type SolanaScript } from './wallets/solana';
export {
  BitcoinWallet,
  type AddressKind,
  type BitcoinRequest,
  type BitcoinScript,
  type Dialect,
} from './wallets/bitcoin';
export { CosmosWallet, type CosmosRequest, type CosmosScript } from './wallets/cosmos';
export { PolkadotWallet, type PolkadotRequest, type PolkadotScript } from './wallets/polkadot';
export {
  BITCOIN_HABITS,
  COSMOS_HABITS,
  ETHEREUM_HABITS,
  POLKADOT_HABITS,
  SOLANA_HABITS,
  type BitcoinHabit,
  type CosmosHabit,
  type EthereumHabit,
  type Habit,
  type PolkadotHabit,
  type SolanaHabit,
} from './habits';
export { ScriptedWallet, type Answer, type WalletRequest, type Refusal } from './wallets/scripted';
export { ethereumKey, type EthereumKey } from './keys/ethereum';
export { PolkadotKey, ss58, type KeyKind, type PolkadotPayload } from './keys/polkadot';
export { solanaKey } from './keys/solana.mjs';
export { BitcoinKey } from './keys/bitcoin.mjs';
export { cosmosKey } from './keys/cosmos';
export type { LocatorLike, PageLike, ScriptedPage } from './page';
export { Modal, getModal, type ModalOptions, type RowOf, type ShownAccount } from './modal';
export { recordEvents, type RecordedEvents } from './events';
export {
  startServices,
  type SentTransaction,
  type ServedWallet,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceData,
  type TestServices,
} from './services';
export {
  startSolanaNode,
  type SentSolanaTransaction,
  type SolanaHoldings,
  type SolanaNodeData,
  type SolanaToken,
  type TestSolanaNode,
  type TokenProgram,
} from './solana-node';
