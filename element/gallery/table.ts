// TABLE of the gallery: every view in every state it can be in. A view or a state more is one row here (CONTRIBUTING.md, "The
// gallery"); the compiler asks for each view of the contract, table.test.tsx draws each row.
// A row: its name, what its slices say differently from testing/snapshots.ts and from the other rows of its view, and more if need be.

import type {
  LeftSlot,
  LoginSlice,
  RevokePreview,
  SessionRow,
  Slices,
  TransactionView,
  View,
} from '../src/contract';
import {
  activityItem,
  approvalRow,
  month,
  ADDRESS,
  badge,
  deed,
  grantLine,
  type Changes,
  network,
  onrampEstimate,
  onrampQuote,
  onrampToken,
  OTHER,
  permitRow,
  preview,
  profileRecent,
  profileWallet,
  row as walletRow,
  sessionRow,
  shownTransaction,
  snapshots,
  steps,
  swapBox,
  swapDetails,
  swapPreview,
  swapToken,
  tile,
  timeline,
  token,
  TOKEN,
  transaction,
  unknownBadge,
} from '../src/testing/snapshots';
import * as picture from './pictures';

/** What of a state is not in the slices. */
interface More {
  /** pressed, in this order, once the view is there */
  press?: string[];
  /** the browser has no connection */
  offline?: boolean;
  /** drawn in the page, without a dialog */
  embedded?: boolean;
  /** of the texts' direction */
  locale?: string;
  /** the engine is still on its way, or does not come */
  engine?: 'waits' | 'fails';
  /** nothing is opened: the buttons in the page */
  closed?: boolean;
}
type Row = [name: string, slices?: Changes, more?: More];
const inView = (more: Partial<TransactionView>): Changes => ({
  transactions: { shown: shownTransaction(more) },
});
const batch: Partial<TransactionView> = {
  kind: 'swap',
  amount: '250',
  symbol: 'USDC',
  phase: 'signed',
  timeline: timeline('signed done', 'sent now', 'confirmed todo'),
  explorerUrl: null,
  calls: [
    { to: TOKEN, value: null },
    { to: OTHER, value: null },
    { to: ADDRESS, value: '0.5 ETH' },
  ],
};

interface Group {
  left?: LeftSlot;
  /** of every row */
  slices?: Changes;
  rows: [Row, ...Row[]];
}

export interface Entry extends More {
  /** "Connect.no wallet" */
  id: string;
  view: View | 'Buttons';
  name: string;
  slices: Changes[];
}

/** the gallery's clock when a page of it begins */
export const NOW = Date.UTC(2026, 0, 15, 12);

const net = { ...badge, icon: picture.demoChain };
const foxglove = walletRow('fox', 'Foxglove', { icon: picture.fox });
const rows = [
  walletRow('walletConnect', 'WalletConnect', {
    tag: 'qrcode',
    testId: 'wallet-selector-walletconnect',
    icon: picture.plum,
  }),
  { ...foxglove, tag: 'recent' as const },
  walletRow('harbor', 'Harbor', { icon: picture.harbor }),
  walletRow('larch', 'Larch', { icon: picture.larch, tag: null }),
  walletRow('basalt', 'Basalt', { icon: picture.basalt, tag: null }),
];
const tiles = [
  ...['Foxglove', 'Harbor', 'Larch', 'Basalt', 'Plum', 'Harbor Vault for Teams', 'Meadow', 'Quarry'],
  ...['Tidepool', 'Lantern', 'Saffron Pocket', 'Juniper', 'Cobalt', 'Marrow', 'Orchard', 'Willow'],
  ...['Ember', 'Pebble', 'Nimbus', 'Thistle'],
].map((name, i) =>
  tile(`w${i}`, name, {
    icon: [picture.fox, picture.harbor, picture.larch, picture.basalt, picture.plum, null][i % 6]!,
    certified: i % 4 == 1,
    installed: i < 2,
  }),
);
const many = [
  network('Ethereum', { icon: picture.ether }),
  network('Demo chain', { icon: picture.demoChain, selected: true }),
  ...['Harbor', 'Lagoon', 'Polar', 'Meridian', 'Basin', 'Summit'].map((name, i) =>
    network(name, { caipNetworkId: `eip155:${i + 100}` }),
  ),
];
const failure = (code: number | string, details: string) => ({
  name: 'WalletError' as const,
  code,
  message: 'An error occurred',
  title: null,
  details,
});
const priced = {
  paymentAmount: '100',
  purchaseAmount: '98.15',
  check: 'ready' as const,
  quote: onrampQuote,
};
const estimated = {
  paymentAmount: '100',
  check: 'no_quote' as const,
  quote: onrampEstimate,
  error: failure(503, 'HTTP status code: 503'),
};
const missed = snapshots().onramp.methods.map((method) => ({ ...method, fits: false }));
const nothingListed = { purchaseCurrency: null, paymentCurrency: null, methods: [] };
const listless = { optionsPhase: 'loading' as const, paymentCurrencies: [], purchaseCurrencies: [] };
const sold = [
  onrampToken('DUSD', { name: 'Demo Dollar', image: picture.dollar }),
  onrampToken('ETH', { name: 'Ether', image: picture.ether }),
  onrampToken('MDW', { name: 'Meadow' }),
  onrampToken('DUSD', { id: 'id-other', name: 'Demo Dollar', unverified: true }),
  onrampToken('WWWWWWWWWWWW', { name: 'An asset whose maker could not stop naming it' }),
];
const open = snapshots().onramp.providers.map((row) => ({ ...row, isQuoted: false }));
const grantLines = [
  grantLine({
    kind: 'call',
    amount: null,
    symbol: null,
    every: null,
    contract: OTHER,
    functions: [
      {
        name: 'play',
        value: '0.05 ETH',
        delegate: false,
        bounds: [
          { name: 'table', named: true, kind: 'equal', value: '7' },
          { name: '2', named: false, kind: 'less', value: '0x0a' },
        ],
      },
      { name: 'leave', value: null, delegate: true, bounds: [] },
    ],
  }),
  grantLine(),
  grantLine({
    amount: '250',
    symbol: 'USDC',
    contract: TOKEN,
    every: { count: '2', unit: 'week' },
    from: '2026-02-01 00:00 UTC',
  }),
];
const revokePreview: RevokePreview = {
  approval: approvalRow('t1'),
  from: preview.from,
  fee: '0.000021 ETH',
  feePhase: 'ready',
  networkName: 'Demo chain',
  networkIcon: picture.demoChain,
};
const openSession = (more: Partial<SessionRow> = {}): Changes => ({
  sessions: {
    months: [
      { title: 'January', rows: [sessionRow('a1', { lines: grantLines, ...more })] },
      { title: 'December 2025', rows: [sessionRow('b2', { name: null })] },
    ],
  },
});
const account = { ...snapshots().account, network: net, wallet: foxglove };
const nobody = {
  status: 'disconnected' as const,
  address: null,
  caipAddress: null,
  short: null,
  wallet: null,
  network: net,
};
const balance = account.balance;
const list = [
  token('ETH', { name: 'Ether', address: null, amount: '1.234', worth: '$3,702.00', image: picture.ether }),
  token('DUSD', { name: 'Demo Dollar', amount: '1,250.000', worth: '$1,250.00', image: picture.dollar }),
  token('HRBR', { name: 'Harbour Credits', amount: '12.500', worth: '$87.50' }),
  token('OLD', { name: 'Old Token', amount: '3.000', worth: null, price: null, value: null }),
  token('USDC', { name: 'USD Coin', amount: '5,000.000', worth: null, unverified: true }),
];
const sent = { ...snapshots().send, token: { ...snapshots().send.token!, image: picture.ether } };
const filled = {
  token: sent.token,
  sendTokenAmount: '0.25',
  worth: '$750.00',
  receiverAddress: OTHER,
  check: 'ready' as const,
  max: '1.233',
};
const review = {
  ...preview,
  to: { ...preview.to, name: 'ada.eth', image: picture.face },
  networkIcon: picture.demoChain,
  worth: '$750.00',
  image: picture.ether,
};
const toPay = {
  ...snapshots().pay,
  image: picture.dollar,
  network: { ...snapshots().pay.network!, icon: picture.demoChain },
  wallet: { ...snapshots().pay.wallet!, icon: picture.fox },
  exchanges: [
    { id: 'quayside', name: 'Quayside', image: picture.harbor },
    { id: 'millpond', name: 'Millpond', image: null },
  ],
};
const dusd = swapBox('DUSD', {
  name: 'Demo Dollar',
  decimals: 6,
  balance: '1,250.000',
  image: picture.dollar,
});
const swapped = {
  ...snapshots().swap,
  source: swapBox('ETH', { name: 'Ether', balance: '1.234', image: picture.ether }),
};
const quoted = {
  target: dusd,
  amount: '0.25',
  sourceWorth: '$750.00',
  targetAmount: '750.03',
  targetWorth: '$750.03',
  details: { ...swapDetails, quotedAt: NOW - 4_000 },
  check: 'ready' as const,
};
const asked = { target: dusd, amount: '0.25', sourceWorth: '$750.00', check: 'no_quote' as const };
const bought = {
  ...swapPreview,
  givesImage: picture.ether,
  getsImage: picture.dollar,
  networkIcon: picture.ether,
};
/** a token first has to be allowed */
const allowed = {
  ...bought,
  gives: '1,250',
  givesSymbol: 'DUSD',
  givesWorth: '$1,250.00',
  givesImage: picture.dollar,
  gets: '0.412538',
  getsSymbol: 'ETH',
  getsWorth: '$1,237.50',
  getsImage: picture.ether,
  expected: '0.416705 ETH',
  steps: steps('approve', 'swap'),
};
const atSwap = {
  ...allowed,
  steps: [
    { kind: 'approve' as const, status: 'done' as const },
    { kind: 'swap' as const, status: 'now' as const },
  ],
};
const ofAllowed = {
  ...swapDetails,
  rate: '1 DUSD = 0.000333 ETH',
  minimum: '0.412538 ETH',
  providerFee: '10.625 DUSD',
  quotedAt: NOW - 9_000,
};
const offered = [
  ...['Aave', 'Basin Water', 'ChainHarbor', 'Dogged', 'Ferry'].map((name) =>
    swapToken(name.slice(0, 4).toUpperCase(), { name }),
  ),
  swapToken('USDC', { name: 'USD Coin', unverified: true }),
  swapToken('WWWWWWWWWWWW', { name: 'A token whose maker could not stop naming it' }),
];
const own = [
  swapToken('ETH', {
    name: 'Ether',
    amount: '1.234',
    worth: '$3,702.00',
    image: picture.ether,
    isChosen: true,
  }),
  swapToken('DUSD', {
    name: 'Demo Dollar',
    amount: '1,250.000',
    worth: '$1,250.00',
    image: picture.dollar,
    isChosen: true,
  }),
  swapToken('HRBR', { name: 'Harbour Credits', amount: '12.500', worth: '$87.50' }),
];
const lookalike = `${OTHER.slice(0, 6)}52e1B0a9C3d4f5061728394a5b6c7d8e${OTHER.slice(-4)}`;
const alike = {
  address: lookalike,
  known: OTHER,
  differs: Array.from({ length: 40 }, (_, at) => at).filter(
    (at) => OTHER[at + 2]!.toLowerCase() != lookalike[at + 2]!.toLowerCase(),
  ),
};
const history = {
  pending: [transaction('p1')],
  groups: [
    month('January', [
      activityItem('a1', {
        legs: [{ direction: 'out', text: '-0.500 ETH', image: picture.ether, nft: false }],
      }),
      activityItem('a2', {
        verb: 'swapped',
        legs: [
          { direction: 'out', text: '-120.000 DUSD', image: picture.dollar, nft: false },
          { direction: 'in', text: '+0.040 ETH', image: picture.ether, nft: false },
        ],
      }),
    ]),
    month('December 2025', [
      activityItem('a3', {
        verb: 'minted',
        legs: [{ direction: 'in', text: 'Cool Cat #3', image: picture.cat, nft: true }],
      }),
    ]),
  ],
  spam: 2,
};
/** So many that only the rows near those that are seen are here. */
const long = {
  pending: [],
  groups: ['March', 'February', 'January', 'December 2025', 'November 2025'].map((title, i) => ({
    title,
    count: 40,
    above: 0,
    items: Array.from({ length: i ? 0 : 30 }, (_, at) => ({
      ...history.groups[0]!.items[at % 2]!,
      id: `${i}-${at}`,
      testId: `wm-tx-${i}-${at}`,
    })),
  })),
};
const hash = `0x${'5f'.repeat(32)}`;
const explorerUrl = 'https://explorer.test/tx';
const wallets = { icon: picture.fox, name: 'Foxglove' };
const larch = { id: 'larch', name: 'Larch', icon: picture.larch };
const qr = picture.code();

/** networks an address is good on */
const received = ['Harbor', 'Lagoon', 'Delta', 'Fjord', 'Strait', 'Ground'].map((name, i) => ({
  caipNetworkId: `eip155:${1337 + i}`,
  name,
  supported: true,
  icon: [picture.ether, picture.demoChain, picture.basalt, picture.dollar][i] ?? null,
}));
const logins = {
  email: true,
  socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  window: 'https://secure.test/loading',
  refused: false,
};
const byMail: LoginSlice = {
  provider: 'email',
  email: 'ada@example.org',
  name: 'ada@example.org',
  accountType: 'smartAccount',
  canSwitch: true,
  switching: false,
  canName: false,
};
const near = (...taken: boolean[]) =>
  ['alice', 'alice-demo', 'the-alice', 'alice-2026'].slice(0, taken.length).map((label, i) => ({
    label,
    name: `${label}.reown.id`,
    taken: taken[i]!,
  }));
const toast = (message: string, variant: 'loading' | 'success' | 'error', key: string | null = null) => ({
  toast: {
    id: 1,
    key,
    args: { amount: '0.25', symbol: 'ETH' },
    message,
    variant,
    link: explorerUrl,
    about: key && 't1',
  },
});

const table: Record<View | 'Buttons', Group> = {
  Connect: {
    left: 'help',
    slices: {
      connect: { rows: rows.slice(0, 3), directory: true },
      directory: { rows, rowsPhase: 'ready', allWallets: '600+' },
    },
    rows: [
      ['wallets'],
      ['first card', {}, { engine: 'waits' }],
      ['load failed', {}, { engine: 'fails' }],
      ['more on their way', { directory: { rows: [], rowsPhase: 'loading', allWallets: null } }],
      [
        'more could not be loaded',
        { directory: { rows: rows.slice(0, 3), rowsPhase: 'failed', allWallets: '' } },
      ],
      ['in the page only', { connect: { directory: false }, directory: { rows: [], allWallets: null } }],
      ['no wallet', { connect: { rows: [], directory: false }, directory: { rows: [], allWallets: null } }],
      ['collapsed', { state: { features: { collapseWallets: true } } }],
      [
        'same name, several chains',
        {
          directory: {
            rows: [
              { ...rows[1]!, conflict: true },
              { ...rows[2]!, namespaces: ['eip155', 'solana'], tag: 'connected' },
              ...rows.slice(3),
            ],
          },
        },
      ],
      [
        'terms',
        {
          options: {
            termsConditionsUrl: 'https://harbour.test/terms',
            privacyPolicyUrl: 'https://harbour.test/privacy',
          },
        },
      ],
      ['offline', {}, { offline: true }],
      [
        'developer alert',
        {
          alerts: {
            visible: [
              {
                key: 'a',
                title: 'Project ID missing',
                detail: 'Set projectId to use the directory and the relay.',
                kind: 'warning',
              },
            ],
          },
        },
      ],
      ['embedded', {}, { embedded: true }],
      ['right to left', {}, { locale: 'ar' }],
      ['logins', { connect: { logins } }],
      ['logins, right to left', { connect: { logins } }, { locale: 'ar' }],
      ['email only', { connect: { logins: { ...logins, socials: [] } } }],
      ['one social', { connect: { logins: { ...logins, email: false, socials: ['apple'] } } }],
      ['two socials', { connect: { logins: { ...logins, socials: ['google', 'discord'] } } }],
      ['four socials', { connect: { logins: { ...logins, socials: logins.socials.slice(0, 4) } } }],
      [
        'wallets first',
        {
          connect: { logins },
          state: { features: { connectMethodsOrder: ['wallet', 'social', 'email'] } },
        },
      ],
      [
        'wallets between',
        {
          connect: { logins },
          state: { features: { connectMethodsOrder: ['email', 'wallet', 'social'] } },
        },
      ],
      ['email, wallets in a row', { connect: { logins }, state: { features: { emailShowWallets: false } } }],
      ['email sending', { connect: { logins }, embedded: { phase: 'sending' } }],
      [
        'email refused',
        {
          connect: { logins },
          embedded: { error: { ...failure(-32603, ''), message: 'Please try again after 12 seconds' } },
        },
      ],
      ['logins refused', { connect: { logins: { ...logins, refused: true } } }],
      [
        'to be agreed to',
        {
          connect: { logins },
          state: { features: { legalCheckbox: true } },
          options: {
            termsConditionsUrl: 'https://harbour.test/terms',
            privacyPolicyUrl: 'https://harbour.test/privacy',
          },
        },
      ],
      [
        'agreed to',
        { state: { features: { legalCheckbox: true } } },
        { press: ['[data-testid=wui-checkbox]'] },
      ],
    ],
  },
  ConnectWallets: {
    slices: { connect: { rows }, directory: { rows, rowsPhase: 'ready', allWallets: '600+' } },
    left: 'back',
    rows: [['wallets']],
  },
  ConnectingExternal: {
    slices: { router: { wallet: foxglove }, connect: { rows, walletId: 'fox', phase: 'confirm' } },
    rows: [
      ['confirm'],
      ['opening', { connect: { phase: 'opening' } }],
      ['already open', { connect: { phase: 'already_open' } }],
      ['connected', { router: { done: true } }],
      ['slow', { connect: { phase: 'slow' } }],
      ['rejected', { connect: { phase: 'rejected' } }],
      ['failed', { connect: { phase: 'failed', error: failure(-32603, 'The wallet is locked') } }],
    ],
  },
  AllWallets: {
    slices: { directory: { phase: 'ready', tiles, allWallets: '600+', hasMore: true } },
    rows: [
      ['wallets'],
      ['loading', { directory: { phase: 'loading', tiles: [] } }],
      ['searching', { directory: { search: 'har', searching: true, tiles: tiles.slice(0, 12) } }],
      ['found', { directory: { search: 'har', tiles: [tiles[1]!, tiles[5]!], hasMore: false } }],
      ['certified only', { directory: { certified: true, tiles: tiles.filter((one) => one.certified) } }],
      ['nothing found', { directory: { search: 'zzz', tiles: [], hasMore: false } }],
      ['nothing certified', { directory: { certified: true, tiles: [], hasMore: false } }],
      ['failed', { directory: { phase: 'failed', tiles: [], hasMore: false } }],
      ['next page failed', { directory: { moreFailed: true, tiles: tiles.slice(0, 7) } }],
      ['offline', { directory: { phase: 'failed', tiles: [] } }, { offline: true }],
    ],
  },
  ApproveTransaction: { left: 'none', rows: [['on its way']] },
  EmailLogin: {
    rows: [
      ['empty'],
      ['sending', { embedded: { phase: 'sending', email: 'ada@example.org' } }],
      ['failed', { embedded: { error: failure(-32603, 'Something went wrong') } }],
    ],
  },
  EmailVerifyOtp: {
    slices: { embedded: { phase: 'code', email: 'ada@example.org', resendAt: NOW + 20_000 } },
    rows: [
      ['code'],
      ['checking', { embedded: { phase: 'checking' } }],
      ['wrong', { embedded: { error: failure(-32603, "That code isn't right") } }],
    ],
  },
  EmailVerifyDevice: {
    slices: { embedded: { phase: 'device', email: 'ada@example.org', resendAt: NOW + 20_000 } },
    rows: [['link']],
  },
  ConnectSocials: { slices: { connect: { logins } }, rows: [['seven']] },
  ConnectingSocial: {
    slices: { connect: { logins }, embedded: { provider: 'google', social: 'waiting' } },
    rows: [
      ['waiting'],
      ['preparing', { embedded: { social: 'preparing' } }],
      ['blocked', { embedded: { social: 'blocked' } }],
      ['closed', { embedded: { social: 'closed' } }],
      ['reading', { embedded: { social: 'reading' } }],
      ['connected', { embedded: { social: 'reading' }, router: { done: true } }],
      [
        'failed',
        {
          embedded: {
            social: 'failed',
            provider: 'github',
            socialError: {
              ...failure(-32603, 'access_denied'),
              message: 'Failed to initiate social connection',
            },
          },
        },
      ],
    ],
  },
  ConnectingFarcaster: {
    slices: {
      connect: { logins },
      embedded: {
        provider: 'farcaster',
        social: 'waiting',
        url: 'https://farcaster.test/connect?token=1',
        qr: picture.code(33),
      },
    },
    rows: [
      ['code'],
      ['preparing', { embedded: { social: 'preparing', url: null, qr: null } }],
      ['reading', { embedded: { social: 'reading' } }],
      ['connected', { router: { done: true } }],
      [
        'failed',
        {
          embedded: {
            social: 'failed',
            socialError: { ...failure(-32603, 'no answer'), message: 'Failed to connect to farcaster' },
          },
        },
      ],
    ],
  },
  Create: {
    slices: { connect: { logins } },
    rows: [
      ['logins'],
      ['email only', { connect: { logins: { ...logins, socials: [] } } }],
      ['refused', { connect: { logins: { ...logins, refused: true } } }],
    ],
  },
  UpdateEmailWallet: {
    slices: { embedded: { login: byMail } },
    rows: [
      ['field'],
      ['sending', { embedded: { update: 'sending' } }],
      ['failed', { embedded: { error: { ...failure(-32603, ''), message: 'Something went wrong' } } }],
    ],
  },
  UpdateEmailPrimaryOtp: {
    slices: { embedded: { login: byMail, update: 'code', newEmail: 'ada.lovelace@example.org' } },
    rows: [
      ['code'],
      ['checking', { embedded: { update: 'checking' } }],
      ['wrong', { embedded: { error: failure(-32603, '') } }],
    ],
  },
  UpdateEmailSecondaryOtp: {
    slices: { embedded: { login: byMail, update: 'code', newEmail: 'ada.lovelace@example.org' } },
    rows: [['code'], ['wrong', { embedded: { error: failure(-32603, '') } }]],
  },
  UpgradeEmailWallet: { slices: { connect: { logins } }, rows: [['what it means']] },
  GetWallet: {
    slices: { directory: { guide: tiles.slice(0, 4), rowsPhase: 'ready', allWallets: '600+' } },
    rows: [
      ['wallets'],
      ['loading', { directory: { guide: [], rowsPhase: 'loading' } }],
      ['none', { directory: { guide: [], allWallets: null } }],
      ['failed', { directory: { guide: [], rowsPhase: 'failed' } }],
    ],
  },
  Downloads: {
    slices: {
      directory: {
        download: {
          wallet: tiles[1]!,
          links: [
            { kind: 'extension', url: 'https://store.test/harbor', qr: null },
            { kind: 'ios', url: 'https://apps.test/harbor', qr: picture.code(29) },
            { kind: 'android', url: 'https://play.test/harbor', qr: picture.code(29) },
            { kind: 'website', url: 'https://harbor.test', qr: null },
          ],
        },
      },
    },
    rows: [
      ['links'],
      [
        'on a phone',
        {
          directory: {
            download: {
              wallet: tiles[1]!,
              links: [{ kind: 'ios', url: 'https://apps.test/harbor', qr: null }],
            },
          },
        },
      ],
      ['none', { directory: { download: { wallet: tiles[1]!, links: [] } } }],
      ['loading', { directory: { download: null } }],
    ],
  },
  ConnectingWalletConnect: {
    slices: { pairing: { wallet: larch, qr, platforms: ['mobile', 'web'] } },
    rows: [
      ['code'],
      ['preparing', { pairing: { phase: 'preparing', uri: null, qr: null } }],
      ['connected', { router: { done: true } }],
      ['one way', { pairing: { platforms: ['mobile'] } }],
      [
        'web',
        { pairing: { platform: 'web', links: { mobile: null, web: 'https://larch.test', desktop: null } } },
      ],
      [
        'by a tap',
        {
          pairing: {
            platforms: ['mobile'],
            byTap: true,
            links: { mobile: 'larch://wc', web: null, desktop: null },
          },
        },
      ],
      [
        'not opened',
        {
          pairing: {
            platforms: ['mobile'],
            byTap: true,
            notOpened: true,
            links: { mobile: 'larch://wc', web: null, desktop: null },
          },
        },
      ],
      [
        'in its browser',
        {
          pairing: {
            platforms: ['mobile'],
            byTap: true,
            uri: null,
            qr: null,
            links: { mobile: 'https://larch.test/browse', web: null, desktop: null },
          },
        },
      ],
      ['not installed', { pairing: { platforms: ['unsupported'], platform: 'unsupported' } }],
      ['approved', { pairing: { phase: 'approved' } }],
      ['rejected', { pairing: { phase: 'rejected' } }],
      ['failed', { pairing: { phase: 'failed', error: failure(5100, 'Unsupported chains: eip155:31337') } }],
      ['unreachable', { pairing: { phase: 'unreachable', relay: 'relay.test' } }],
    ],
  },
  ConnectingWalletConnectBasic: {
    slices: { pairing: { wallet: null, qr } },
    rows: [
      ['code'],
      ['preparing', { pairing: { phase: 'preparing', uri: null, qr: null } }],
      ['unreachable', { pairing: { phase: 'unreachable', relay: 'relay.test' } }],
    ],
  },
  WhatIsAWallet: { rows: [['cards']] },
  Account: {
    left: 'network',
    slices: { router: { network: net }, tokens: { list, total: '$5,039.50' } },
    rows: [
      ['tokens'],
      ['with swaps', { account: { actions: ['swaps', 'receive', 'send'] } }],
      ['with everything', { account: { actions: ['onramp', 'swaps', 'receive', 'send'] } }],
      ['named', { account: { name: 'ada.eth', image: picture.face } }],
      ['by email', { embedded: { login: byMail } }],
      ['hidden', { account: { hidden: true }, tokens: { hidden: true } }],
      ['no prices', { tokens: { list: list.map((one) => ({ ...one, worth: null })), total: null } }],
      [
        'loading',
        {
          account: { balance: { ...balance, phase: 'loading' } },
          tokens: { phase: 'loading', list: [], total: null },
        },
      ],
      [
        'balance unavailable',
        {
          account: { balance: { ...balance, phase: 'failed', retryAt: NOW + 90_000 } },
          tokens: { phase: 'failed', list: [], total: null, retryAt: NOW + 90_000 },
        },
      ],
      ['tokens unavailable', { tokens: { phase: 'failed', list: [], total: null } }],
      ['last known', { account: { balance: { ...balance, phase: 'old' } }, tokens: { phase: 'old' } }],
      [
        'test network',
        {
          account: { balance: { ...balance, phase: 'testnet' } },
          tokens: { phase: 'testnet', list: [], total: null },
        },
      ],
      [
        'no tokens',
        { account: { balance: { ...balance, amount: '0.00' } }, tokens: { list: [], total: null } },
      ],
      [
        'many tokens',
        {
          tokens: {
            list: [...list, ...list.map((one, i) => ({ ...one, id: `more${i}`, testId: `wm-more-${i}` }))],
          },
        },
      ],
      [
        'activity',
        {
          account: { tab: 'activity' },
          activity: history,
        },
      ],
      ['activity loading', { account: { tab: 'activity' }, activity: { phase: 'loading', groups: [] } }],
      ['activity empty', { account: { tab: 'activity' }, activity: { groups: [] } }],
      ['activity failed', { account: { tab: 'activity' }, activity: { phase: 'failed', groups: [] } }],
      [
        'nfts',
        {
          account: { tab: 'nfts' },
          activity: {
            nfts: ['Cool Cat #3', 'Harbour Pass', 'Untitled'].map((name, i) => ({
              id: `n${i}`,
              name,
              image: i == 1 ? null : picture.cat,
            })),
          },
        },
      ],
      ['nfts loading', { account: { tab: 'nfts' }, activity: { phase: 'loading', groups: [] } }],
      ['no nfts', { account: { tab: 'nfts' } }],
      ['reconnecting', { account: { status: 'reconnecting' } }],
      ['wallet offline', { account: { walletOffline: true } }],
      ['unsupported network', { router: { network: unknownBadge }, account: { network: unknownBadge } }],
      ['offline', {}, { offline: true }],
      ['toast', { toast: toast('', 'success', 'toast.send_confirmed') }],
      ['embedded', {}, { embedded: true }],
      ['right to left', {}, { locale: 'ar' }],
    ],
  },
  Activity: {
    slices: { activity: history },
    rows: [
      ['months'],
      ['a later page on its way', { activity: { hasMore: true, loadingMore: true } }],
      ['a later page failed', { activity: { hasMore: true, moreFailed: true } }],
      ['a page with nothing', { activity: { hasMore: true, stalled: true } }],
      ['as much as is kept', { activity: { full: '20,000' } }],
      ['long', { activity: long }],
      ['loading', { activity: { phase: 'loading', groups: [], pending: [], spam: 0 } }],
      ['failed', { activity: { phase: 'failed', groups: [], pending: [], spam: 0 } }],
      ['empty', { activity: { groups: [], pending: [], spam: 0 } }],
    ],
  },
  AccountSettings: {
    rows: [
      ['settings'],
      ['named', { account: { label: 'Savings' } }],
      ['by email', { embedded: { login: byMail } }],
      [
        'by a provider',
        {
          embedded: {
            login: { ...byMail, provider: 'google', email: null, name: 'Ada Lovelace', accountType: 'eoa' },
          },
        },
      ],
      ['without a name', { embedded: { login: { ...byMail, canName: true } } }],
      ['changing the account', { embedded: { login: { ...byMail, switching: true } } }],
      ['unsupported network', { account: { network: unknownBadge } }],
      ['with smart sessions', { state: { features: { smartSessions: true } } }],
      ['disconnecting', { account: { disconnecting: true } }],
    ],
  },
  ChooseAccountName: { rows: [['why']] },
  RegisterAccountName: {
    slices: {
      names: {
        label: 'alice',
        check: 'ready',
        suggest: 'ready',
        suggestions: near(false, true, false, false),
      },
    },
    rows: [
      ['suggestions'],
      ['empty', { names: { label: '', check: 'empty', suggest: 'none', suggestions: [] } }],
      ['too short', { names: { label: 'al', check: 'short', suggest: 'none', suggestions: [] } }],
      ['no name', { names: { label: 'al ice', check: 'invalid', suggest: 'none', suggestions: [] } }],
      ['loading', { names: { suggest: 'loading', suggestions: [] } }],
      ['taken', { names: { check: 'taken', suggestions: near(true, true, false, false) } }],
      [
        'no suggestions',
        { names: { suggest: 'failed', suggestions: [], suggestError: 'Error fetching name suggestions' } },
      ],
      ['signing', { names: { phase: 'signing' } }],
      ['registering', { names: { phase: 'registering' } }],
      ['refused', { names: { error: 'User rejected the request' } }],
      [
        'longest',
        {
          names: {
            label: 'a'.repeat(63),
            suggestions: [{ label: 'a'.repeat(63), name: `${'a'.repeat(63)}.reown.id`, taken: false }],
          },
        },
      ],
    ],
  },
  RegisterAccountNameSuccess: {
    slices: { names: { name: 'alice.reown.id', address: ADDRESS } },
    rows: [
      ['done'],
      ['with a picture', { names: { image: picture.face } }],
      ['longest', { names: { name: `${'a'.repeat(63)}.reown.id` } }],
    ],
  },
  ProfileWallets: {
    slices: {
      profileWallets: {
        active: profileWallet('Foxglove', wallets),
        recent: [profileRecent('Harbor', { icon: picture.harbor })],
      },
    },
    rows: [
      ['connected'],
      [
        'families',
        {
          profileWallets: {
            tabs: ['eip155', 'solana', 'bip122'],
            active: profileWallet('Foxglove', { ...wallets, label: 'Savings' }),
            disconnectsAll: true,
          },
        },
      ],
      [
        'several addresses',
        {
          profileWallets: {
            active: profileWallet('Foxglove', {
              ...wallets,
              kind: 'smartAccount',
              more: [{ address: OTHER, short: '0x3C…4293BC', kind: 'eoa' }],
            }),
          },
        },
      ],
      [
        'other wallet',
        {
          profileWallets: {
            active: profileWallet('Foxglove', { ...wallets, active: false, action: 'switch' }),
          },
        },
      ],
      [
        'not in this browser',
        { profileWallets: { recent: [profileRecent('Harbor', { icon: picture.harbor, reachable: false })] } },
      ],
      [
        'reconnecting',
        { profileWallets: { active: profileWallet('Foxglove', { ...wallets, waits: true }) } },
      ],
      ['none', { profileWallets: { active: null, recent: [] } }],
      ['loading', { profileWallets: { ready: false, active: null, recent: [] } }],
    ],
  },
  Networks: {
    slices: {
      networks: {
        groups: [
          { kind: 'recent', rows: [many[0]!] },
          { kind: 'main', rows: many.slice(1) },
          { kind: 'test', rows: [network('Testing ground')] },
        ],
      },
    },
    rows: [
      ['many'],
      ['few', { networks: { groups: [{ kind: 'main', rows: many.slice(0, 3) }] } }],
      [
        'not offered by the wallet',
        {
          networks: {
            groups: [
              { kind: 'main', rows: [many[1]!, network('Lagoon', { approved: false }), network('Polar')] },
            ],
          },
        },
      ],
      ['nothing found', { networks: { search: 'zzz', groups: [] } }],
    ],
  },
  WhatIsANetwork: { rows: [['cards']] },
  SwitchNetwork: {
    slices: { networks: { phase: 'confirm', target: many[0]! } },
    rows: [
      ['confirm'],
      ['adding', { networks: { phase: 'adding' } }],
      ['rejected', { networks: { phase: 'rejected' } }],
      ['busy', { networks: { phase: 'rejected', error: failure(-32002, 'Request already pending') } }],
    ],
  },
  UnsupportedChain: {
    left: 'none',
    slices: {
      router: { network: unknownBadge },
      account: { ...account, network: unknownBadge },
      networks: { supported: false, groups: [{ kind: 'main', rows: [many[0]!, ...many.slice(2, 4)] }] },
    },
    rows: [['networks']],
  },
  SIWXSignMessage: {
    left: 'none',
    slices: { signIn: { image: picture.shop } },
    rows: [
      ['ready'],
      ['message read', {}, { press: ['summary'] }],
      ['required', { signIn: { required: true } }],
      ['checking', { signIn: { phase: 'checking', message: null } }],
      ['signing', { signIn: { phase: 'signing' } }],
      ['canceling', { signIn: { phase: 'canceling' } }],
      [
        'declined',
        { signIn: { error: { ...failure(4001, ''), message: 'Signature declined', details: null } } },
      ],
      [
        'failed',
        { signIn: { error: { ...failure(-32603, 'The key is locked'), message: 'Failed to sign message' } } },
      ],
    ],
  },
  Transaction: {
    slices: { transactions: { shown: shownTransaction() } },
    rows: [
      ['sent'],
      [
        'waiting for the wallet',
        inView({
          phase: 'waiting',
          timeline: timeline('signed now', 'sent todo', 'confirmed todo'),
          explorerUrl: null,
        }),
      ],
      [
        'unanswered',
        inView({
          phase: 'unanswered',
          timeline: timeline('signed slow', 'sent todo', 'confirmed todo'),
          explorerUrl: null,
        }),
      ],
      [
        'not confirmed yet',
        inView({ phase: 'unknown', timeline: timeline('signed done', 'sent done', 'confirmed slow') }),
      ],
      [
        'confirmed',
        inView({ phase: 'confirmed', timeline: timeline('signed done', 'sent done', 'confirmed done') }),
      ],
      [
        'failed',
        inView({
          kind: 'approve',
          phase: 'failed',
          timeline: timeline('signed done', 'sent done', 'failed bad'),
        }),
      ],
      [
        'replaced',
        inView({ phase: 'replaced', timeline: timeline('signed done', 'sent done', 'replaced bad') }),
      ],
      [
        'differs',
        inView({ phase: 'differs', timeline: timeline('signed done', 'sent done', 'differs bad') }),
      ],
      ['a batch', inView(batch)],
      [
        'a batch that failed',
        inView({ ...batch, phase: 'failed', timeline: timeline('signed done', 'failed bad') }),
      ],
      ['hidden amounts', { ...inView(batch), account: { hidden: true } }],
      ['right to left', inView({}), { locale: 'ar' }],
      [
        'a huge amount',
        inView({ amount: '123,456,789,012.123456789012345678', symbol: 'WWWWWWWWWWWW', networkName: null }),
      ],
      ['gone', { transactions: { shown: null } }],
    ],
  },
  Permissions: {
    rows: [
      ['permissions'],
      [
        'of every kind',
        {
          permissions: {
            grantsPhase: 'ready',
            grants: [permitRow('g1', { line: grantLine(), to: OTHER, until: '02 Feb 2026, 14:05' })],
          },
          approvals: {
            rows: [
              approvalRow('t1'),
              approvalRow('t2', { symbol: null, amount: '12,500,000', units: true }),
              approvalRow('t3', { amount: '250', isPermit2: true }),
              approvalRow('t4', { amount: '250', throughPermit2: true, until: '02 Feb 2026, 14:05' }),
            ],
          },
        },
      ],
      ['with smart sessions', { state: { features: { smartSessions: true } } }],
      [
        'disconnects, asked first',
        {
          permissions: {
            sites: [permitRow('p1', { name: 'eth_accounts', isAccounts: true, working: 'asking' })],
          },
        },
      ],
      [
        'the wallet is asked',
        {
          permissions: {
            sites: [
              permitRow('p1', {
                name: 'eth_accounts',
                isAccounts: true,
                working: 'waiting',
                canRevoke: false,
              }),
            ],
          },
        },
      ],
      [
        'refused there',
        {
          permissions: {
            sites: [permitRow('p1', { name: 'eth_accounts', isAccounts: true, working: 'refused' })],
          },
        },
      ],
      [
        'not revoked',
        {
          permissions: {
            sites: [
              permitRow('p1', {
                name: 'endowment:permitted-chains',
                working: 'failed',
                error: failure(-32603, 'The wallet still lists it'),
              }),
            ],
          },
        },
      ],
      [
        'an approval is being revoked',
        { approvals: { phase: 'confirming', rows: [approvalRow('t1', { busy: true })] } },
      ],
      [
        'cannot be revoked now',
        {
          approvals: {
            error: failure(-32603, 'execution reverted'),
            fault: { cause: 'reverted', reason: null },
          },
        },
      ],
      ['logs refused', { approvals: { logs: 'refused', isHistoryMissing: true, unread: 2 } }],
      ['the latest blocks', { approvals: { logs: 'part', isCut: true } }],
      ['none', { approvals: { rows: [] }, permissions: { grantsPhase: 'ready', sites: [] } }],
      [
        'loading',
        {
          approvals: { listPhase: 'loading' },
          permissions: { grantsPhase: 'loading', sitesPhase: 'loading' },
        },
      ],
      [
        'failed',
        { approvals: { listPhase: 'failed' }, permissions: { grantsPhase: 'failed', sitesPhase: 'failed' } },
      ],
      ['not here', { permissions: { off: true }, approvals: { listPhase: 'off' } }],
    ],
  },
  RevokePreview: {
    slices: { approvals: { phase: 'review', preview: revokePreview } },
    rows: [
      ['review'],
      [
        'an exact one',
        { approvals: { preview: { ...revokePreview, approval: approvalRow('t2', { amount: '250' }) } } },
      ],
      [
        'of Permit2',
        { approvals: { preview: { ...revokePreview, approval: approvalRow('t3', { isPermit2: true }) } } },
      ],
      ['no fee', { approvals: { preview: { ...revokePreview, fee: null, feePhase: 'failed' } } }],
      ['waiting', { approvals: { phase: 'waiting' } }],
      [
        'confirming',
        { approvals: { phase: 'confirming', hash: '0xab', explorerUrl: 'https://explorer.example/tx/0xab' } },
      ],
      ['no answer', { approvals: { phase: 'unknown' } }],
      ['slow', { approvals: { phase: 'unknown', hash: '0xab' } }],
      ['failed', { approvals: { phase: 'failed', error: failure(-32603, 'boom') } }],
      ['something else', { approvals: { phase: 'differs', hash: '0xab' } }],
      ['done', { router: { done: true } }],
    ],
  },
  SmartSessionList: {
    rows: [
      ['sessions'],
      ['open', openSession()],
      [
        'without limits',
        openSession({
          lines: [
            grantLine({ kind: 'unlimited', amount: null, symbol: 'USDC', contract: TOKEN }),
            grantLine({ amount: '12,500,000', symbol: null, units: true, contract: TOKEN }),
            grantLine({ kind: 'other', amount: null, symbol: null, every: null, text: 'everything' }),
          ],
          expiry: null,
          policies: ['call-limit', 'gas-limit'],
        }),
      ],
      ['asking', openSession({ revoking: 'asking' })],
      ['signing', openSession({ revoking: 'signing', canRevoke: false })],
      ['revoking', openSession({ revoking: 'sending', canRevoke: false })],
      ['not signed', openSession({ revoking: 'refused' })],
      ['not revoked', openSession({ revoking: 'failed', error: failure(503, 'HTTP status code: 503') })],
      [
        'expired',
        {
          sessions: {
            tab: 'expired',
            counts: [0, 1, 1],
            months: [
              { title: 'December 2025', rows: [sessionRow('c3', { tag: 'expired', canRevoke: false })] },
            ],
          },
        },
      ],
      [
        'revoked',
        {
          sessions: {
            tab: 'revoked',
            counts: [0, 1, 1],
            months: [
              {
                title: null,
                rows: [
                  sessionRow('d4', {
                    tag: 'revoked',
                    canRevoke: false,
                    created: null,
                    revoked: '03 Jan 2026, 09:12',
                    lines: [grantLine()],
                  }),
                ],
              },
            ],
          },
        },
      ],
      ['out of date', { sessions: { old: true, cut: 200 } }],
      ['empty', { sessions: { counts: [0, 0, 0], months: [] } }],
      ['loading', { sessions: { phase: 'loading' } }],
      ['failed', { sessions: { phase: 'failed' } }],
      ['not here', { sessions: { phase: 'off' } }],
    ],
  },
  SmartSessionCreated: {
    slices: { router: { left: 'none' } },
    rows: [
      [
        'created',
        { sessions: { created: { until: '02 Feb 2026, 14:05', lines: grantLines, account: ADDRESS } } },
      ],
    ],
  },
  ReviewRequest: {
    rows: [
      ['an allowance without end'],
      [
        'an exact allowance',
        { review: { lines: [deed({ kind: 'approve', amount: '250 USDC', symbol: 'USDC', token: TOKEN })] } },
      ],
      [
        'a permit of a token nobody knows',
        {
          review: {
            method: 'eth_signTypedData_v4',
            lines: [
              deed({
                kind: 'permit',
                amount: '250,000,000 units',
                token: TOKEN,
                until: '2026-12-24 18:00 UTC',
                isRisky: true,
              }),
            ],
          },
        },
      ],
      [
        'a permit without end',
        {
          review: {
            lines: [
              deed({ kind: 'permit_unlimited', symbol: 'USDC', token: TOKEN, until: '', isRisky: true }),
            ],
          },
        },
      ],
      [
        'what would move',
        {
          review: {
            lines: [deed({ kind: 'unknown', text: 'deadbeef', isRisky: true })],
            changes: [
              { text: '-0.25 ETH', token: null, incoming: false },
              { text: '+12.5 DUSD', token: null, incoming: true },
            ],
          },
        },
      ],
      ['a collection', { review: { lines: [deed({ kind: 'approve_all', token: TOKEN, isRisky: true })] } }],
      [
        'a call nobody knows',
        {
          review: {
            lines: [
              deed({ amount: '0.5 ETH', symbol: 'ETH' }),
              deed({ kind: 'unknown', text: 'deadbeef', isRisky: true }),
            ],
          },
        },
      ],
      [
        'a call in the words of the site',
        {
          review: {
            lines: [
              deed({
                kind: 'unknown',
                text: '9a408321',
                isRisky: true,
                said: {
                  intent: 'Stake',
                  facts: [
                    { label: 'You stake', value: '12.5 HARB', address: null },
                    { label: 'At least', value: '2,500,000 units', address: TOKEN },
                    { label: 'For', value: null, address: OTHER },
                    { label: 'Until', value: '2026-12-24 18:00 UTC', address: null },
                  ],
                  leftOut: 2,
                },
              }),
            ],
          },
        },
      ],
      [
        'a batch, and more requests',
        {
          review: {
            method: 'wallet_sendCalls',
            count: 3,
            lines: [
              deed({ kind: 'approve', amount: '250 USDC', symbol: 'USDC', token: TOKEN }),
              deed({ kind: 'move', symbol: 'HARB', token: TOKEN, owner: ADDRESS }),
              deed({ kind: 'unknown', text: '07ed2379', isRisky: true }),
            ],
          },
        },
      ],
      [
        'a contract to be made',
        { review: { lines: [deed({ kind: 'create', party: null, isRisky: true })] } },
      ],
      [
        'typed data',
        {
          review: {
            lines: [deed({ kind: 'typed', text: 'Harbor Mail · Mail' })],
            method: 'eth_signTypedData_v4',
          },
        },
      ],
      [
        'typed data in the words of the site',
        {
          review: {
            lines: [
              deed({
                kind: 'typed',
                text: 'Harbor Shop · Order',
                said: {
                  intent: 'Sell',
                  facts: [{ label: 'Price', value: '0.5 ETH', address: null }],
                  leftOut: 0,
                },
              }),
            ],
            method: 'eth_signTypedData_v4',
          },
        },
      ],
      [
        'a message',
        {
          review: {
            method: 'personal_sign',
            lines: [
              deed({ kind: 'message', party: null, text: 'Welcome to Harbor.\n\nNonce: 1f9c', token: null }),
            ],
          },
        },
      ],
      ['the wallet is asked', { review: { phase: 'waiting' } }],
      ['something else was sent', { review: { phase: 'differs', link: 'https://explorer.test/tx' } }],
    ],
  },
  Pay: {
    slices: { pay: toPay },
    rows: [
      ['wallet and exchanges'],
      ['right to left', {}, { locale: 'ar' }],
      ['the native coin', { pay: { token: null, symbol: 'ETH', amount: '0.25', image: picture.ether } }],
      ['nobody connected', { pay: { wallet: null } }],
      ['another network first', { pay: { wallet: { ...toPay.wallet, switches: true } } }],
      ['loading', { pay: { checked: 'loading', exchangesPhase: 'loading', exchanges: [] } }],
      ['preparing', { pay: { phase: 'preparing' } }],
      ['no exchange', { pay: { exchanges: [] } }],
      [
        'exchanges failed',
        {
          pay: {
            exchangesPhase: 'failed',
            exchanges: [],
            exchangesError: failure(500, 'HTTP status code: 500'),
          },
        },
      ],
      [
        'not checked',
        {
          pay: {
            checked: 'failed',
            error: failure('unreachable', "Couldn't reach Harbor"),
            trouble: 'other',
          },
        },
      ],
      [
        'refused',
        {
          pay: {
            checked: 'failed',
            refused: true,
            error: failure('ASSET_NOT_SUPPORTED', "The token's contract has other decimals"),
            trouble: 'asset',
          },
        },
      ],
      [
        'too little',
        {
          pay: {
            error: failure(
              'UNABLE_TO_INITIATE_PAYMENT',
              'Not enough in this wallet for the payment and its fee',
            ),
            trouble: 'funds',
          },
        },
      ],
      [
        'the exchange failed',
        { pay: { error: failure('UNABLE_TO_GET_PAY_URL', 'Something is wrong here'), trouble: 'exchange' } },
      ],
      ['an earlier one', { pay: { earlier: true } }],
      [
        'a huge amount, long names',
        {
          pay: {
            amount: '123,456,789,123.456789',
            symbol: 'WWWWWWWWWWWW',
            image: null,
            wallet: { ...toPay.wallet, name: 'A wallet whose maker could not stop naming it' },
            exchanges: Array.from({ length: 20 }, (_, i) => ({
              id: `x${i}`,
              name: i ? `Exchange ${i}` : 'An exchange with a name that goes on and on and on',
              image: null,
            })),
          },
        },
      ],
    ],
  },
  PayLoading: {
    slices: { router: { left: 'none' }, pay: { ...toPay, exchange: toPay.exchanges[0]! } },
    rows: [
      ['opening', { pay: { phase: 'opening' } }],
      ['at the exchange', { pay: { phase: 'exchange', url: 'https://quayside.test/pay' } }],
      ['right to left', { pay: { phase: 'exchange', url: 'https://quayside.test/pay' } }, { locale: 'ar' }],
      ['blocked', { pay: { phase: 'blocked', url: 'https://quayside.test/pay' } }],
      ['in the wallet', { pay: { phase: 'wallet', exchange: null } }],
      ['confirming', { pay: { phase: 'confirming', exchange: null, hash, explorerUrl } }],
      ['paid', { pay: { phase: 'done', hash, explorerUrl } }],
      ['paid from the wallet', { pay: { phase: 'done', exchange: null, hash, explorerUrl } }],
      ['paid, no link', { pay: { phase: 'done' } }],
      [
        'the exchange failed',
        {
          pay: {
            phase: 'failed',
            error: failure('GENERIC_PAYMENT_ERROR', 'The exchange did not pay'),
            trouble: 'exchange',
          },
        },
      ],
      [
        'reverted',
        {
          pay: {
            phase: 'failed',
            exchange: null,
            hash,
            explorerUrl,
            error: failure(-32603, 'execution reverted (3)'),
            trouble: 'reverted',
          },
        },
      ],
      ['unknown', { pay: { phase: 'unknown' } }],
      ['unknown from the wallet', { pay: { phase: 'unknown', exchange: null, hash, explorerUrl } }],
      [
        'replaced in the wallet',
        { pay: { phase: 'unknown', exchange: null, hash, explorerUrl, trouble: 'replaced' } },
      ],
    ],
  },
  Receive: {
    slices: { receive: { qr, networks: received } },
    rows: [
      ['several networks'],
      ['a contract of one network', { receive: { networks: received.slice(0, 1), only: true } }],
      ['a long name', { account: { name: 'a-name-that-goes-on-and-on-and-on-and-does-not-end.harbor.eth' } }],
      [
        'another family',
        {
          receive: { address: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpPrincipal1', networks: received.slice(0, 1) },
        },
      ],
    ],
  },
  CompatibleNetworks: {
    slices: { receive: { networks: received } },
    rows: [
      ['several networks'],
      ['a contract of one network', { receive: { networks: received.slice(0, 1), only: true } }],
    ],
  },
  Send: {
    slices: { send: sent },
    rows: [
      ['empty'],
      ['filled', { send: filled }],
      ['preparing', { send: { ...filled, phase: 'preparing' } }],
      ['known receiver', { send: { ...filled, receiverProfileName: 'Grace' } }],
      ['no token', { send: { token: null, check: 'select_token' } }],
      [
        'not enough',
        {
          send: {
            ...filled,
            sendTokenAmount: '99',
            amountError: 'insufficient',
            check: 'insufficient_funds',
          },
        },
      ],
      [
        'not enough for the fee',
        {
          send: {
            ...filled,
            sendTokenAmount: '1.234',
            amountError: 'insufficient_fee',
            check: 'insufficient_funds',
          },
        },
      ],
      [
        'too many decimals',
        {
          send: {
            ...filled,
            sendTokenAmount: '0.1234567890123456789',
            amountError: 'too_many_decimals',
            check: 'invalid_amount',
          },
        },
      ],
      [
        'invalid address',
        {
          send: { ...filled, receiverAddress: '0x1234', receiverError: 'invalid', check: 'invalid_address' },
        },
      ],
      ['mistyped address', { send: { ...filled, receiverError: 'checksum', check: 'invalid_address' } }],
      ['own address', { send: { ...filled, receiverAddress: ADDRESS, notice: 'own_address' } }],
      ['token contract', { send: { ...filled, notice: 'token_contract' } }],
      ['token refused', { send: { ...filled, tokenError: 'decimals', check: 'token_refused' } }],
      [
        'name looked up',
        { send: { ...filled, receiverAddress: 'ada.eth', lookingUp: true, check: 'looking_up' } },
      ],
      ['name found', { send: { ...filled, receiverAddress: 'ada.eth', resolved: OTHER, firstTime: true } }],
      [
        'name not found',
        {
          send: {
            ...filled,
            receiverAddress: 'ada.eth',
            receiverError: 'name_not_found',
            check: 'invalid_address',
          },
        },
      ],
      [
        'name not looked up',
        {
          send: {
            ...filled,
            receiverAddress: 'ada.eth',
            receiverError: 'name_failed',
            check: 'invalid_address',
          },
        },
      ],
      ['look-alike', { send: { ...filled, receiverAddress: lookalike, alike } }],
      ['first time', { send: { ...filled, firstTime: true } }],
      [
        'dollars',
        {
          send: {
            ...filled,
            sendTokenAmount: '0.003333333333333333',
            dollars: '10',
            sends: '0.003333333333333333 ETH',
            worth: null,
          },
        },
      ],
      ['fee not known', { send: { ...filled, max: null, maxPhase: 'failed' } }],
    ],
  },
  SendSelectToken: {
    slices: {
      send: { ...sent, tokens: list.map((one) => ({ ...one, testId: `wm-send-${one.id}` })) },
    },
    rows: [
      ['tokens'],
      ['loading', { send: { tokensPhase: 'loading', tokens: [] } }],
      ['empty', { send: { tokens: [] } }],
      ['nothing found', { send: { search: 'zzz', tokens: [] } }],
      ['failed', { send: { tokensPhase: 'failed', tokens: [] } }],
    ],
  },
  SendPreview: {
    slices: { send: { ...filled, phase: 'review', preview: review } },
    rows: [
      ['review'],
      [
        'token',
        {
          send: {
            preview: {
              ...review,
              symbol: 'DUSD',
              image: picture.dollar,
              total: null,
              token: OTHER,
            },
          },
        },
      ],
      ['fee loading', { send: { preview: { ...review, fee: null, feePhase: 'loading', total: null } } }],
      ['fee failed', { send: { preview: { ...review, fee: null, feePhase: 'failed', total: null } } }],
      [
        'what moves',
        {
          send: {
            preview: {
              ...review,
              changes: [
                { text: '-0.25 ETH', token: null, incoming: false },
                { text: '+12.5 DUSD', token: null, incoming: true },
              ],
            },
          },
        },
      ],
      [
        'more would move',
        {
          send: {
            preview: {
              ...review,
              exceeded: true,
              changes: [
                { text: '-0.25 ETH', token: null, incoming: false },
                { text: null, token: ADDRESS, incoming: false },
              ],
            },
          },
        },
      ],
      ['look-alike', { send: { preview: { ...review, to: { ...preview.to, address: lookalike }, alike } } }],
      [
        'look-alike compared',
        {
          send: { preview: { ...review, to: { ...preview.to, address: lookalike }, alike, compared: true } },
        },
      ],
      ['first time, a contract', { send: { preview: { ...review, contract: true, firstTime: true } } }],
      ['receiver without a name', { send: { preview: { ...review, to: preview.to } } }],
      ['the sender whole', {}, { press: ['[data-testid=wm-send-from]'] }],
      ['earlier without answer', { send: { unanswered: '0.25 ETH' } }],
      ['waiting', { send: { phase: 'waiting' } }],
      [
        'confirming',
        { send: { phase: 'confirming', hash, explorerUrl }, toast: toast('', 'loading', 'toast.send_sent') },
      ],
      [
        'sent',
        {
          router: { done: true },
          send: { phase: 'confirming', hash, explorerUrl },
          toast: toast('', 'loading', 'toast.send_sent'),
        },
      ],
      ['not confirmed yet', { send: { phase: 'unknown', hash, explorerUrl } }],
      ['unanswered', { send: { phase: 'unknown' } }],
      ['differs', { send: { phase: 'differs', hash, explorerUrl } }],
      [
        'failed',
        {
          send: {
            phase: 'failed',
            error: failure(-32000, 'insufficient funds for gas * price + value'),
            fault: { cause: 'funds', reason: null },
          },
        },
      ],
      [
        'reverted',
        {
          send: {
            phase: 'failed',
            hash,
            explorerUrl,
            error: failure(3, 'execution reverted: not allowed'),
            fault: { cause: 'reverted', reason: 'not allowed' },
          },
        },
      ],
      [
        'replaced',
        {
          send: {
            phase: 'failed',
            hash,
            explorerUrl,
            error: { ...failure(-32603, ''), message: 'Another transaction took its place', details: null },
            fault: { cause: 'replaced', reason: null },
          },
        },
      ],
    ],
  },
  OnRamp: {
    rows: [
      ['empty'],
      ['loading', { onramp: { check: 'loading', optionsPhase: 'loading', ...nothingListed } }],
      ['getting a price', { onramp: { paymentAmount: '100', check: 'no_quote', quotesLoading: true } }],
      ['priced', { onramp: priced }],
      ['priced, right to left', { onramp: priced }, { locale: 'ar' }],
      [
        'below the limit',
        { onramp: { paymentAmount: '4', check: 'below_limit', limit: '5.00 USD', methods: missed } },
        { press: ['[data-testid=wm-onramp-choose]'] },
      ],
      [
        'above the limit',
        { onramp: { paymentAmount: '90000', check: 'above_limit', limit: '20,000.00 USD', methods: missed } },
      ],
      ['invalid', { onramp: { paymentAmount: '1,5', check: 'invalid_amount' } }],
      ['estimate', { onramp: estimated }],
      ['sample', { onramp: { isSample: true, paymentAmount: '' } }],
      ['sample, estimate', { onramp: { ...estimated, isSample: true } }],
      ['not sold here', { onramp: { check: 'unavailable', purchaseCurrencies: [] } }],
      [
        'long',
        {
          onramp: {
            ...priced,
            paymentAmount: '987654321.99',
            purchaseCurrency: { id: 'w', name: 'Long', symbol: 'WWWWWWWWWWWW', networks: [] },
            quote: {
              ...onrampQuote,
              got: '987,654,321,987.123456',
              paymentTotal: '987,654,321.99 USD',
              providerFee: '9,876,543.21 USD',
            },
            methods: [
              ...snapshots().onramp.methods,
              { id: 'some_other_way', range: '1.00-999,999,999.00 USD', fits: false },
            ],
          },
        },
      ],
    ],
  },
  OnRampFiatSelect: {
    rows: [['currencies'], ['sample', { onramp: { isSample: true } }], ['loading', { onramp: listless }]],
  },
  OnRampTokenSelect: {
    rows: [
      ['assets', { onramp: { purchaseCurrencies: sold } }],
      ['sample', { onramp: { isSample: true } }],
      ['loading', { onramp: listless }],
      ['none', { onramp: { purchaseCurrencies: [] } }],
    ],
  },
  OnRampProviders: {
    slices: { onramp: priced },
    rows: [
      ['two'],
      ['two, right to left', {}, { locale: 'ar' }],
      [
        'without a sum',
        { onramp: { paymentAmount: '', quote: null, check: 'enter_amount', providers: open } },
      ],
      ['price gone', { onramp: { ...estimated, providers: open.map((row) => ({ ...row, isOff: true })) } }],
      ['one', { onramp: { providers: open.slice(1) } }],
      ['none', { onramp: { providers: [] } }],
    ],
  },
  BuyInProgress: {
    slices: {
      onramp: { ...priced, selectedProvider: 'coinbase', url: 'https://pay.test/', host: 'pay.test' },
    },
    rows: [
      ['waiting', { onramp: { phase: 'waiting' } }],
      ['waiting, right to left', { onramp: { phase: 'waiting' } }, { locale: 'ar' }],
      ['preparing', { onramp: { phase: 'preparing', url: null, host: null } }],
      ['blocked', { onramp: { phase: 'blocked' } }],
      ['pending', { onramp: { phase: 'pending' } }],
      ['closed', { onramp: { phase: 'closed' } }],
      ['closed, Meld.io', { onramp: { phase: 'closed', selectedProvider: 'meld' } }],
      [
        'failed',
        { onramp: { phase: 'failed', url: null, host: null, fault: failure(500, 'HTTP status code: 500') } },
      ],
      ['arrived', { router: { done: true }, onramp: { phase: 'idle' } }],
    ],
  },
  WhatIsABuy: { rows: [['cards']] },
  Swap: {
    slices: { swap: swapped },
    rows: [
      ['empty'],
      ['both chosen', { swap: { target: dusd, check: 'enter_amount' } }],
      ['getting a quote', { swap: { ...asked, quotePhase: 'loading' } }],
      ['quoted', { swap: quoted }],
      ['quoted, right to left', { swap: quoted }, { locale: 'ar' }],
      ['preparing', { swap: { ...quoted, phase: 'preparing' } }],
      [
        'high price impact',
        { swap: { ...quoted, details: { ...quoted.details, impact: '12.4%', isImpactHigh: true } } },
      ],
      [
        'not enough',
        {
          swap: { ...quoted, amount: '99', amountError: 'insufficient', check: 'insufficient_balance' },
        },
      ],
      [
        'not enough for the fee',
        {
          swap: {
            ...quoted,
            source: dusd,
            target: swapped.source,
            amountError: 'insufficient_fee',
            check: 'insufficient_balance',
          },
        },
        { press: ['[data-testid=swap-action-button]'] },
      ],
      [
        'no route',
        { swap: { ...asked, check: 'no_route' } },
        { press: ['[data-testid=swap-action-button]'] },
      ],
      [
        'token refused',
        { swap: { ...asked, tokenError: 'decimals', refusedTokens: ['ETH'], check: 'token_refused' } },
      ],
      ['not on this network', { swap: { source: null, check: 'unsupported' } }],
      ['tokens failed', { swap: { source: null, tokensPhase: 'failed', check: 'select_token', max: null } }],
      [
        'quote failed',
        { swap: { ...asked, quotePhase: 'failed', quoteError: failure(502, 'HTTP status code: 502') } },
      ],
      [
        'balances failed',
        { swap: { ...quoted, source: { ...swapped.source, balance: null }, max: null, loadPhase: 'failed' } },
      ],
      [
        'prices failed',
        {
          swap: {
            ...quoted,
            sourceWorth: null,
            targetWorth: null,
            isPriceMissing: true,
            details: { ...quoted.details, impact: null },
          },
        },
      ],
      [
        'review failed',
        {
          swap: {
            ...quoted,
            error: { ...failure(-32603, 'execution reverted (3)'), message: 'Failed to estimate gas' },
            fault: { cause: 'reverted', reason: 'not allowed' },
          },
        },
      ],
      [
        'huge amounts, long names',
        {
          swap: {
            ...quoted,
            source: swapBox('WWWWWWWWWWWW', { balance: '987,654,321,987.123' }),
            target: swapBox('MMMMMMMMMMMM', { balance: '123,456,789,123.456' }),
            amount: '123456789012.123456789012345678',
            targetAmount: '987,654,321,098.765432',
            sourceWorth: '$123,456,789,012,345.67',
            targetWorth: '$123,456,789,012,345.67',
            details: {
              ...quoted.details,
              rate: '1 WWWWWWWWWWWW = 8,123,456.123456 MMMMMMMMMMMM',
              minimum: '977,777,778,887.777777 MMMMMMMMMMMM',
              providerFee: '1,049,382,706.603049 WWWWWWWWWWWW',
            },
          },
        },
      ],
    ],
  },
  SwapSelectToken: {
    slices: {
      swap: {
        ...swapped,
        target: dusd,
        suggested: [own[0]!, own[1]!, offered[0]!, offered[5]!, offered[2]!],
        held: own,
        others: offered,
      },
    },
    rows: [
      ['tokens'],
      ['right to left', {}, { locale: 'ar' }],
      ['loading', { swap: { tokensPhase: 'loading', suggested: [], held: [], others: [] } }],
      ['found', { swap: { search: 'dog', suggested: [], held: [], others: [offered[3]!] } }],
      ['cut', { swap: { search: 'a', suggested: [], held: [], others: offered.slice(0, 5), isCut: true } }],
      ['nothing found', { swap: { search: 'zzz', suggested: [], held: [], others: [] } }],
      ['empty', { swap: { suggested: [], held: [], others: [] } }],
      ['failed', { swap: { tokensPhase: 'failed', suggested: [], held: [], others: [] } }],
    ],
  },
  SwapPreview: {
    slices: { swap: { ...swapped, ...quoted, phase: 'review', preview: bought } },
    rows: [
      ['review'],
      ['approve first', { swap: { preview: allowed, details: ofAllowed } }],
      [
        'reset first',
        { swap: { preview: { ...allowed, steps: steps('reset', 'approve', 'swap') }, details: ofAllowed } },
      ],
      ['one confirmation', { swap: { preview: { ...allowed, steps: steps('batch') }, details: ofAllowed } }],
      ['approved', { swap: { preview: atSwap, details: ofAllowed } }],
      ['approved, right to left', { swap: { preview: atSwap, details: ofAllowed } }, { locale: 'ar' }],
      [
        'high price impact',
        { swap: { details: { ...quoted.details, impact: '12.4%', isImpactHigh: true } } },
      ],
      ['fee loading', { swap: { preview: { ...bought, fee: null, feePhase: 'loading' } } }],
      ['fee failed', { swap: { preview: { ...bought, fee: null, feePhase: 'failed' } } }],
      ['earlier without answer', { swap: { unanswered: '0.25 ETH' } }],
      ['waiting to approve', { swap: { phase: 'waiting', preview: allowed, details: ofAllowed } }],
      ['waiting', { swap: { phase: 'waiting' } }],
      [
        'approving',
        { swap: { phase: 'confirming', preview: allowed, details: ofAllowed, hash, explorerUrl } },
      ],
      ['confirming', { swap: { phase: 'confirming', hash, explorerUrl } }],
      ['swapped', { router: { done: true }, swap: { phase: 'confirming', hash, explorerUrl } }],
      ['not confirmed yet', { swap: { phase: 'unknown', hash, explorerUrl } }],
      ['unanswered', { swap: { phase: 'unknown' } }],
      ['differs', { swap: { phase: 'differs', hash, explorerUrl } }],
      [
        'not approved',
        {
          swap: {
            phase: 'failed',
            preview: allowed,
            details: ofAllowed,
            error: failure(-32000, 'insufficient funds for gas * price + value'),
            fault: { cause: 'funds', reason: null },
          },
        },
      ],
      [
        'reverted',
        {
          swap: {
            phase: 'failed',
            hash,
            explorerUrl,
            error: failure(3, 'execution reverted: Return amount is not enough'),
            fault: { cause: 'reverted', reason: 'Return amount is not enough' },
          },
        },
      ],
      [
        'huge amounts, long names',
        {
          swap: {
            preview: {
              ...allowed,
              gives: '123,456,789,012.123456789012345678',
              givesSymbol: 'WWWWWWWWWWWW',
              givesWorth: '$123,456,789,012,345.67',
              givesImage: null,
              gets: '977,777,778,887.777777',
              getsSymbol: 'MMMMMMMMMMMM',
              getsWorth: '$123,456,789,012,345.67',
              getsImage: null,
              expected: '987,654,321,098.765432 MMMMMMMMMMMM',
            },
            details: {
              ...ofAllowed,
              rate: '1 WWWWWWWWWWWW = 8,123,456.123456 MMMMMMMMMMMM',
              providerFee: '1,049,382,706.603049 WWWWWWWWWWWW',
            },
          },
        },
      ],
    ],
  },
  Buttons: {
    rows: [
      ['disconnected', { account: nobody }, { closed: true }],
      ['connected', {}, { closed: true }],
      ['named', { account: { name: 'ada.eth', image: picture.face } }, { closed: true }],
      [
        'unsupported network',
        { account: { ...account, network: unknownBadge }, router: { network: unknownBadge } },
        { closed: true },
      ],
    ],
  },
};

/** The left slot of most views. */
const left: LeftSlot = 'back';

/** Views of somebody who is not connected yet. */
const before: readonly string[] = [
  ...['Connect', 'ConnectWallets', 'ConnectingExternal', 'AllWallets', 'GetWallet', 'Downloads'],
  ...['ConnectingWalletConnect', 'ConnectingWalletConnectBasic', 'WhatIsAWallet'],
  ...['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice', 'ConnectSocials', 'ConnectingSocial'],
  ...['ConnectingFarcaster', 'Create'],
];

export const entries: readonly Entry[] = (Object.keys(table) as Entry['view'][]).flatMap((view) => {
  const group = table[view];
  const router = {
    left: group.left ?? left,
    depth: (group.left ?? left) == 'back' ? 2 : 1,
    ...(view != 'Buttons' && { view }),
  };
  return group.rows.map(([name, slices = {}, more]) => ({
    ...more,
    id: `${view}.${name}`,
    view,
    name,
    slices: [{ router, account: before.includes(view) ? nobody : account }, group.slices ?? {}, slices],
  }));
});

export const entryOf = (id: string): Entry => entries.find((entry) => entry.id == id) ?? entries[0]!;

/** What a press that leads to a view shows. */
export const firstOf = (view: View): Entry => entries.find((entry) => entry.view == view)!;

/** `from`: what is said of everything else. */
export function slicesOf(entry: Entry, from = snapshots()): Slices {
  const slices = { ...from };
  for (const changes of entry.slices)
    for (const name of Object.keys(changes) as (keyof Slices)[])
      Object.assign(slices, { [name]: { ...slices[name], ...changes[name] } });
  return slices;
}

/** Where something moves: from one entry to the next, or from (or to) a closed modal. `ms`: of the whole strip. */
export interface Transition {
  name: string;
  from: string | null;
  to: string | null;
  ms: number;
  direction?: 'back';
}

export const transitions: readonly Transition[] = [
  { name: 'open', from: null, to: 'Connect.wallets', ms: 300 },
  { name: 'close', from: 'Connect.wallets', to: null, ms: 240 },
  { name: 'row to waiting', from: 'Connect.wallets', to: 'ConnectingExternal.confirm', ms: 300 },
  {
    name: 'waiting back',
    from: 'ConnectingExternal.rejected',
    to: 'Connect.wallets',
    ms: 300,
    direction: 'back',
  },
  { name: 'declined', from: 'ConnectingExternal.confirm', to: 'ConnectingExternal.rejected', ms: 300 },
  { name: 'all wallets', from: 'Connect.wallets', to: 'AllWallets.wallets', ms: 300 },
  { name: 'help', from: 'Connect.wallets', to: 'WhatIsAWallet.cards', ms: 300 },
  { name: 'code', from: 'Connect.wallets', to: 'ConnectingWalletConnectBasic.code', ms: 300 },
  { name: 'networks', from: 'Account.tokens', to: 'Networks.many', ms: 300 },
  { name: 'send', from: 'Account.tokens', to: 'Send.empty', ms: 300 },
  { name: 'review', from: 'Send.filled', to: 'SendPreview.review', ms: 300 },
  { name: 'swap', from: 'Account.tokens', to: 'Swap.quoted', ms: 300 },
  { name: 'review swap', from: 'Swap.quoted', to: 'SwapPreview.review', ms: 300 },
  { name: 'connected', from: 'ConnectingExternal.confirm', to: 'ConnectingExternal.connected', ms: 480 },
  { name: 'sent', from: 'SendPreview.waiting', to: 'SendPreview.sent', ms: 480 },
  { name: 'swapped', from: 'SwapPreview.confirming', to: 'SwapPreview.swapped', ms: 480 },
  { name: 'sent to account', from: 'SendPreview.sent', to: 'Account.tokens', ms: 300 },
  { name: 'tabs', from: 'Account.tokens', to: 'Account.activity', ms: 300 },
  { name: 'balance', from: 'Account.no tokens', to: 'Account.tokens', ms: 480 },
];
