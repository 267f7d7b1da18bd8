// The types of the public events (docs/spec/public-api.md section 4; engine/core/src/event.rs creates them), and of our tags in the
// page's HTML. Only types: no script contains this file.

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

/** The details of the events that the element and the handle emit, by name. */
export interface WalletEventDetails {
  /** The engine has started, and stored connections are settled or reconnecting. */
  'wallet-ready': { initialized: boolean };
  /** The modal has opened. */
  'wallet-open': { view: View; connected: boolean };
  /** The modal has closed. */
  'wallet-close': { connected: boolean; reason: CloseReason };
  /** The user is about to close the modal. `preventDefault()` keeps it open. */
  'wallet-before-close': { reason: 'user' };
  /** The modal shows another view. */
  'wallet-view-change': { view: View; previous: View | null; direction: Direction };
  /** Parts of the state have changed. The other events are easier to read. */
  'wallet-state': { changed: (keyof Slices)[] };
  /** The connection status of a namespace has changed. */
  'wallet-status': { namespace: Namespace; status: Status };
  /** An account was connected. */
  'wallet-connect': {
    namespace: Namespace;
    address: string;
    caipAddress: string;
    connectorId: string;
    method: string;
    /** true for a stored connection that was restored */
    reconnect: boolean;
  };
  /** An account was disconnected. `namespace` is `all` if every account was. */
  'wallet-disconnect': { namespace: Namespace | 'all'; reason: string };
  /** The account, or what is known of it, has changed. */
  'wallet-account-change': AccountState;
  /** The network was switched, or the wallet is on an unsupported one. */
  'wallet-network-change': { namespace: Namespace; caipNetworkId: string | null; supported: boolean };
  /** A network was added or removed. */
  'wallet-networks-change': { namespace: Namespace; networks: Network[] };
  /** The balance, or a token's, has changed. `tokenBalance` has the first 100 tokens by value. */
  'wallet-balance-change': {
    namespace: Namespace;
    balance: string | null;
    balanceSymbol: string | null;
    tokenBalance: TokenItem[] | null;
  };
  /** The list of connections has changed. */
  'wallet-connections-change': { namespace: Namespace; connections: ConnectionItem[] };
  /** A provider got a wallet, or lost it. */
  'wallet-provider-change': {
    namespace: Namespace;
    type: string | null;
    provider: Eip1193Provider | null;
  };
  /** There is a new pairing. `uri` is set with the option `manualPairing`. `expiry` is in Unix seconds. */
  'wallet-pairing': { uri?: string; expiry: number };
  /** A request was sent to a wallet, or has ended. */
  'wallet-request': {
    id: number;
    namespace: Namespace;
    method: string;
    phase: 'pending' | 'done' | 'failed';
    /** for a finished `personal_sign`: true if the signature was verified, null if it couldn't be */
    verified?: true | null;
  };
  /** The status of a transaction from this page has changed. */
  'wallet-transaction': {
    hash: string | null;
    chain: string;
    status: TransactionStatus;
    kind: TransactionKind;
  };
  /** The user has signed in. */
  'wallet-sign-in': { address: string; chainId: string; required: boolean };
  /** The sign-in session has ended. */
  'wallet-sign-out': { address: string; chainId: string; required: boolean };
  /** The theme has changed. */
  'wallet-theme-change': Pick<ThemeSlice, 'themeMode' | 'themeVariables'>;
  /** The project's configuration was applied: all features now, and your features that it overrides. */
  'wallet-features-change': {
    features: StateSlice['features'];
    overridden: string[];
    source: 'local' | 'remote';
  };
  /** The modal shows a short message. */
  'wallet-toast': { message: string; variant: ToastVariant };
  /** The modal reports a mistake in your code, once. */
  'wallet-alert': AlertItem;
  /** An error occurred that no promise reports. A user who declines isn't an error. */
  'wallet-error': ErrorData;
  /** An action of the user, for your own statistics (docs/spec/public-api.md section 6). */
  'wallet-track': { event: string; properties: Record<string, string> };
}

/** Event types by name, as `addEventListener` expects them. */
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
