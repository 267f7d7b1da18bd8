// Rows of the gallery: paying.

import { snapshots } from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { explorerUrl, failure, hash } from './known';
import type { Groups } from '../row';

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

export const payRows = {
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
            error: failure('ASSET_NOT_SUPPORTED', 'The token contract reports different decimals'),
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
              "This wallet doesn't have enough for the payment and its fee",
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
      [
        'at the exchange',
        { pay: { phase: 'exchange', url: 'https://quayside.test/pay', host: 'quayside.test' } },
      ],
      [
        'right to left',
        { pay: { phase: 'exchange', url: 'https://quayside.test/pay', host: 'quayside.test' } },
        { locale: 'ar' },
      ],
      [
        'before its page opens',
        { pay: { phase: 'ready', url: 'https://quayside.test/pay', host: 'quayside.test' } },
      ],
      ['in the wallet', { pay: { phase: 'wallet', exchange: null } }],
      ['confirming', { pay: { phase: 'confirming', exchange: null, hash, explorerUrl } }],
      ['paid', { pay: { phase: 'done', hash, explorerUrl } }],
      ['paid from the wallet', { pay: { phase: 'done', exchange: null, hash, explorerUrl } }],
      ['paid, no link', { pay: { phase: 'done' } }],
      ['paid, as the exchange says', { pay: { phase: 'said' } }],
      ['paid, and not on the network', { pay: { phase: 'unknown', trouble: 'unshown' } }],
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
      ['something else was sent', { pay: { phase: 'unknown', exchange: null, trouble: 'differs' } }],
      ['its effect is unclear', { pay: { phase: 'unknown', exchange: null, trouble: 'unread' } }],
      ['something else was signed', { pay: { phase: 'unknown', exchange: null, trouble: 'altered' } }],
    ],
  },
} satisfies Groups;
