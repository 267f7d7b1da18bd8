// The account state without a modal: on a server, and in the first frame of a page. The modal's own getters return the same before the
// engine runs.

import type { AccountState, Namespace, NetworksSlice, StateSlice, ThemeSlice } from 'wallet-modal';

export const nobody = (namespace: Namespace = 'eip155'): AccountState => ({
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

export const beforeStart: StateSlice = {
  open: false,
  loading: false,
  connecting: false,
  initialized: false,
  view: null,
  activeChain: null,
  selectedNetworkId: null,
  features: {},
  overriddenFeatures: [],
  configSource: 'default',
  error: null,
};

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

export const ownTheme: ThemeSlice = { themeMode: 'system', themeVariables: {} };
