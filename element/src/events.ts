// The public events as types (docs/spec/public-api.md section 4; engine/core/src/event.rs makes them), and our tags among those of the
// page. Types alone: nothing of this file is in a script.

import type {
  AccountState,
  AlertItem,
  CloseReason,
  ConnectionItem,
  Direction,
  ErrorData,
  Namespace,
  Network,
  Slices,
  StateSlice,
  Status,
  ThemeSlice,
  TokenItem,
  ToastVariant,
  TransactionKind,
  TransactionStatus,
  View,
} from './contract';
import type { Eip1193Provider } from './provider';
import type { WalletButton } from './wallet-button';
import type { WalletModal } from './wallet-modal';

/** Name -> detail of every event that the element and the handle emit. */
export interface WalletEventDetails {
  'wallet-ready': { initialized: boolean };
  'wallet-open': { view: View; connected: boolean };
  'wallet-close': { connected: boolean; reason: CloseReason };
  /** cancelable: `preventDefault()` keeps the modal open */
  'wallet-before-close': { reason: 'user' };
  'wallet-view-change': { view: View; previous: View | null; direction: Direction };
  'wallet-state': { changed: (keyof Slices)[] };
  'wallet-status': { namespace: Namespace; status: Status };
  'wallet-connect': {
    namespace: Namespace;
    address: string;
    caipAddress: string;
    connectorId: string;
    method: string;
    /** a stored connection that came back */
    reconnect: boolean;
  };
  'wallet-disconnect': { namespace: Namespace; reason: string };
  'wallet-account-change': AccountState;
  'wallet-network-change': { namespace: Namespace; caipNetworkId: string | null; supported: boolean };
  'wallet-networks-change': { namespace: Namespace; networks: Network[] };
  'wallet-balance-change': {
    namespace: Namespace;
    balance: string | null;
    balanceSymbol: string | null;
    tokenBalance: TokenItem[] | null;
  };
  'wallet-connections-change': { namespace: Namespace; connections: ConnectionItem[] };
  'wallet-provider-change': {
    namespace: Namespace;
    type: string | null;
    provider: Eip1193Provider | null;
  };
  /** `uri`: with the option `manualPairing`; `expiry` in Unix seconds */
  'wallet-pairing': { uri?: string; expiry: number };
  'wallet-request': {
    id: number;
    namespace: Namespace;
    method: string;
    phase: 'pending' | 'done' | 'failed';
    /** of `personal_sign`, once it is done: true where the signature was checked, null where it could not be */
    verified?: true | null;
  };
  'wallet-transaction': {
    hash: string | null;
    chain: string;
    status: TransactionStatus;
    kind: TransactionKind;
  };
  'wallet-sign-in': { address: string; chainId: string; required: boolean };
  'wallet-sign-out': { address: string; chainId: string; required: boolean };
  'wallet-theme-change': Pick<ThemeSlice, 'themeMode' | 'themeVariables'>;
  /** what the project decides has come to count: every feature as it counts now, and the host's own that do not (`email`, `swaps`) */
  'wallet-features-change': {
    features: StateSlice['features'];
    overridden: string[];
    source: 'local' | 'remote';
  };
  'wallet-toast': { message: string; variant: ToastVariant };
  'wallet-alert': AlertItem;
  'wallet-error': ErrorData;
  /** what a person did, for the host's own statistics (docs/spec/public-api.md section 6) */
  'wallet-track': { event: string; properties: Record<string, string> };
}

/** Name -> event, as `addEventListener` wants it. */
export type WalletEventMap = { [K in keyof WalletEventDetails]: CustomEvent<WalletEventDetails[K]> };

/** A public event as `subscribeEvents` emits it. */
export type PublicEvent = {
  [K in keyof WalletEventDetails]: { type: K; detail: WalletEventDetails[K] };
}[keyof WalletEventDetails];

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- added to, not made
  interface GlobalEventHandlersEventMap extends WalletEventMap {}

  interface HTMLElementTagNameMap {
    'wallet-modal': WalletModal;
    'wallet-button': WalletButton;
    'wallet-account-button': WalletButton;
    'wallet-network-button': WalletButton;
  }
}
