// Rows of the gallery: what is asked of a wallet: signing in, a host's request, and what became of a transaction.

import type { TransactionView } from '../../src/contract';
import {
  ADDRESS,
  type Changes,
  deed,
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
      ? deed({ amount: '0.01 ETH', symbol: 'ETH', call: i })
      : deed({
          deed: 'allow',
          words: 'approve_unlimited',
          symbol: 'USDC',
          token: TOKEN,
          weight: 'risky',
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
              deed({ deed: 'allow', words: 'approve', amount: '250 USDC', symbol: 'USDC', token: TOKEN }),
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
              deed({
                deed: 'allow',
                words: 'permit',
                amount: '250,000,000 units',
                token: TOKEN,
                until: '2026-12-24 18:00 UTC',
                weight: 'risky',
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
              deed({
                deed: 'allow',
                words: 'permit_unlimited',
                symbol: 'USDC',
                token: TOKEN,
                until: '',
                weight: 'risky',
              }),
            ],
          },
        },
      ],
      [
        'what would move',
        {
          review: {
            lines: [deed({ deed: 'call', words: 'unknown', text: 'deadbeef', weight: 'risky' })],
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
            grave: true,
            lines: [
              deed({
                deed: 'control',
                words: 'control',
                power: 'holding',
                party: OTHER,
                on: TOKEN,
                weight: 'grave',
              }),
              deed({ deed: 'call', words: 'unknown', text: 'deadbeef', weight: 'risky' }),
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
              deed({
                amount: '12.5 TOLL',
                symbol: 'TOLL',
                withheld: '0.125 TOLL',
                uncounted: '5 TOLL',
                weight: 'look',
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
            lines: [deed({ amount: '100,000 units', symbol: null, token: TOKEN, weight: 'risky' })],
            tokens: [{ symbol: null, token: TOKEN, rules: [], doubt: { ...tokenDoubt, units: null } }],
          },
        },
      ],
      [
        'would fail',
        {
          review: {
            lines: [deed({ deed: 'call', words: 'unknown', text: 'deadbeef', weight: 'risky' })],
            fails: 'rent',
          },
        },
      ],
      [
        'a collection',
        {
          review: {
            grave: true,
            lines: [deed({ deed: 'allow_all', words: 'approve_all', token: TOKEN, weight: 'grave' })],
          },
        },
      ],
      [
        'a document of Bitcoin',
        {
          review: {
            grave: true,
            lines: [
              deed({
                deed: 'blank',
                words: 'blank',
                weight: 'grave',
                amount: '0.4 BTC',
                symbol: 'BTC',
                party: null,
              }),
              deed({
                deed: 'listing',
                words: 'listing',
                weight: 'risky',
                amount: '0.05 BTC',
                symbol: 'BTC',
                text: '2',
                party: null,
              }),
              deed({
                deed: 'collectible',
                words: 'collectible',
                weight: 'risky',
                amount: '0.00000546 BTC',
                symbol: 'BTC',
                text: '3',
                party: null,
              }),
              deed({
                deed: 'unproven',
                words: 'unproven',
                weight: 'risky',
                amount: '0.1 BTC',
                symbol: 'BTC',
                party: null,
              }),
              deed({ deed: 'joint', words: 'joint', weight: 'look', party: null }),
              deed({ amount: '0.3 BTC', symbol: 'BTC', party: BITCOIN_ADDRESS }),
              deed({ deed: 'note', words: 'data', text: '02fffe', party: null }),
              deed({
                deed: 'at_most',
                words: 'at_most',
                weight: 'look',
                amount: '0.4 BTC',
                symbol: 'BTC',
                party: null,
              }),
              deed({ deed: 'fee', words: 'fee_unknown', weight: 'look', party: null }),
              deed({ deed: 'at_once', words: 'at_once', weight: 'look', party: null }),
            ],
          },
        },
      ],
      [
        'typed data that nobody knows',
        {
          review: {
            lines: [
              deed({
                deed: 'sign',
                words: 'typed_moves',
                weight: 'risky',
                text: 'Harbour · Withdraw',
                fields: `recipient: ${OTHER}\namount: 250000000\nvalid.until: 1800000000`,
                party: TOKEN,
              }),
              deed({ deed: 'behind', words: 'behind', weight: 'risky', text: '32', party: null, on: TOKEN }),
              deed({
                deed: 'control',
                words: 'grant_up_to',
                power: 'message',
                weight: 'risky',
                amount: '5 ATOM',
                symbol: 'ATOM',
                text: 'MsgDelegate',
                until: '2027-01-01 00:00 UTC',
              }),
              deed({ deed: 'vote', words: 'vote', text: '42: Yes 0.7, No 0.3', party: null }),
              deed({ words: 'move', deed: 'move', amount: '2 × NFT #7', token: TOKEN, owner: ADDRESS }),
              deed({ all: true, symbol: 'DOT' }),
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
              deed({
                deed: 'sign',
                words: 'typed_moves',
                weight: 'risky',
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
              deed({ amount: '0.3 BTC', symbol: 'BTC', party: BITCOIN_ADDRESS }),
              deed({
                deed: 'total',
                words: 'total',
                weight: 'look',
                amount: '0.30002 BTC',
                symbol: 'BTC',
                party: null,
              }),
              deed({
                deed: 'fee',
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
              deed({
                deed: 'call',
                words: 'invoke',
                text: 'Society.bid\nvalue: 12',
                weight: 'risky',
                party: null,
              }),
              deed({ deed: 'change', words: 'invoke', text: 'Staking.chill', party: null }),
              deed({ deed: 'checked', words: 'checked', text: `0x${'5c'.repeat(32)}`, party: null }),
              deed({ deed: 'proven', words: 'proven', text: `0x${'5c'.repeat(32)}`, party: null }),
              deed({
                deed: 'differs',
                words: 'differs',
                text: `0x${'5c'.repeat(32)}`,
                weight: 'risky',
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
            grave: true,
            accepted: true,
            lines: [
              deed({ deed: 'control', words: 'control', weight: 'grave', power: 'owner', on: TOKEN }),
              deed({ deed: 'close', words: 'close', weight: 'grave' }),
              deed({
                deed: 'burn',
                words: 'burn',
                weight: 'risky',
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
            grave: true,
            lines: [
              deed({ deed: 'timeless', words: 'timeless', weight: 'grave', party: null }),
              deed({ deed: 'unread', words: 'unread', weight: 'risky', party: null }),
              deed({ deed: 'unread', words: 'unread', text: 'feeCurrency', weight: 'risky', party: null }),
              deed({ deed: 'elsewhere', words: 'elsewhere', weight: 'risky', party: null }),
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
              deed({ deed: 'stake', words: 'stake', weight: 'look', amount: '32 ETH', symbol: 'ETH' }),
              deed({ deed: 'receive', words: 'receive', amount: '31.9 HETH', symbol: 'HETH', token: TOKEN }),
              deed({ deed: 'fee', words: 'fee', amount: '0.1 ETH', symbol: 'ETH', party: null }),
            ],
          },
        },
      ],
      [
        'the words of a sign-in',
        {
          review: {
            method: 'solana_signMessage',
            lines: [deed({ deed: 'sign_in', words: 'sign_in', party: null, text: 'Welcome to Harbor.' })],
          },
        },
      ],
      [
        'a sign-in on another site',
        {
          review: {
            grave: true,
            method: 'solana_signMessage',
            lines: [
              deed({
                deed: 'sign_in',
                words: 'sign_in_elsewhere',
                weight: 'grave',
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
              deed({ deed: 'allow', words: 'approve_piece', amount: '#4', token: TOKEN, weight: 'risky' }),
            ],
          },
        },
      ],
      [
        'an approval that is not told apart',
        {
          review: {
            lines: [
              deed({
                deed: 'allow',
                words: 'approve_number',
                amount: '4 units or #4',
                token: TOKEN,
                weight: 'risky',
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
              deed({ amount: '0.5 ETH', symbol: 'ETH' }),
              deed({ deed: 'call', words: 'unknown', text: 'deadbeef', weight: 'risky' }),
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
                deed: 'call',
                words: 'unknown',
                text: '9a408321',
                weight: 'risky',
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
              deed({ deed: 'allow', words: 'approve', amount: '250 USDC', symbol: 'USDC', token: TOKEN }),
              deed({ deed: 'move', words: 'move', symbol: 'HARB', token: TOKEN, owner: ADDRESS }),
              deed({ deed: 'call', words: 'unknown', text: '07ed2379', weight: 'risky' }),
            ],
          },
        },
      ],
      [
        'calls inside of a call',
        {
          review: {
            grave: true,
            lines: [
              deed({
                deed: 'control',
                words: 'control',
                power: 'delegate',
                party: OTHER,
                on: ADDRESS,
                weight: 'grave',
              }),
              deed({
                deed: 'allow',
                words: 'approve_unlimited',
                symbol: 'USDC',
                token: TOKEN,
                weight: 'risky',
              }),
              deed({ deed: 'call', words: 'carries', text: 'execTransaction', weight: 'risky' }),
              deed({ deed: 'call', words: 'carries_unread', text: 'multicall', weight: 'risky' }),
            ],
          },
        },
      ],
      [
        'an order for nothing',
        {
          review: {
            grave: true,
            method: 'eth_signTypedData_v4',
            lines: [
              deed({ deed: 'receive', words: 'receive_nothing', party: null, weight: 'grave' }),
              deed({
                deed: 'send',
                words: 'offer',
                amount: '#7',
                token: TOKEN,
                party: null,
                on: OTHER,
                until: '2026-12-24 18:00 UTC',
                weight: 'risky',
              }),
            ],
          },
        },
      ],
      [
        'a contract to be made',
        { review: { lines: [deed({ deed: 'create', words: 'create', party: null, weight: 'risky' })] } },
      ],
      [
        'typed data',
        {
          review: {
            lines: [deed({ deed: 'sign', words: 'typed', text: 'Harbor Mail · Mail' })],
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
                deed: 'sign',
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
              deed({
                deed: 'sign',
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
