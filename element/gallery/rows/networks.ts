// Rows of the gallery: networks.

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
      ['rejected', { networks: { phase: 'rejected' } }],
      ['busy', { networks: { phase: 'rejected', error: failure(-32002, 'Request already pending') } }],
    ],
  },
  SwitchActiveChain: {
    slices: {
      networks: { target: network('Solana', { caipNetworkId: 'solana:mainnet' }), family: 'solana' },
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
