// Fixed snapshots for the view tests: what the engine would give, whole and typed (design.md section 7.5).

import type { Slices, WalletRow } from '../contract';

export const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

export const groupsOf = (address: string): string[] => ['0x', ...(address.slice(2).match(/.{4}/g) ?? [])];

export const row = (id: string, name: string, more: Partial<WalletRow> = {}): WalletRow => ({
  id,
  name,
  icon: null,
  rdns: `com.${id}`,
  tag: 'installed',
  conflict: false,
  testId: `wallet-selector-com.${id}`,
  namespaces: ['eip155'],
  ...more,
});

export const snapshots = (): Slices => ({
  state: {
    open: true,
    loading: false,
    connecting: false,
    initialized: true,
    view: 'Connect',
    activeChain: 'eip155',
    selectedNetworkId: 'eip155:1337',
    features: {},
    overriddenFeatures: [],
    configSource: 'default',
    error: null,
  },
  router: {
    open: true,
    view: 'Connect',
    direction: 'forward',
    depth: 1,
    left: 'none',
    refusals: 0,
    wallet: null,
  },
  connect: {
    rows: [row('fox', 'Foxglove', { tag: 'recent' }), row('harbor', 'Harbor')],
    phase: 'idle',
    walletId: null,
    error: null,
  },
  account: {
    namespace: 'eip155',
    status: 'connected',
    address: ADDRESS,
    caipAddress: `eip155:1337:${ADDRESS}`,
    short: '0x70…dc79C8',
    name: null,
    image: null,
    wallet: row('fox', 'Foxglove'),
    balance: { phase: 'ready', amount: '1.234', symbol: 'ETH' },
    network: { caipNetworkId: 'eip155:1337', name: 'Demo chain', supported: true },
    explorerUrl: 'https://explorer.test/address',
    rows: ['send', 'disconnect'],
    disconnecting: false,
  },
  accounts: { list: [] },
  connections: { connectors: [], connections: [] },
  networks: { active: null, supported: true, list: [] },
  send: {
    token: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null, balance: '1.234' },
    amount: '',
    receiver: '',
    max: '1.2',
    maxPhase: 'ready',
    check: 'enter_amount',
    amountError: null,
    receiverError: null,
    notice: null,
    phase: 'editing',
    preview: null,
    hash: null,
    explorerUrl: null,
    error: null,
  },
  transactions: { list: [] },
  toast: { toast: null },
  alerts: { visible: [] },
  theme: { themeMode: 'system', themeVariables: {} },
  options: {
    projectId: 'p',
    debug: true,
    testMode: false,
    termsConditionsUrl: null,
    privacyPolicyUrl: null,
    mobileFullScreen: false,
    locale: null,
    networks: [],
    metadata: { name: '', description: '', url: '', icons: [] },
  },
});

export const preview = {
  amount: '0.25',
  symbol: 'ETH',
  fromGroups: groupsOf(ADDRESS),
  toGroups: groupsOf(OTHER),
  networkName: 'Demo chain',
  fee: '0.000021 ETH',
  feePhase: 'ready',
  total: '0.250021 ETH',
} as const;
