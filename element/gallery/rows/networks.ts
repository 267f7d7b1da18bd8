// Rows of the gallery: networks.

import { drawingUrl } from '../../src/drawings/drawing';
import { network, unknownBadge } from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { account, failure } from './known';
import type { Groups } from '../row';

const many = [
  network('Ethereum', { icon: picture.ether }),
  network('Demo chain', { icon: picture.demoChain, selected: true }),
  ...['Harbor', 'Lagoon', 'Polar', 'Meridian', 'Basin', 'Summit'].map((name, i) =>
    network(name, { caipNetworkId: `eip155:${i + 100}` }),
  ),
];

/** without a picture of the page or of a service */
const withIcons = [
  ...(
    [
      ['Ethereum', 1],
      ['OP Mainnet', 10],
      ['BNB Smart Chain', 56],
      ['Polygon', 137],
      ['Base', 8453],
      ['Arbitrum One', 42161],
      ['Celo', 42220],
      ['Linea', 59144],
      ['Blast', 81457],
    ] as const
  ).map(([name, id]) => [name, `eip155:${id}`] as const),
  ['Solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const,
  ['Bitcoin', 'bip122:000000000019d6689c085ae165831e93'] as const,
].map(([name, id]) => network(name, { caipNetworkId: id, icon: drawingUrl(id) }));

export const networksRows = {
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
      ['drawn by the package', { networks: { groups: [{ kind: 'main', rows: withIcons }] } }],
      ['few', { networks: { groups: [{ kind: 'main', rows: many.slice(0, 3) }] } }],
      [
        'not offered by the wallet',
        {
          networks: {
            groups: [
              {
                kind: 'main',
                rows: [many[1]!, network('Lagoon', { approved: false }), network('Polar', { unread: true })],
              },
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
      ['moving', { networks: { phase: 'moving' } }],
      ['drawn by the package', { networks: { target: withIcons[7]! } }],
      ['rejected', { networks: { phase: 'rejected' } }],
      ['busy', { networks: { phase: 'rejected', error: failure(-32002, 'Request already pending') } }],
    ],
  },
  SwitchActiveChain: {
    slices: {
      networks: { target: network('Solana', { caipNetworkId: 'solana:mainnet' }), namespace: 'solana' },
    },
    rows: [['another family']],
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
} satisfies Groups;
