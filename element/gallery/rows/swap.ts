// Rows of the gallery: swapping.

import {
  snapshots,
  steps,
  swapBox,
  swapDetails,
  swapPreview,
  swapToken,
  tokenDoubt,
} from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { NOW, explorerUrl, failure, hash } from './known';
import type { Groups } from '../row';

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
const form = { target: dusd, amount: '0.25', sourceWorth: '$750.00', check: 'no_quote' as const };
const receivedAmounts = {
  ...swapPreview,
  givesImage: picture.ether,
  getsImage: picture.dollar,
  networkIcon: picture.ether,
};
/** a token first has to be allowed */
const allowed = {
  ...receivedAmounts,
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
const lossy = { ...quoted.details, impact: '12.4%', isImpactHigh: true };
const tokenList = [
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

export const swapRows = {
  Swap: {
    slices: { swap: swapped },
    rows: [
      ['empty'],
      ['both chosen', { swap: { target: dusd, check: 'enter_amount' } }],
      ['getting a quote', { swap: { ...form, quotePhase: 'loading' } }],
      ['quoted', { swap: quoted }],
      ['quoted, right to left', { swap: quoted }, { locale: 'ar' }],
      ['preparing', { swap: { ...quoted, phase: 'preparing' } }],
      [
        'high price impact',
        { swap: { ...quoted, details: { ...quoted.details, impact: '12.4%', isImpactHigh: true } } },
      ],
      [
        'all digits',
        {
          swap: {
            ...quoted,
            targetWhole: '750.030864',
            details: {
              ...quoted.details,
              rateWhole: '1 ETH = 3,000.123456789012345678 DUSD',
              minimumWhole: '742.529712 DUSD',
            },
          },
        },
        { press: ['[data-testid=wm-swap-minimum] button'] },
      ],
      [
        'network fee loading',
        { swap: { ...quoted, loadPhase: 'loading', details: { ...quoted.details, networkFee: null } } },
      ],
      ['choosing slippage', { swap: quoted }, { press: ['[data-testid=wm-swap-slippage-open]'] }],
      [
        'high slippage, right to left',
        {
          swap: {
            ...quoted,
            details: { ...quoted.details, slippage: '4.5%', isSlippageHigh: true },
            slippage: { choice: 'own', own: '4.5', isWrong: false, isHigh: true, text: '4.5%' },
          },
        },
        { press: ['[data-testid=wm-swap-slippage-open]'], locale: 'ar' },
      ],
      [
        'wrong slippage',
        {
          swap: {
            ...quoted,
            check: 'slippage',
            slippage: { choice: 'own', own: '7', isWrong: true, isHigh: false, text: '1%' },
          },
        },
        { press: ['[data-testid=swap-action-button]'] },
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
      ['no route', { swap: { ...form, check: 'no_route' } }, { press: ['[data-testid=swap-action-button]'] }],
      [
        'token refused',
        { swap: { ...form, tokenError: 'decimals', refusedTokens: ['ETH'], check: 'token_refused' } },
      ],
      ['not on this network', { swap: { source: null, check: 'unsupported' } }],
      ['tokens failed', { swap: { source: null, tokensPhase: 'failed', check: 'select_token', max: null } }],
      [
        'quote failed',
        { swap: { ...form, quotePhase: 'failed', quoteError: failure(502, 'HTTP status code: 502') } },
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
        suggested: [own[0]!, own[1]!, tokenList[0]!, tokenList[5]!, tokenList[2]!],
        held: own,
        others: tokenList,
      },
    },
    rows: [
      ['tokens'],
      ['right to left', {}, { locale: 'ar' }],
      ['loading', { swap: { tokensPhase: 'loading', suggested: [], held: [], others: [] } }],
      ['found', { swap: { search: 'dog', suggested: [], held: [], others: [tokenList[3]!] } }],
      ['cut', { swap: { search: 'a', suggested: [], held: [], others: tokenList.slice(0, 5), isCut: true } }],
      ['nothing found', { swap: { search: 'zzz', suggested: [], held: [], others: [] } }],
      ['empty', { swap: { suggested: [], held: [], others: [] } }],
      ['failed', { swap: { tokensPhase: 'failed', suggested: [], held: [], others: [] } }],
    ],
  },
  SwapPreview: {
    slices: { swap: { ...swapped, ...quoted, phase: 'review', preview: receivedAmounts } },
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
      ['high price impact', { swap: { details: { ...quoted.details, impact: '6.2%', isImpactHigh: true } } }],
      [
        'all digits',
        {
          swap: {
            preview: { ...receivedAmounts, getsWhole: '742.529712', expectedWhole: '750.030864 DUSD' },
            details: { ...quoted.details, rateWhole: '1 ETH = 3,000.123456789012345678 DUSD' },
          },
        },
        { press: ['summary'] },
      ],
      [
        'tokens that the network calls differently',
        {
          swap: {
            preview: {
              ...receivedAmounts,
              gets: '742,529,712',
              getsSymbol: 'units',
              getsWorth: null,
              tokenDoubts: [{ ...tokenDoubt, units: '742,529,712' }],
            },
          },
        },
      ],
      ['without a price', { swap: { preview: { ...receivedAmounts, doubt: 'no_price' } } }],
      ['with one price', { swap: { preview: { ...receivedAmounts, doubt: 'one_price' } } }],
      ['much is lost', { swap: { details: lossy, preview: { ...receivedAmounts, isCritical: true } } }],
      [
        'much is lost, ticked',
        { swap: { details: lossy, preview: { ...receivedAmounts, isCritical: true, isAccepted: true } } },
      ],
      [
        'much is lost, approve first',
        {
          swap: {
            preview: { ...allowed, isCritical: true },
            details: { ...ofAllowed, impact: '34%', isImpactHigh: true },
          },
        },
      ],
      ['high slippage', { swap: { details: { ...quoted.details, slippage: '4.5%', isSlippageHigh: true } } }],
      ['fee loading', { swap: { preview: { ...receivedAmounts, fee: null, feePhase: 'loading' } } }],
      ['fee failed', { swap: { preview: { ...receivedAmounts, fee: null, feePhase: 'failed' } } }],
      ['earlier without answer', { swap: { unanswered: '0.25 ETH' } }],
      ['waiting to approve', { swap: { phase: 'waiting', preview: allowed, details: ofAllowed } }],
      ['waiting', { swap: { phase: 'waiting' } }],
      [
        'approving',
        { swap: { phase: 'confirming', preview: allowed, details: ofAllowed, hash, explorerUrl } },
      ],
      ['confirming', { swap: { phase: 'confirming', hash, explorerUrl } }],
      [
        'swapped',
        {
          swap: {
            phase: 'editing',
            preview: null,
            ended: { gave: '2 ETH', got: '6,211.04 DUSD', atLeast: false, to: null, explorerUrl },
          },
        },
      ],
      ['not confirmed yet', { swap: { phase: 'unknown', hash, explorerUrl } }],
      ['unanswered', { swap: { phase: 'unknown' } }],
      ['differs', { swap: { phase: 'differs', hash, explorerUrl } }],
      ['altered', { swap: { phase: 'altered', hash, explorerUrl } }],
      ['its effect is unclear', { swap: { phase: 'unread', hash, explorerUrl } }],
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
} satisfies Groups;
