// What the getters return before the engine runs: the initial state (docs/spec/public-api.md section 3).

import type {
  AccountState,
  ConnectionsSlice,
  EmbeddedSlice,
  Namespace,
  NetworksSlice,
  PairingSlice,
  TransactionItem,
  TransactionsSlice,
} from '../contract';

export const noAccount = (namespace: Namespace): AccountState => ({
  namespace,
  allAccounts: [],
  caipAddress: null,
  address: null,
  isConnected: false,
  status: 'disconnected',
  balance: null,
  balanceSymbol: null,
  connectorId: null,
  connectedWalletInfo: null,
  profileName: null,
  profileImage: null,
  tokenBalance: null,
  tokenCount: null,
  addressLabels: {},
  user: null,
  preferredAccountTypes: {},
  socialProvider: null,
  farcasterUrl: null,
  smartAccountDeployed: null,
  embedded: null,
});

export const noConnections: ConnectionsSlice = { connectors: [], connections: [], recentWallets: [] };

export const noNetworks: NetworksSlice = {
  active: null,
  supported: true,
  list: [],
  search: '',
  groups: [],
  phase: 'idle',
  target: null,
  namespace: null,
  approved: null,
  error: null,
};

export const noPairing = { uri: null } as PairingSlice;

/** the fields of the slice `embedded` that are read before the engine runs: no login is open */
export const noLogin = { url: null } as EmbeddedSlice;

/** the slice `transactions` before the engine runs */
export const noTransactions = { list: [] as TransactionItem[] } as TransactionsSlice;
