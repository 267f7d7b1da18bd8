// Fixed slices for the view tests: the engine's own empty slices (empty.gen.ts), with rows as the engine would give them.

import type {
  ActivityGroup,
  ActivityItem,
  ApprovalRow,
  EffectLine,
  NetworkBadge,
  NetworkRow,
  OnrampProvider,
  OnrampQuote,
  OnrampTokenRow,
  PermitRow,
  ProfileRecent,
  ProfileWallet,
  SendParty,
  GrantLine,
  SendPreview,
  SessionRow,
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
  TokenDoubt,
} from '../contract';
import { empty } from './empty.gen';

/** What some slices say differently. */
export type Changes = { [K in keyof Slices]?: Partial<Slices[K]> };

export const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** the contract of a token */
export const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const effect = (more: Partial<EffectLine> = {}): EffectLine => ({
  effect: 'send',
  risk: 'normal',
  words: 'send',
  amount: null,
  all: false,
  withheld: null,
  uncounted: null,
  symbol: null,
  token: null,
  party: OTHER,
  owner: null,
  on: null,
  power: null,
  call: null,
  until: null,
  text: null,
  fields: null,
  said: null,
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
  choice: [],
  explorerUrl: 'https://explorer.test/address',
  active: true,
  waits: false,
  action: null,
  disconnecting: false,
  confirmation: 'confirmed',
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

/** A row with a number of its own for each name. */
export const network = (name: string, more: Partial<NetworkRow> = {}): NetworkRow => ({
  caipNetworkId: `eip155:${parseInt(name.replace(/[^\da-z]/gi, ''), 36)}`,
  name,
  icon: null,
  selected: false,
  approved: true,
  unread: false,
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
  rateWhole: null,
  impact: '0.31%',
  isImpactHigh: false,
  slippage: '1%',
  isSlippageHigh: false,
  minimum: '742.5297 DUSD',
  minimumWhole: null,
  networkFee: '0.00015 ETH, $0.45',
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
  gotWhole: null,
  purchaseAmount: '98.15 DUSD',
  paymentTotal: '$100',
  paymentSubtotal: '$98.15',
  networkFee: '$0.35',
  providerFee: '$1.50',
  quoteId: 'q-1',
};

/** an estimate of ours: no provider has quoted it */
export const onrampEstimate: OnrampQuote = {
  ...onrampQuote,
  isEstimate: true,
  got: null,
  gotWhole: null,
  purchaseAmount: '$100',
  paymentSubtotal: '$100',
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
  getsWhole: null,
  getsSymbol: 'DUSD',
  getsWorth: '$742.52',
  getsImage: null,
  expected: '750.03 DUSD',
  expectedWhole: null,
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
  isCritical: false,
  doubt: null,
  tokenDoubts: [],
  isAccepted: false,
};

/** A token that the list and the network call differently. */
export const tokenDoubt: TokenDoubt = {
  listed: 'USDC',
  listedDecimals: 6,
  network: 'DAI',
  networkDecimals: 18,
  units: '2,500,000',
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
  description: null,
  legs: [{ direction: 'out', text: '-0.500 ETH', image: null, nft: false, unverified: false }],
  pair: null,
  counterparty: '0x3C…4293BC',
  date: '02 Jan',
  time: '14:05',
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
  stood: null,
  signed: null,
  until: null,
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
  dropped: false,
  kind: 'send',
  verb: null,
  came: false,
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

export const sessionRow = (pci: string, more: Partial<SessionRow> = {}): SessionRow => ({
  pci,
  name: 'Lagoon Games',
  site: 'lagoon.example',
  image: null,
  tag: 'active',
  created: '02 Jan 2026, 14:05',
  expiry: '02 Feb 2026, 14:05',
  revoked: null,
  lines: null,
  policies: [],
  isOdd: false,
  canRevoke: true,
  revoking: null,
  error: null,
  ...more,
});

export const approvalRow = (id: string, more: Partial<ApprovalRow> = {}): ApprovalRow => ({
  id,
  token: TOKEN,
  symbol: 'USDC',
  spender: OTHER,
  isPermit2: false,
  throughPermit2: false,
  isCollection: false,
  amount: null,
  units: false,
  until: null,
  busy: false,
  ...more,
});

export const permitRow = (id: string, more: Partial<PermitRow> = {}): PermitRow => ({
  id,
  line: null,
  to: null,
  name: null,
  isAccounts: false,
  accounts: null,
  until: null,
  canRevoke: true,
  working: null,
  error: null,
  ...more,
});

export const grantLine = (more: Partial<GrantLine> = {}): GrantLine => ({
  kind: 'spend',
  contract: null,
  amount: '0.5',
  symbol: 'ETH',
  units: false,
  every: { count: '1', unit: 'day' },
  from: null,
  functions: [],
  text: null,
  ...more,
});

/** The slices of an empty engine with these differences. */
const changed = (changes: Changes): Slices => {
  const slices = empty();
  for (const name of Object.keys(changes) as (keyof Slices)[]) Object.assign(slices[name], changes[name]);
  return slices;
};

export const snapshots = (): Slices =>
  changed({
    state: {
      open: true,
      loading: false,
      initialized: true,
      view: 'Connect',
      activeChain: 'eip155',
      selectedNetworkId: 'eip155:1337',
      features: {},
    },
    router: {
      open: true,
      left: 'none',
      network: badge,
      certain: false,
    },
    connect: {
      rows: [row('fox', 'Foxglove', { tag: 'recent' }), row('harbor', 'Harbor')],
      logins: { email: false, socials: [], window: null, refused: false },
    },
    account: {
      namespace: 'eip155',
      status: 'connected',
      address: ADDRESS,
      caipAddress: `eip155:1337:${ADDRESS}`,
      short: '0x70…dc79C8',
      wallet: row('fox', 'Foxglove'),
      balance: { phase: 'ready', amount: '1.234', symbol: 'ETH', arriving: null, retryAt: null },
      network: badge,
      explorerUrl: 'https://explorer.test/address',
      actions: ['receive', 'send'],
      tabs: ['tokens', 'nfts', 'activity'],
    },
    networks: {
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
    },
    directory: {
      marks: true,
      explore: false,
      relay: true,
    },
    profileWallets: {
      ready: true,
      tab: 'eip155',
      active: profileWallet('Foxglove'),
      recent: [profileRecent('Harbor')],
    },
    pairing: {
      phase: 'ready',
      uri: URI,
      qr,
      wallet: { id: 'larch', name: 'Larch', icon: 'blob:larch' },
      platforms: ['mobile'],
      canDownload: true,
    },
    tokens: {
      phase: 'ready',
      list: [
        token('ETH', { name: 'Ether', address: null, amount: '1.234', worth: '$3,702.00' }),
        token('DEMO', { name: 'Demo Dollar' }),
        token('OLD', { name: 'No price', worth: null, price: null, value: null }),
      ],
      total: '$3,714.50',
    },
    activity: {
      phase: 'ready',
      groups: [
        month('January', [activityItem('a1'), activityItem('a2')]),
        month('December 2025', [activityItem('a3')]),
      ],
    },
    signIn: {
      phase: 'ready',
      message: `harbour.test wants you to sign in with your Ethereum account:\n${ADDRESS}\n\n\nURI: https://harbour.test`,
      app: 'Harbour',
      domain: 'harbour.test',
      address: ADDRESS,
    },
    receive: {
      address: ADDRESS,
      qr: { size: 29, path: 'M9 1h.01' },
      networks: [
        { caipNetworkId: 'eip155:1337', name: 'Harbor', supported: true, icon: null },
        { caipNetworkId: 'eip155:1338', name: 'Lagoon', supported: true, icon: null },
      ],
    },
    pay: {
      site: 'Harbour Shop',
      amount: '25',
      symbol: 'USDC',
      worth: '$25.00',
      token: TOKEN,
      network: { caipNetworkId: 'eip155:1337', name: 'Harbor', supported: true, icon: null },
      to: { address: OTHER, short: '0x3C…93BC', name: null, image: null },
      wallet: { name: 'Foxglove', icon: null, short: '0x70…79C8', switches: false },
      checked: 'ready',
      exchangesPhase: 'ready',
      exchanges: [
        { id: 'quayside', name: 'Quayside', image: null },
        { id: 'millpond', name: 'Millpond', image: null },
      ],
    },
    permissions: {
      grantsPhase: 'unknown',
      sitesPhase: 'ready',
      sites: [permitRow('p1', { name: 'eth_accounts', isAccounts: true, accounts: 1 })],
    },
    approvals: {
      listPhase: 'ready',
      rows: [approvalRow('t1'), approvalRow('t2', { amount: '250', spender: ADDRESS })],
      logs: 'all',
      native: 'ETH',
    },
    sessions: {
      phase: 'ready',
      counts: [2, 0, 0],
      months: [{ title: 'January', rows: [sessionRow('a1'), sessionRow('b2', { name: null })] }],
    },
    review: {
      id: 1,
      method: 'eth_sendTransaction',
      lines: [
        effect({
          effect: 'allow',
          words: 'approve_unlimited',
          risk: 'warning',
          symbol: 'USDC',
          token: TOKEN,
          party: OTHER,
        }),
      ],
      from: ADDRESS,
      wallet: 'Foxglove',
      networkName: 'Harbor',
      raw: '[{"from":"0x71C7","data":"0x095ea7b3"}]',
      count: 1,
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
      max: '1.2',
      maxPhase: 'ready',
      check: 'enter_amount',
      nextUnit: 'dollars',
      tokens: [
        token('ETH', { name: 'Ether', address: null, testId: 'wm-send-token-ETH' }),
        token('DEMO', { name: 'Demo Dollar', testId: 'wm-send-token-DEMO' }),
      ],
      tokensPhase: 'ready',
    },
    swap: {
      source: swapBox('ETH', { name: 'Ether', balance: '1.234' }),
      max: '1.2',
      loadPhase: 'ready',
      check: 'select_token',
      slippage: { choice: 'auto', own: '', isWrong: false, isHigh: false, text: '1%' },
      native: 'ETH',
      tokensPhase: 'ready',
    },
    onramp: {
      purchaseCurrency: { id: 'id-DUSD', name: 'Demo Dollar', symbol: 'DUSD', networks: [] },
      paymentCurrency: { id: 'USD', payment_method_limits: [] },
      check: 'enter_amount',
      optionsPhase: 'ready',
      methods: [
        { id: 'card', range: '$5 - $5,000', fits: true },
        { id: 'ach_bank_account', range: '$20 - $20,000', fits: true },
      ],
      networkName: 'Demo chain',
      paymentCurrencies: ['USD', 'EUR', 'GBP'],
      sign: '$',
      purchaseCurrencies: [
        onrampToken('DUSD', { name: 'Demo Dollar' }),
        onrampToken('ETH', { name: 'Ether' }),
      ],
      providers: onrampProviders,
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
  isPayment: false,
  amount: '0.25',
  symbol: 'ETH',
  to: party(OTHER),
  from: party(ADDRESS),
  networkName: 'Demo chain',
  networkIcon: null,
  rareBlocks: false,
  fee: '0.000022 ETH, $0.07',
  feePhase: 'ready',
  total: '0.250022 ETH, $750.07',
  worth: null,
  token: null,
  memo: null,
  references: [],
  image: null,
  alike: null,
  compared: false,
  firstTime: null,
  ofEthereum: false,
  through: [],
  place: null,
  opens: null,
  withheld: null,
  withheldLater: null,
  rules: [],
  doubt: null,
  uncounted: null,
  added: null,
  changes: [],
  exceeded: false,
};
