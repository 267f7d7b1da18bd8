// Fixed snapshots for the view tests: what the engine would give, whole and typed.

import type {
  ActivityItem,
  NetworkBadge,
  NetworkRow,
  ProfileRecent,
  ProfileWallet,
  SendParty,
  SendPreview,
  Slices,
  TokenItem,
  TransactionItem,
  WalletRow,
  WalletTile,
} from '../contract';

/** What some slices say differently. */
export type Changes = { [K in keyof Slices]?: Partial<Slices[K]> };

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

export const tile = (id: string, name: string, more: Partial<WalletTile> = {}): WalletTile => ({
  id,
  name,
  icon: null,
  certified: false,
  installed: false,
  testId: `wallet-search-item-${id}`,
  ...more,
});

export const profileWallet = (name: string, more: Partial<ProfileWallet> = {}): ProfileWallet => ({
  namespace: 'eip155',
  connectorId: `com.${name}`,
  name,
  icon: null,
  address: ADDRESS,
  short: '0x70…dc79C8',
  label: null,
  kind: 'eoa',
  more: [],
  explorerUrl: 'https://explorer.test/address',
  active: true,
  waits: false,
  action: null,
  disconnecting: false,
  ...more,
});

export const profileRecent = (name: string, more: Partial<ProfileRecent> = {}): ProfileRecent => ({
  namespace: 'eip155',
  connectorId: `com.${name}`,
  name,
  icon: null,
  short: '0x3C…4293BC',
  label: null,
  action: 'switch',
  reachable: true,
  busy: false,
  ...more,
});

/** no code a reader could read: two modules of three */
export const qr = { size: 41, path: 'M0 0h1v1h-1zM2 2h1v1h-1z' };
export const URI = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`;

export const badge: NetworkBadge = {
  caipNetworkId: 'eip155:1337',
  name: 'Demo chain',
  supported: true,
  icon: null,
};

/** the wallet is on a chain that is not configured */
export const unknownBadge: NetworkBadge = {
  caipNetworkId: 'eip155:99',
  name: 'Unknown Network',
  supported: false,
  icon: null,
};

export const network = (name: string, more: Partial<NetworkRow> = {}): NetworkRow => ({
  caipNetworkId: `eip155:${name.length}`,
  name,
  icon: null,
  selected: false,
  approved: true,
  testId: `w3m-network-switch-${name}`,
  ...more,
});

export const token = (symbol: string, more: Partial<TokenItem> = {}): TokenItem => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1337',
  address: `eip155:1337:${OTHER}`,
  quantity: { decimals: '18', numeric: '12.5' },
  unverified: false,
  price: '1',
  value: '12.5',
  iconUrl: null,
  logoUri: null,
  id: `eip155:1337:${symbol}`,
  amount: '12.500',
  worth: '$12.50',
  image: null,
  testId: `wm-token-${symbol}`,
  ...more,
});

export const activityItem = (id: string, more: Partial<ActivityItem> = {}): ActivityItem => ({
  id,
  metadata: {
    hash: `0x${id}`,
    minedAt: '2026-01-02T03:04:05Z',
    chain: 'eip155:1337',
    status: 'confirmed',
    operationType: 'send',
    sentFrom: ADDRESS,
    sentTo: OTHER,
  },
  transfers: [],
  verb: 'sent',
  legs: [{ direction: 'out', text: '-0.500 ETH', image: null, nft: false }],
  counterparty: '0x3C…4293BC',
  date: '02 Jan',
  ago: '5 min',
  link: `https://explorer.test/tx/0x${id}`,
  testId: `wm-tx-0x${id}`,
  ...more,
});

export const transaction = (id: string, more: Partial<TransactionItem> = {}): TransactionItem => ({
  id,
  hash: `0x${id}`,
  chain: 'eip155:1337',
  kind: 'send',
  status: 'sent',
  amount: '0.25',
  request: null,
  symbol: 'ETH',
  token: null,
  to: OTHER,
  explorerUrl: `https://explorer.test/tx/0x${id}`,
  createdAt: 0,
  told: false,
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
    network: badge,
  },
  connect: {
    rows: [row('fox', 'Foxglove', { tag: 'recent' }), row('harbor', 'Harbor')],
    directory: false,
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
    groups: groupsOf(ADDRESS),
    name: null,
    image: null,
    wallet: row('fox', 'Foxglove'),
    balance: { phase: 'ready', amount: '1.234', symbol: 'ETH', retryAt: null },
    network: badge,
    explorerUrl: 'https://explorer.test/address',
    actions: ['send'],
    tabs: ['tokens', 'nfts', 'activity'],
    tab: 'tokens',
    hidden: false,
    label: null,
    disconnecting: false,
    walletOffline: false,
  },
  accounts: { list: [] },
  connections: { connectors: [], connections: [], recentWallets: [] },
  networks: {
    active: null,
    supported: true,
    list: [],
    search: '',
    groups: [
      {
        kind: 'main',
        rows: [
          network('Demo chain', { selected: true }),
          network('Harbor'),
          network('Lagoon', { approved: false }),
        ],
      },
      { kind: 'test', rows: [network('Testing ground')] },
    ],
    phase: 'idle',
    target: null,
    approved: null,
    error: null,
  },
  directory: {
    rows: [],
    rowsPhase: 'none',
    allWallets: null,
    tiles: [],
    phase: 'none',
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    search: '',
    searching: false,
    certified: false,
    guide: [],
    download: null,
  },
  profileWallets: {
    ready: true,
    tabs: [],
    tab: 'eip155',
    active: profileWallet('Foxglove'),
    recent: [profileRecent('Harbor')],
    disconnectsAll: false,
  },
  pairing: {
    phase: 'ready',
    uri: URI,
    qr,
    wallet: { id: 'larch', name: 'Larch', icon: 'blob:larch' },
    platforms: ['mobile'],
    platform: 'mobile',
    links: { mobile: null, web: null, desktop: null },
    target: '_self',
    byTap: false,
    notOpened: false,
    canDownload: true,
    relay: null,
    error: null,
  },
  tokens: {
    phase: 'ready',
    list: [
      token('ETH', { name: 'Ether', address: null, amount: '1.234', worth: '$3,702.00' }),
      token('DEMO', { name: 'Demo Dollar' }),
      token('OLD', { name: 'No price', worth: null, price: null, value: null }),
    ],
    total: '$3,714.50',
    retryAt: null,
    hidden: false,
  },
  activity: {
    phase: 'ready',
    groups: [
      { title: 'January', items: [activityItem('a1'), activityItem('a2')] },
      { title: 'December 2025', items: [activityItem('a3')] },
    ],
    pending: [],
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    spam: 0,
    showSpam: false,
    nfts: [],
  },
  signIn: {
    phase: 'ready',
    required: false,
    message: `harbour.test wants you to sign in with your Ethereum account:\n${ADDRESS}\n\n\nURI: https://harbour.test`,
    app: 'Harbour',
    domain: 'harbour.test',
    image: null,
    address: ADDRESS,
    error: null,
  },
  send: {
    token: {
      id: 'eip155:1337:native',
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      address: null,
      balance: '1.234',
      image: null,
    },
    sendTokenAmount: '',
    receiverAddress: '',
    receiverProfileName: null,
    receiverProfileImageUrl: null,
    networkBalanceInUSD: null,
    tokenBalances: [],
    loading: false,
    worth: null,
    max: '1.2',
    maxPhase: 'ready',
    check: 'enter_amount',
    tokenError: null,
    amountError: null,
    receiverError: null,
    notice: null,
    phase: 'editing',
    preview: null,
    hash: null,
    explorerUrl: null,
    error: null,
    fault: null,
    unanswered: null,
    search: '',
    tokens: [
      token('ETH', { name: 'Ether', address: null, testId: 'wm-send-token-ETH' }),
      token('DEMO', { name: 'Demo Dollar', testId: 'wm-send-token-DEMO' }),
    ],
    tokensPhase: 'ready',
  },
  transactions: { list: [] },
  toast: { toast: null },
  alerts: { visible: [] },
  theme: { themeMode: 'system', themeVariables: {} },
  options: {
    termsConditionsUrl: null,
    privacyPolicyUrl: null,
    enableWalletGuide: true,
    enableNetworkSwitch: true,
  },
});

const party = (address: string, more: Partial<SendParty> = {}): SendParty => ({
  address,
  short: `${address.slice(0, 4)}…${address.slice(-6)}`,
  groups: groupsOf(address),
  name: null,
  image: null,
  ...more,
});

export const preview: SendPreview = {
  amount: '0.25',
  symbol: 'ETH',
  to: party(OTHER),
  from: party(ADDRESS),
  networkName: 'Demo chain',
  networkIcon: null,
  fee: '0.000022 ETH, $0.07',
  feePhase: 'ready',
  total: '0.250022 ETH, $750.07',
  worth: null,
  token: null,
  image: null,
};
