// Rows of the gallery: what others may do.

import type { RevokePreview, SessionRow } from '../../src/contract';
import {
  ADDRESS,
  approvalRow,
  type Changes,
  grantLine,
  OTHER,
  permitRow,
  preview,
  sessionRow,
  TOKEN,
} from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { failure } from './known';
import type { Groups } from '../row';

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
    from: '01 Feb 2026, 00:00',
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

export const permissionsRows = {
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
      [
        'a collection, and more than are listed',
        {
          approvals: { rows: [approvalRow('c1', { isCollection: true, symbol: null })] },
          permissions: {
            grantsPhase: 'ready',
            grants: [permitRow('g1', { line: grantLine({ from: '02 Jan 2026, 14:05' }), to: OTHER })],
            grantsMore: '30',
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
        { approvals: { listPhase: 'failed' }, permissions: { grantsPhase: 'failed', sitesPhase: 'silent' } },
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
      ['its effect is unclear', { approvals: { phase: 'unread', hash: '0xab' } }],
      ['something else was signed', { approvals: { phase: 'altered', hash: '0xab' } }],
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
      ['an id that is no plain word', openSession({ pci: '?3', isOdd: true, canRevoke: false })],
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
} satisfies Groups;
