// Rows of the gallery: what is asked of a wallet: signing in, a host's request, and what became of a transaction.

import type { TransactionView } from '../../src/contract';
import {
  ADDRESS,
  type Changes,
  effect,
  OTHER,
  shownTransaction,
  timeline,
  TOKEN,
  tokenDoubt,
} from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { failure } from './known';
import type { Groups } from '../row';

/** An address of BIP-173, of a script. */
const BITCOIN_ADDRESS = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const inView = (more: Partial<TransactionView>): Changes => ({
  transactions: { shown: shownTransaction(more) },
});
/** A batch whose last call is the one that hurts. */
const manyLines = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    i
      ? effect({ amount: '0.01 ETH', symbol: 'ETH', call: i })
      : effect({
          effect: 'allow',
          words: 'approve_unlimited',
          symbol: 'USDC',
          token: TOKEN,
          risk: 'warning',
          call: count,
        }),
  );
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

export const requestsRows = {
  SIWXSignMessage: {
    left: 'none',
    slices: { signIn: { image: picture.shop } },
    rows: [
      ['ready'],
      ['message read', {}, { press: ['summary'] }],
      ['required', { signIn: { required: true } }],
      ['checking', { signIn: { phase: 'checking', message: null } }],
      ['signing', { signIn: { phase: 'signing' } }],
      ['signing, the wallet draws in the page', { signIn: { phase: 'signing' } }, { beside: true }],
      ['verifying', { signIn: { phase: 'verifying' } }],
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
  ReviewRequest: {
    rows: [
      ['an allowance without end'],
      [
        'an exact allowance',
        {
          review: {
            lines: [
              effect({ effect: 'allow', words: 'approve', amount: '250 USDC', symbol: 'USDC', token: TOKEN }),
            ],
          },
        },
      ],
      [
        'a permit of a token nobody knows',
        {
          review: {
            method: 'eth_signTypedData_v4',
            lines: [
              effect({
                effect: 'allow',
                words: 'permit',
                amount: '250,000,000 units',
                token: TOKEN,
                until: '2026-12-24 18:00 UTC',
                risk: 'warning',
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
              effect({
                effect: 'allow',
                words: 'permit_unlimited',
                symbol: 'USDC',
                token: TOKEN,
                until: '',
                risk: 'warning',
              }),
            ],
          },
        },
      ],
      [
        'what would move',
        {
          review: {
            lines: [effect({ effect: 'call', words: 'unknown', text: 'deadbeef', risk: 'warning' })],
            changes: [
              { text: '-0.25 ETH', token: null, incoming: false },
              { text: '+12.5 DUSD', token: null, incoming: true },
            ],
          },
        },
      ],
      [
        'tried out by a node',
        {
          review: {
            critical: true,
            lines: [
              effect({
                effect: 'control',
                words: 'control',
                power: 'holding',
                party: OTHER,
                on: TOKEN,
                risk: 'critical',
              }),
              effect({ effect: 'call', words: 'unknown', text: 'deadbeef', risk: 'warning' }),
            ],
            changes: [{ text: '-0.00204428 SOL', token: null, incoming: false }],
            tried: true,
          },
        },
      ],
      [
        'tokens whose issuers have a say',
        {
          review: {
            lines: [
              effect({
                amount: '12.5 TOLL',
                symbol: 'TOLL',
                withheld: '0.125 TOLL',
                uncounted: '5 TOLL',
                risk: 'review',
              }),
            ],
            tokens: [
              { symbol: 'TOLL', token: TOKEN, rules: ['takes_back', 'pausable', 'fee_changes'], doubt: null },
              { symbol: null, token: OTHER, rules: ['starts_frozen', 'memo_wanted'], doubt: null },
            ],
          },
        },
      ],
      [
        'a token that the network calls differently',
        {
          review: {
            lines: [effect({ amount: '100,000 units', symbol: null, token: TOKEN, risk: 'warning' })],
            tokens: [{ symbol: null, token: TOKEN, rules: [], doubt: { ...tokenDoubt, units: null } }],
          },
        },
      ],
      [
        'would fail',
        {
          review: {
            lines: [effect({ effect: 'call', words: 'unknown', text: 'deadbeef', risk: 'warning' })],
            fails: 'rent',
          },
        },
      ],
      [
        'a collection',
        {
          review: {
            critical: true,
            lines: [effect({ effect: 'allow_all', words: 'approve_all', token: TOKEN, risk: 'critical' })],
          },
        },
      ],
      [
        'a document of Bitcoin',
        {
          review: {
            critical: true,
            lines: [
              effect({
                effect: 'open_ended',
                words: 'blank',
                risk: 'critical',
                amount: '0.4 BTC',
                symbol: 'BTC',
                party: null,
              }),
              effect({
                effect: 'open_ended',
                words: 'listing',
                risk: 'warning',
                amount: '0.05 BTC',
                symbol: 'BTC',
                text: '2',
                party: null,
              }),
              effect({
                effect: 'send',
                words: 'collectible',
                risk: 'warning',
                amount: '0.00000546 BTC',
                symbol: 'BTC',
                text: '3',
                party: null,
              }),
              effect({
                effect: 'unread',
                words: 'unproven',
                risk: 'warning',
                amount: '0.1 BTC',
                symbol: 'BTC',
                party: null,
              }),
              effect({ effect: 'sign', words: 'joint', risk: 'review', party: null }),
              effect({ amount: '0.3 BTC', symbol: 'BTC', party: BITCOIN_ADDRESS }),
              effect({ effect: 'sign', words: 'data', text: '02fffe', party: null }),
              effect({
                effect: 'send',
                words: 'at_most',
                risk: 'review',
                amount: '0.4 BTC',
                symbol: 'BTC',
                party: null,
              }),
              effect({ effect: 'fee', words: 'fee_unknown', risk: 'review', party: null }),
              effect({ effect: 'sign', words: 'at_once', risk: 'review', party: null }),
            ],
          },
        },
      ],
      [
        'typed data that nobody knows',
        {
          review: {
            lines: [
              effect({
                effect: 'sign',
                words: 'typed_moves',
                risk: 'warning',
                text: 'Harbour · Withdraw',
                fields: `recipient: ${OTHER}\namount: 250000000\nvalid.until: 1800000000`,
                party: TOKEN,
              }),
              effect({
                effect: 'unread',
                words: 'behind',
                risk: 'warning',
                text: '32',
                party: null,
                on: TOKEN,
              }),
              effect({
                effect: 'control',
                words: 'grant_up_to',
                power: 'message',
                risk: 'warning',
                amount: '5 ATOM',
                symbol: 'ATOM',
                text: 'MsgDelegate',
                until: '2027-01-01 00:00 UTC',
              }),
              effect({ effect: 'call', words: 'vote', text: '42: Yes 0.7, No 0.3', party: null }),
              effect({ words: 'move', effect: 'move', amount: '2 × NFT #7', token: TOKEN, owner: ADDRESS }),
              effect({ all: true, symbol: 'DOT' }),
            ],
          },
        },
      ],
      [
        'typed data with long fields',
        {
          review: {
            method: 'eth_signTypedData_v4',
            lines: [
              effect({
                effect: 'sign',
                words: 'typed_moves',
                risk: 'warning',
                text: 'Harbor Exchange for Everything That Floats · WithdrawWithPermissionOfTheOwner',
                fields: [
                  `recipient: ${OTHER}`,
                  `payload: 0x${'a1b2c3d4'.repeat(16)}…`,
                  'orders[0].consideration[0].identifierOrCriteria: 115792089237316195423570985008687907853269984665640564039457584007913129639935',
                  'note: مرحبا (abc) 123.',
                  ...Array.from({ length: 14 }, (_, i) => `orders[${i}].maker: ${ADDRESS}`),
                  '…',
                ].join('\n'),
                party: TOKEN,
              }),
            ],
          },
        },
      ],
      [
        'a payment of Bitcoin',
        {
          review: {
            lines: [
              effect({ amount: '0.3 BTC', symbol: 'BTC', party: BITCOIN_ADDRESS }),
              effect({
                effect: 'send',
                words: 'total',
                risk: 'review',
                amount: '0.30002 BTC',
                symbol: 'BTC',
                party: null,
              }),
              effect({
                effect: 'fee',
                words: 'fee',
                amount: '0.00002 BTC',
                symbol: 'BTC',
                text: '≈ 12.1 sat/vB',
                party: null,
              }),
            ],
          },
        },
      ],
      [
        'calls of the network',
        {
          review: {
            lines: [
              effect({
                effect: 'call',
                words: 'invoke',
                text: 'Society.bid\nvalue: 12',
                risk: 'warning',
                party: null,
              }),
              effect({ effect: 'call', words: 'invoke', text: 'Staking.chill', party: null }),
              effect({ effect: 'call', words: 'checked', text: `0x${'5c'.repeat(32)}`, party: null }),
              effect({ effect: 'call', words: 'proven', text: `0x${'5c'.repeat(32)}`, party: null }),
              effect({
                effect: 'unread',
                words: 'differs',
                text: `0x${'5c'.repeat(32)}`,
                risk: 'warning',
                party: null,
              }),
            ],
          },
        },
      ],
      [
        'control of the account',
        {
          review: {
            critical: true,
            accepted: true,
            lines: [
              effect({ effect: 'control', words: 'control', risk: 'critical', power: 'owner', on: TOKEN }),
              effect({ effect: 'close', words: 'close', risk: 'critical' }),
              effect({
                effect: 'burn',
                words: 'burn',
                risk: 'warning',
                amount: '250 USDC',
                symbol: 'USDC',
                party: null,
              }),
            ],
          },
        },
      ],
      [
        'what cannot be read',
        {
          review: {
            critical: true,
            lines: [
              effect({ effect: 'open_ended', words: 'timeless', risk: 'critical', party: null }),
              effect({ effect: 'unread', words: 'unread', risk: 'warning', party: null }),
              effect({
                effect: 'unread',
                words: 'unread',
                text: 'feeCurrency',
                risk: 'warning',
                party: null,
              }),
              effect({ effect: 'sign', words: 'elsewhere', risk: 'warning', party: null }),
            ],
          },
        },
      ],
      [
        'many lines',
        {
          review: {
            method: 'wallet_sendCalls',
            lines: manyLines(56),
            folded: 36,
          },
        },
      ],
      [
        'many lines, all of them',
        { review: { lines: manyLines(56), folded: 36 } },
        { press: ['wm-review-more'] },
      ],
      [
        'too large to be read',
        { review: { lines: manyLines(200), folded: 180, leftOut: 46, tooLarge: true, rawLeftOut: 12_345 } },
      ],
      [
        'a stake, with its fee',
        {
          review: {
            lines: [
              effect({ effect: 'stake', words: 'stake', risk: 'review', amount: '32 ETH', symbol: 'ETH' }),
              effect({
                effect: 'receive',
                words: 'receive',
                amount: '31.9 HETH',
                symbol: 'HETH',
                token: TOKEN,
              }),
              effect({ effect: 'fee', words: 'fee', amount: '0.1 ETH', symbol: 'ETH', party: null }),
            ],
          },
        },
      ],
      [
        'the words of a sign-in',
        {
          review: {
            method: 'solana_signMessage',
            lines: [effect({ effect: 'sign_in', words: 'sign_in', party: null, text: 'Welcome to Harbor.' })],
          },
        },
      ],
      [
        'a sign-in on another site',
        {
          review: {
            critical: true,
            method: 'solana_signMessage',
            lines: [
              effect({
                effect: 'sign_in',
                words: 'sign_in_elsewhere',
                risk: 'critical',
                party: null,
                text: 'harbor.example wants you to sign in with your Solana account:\n9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
              }),
            ],
          },
        },
      ],
      [
        'an approval of an NFT',
        {
          review: {
            lines: [
              effect({
                effect: 'allow',
                words: 'approve_piece',
                amount: '#4',
                token: TOKEN,
                risk: 'warning',
              }),
            ],
          },
        },
      ],
      [
        'an approval that is not told apart',
        {
          review: {
            lines: [
              effect({
                effect: 'allow',
                words: 'approve_number',
                amount: '4 units or #4',
                token: TOKEN,
                risk: 'warning',
              }),
            ],
          },
        },
      ],
      [
        'a call nobody knows',
        {
          review: {
            lines: [
              effect({ amount: '0.5 ETH', symbol: 'ETH' }),
              effect({ effect: 'call', words: 'unknown', text: 'deadbeef', risk: 'warning' }),
            ],
          },
        },
      ],
      [
        'a call in the words of the site',
        {
          review: {
            lines: [
              effect({
                effect: 'call',
                words: 'unknown',
                text: '9a408321',
                risk: 'warning',
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
              effect({ effect: 'allow', words: 'approve', amount: '250 USDC', symbol: 'USDC', token: TOKEN }),
              effect({ effect: 'move', words: 'move', symbol: 'HARB', token: TOKEN, owner: ADDRESS }),
              effect({ effect: 'call', words: 'unknown', text: '07ed2379', risk: 'warning' }),
            ],
          },
        },
      ],
      [
        'calls inside of a call',
        {
          review: {
            critical: true,
            lines: [
              effect({
                effect: 'control',
                words: 'control',
                power: 'delegate',
                party: OTHER,
                on: ADDRESS,
                risk: 'critical',
              }),
              effect({
                effect: 'allow',
                words: 'approve_unlimited',
                symbol: 'USDC',
                token: TOKEN,
                risk: 'warning',
              }),
              effect({ effect: 'call', words: 'carries', text: 'execTransaction', risk: 'warning' }),
              effect({ effect: 'call', words: 'carries_unread', text: 'multicall', risk: 'warning' }),
            ],
          },
        },
      ],
      [
        'an order for nothing',
        {
          review: {
            critical: true,
            method: 'eth_signTypedData_v4',
            lines: [
              effect({ effect: 'receive', words: 'receive_nothing', party: null, risk: 'critical' }),
              effect({
                effect: 'send',
                words: 'offer',
                amount: '#7',
                token: TOKEN,
                party: null,
                on: OTHER,
                until: '2026-12-24 18:00 UTC',
                risk: 'warning',
              }),
            ],
          },
        },
      ],
      [
        'a contract to be made',
        { review: { lines: [effect({ effect: 'create', words: 'create', party: null, risk: 'warning' })] } },
      ],
      [
        'typed data',
        {
          review: {
            lines: [effect({ effect: 'sign', words: 'typed', text: 'Harbor Mail · Mail' })],
            method: 'eth_signTypedData_v4',
          },
        },
      ],
      [
        'typed data in the words of the site',
        {
          review: {
            lines: [
              effect({
                effect: 'sign',
                words: 'typed',
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
              effect({
                effect: 'sign',
                words: 'message',
                party: null,
                text: 'Welcome to Harbor.\n\nNonce: 1f9c',
                token: null,
              }),
            ],
          },
        },
      ],
      ['the wallet is asked', { review: { phase: 'waiting' } }],
      ['the wallet is asked, and draws in the page', { review: { phase: 'waiting' } }, { beside: true }],
      ['something else was sent', { review: { phase: 'differs', link: 'https://explorer.test/tx' } }],
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
      ['no node tells of it', inView({ phase: 'untold', timeline: timeline('signed done', 'sent done') })],
      [
        'not confirmed yet',
        inView({ phase: 'unknown', timeline: timeline('signed done', 'sent done', 'confirmed slow') }),
      ],
      [
        'its block is gone',
        inView({
          kind: 'request',
          description: 'Mint Cool Cat #4',
          dropped: true,
          phase: 'unknown',
          timeline: timeline('signed done', 'sent done', 'confirmed slow'),
        }),
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
      ['altered', inView({ phase: 'altered', timeline: timeline('altered bad') })],
      [
        'effect unclear',
        inView({ phase: 'unread', timeline: timeline('signed done', 'sent done', 'unread bad') }),
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
} satisfies Groups;
