// Fixed snapshots for the view tests: what the engine would give, whole and typed.

import type {
  ActivityGroup,
  ActivityItem,
  DeedLine,
  NetworkBadge,
  NetworkRow,
  OnrampProvider,
  OnrampQuote,
  OnrampTokenRow,
  ProfileRecent,
  ProfileWallet,
  SendParty,
  SendPreview,
  Slices,
  StepKind,
  StepState,
  SwapBox,
  SwapDetails,
  SwapPreview,
  SwapStep,
  SwapTokenRow,
  TimelineLine,
  TimelineStep,
  TokenItem,
  TransactionItem,
  TransactionView,
  WalletRow,
  WalletTile,
} from '../contract';

/** What some slices say differently. */
export type Changes = { [K in keyof Slices]?: Partial<Slices[K]> };

export const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** the contract of a token */
export const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const deed = (more: Partial<DeedLine> = {}): DeedLine => ({
  kind: 'send',
  amount: null,
  symbol: null,
  token: null,
  party: OTHER,
  owner: null,
  until: null,
  text: null,
  said: null,
  isRisky: false,
  ...more,
});

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
  conflict: false,
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
export const qr = { size: 41, path: 'M8 0h.01M9 2h.01' };
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

export const swapBox = (symbol: string, more: Partial<SwapBox> = {}): SwapBox => ({
  id: `eip155:1337:${symbol}`,
  symbol,
  name: symbol,
  decimals: 18,
  balance: '12.500',
  image: null,
  ...more,
});

export const swapToken = (symbol: string, more: Partial<SwapTokenRow> = {}): SwapTokenRow => ({
  id: `eip155:1337:${symbol}`,
  symbol,
  name: symbol,
  amount: null,
  worth: null,
  image: null,
  unverified: false,
  isChosen: false,
  testId: `swap-select-token-item-${symbol}`,
  ...more,
});

export const swapDetails: SwapDetails = {
  rate: '1 ETH = 3,000.12 DUSD',
  impact: '0.31%',
  isImpactHigh: false,
  slippage: '1%',
  minimum: '742.5297 DUSD',
  providerFee: '0.002125 ETH',
  quotedAt: 0,
};

export const onrampToken = (symbol: string, more: Partial<OnrampTokenRow> = {}): OnrampTokenRow => ({
  id: `id-${symbol}`,
  symbol,
  name: symbol,
  image: null,
  unverified: false,
  testId: `wm-onramp-${symbol}`,
  ...more,
});

export const onrampQuote: OnrampQuote = {
  isEstimate: false,
  got: '98.15',
  purchaseAmount: '98.15 DUSD',
  paymentTotal: '100.00 USD',
  paymentSubtotal: '98.15 USD',
  networkFee: '0.35 USD',
  providerFee: '1.50 USD',
  quoteId: 'q-1',
};

/** nobody's price */
export const onrampEstimate: OnrampQuote = {
  ...onrampQuote,
  isEstimate: true,
  got: null,
  purchaseAmount: '100.00 USD',
  paymentSubtotal: '100.00 USD',
  networkFee: null,
  providerFee: null,
  quoteId: 'mocked-quote-id',
};

export const onrampProviders: OnrampProvider[] = [
  { id: 'meld', name: 'Meld.io', fee: '1-2%', symbol: 'USDC', isQuoted: false, isOff: false },
  { id: 'coinbase', name: 'Coinbase', fee: '1-2%', symbol: 'DUSD', isQuoted: true, isOff: false },
];

/** what is asked in each, and how far it is */
export const steps = (...kinds: StepKind[]): SwapStep[] =>
  kinds.map((kind, i) => ({ kind, status: i ? 'todo' : 'now' }));

export const swapPreview: SwapPreview = {
  gives: '0.25',
  givesSymbol: 'ETH',
  givesWorth: '$750.00',
  givesImage: null,
  gets: '742.5297',
  getsSymbol: 'DUSD',
  getsWorth: '$742.52',
  getsImage: null,
  expected: '750.03 DUSD',
  from: { address: ADDRESS, short: '0x70…dc79C8', name: null, image: null },
  givesToken: null,
  getsToken: TOKEN,
  networkName: 'Demo chain',
  networkIcon: null,
  router: '0x111111125421cA6dc452d289314280a0f8842A65',
  fee: '0.000042 ETH, $0.13',
  feePhase: 'ready',
  steps: steps('swap'),
  step: 0,
  revision: 0,
};

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

/** All its rows are here. */
export const month = (title: string, items: ActivityItem[]): ActivityGroup => ({
  title,
  count: items.length,
  above: 0,
  items,
});

export const transaction = (id: string, more: Partial<TransactionItem> = {}): TransactionItem => ({
  id,
  hash: `0x${id}`,
  chain: 'eip155:1337',
  calls: null,
  nonce: null,
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

/** One in its own view, on its way. */
export const shownTransaction = (more: Partial<TransactionView> = {}): TransactionView => ({
  id: 'a',
  kind: 'send',
  phase: 'sent',
  timeline: timeline('signed done', 'sent done', 'confirmed now'),
  amount: '0.25',
  symbol: 'ETH',
  to: OTHER,
  calls: [],
  networkName: 'Demo chain',
  date: '02 Jan 2026, 14:05',
  iso: '2026-01-02T13:05:00.000Z',
  explorerUrl: 'https://explorer.test/tx/0xa',
  ...more,
});

/** Steps of it, as 'sent done'. */
export const timeline = (...steps: `${TimelineStep} ${StepState}`[]): TimelineLine[] =>
  steps.map((one) => {
    const [step, state] = one.split(' ') as [TimelineStep, StepState];
    return { step, state };
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
    done: false,
    wallet: null,
    network: badge,
  },
  embedded: {
    phase: 'idle',
    email: null,
    resendAt: null,
    error: null,
    provider: null,
    social: 'idle',
    socialError: null,
    url: null,
    qr: null,
    update: 'idle',
    newEmail: null,
    approvals: 0,
    login: null,
  },
  connect: {
    rows: [row('fox', 'Foxglove', { tag: 'recent' }), row('harbor', 'Harbor')],
    directory: false,
    logins: { email: false, socials: [], window: null, refused: false },
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
    balance: { phase: 'ready', amount: '1.234', symbol: 'ETH', retryAt: null },
    network: badge,
    explorerUrl: 'https://explorer.test/address',
    actions: ['receive', 'send'],
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
      month('January', [activityItem('a1'), activityItem('a2')]),
      month('December 2025', [activityItem('a3')]),
    ],
    pending: [],
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    stalled: false,
    full: null,
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
  receive: {
    address: ADDRESS,
    qr: { size: 29, path: 'M9 1h.01' },
    networks: [
      { caipNetworkId: 'eip155:1337', name: 'Harbor', supported: true, icon: null },
      { caipNetworkId: 'eip155:1338', name: 'Lagoon', supported: true, icon: null },
    ],
    only: false,
  },
  review: {
    id: 1,
    phase: 'review',
    method: 'eth_sendTransaction',
    lines: [deed({ kind: 'approve_unlimited', isRisky: true, symbol: 'USDC', token: TOKEN, party: OTHER })],
    from: ADDRESS,
    networkName: 'Harbor',
    changes: [],
    raw: '[{"from":"0x71C7","data":"0x095ea7b3"}]',
    count: 1,
    link: null,
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
    lookingUp: false,
    resolved: null,
    alike: null,
    firstTime: false,
    dollars: null,
    sends: null,
    priced: true,
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
  swap: {
    source: swapBox('ETH', { name: 'Ether', balance: '1.234' }),
    target: null,
    amount: '',
    sourceWorth: null,
    targetAmount: null,
    targetWorth: null,
    max: '1.2',
    loadPhase: 'ready',
    amountError: null,
    tokenError: null,
    refusedTokens: [],
    check: 'select_token',
    quotePhase: 'ready',
    quoteError: null,
    isPriceMissing: false,
    details: null,
    phase: 'editing',
    preview: null,
    hash: null,
    explorerUrl: null,
    error: null,
    fault: null,
    unanswered: null,
    native: 'ETH',
    side: 'sourceToken',
    search: '',
    tokensPhase: 'ready',
    suggested: [],
    held: [],
    others: [],
    isCut: false,
  },
  onramp: {
    purchaseCurrency: { id: 'id-DUSD', name: 'Demo Dollar', symbol: 'DUSD', networks: [] },
    paymentCurrency: { id: 'USD', payment_method_limits: [] },
    purchaseAmount: null,
    paymentAmount: '',
    selectedProvider: null,
    quotesLoading: false,
    error: null,
    check: 'enter_amount',
    optionsPhase: 'ready',
    isSample: false,
    quote: null,
    limit: null,
    methods: [
      { id: 'card', range: '5.00-5,000.00 USD', fits: true },
      { id: 'ach_bank_account', range: '20.00-20,000.00 USD', fits: true },
    ],
    image: null,
    networkName: 'Demo chain',
    networkIcon: null,
    paymentCurrencies: ['USD', 'EUR', 'GBP'],
    purchaseCurrencies: [onrampToken('DUSD', { name: 'Demo Dollar' }), onrampToken('ETH', { name: 'Ether' })],
    providers: onrampProviders,
    phase: 'idle',
    url: null,
    host: null,
    fault: null,
  },
  transactions: { list: [], shown: null },
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
  alike: null,
  compared: false,
  firstTime: false,
  contract: false,
  changes: [],
  exceeded: false,
};
