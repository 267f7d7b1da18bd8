// Rows of the gallery: buying with money.

import { onrampEstimate, onrampQuote, onrampToken, snapshots } from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { failure } from './known';
import type { Groups } from '../row';

const priced = {
  paymentAmount: '100',
  purchaseAmount: '98.15',
  check: 'ready' as const,
  quote: onrampQuote,
};
const estimated = {
  paymentAmount: '100',
  check: 'no_quote' as const,
  quote: onrampEstimate,
  error: failure(503, 'HTTP status code: 503'),
};
const unsuitable = snapshots().onramp.methods.map((method) => ({ ...method, fits: false }));
const nothingListed = { purchaseCurrency: null, paymentCurrency: null, methods: [] };
const listless = { optionsPhase: 'loading' as const, paymentCurrencies: [], purchaseCurrencies: [] };
const sold = [
  onrampToken('DUSD', { name: 'Demo Dollar', image: picture.dollar }),
  onrampToken('ETH', { name: 'Ether', image: picture.ether }),
  onrampToken('MDW', { name: 'Meadow' }),
  onrampToken('DUSD', { id: 'id-other', name: 'Demo Dollar', unverified: true }),
  onrampToken('WWWWWWWWWWWW', { name: 'An asset whose maker could not stop naming it' }),
];
const open = snapshots().onramp.providers.map((row) => ({ ...row, isQuoted: false }));

export const buyRows = {
  OnRamp: {
    rows: [
      ['empty'],
      ['loading', { onramp: { check: 'loading', optionsPhase: 'loading', ...nothingListed } }],
      ['getting a price', { onramp: { paymentAmount: '100', check: 'no_quote', quotesLoading: true } }],
      ['priced', { onramp: priced }],
      ['priced, right to left', { onramp: priced }, { locale: 'ar' }],
      [
        'below the limit',
        { onramp: { paymentAmount: '4', check: 'below_limit', limit: '$5', methods: unsuitable } },
        { press: ['[data-testid=wm-onramp-choose]'] },
      ],
      [
        'above the limit',
        { onramp: { paymentAmount: '90000', check: 'above_limit', limit: '$20,000', methods: unsuitable } },
      ],
      ['invalid', { onramp: { paymentAmount: '1,5', check: 'invalid_amount' } }],
      ['estimate', { onramp: estimated }],
      ['sample', { onramp: { isSample: true, paymentAmount: '' } }],
      ['sample, estimate', { onramp: { ...estimated, isSample: true } }],
      ['not sold here', { onramp: { check: 'unavailable', purchaseCurrencies: [] } }],
      [
        'long',
        {
          onramp: {
            ...priced,
            paymentAmount: '987654321.99',
            purchaseCurrency: { id: 'w', name: 'Long', symbol: 'WWWWWWWWWWWW', networks: [] },
            quote: {
              ...onrampQuote,
              got: '987,654,321,987.123456',
              paymentTotal: '$987,654,321.99',
              providerFee: '$9,876,543.21',
            },
            methods: [
              ...snapshots().onramp.methods,
              { id: 'some_other_way', range: '$1 - $999,999,999', fits: false },
            ],
          },
        },
      ],
    ],
  },
  OnRampFiatSelect: {
    rows: [['currencies'], ['sample', { onramp: { isSample: true } }], ['loading', { onramp: listless }]],
  },
  OnRampTokenSelect: {
    rows: [
      ['assets', { onramp: { purchaseCurrencies: sold } }],
      ['sample', { onramp: { isSample: true } }],
      ['loading', { onramp: listless }],
      ['none', { onramp: { purchaseCurrencies: [] } }],
    ],
  },
  OnRampProviders: {
    slices: { onramp: priced },
    rows: [
      ['two'],
      ['two, right to left', {}, { locale: 'ar' }],
      [
        'without a sum',
        { onramp: { paymentAmount: '', quote: null, check: 'enter_amount', providers: open } },
      ],
      ['price gone', { onramp: { ...estimated, providers: open.map((row) => ({ ...row, isOff: true })) } }],
      ['one', { onramp: { providers: open.slice(1) } }],
      ['none', { onramp: { providers: [] } }],
      ['unconfirmed', { account: { confirmation: 'needed' } }],
    ],
  },
  BuyInProgress: {
    slices: {
      onramp: { ...priced, selectedProvider: 'coinbase', url: 'https://pay.test/', host: 'pay.test' },
    },
    rows: [
      ['waiting', { onramp: { phase: 'waiting' } }],
      ['waiting, right to left', { onramp: { phase: 'waiting' } }, { locale: 'ar' }],
      ['preparing', { onramp: { phase: 'preparing', url: null, host: null } }],
      ['before its page opens', { onramp: { phase: 'ready' } }],
      ['pending', { onramp: { phase: 'pending' } }],
      ['closed', { onramp: { phase: 'closed' } }],
      ['closed, Meld.io', { onramp: { phase: 'closed', selectedProvider: 'meld' } }],
      [
        'failed',
        { onramp: { phase: 'failed', url: null, host: null, fault: failure(500, 'HTTP status code: 500') } },
      ],
      [
        'arrived',
        {
          onramp: {
            phase: 'idle',
            ended: { gave: null, got: '98.15 DUSD', atLeast: false, to: null, explorerUrl: null },
          },
        },
      ],
    ],
  },
  WhatIsABuy: { rows: [['cards']] },
} satisfies Groups;
