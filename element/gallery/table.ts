// TABLE of the gallery: every view in every state it can be in. A view or a state more is one row here (CONTRIBUTING.md, "The
// gallery"); the compiler asks for each view of the contract, table.test.tsx draws each row.
// A row: its name, what its slices say differently from testing/snapshots.ts and from the other rows of its view, and more if need be.

import type { LeftSlot, Slices, View } from '../src/contract';
import {
  activityItem,
  ADDRESS,
  badge,
  type Changes,
  network,
  OTHER,
  preview,
  profileRecent,
  profileWallet,
  row as walletRow,
  snapshots,
  tile,
  token,
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
const history = {
  pending: [transaction('p1')],
  groups: [
    {
      title: 'January',
      items: [
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
      ],
    },
    {
      title: 'December 2025',
      items: [
        activityItem('a3', {
          verb: 'minted',
          legs: [{ direction: 'in', text: 'Cool Cat #3', image: picture.cat, nft: true }],
        }),
      ],
    },
  ],
  spam: 2,
};
const hash = `0x${'5f'.repeat(32)}`;
const explorerUrl = 'https://explorer.test/tx';
const wallets = { icon: picture.fox, name: 'Foxglove' };
const larch = { id: 'larch', name: 'Larch', icon: picture.larch };
const qr = picture.code();
const toast = (message: string, variant: 'loading' | 'success' | 'error', key: string | null = null) => ({
  toast: { id: 1, key, args: { amount: '0.25', symbol: 'ETH' }, message, variant, link: explorerUrl },
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
      ['named', { account: { name: 'ada.eth', image: picture.face } }],
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
      ['loading', { activity: { phase: 'loading', groups: [], pending: [], spam: 0 } }],
      ['failed', { activity: { phase: 'failed', groups: [], pending: [], spam: 0 } }],
      ['empty', { activity: { groups: [], pending: [], spam: 0 } }],
    ],
  },
  AccountSettings: {
    rows: [
      ['settings'],
      ['named', { account: { label: 'Savings' } }],
      ['unsupported network', { account: { network: unknownBadge } }],
      ['disconnecting', { account: { disconnecting: true } }],
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
      ['receiver without a name', { send: { preview: { ...review, to: preview.to } } }],
      ['the sender whole', {}, { press: ['wm-send-from'] }],
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
  { name: 'connected', from: 'ConnectingExternal.confirm', to: 'ConnectingExternal.connected', ms: 480 },
  { name: 'sent', from: 'SendPreview.waiting', to: 'SendPreview.sent', ms: 480 },
  { name: 'sent to account', from: 'SendPreview.sent', to: 'Account.tokens', ms: 300 },
  { name: 'tabs', from: 'Account.tokens', to: 'Account.activity', ms: 300 },
  { name: 'balance', from: 'Account.no tokens', to: 'Account.tokens', ms: 480 },
];
