// Rows of the gallery: the account, its wallets and settings, and the buttons in the page.

import {
  ADDRESS,
  activityItem,
  month,
  OTHER,
  profileRecent,
  profileWallet,
  transaction,
  unknownBadge,
} from '../../src/testing/snapshots';
import { later } from '../../src/i18n/en/later';
import * as picture from '../pictures';
import { NOW, account, byMail, list, net, nobody, qr, toast } from './known';
import type { ActivityItem } from '../../src/contract';
import type { Groups } from '../row';

const balance = account.balance;
const accounts = [ADDRESS, OTHER, `0x${'a1b2c3d4'.repeat(5)}`].map((address) => ({
  address,
  short: `${address.slice(0, 4)}…${address.slice(-6)}`,
  label: null,
}));
/** as many as the engine keeps */
const described = [
  `${'Buy 3 tickets for the harbor concert in the evening, with a boat to the island and back '.repeat(2).slice(0, 119)}.`,
  '🎟️🎟️ Mint 👩‍👩‍👧 Cool Cat #4 🐈‍⬛',
  'شراء 3 تذاكر (Harbor #4) للحفل.',
  'x'.repeat(120),
];
const history = {
  pending: [transaction('p1')],
  groups: [
    month('January', [
      activityItem('a1', {
        legs: [{ direction: 'out', text: '-0.500 ETH', image: picture.ether, nft: false, unverified: false }],
      }),
      activityItem('a2', {
        verb: 'swapped',
        legs: [
          { direction: 'out', text: '-120.000 DUSD', image: picture.dollar, nft: false, unverified: false },
          { direction: 'in', text: '+0.040 ETH', image: picture.ether, nft: false, unverified: false },
        ],
      }),
    ]),
    month('December 2025', [
      activityItem('a3', {
        verb: 'minted',
        legs: [{ direction: 'in', text: 'Cool Cat #3', image: picture.cat, nft: true, unverified: false }],
      }),
      activityItem('a4', {
        verb: 'received',
        legs: [{ direction: 'in', text: '+1.000 ETH', image: null, nft: false, unverified: true }],
      }),
    ]),
  ],
  spam: 2,
};
/** Activity of a network type that has no history service: only the transactions sent from this page. */
const fromHere = (id: string, amount: string, status: ActivityItem['metadata']['status'] = 'confirmed') => {
  const { metadata, ...rest } = activityItem(id, { counterparty: amount && 'bc1q…kv8f3t4' });
  const legs = amount
    ? [{ direction: 'out' as const, text: `-${amount} BTC`, image: null, nft: false, unverified: false }]
    : [];
  return { ...rest, legs, verb: amount ? 'sent' : 'executed', metadata: { ...metadata, status } };
};
const own = {
  own: true,
  spam: 0,
  pending: [
    transaction('p1', { amount: '0.0125', symbol: 'BTC' }),
    transaction('p2', { kind: 'request', status: 'unknown', hash: null, amount: '', symbol: 'BTC' }),
  ],
  groups: [
    month('January', [
      fromHere('o1', '0.25'),
      fromHere('o2', '0.01342188', 'replaced'),
      fromHere('o3', '', 'sent'),
      fromHere('o4', '0.1', 'differs'),
      fromHere('o5', '0.1', 'altered'),
      fromHere('o6', '0.2', 'unread'),
    ]),
  ],
};
/** So many that only the rows near the visible ones are rendered. */
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
const copying = { toast: { ...toast(later['account.copy.failed'], 'error').toast, link: null } };
const wallets = { icon: picture.fox, name: 'Foxglove' };
/** the slice of Receive until the address is confirmed */
const nothing = { address: null, qr: null, networks: [], only: false, generic: null };
/** networks where an address is valid */
const received = ['Harbor', 'Lagoon', 'Delta', 'Fjord', 'Strait', 'Ground'].map((name, i) => ({
  caipNetworkId: `eip155:${1337 + i}`,
  name,
  supported: true,
  icon: [picture.ether, picture.demoChain, picture.basalt, picture.dollar][i] ?? null,
}));

export const accountRows = {
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
      [
        'bitcoin, some on its way',
        {
          account: {
            tabs: ['tokens'],
            balance: { ...balance, amount: '1.00053', symbol: 'BTC', arriving: '0.05 BTC' },
          },
          tokens: { phase: 'ready', list: [], total: null },
        },
      ],
      ['tokens unavailable', { tokens: { phase: 'failed', list: [], total: null } }],
      ['tokens too many to be read', { tokens: { phase: 'failed', list: [], total: null, tooLong: true } }],
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
            more: '1,154',
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
      ['a text to copy by hand', { toast: copying }, { byHand: ADDRESS }],
      ['a text to copy by hand, right to left', { toast: copying }, { byHand: ADDRESS, locale: 'ar' }],
      ['embedded', {}, { embedded: true }],
      ['right to left', {}, { locale: 'ar' }],
    ],
  },
  Activity: {
    slices: { activity: history },
    rows: [
      ['months'],
      [
        'not listed by the service yet',
        {
          activity: {
            pending: [transaction('p1', { kind: 'request', description: 'Mint Cool Cat #4' })],
            unlisted: [
              transaction('u1', {
                kind: 'request',
                status: 'confirmed',
                amount: '',
                description: 'Approve DUSD',
              }),
              transaction('u2', { status: 'failed' }),
            ],
          },
        },
      ],
      [
        'described at length',
        {
          activity: {
            pending: described.map((description, i) =>
              transaction(`p${i}`, {
                kind: 'request',
                description,
                amount: i % 2 ? '' : '0.25',
                ...(i == 2 && { dropped: 1 }),
              }),
            ),
            unlisted: [
              transaction('u0', { kind: 'request', status: 'failed', amount: '', description: described[0] }),
            ],
            groups: [
              month(
                'January',
                described.map((description, i) => activityItem(`d${i}`, { description })),
              ),
            ],
            spam: 0,
          },
        },
      ],
      ['a later page on its way', { activity: { hasMore: true, loadingMore: true } }],
      ['a later page failed', { activity: { hasMore: true, moreFailed: true } }],
      ['a page with nothing', { activity: { hasMore: true, stalled: true } }],
      ['as much as is kept', { activity: { full: '20,000' } }],
      ['long', { activity: long }],
      ['loading', { activity: { phase: 'loading', groups: [], pending: [], spam: 0 } }],
      ['failed', { activity: { phase: 'failed', groups: [], pending: [], spam: 0 } }],
      ['empty', { activity: { groups: [], pending: [], spam: 0 } }],
      ['what was sent from here', { account: { network: { ...net, name: 'Bitcoin' } }, activity: own }],
      [
        'nothing was sent from here',
        {
          account: { network: { ...net, name: 'Bitcoin' } },
          activity: { groups: [], pending: [], spam: 0, own: true },
        },
      ],
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
        'several accounts',
        { profileWallets: { active: profileWallet('Foxglove', { ...wallets, choice: accounts }) } },
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
  Receive: {
    slices: { receive: { qr, networks: received } },
    rows: [
      ['several networks'],
      ['a contract of one network', { receive: { networks: received.slice(0, 1), only: true } }],
      [
        'an account that networks write differently',
        {
          receive: {
            address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
            generic: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
            networks: received.slice(0, 1),
          },
        },
      ],
      ['unconfirmed', { account: { confirmation: 'needed' }, receive: nothing }],
      ['unconfirmed, asking', { account: { confirmation: 'asking' }, receive: nothing }],
      [
        'unconfirmed, reconnecting',
        { account: { status: 'reconnecting', confirmation: 'asking' }, receive: nothing },
      ],
      ['unconfirmed, declined', { account: { confirmation: 'declined' }, receive: nothing }],
      ['a long name', { account: { name: 'a-name-that-goes-on-and-on-and-on-and-does-not-end.harbor.eth' } }],
      [
        'another family',
        {
          receive: { address: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpPrincipal1', networks: received.slice(0, 1) },
        },
      ],
    ],
  },
  SwitchAddress: {
    slices: { profileWallets: { active: profileWallet('Foxglove', { ...wallets, choice: accounts }) } },
    rows: [
      ['several'],
      [
        'with names',
        {
          profileWallets: {
            active: profileWallet('Foxglove', {
              ...wallets,
              choice: accounts.map((one, i) => ({ ...one, label: ['Savings', 'Daily', null][i] ?? null })),
            }),
          },
        },
      ],
      ['one', { profileWallets: { active: profileWallet('Foxglove', wallets) } }],
      ['loading', { profileWallets: { ready: false, active: null, recent: [] } }],
    ],
  },
  CompatibleNetworks: {
    slices: { receive: { networks: received } },
    rows: [
      ['several networks'],
      ['a contract of one network', { receive: { networks: received.slice(0, 1), only: true } }],
    ],
  },
  Buttons: {
    rows: [
      ['disconnected', { account: nobody }, { closed: true }],
      ['connected', {}, { closed: true }],
      ['named', { account: { name: 'ada.eth', image: picture.face } }, { closed: true }],
      ['avatar only', {}, { closed: true, accountStatus: 'avatar' }],
      [
        'long name only',
        { account: { name: 'a-name-that-goes-on-and-on-and-on-and-does-not-end.harbor.eth' } },
        { closed: true, accountStatus: 'address' },
      ],
      [
        'unsupported network',
        { account: { ...account, network: unknownBadge }, router: { network: unknownBadge } },
        { closed: true },
      ],
    ],
  },
} satisfies Groups;
