// Rows of the gallery: connecting a wallet.

import { row as walletRow, tile } from '../../src/testing/snapshots';
import type { WalletTile } from '../../src/contract';
import { knownWallets } from '../../src/data/known';
import { drawingUrl } from '../../src/drawings/drawing';
import * as picture from '../pictures';
import { failure, foxglove, logins, qr } from './known';
import type { Groups } from '../row';

const rows = [
  { ...foxglove, tag: 'recent' as const },
  walletRow('harbor', 'Harbor', { icon: picture.harbor }),
  walletRow('walletConnect', 'WalletConnect', {
    tag: 'qrcode',
    testId: 'wallet-selector-walletconnect',
    icon: picture.plum,
  }),
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
/** the wallets that ship with the package, as listed without a directory */
const shipped = knownWallets.map(({ id, name }) => tile(id, name, { icon: drawingUrl(id) }));
const all = (tiles: WalletTile[]) => ({ tiles, tilesCount: tiles.length });
const larch = { id: 'larch', name: 'Larch', icon: picture.larch };

export const connectRows = {
  Connect: {
    left: 'help',
    slices: {
      connect: { rows: rows.slice(0, 3), directory: true },
      directory: { rows, rowsPhase: 'ready', allWallets: '600+' },
    },
    rows: [
      ['wallets'],
      ['the whole screen of a phone', {}, { fullScreen: true }],
      ['first card', {}, { engine: 'waits' }],
      ['first card, the whole screen of a phone', {}, { engine: 'waits', fullScreen: true }],
      ['first card with its list', {}, { engine: 'waits', announced: ['Foxglove', 'Otter Wallet'] }],
      [
        'first card, a wallet was pressed',
        {},
        {
          engine: 'waits',
          announced: ['Foxglove'],
          press: ['[data-testid="wallet-selector-com.example.w0"]'],
        },
      ],
      ['load failed', {}, { engine: 'fails' }],
      ['more on their way', { directory: { rows: [], rowsPhase: 'loading', allWallets: null } }],
      [
        'named wallets without a project ID',
        {
          connect: { rows: [], directory: false },
          directory: {
            rows: shipped.slice(0, 3).map(({ id, name, icon }) => walletRow(id, name, { icon, tag: null })),
            allWallets: null,
          },
        },
      ],
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
              { ...rows[0]!, conflict: true },
              { ...rows[1]!, namespaces: ['eip155', 'solana'], tag: 'connected' },
              ...rows.slice(2),
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
  ConnectingMultiChain: {
    slices: {
      router: { wallet: foxglove },
      connect: {
        walletId: foxglove.id,
        families: [
          { namespace: 'eip155', network: 'eip155:1337', connected: false },
          { namespace: 'solana', network: null, connected: false },
        ],
      },
    },
    rows: [
      ['two'],
      [
        'one connected',
        {
          connect: {
            families: [
              { namespace: 'eip155', network: 'eip155:1337', connected: true },
              { namespace: 'solana', network: null, connected: false },
              { namespace: 'bip122', network: null, connected: false },
            ],
          },
        },
      ],
      ['gone', { connect: { families: [] } }],
    ],
  },
  ConnectingExternal: {
    slices: { router: { wallet: foxglove }, connect: { rows, walletId: 'fox', phase: 'confirm' } },
    rows: [
      ['confirm'],
      ['opening', { connect: { phase: 'opening' } }],
      ['already open', { connect: { phase: 'already_open' } }],
      ['approved', { connect: { phase: 'approved' } }],
      ['connected', { router: { done: true } }],
      ['slow', { connect: { phase: 'slow' } }],
      ['no-window', { connect: { phase: 'no_window' } }],
      ['locked', { connect: { phase: 'locked' } }],
      ['no-account', { connect: { phase: 'no_account' } }],
      ['blocked', { connect: { phase: 'blocked' } }],
      ['rejected', { connect: { phase: 'rejected' } }],
      ['failed', { connect: { phase: 'failed', error: failure(-32603, 'The wallet is locked') } }],
      ['the wallet draws in the page', {}, { beside: true }],
    ],
  },
  AllWallets: {
    slices: { directory: { phase: 'ready', ...all(tiles), allWallets: '600+', hasMore: true } },
    rows: [
      ['wallets'],
      ['loading', { directory: { phase: 'loading', ...all([]) } }],
      [
        'searching',
        { directory: { search: 'har', searching: true, ...all([tiles[1]!, tiles[5]!]), hasMore: false } },
      ],
      [
        'searching, nothing here',
        { directory: { search: 'har', searching: true, stale: true, ...all(tiles.slice(0, 12)) } },
      ],
      ['found', { directory: { search: 'har', ...all([tiles[1]!, tiles[5]!]), hasMore: false } }],
      ['certified only', { directory: { certified: true, ...all(tiles.filter((one) => one.certified)) } }],
      ['nothing found', { directory: { search: 'zzz', ...all([]), hasMore: false } }],
      ['nothing certified', { directory: { certified: true, ...all([]), hasMore: false } }],
      ['failed', { directory: { phase: 'failed', ...all([]), hasMore: false } }],
      ['as many as are kept', { directory: { hasMore: false, isCut: true } }],
      ['next page failed', { directory: { moreFailed: true, ...all(tiles.slice(0, 7)) } }],
      ['of the package', { directory: { hasMore: false, relay: false, marks: false, ...all(shipped) } }],
      [
        'of the package, the directory failed',
        { directory: { moreFailed: true, marks: false, ...all(shipped) } },
      ],
      ['offline', { directory: { phase: 'failed', ...all([]) } }, { offline: true }],
    ],
  },
  GetWallet: {
    slices: { directory: { guide: tiles.slice(0, 4), rowsPhase: 'ready', explore: true } },
    rows: [
      ['wallets'],
      ['loading', { directory: { guide: [], rowsPhase: 'loading' } }],
      ['of the package', { directory: { guide: shipped.slice(0, 4) } }],
      ['none', { directory: { guide: [], explore: false } }],
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
      ['no account', { pairing: { phase: 'failed', missing: 'solana' } }],
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
} satisfies Groups;
