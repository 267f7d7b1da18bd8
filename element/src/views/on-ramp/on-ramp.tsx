// OnRamp: the amounts of a purchase (docs/spec/views.md section 6). The engine validates and gets prices. The one button names the first
// missing input, and continues only with a provider's quote.

import { useState } from 'react';
import type { OnrampSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { AmountBox } from '../money/amount-box';
import { Fact, NetworkFact } from '../money/fact';
import form from '../money/form.css';
import { onEnter } from '../money/on-enter';
import preview from '../money/preview.css';
import { ErrorNotice } from '../money/error-notice';
import { useVisibility } from '../swap/use-looked';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import { useTyped } from '../use-typed';
import { signOf } from './currency';
import { methodName } from './methods';
import css from './on-ramp.css';

/** The preset amounts, and their labels. */
const presets = [
  ['100', '100'],
  ['250', '250'],
  ['500', '500'],
  ['1000', '1,000'],
] as const;

export function OnRamp() {
  const onramp = useSlice('onramp');
  const { enableNetworkSwitch } = useSlice('options');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, form, preview, css);
  const { explain, choose, text } = useChoose(onramp);
  useVisibility('buy.looked');
  const { check, isSample, quote } = onramp;
  const focusHandlers = useKeptFocus(
    sheet,
    `${check} ${isSample} ${quote?.isEstimate} ${onramp.quotesLoading}`,
  );
  return (
    <section className="onramp" ref={sheet} onKeyDown={onEnter(choose)} {...focusHandlers}>
      {isSample && <Sample />}
      <PayAmount onramp={onramp} />
      <BuyAmount onramp={onramp} />
      {onramp.methods.length > 0 && <Methods onramp={onramp} />}
      {quote ? <Quote onramp={onramp} /> : check == 'no_quote' && <QuoteSkeleton onramp={onramp} />}
      <Help />
      <p className="small form-explain" id="wm-onramp-explain" role="status">
        {explain}
      </p>
      <div className="stays">
        {check == 'unavailable' && enableNetworkSwitch && (
          <Button testId="wm-onramp-network" onClick={() => dispatch({ type: 'buy.network' })}>
            {t('swap.network')}
          </Button>
        )}
        <Button
          kind="primary"
          off={check != 'ready'}
          testId="wm-onramp-choose"
          aria-describedby="wm-onramp-explain"
          onClick={choose}
        >
          {text}
        </Button>
      </div>
    </section>
  );
}

export function Help() {
  const dispatch = useDispatch();
  return (
    <button
      type="button"
      className="link small onramp-help"
      data-testid="wm-onramp-help"
      onClick={() => dispatch({ type: 'router.push', view: 'WhatIsABuy' })}
    >
      {t('title.buy_help')}
    </button>
  );
}

/** The list of tokens couldn't be loaded, so the built-in list is shown (requirement 7.23). */
export function Sample() {
  const dispatch = useDispatch();
  return (
    <ErrorNotice
      mild
      testId="wm-onramp-sample"
      title={t('onramp.sample')}
      onRetry={() => dispatch({ type: 'buy.reload' })}
    >
      <p>{t('onramp.sample.text')}</p>
    </ErrorNotice>
  );
}

/** The amount to pay. */
function PayAmount({ onramp }: { onramp: OnrampSlice }) {
  const { check, limit, paymentCurrency: paid } = onramp;
  const dispatch = useDispatch();
  const [amount, type] = useTyped(onramp.paymentAmount, (value) => dispatch({ type: 'buy.amount', value }));
  const error =
    check == 'below_limit' || check == 'above_limit'
      ? t(`onramp.${check}`, { limit: limit ?? '' })
      : check == 'invalid_amount'
        ? t('onramp.invalid')
        : null;
  return (
    <>
      <AmountBox
        id="wm-onramp-paid"
        label={t('onramp.pay')}
        inputTestId="wm-onramp-amount"
        amount={amount}
        onType={type}
        token={paid && { symbol: paid.id, image: null, sign: signOf(paid.id) }}
        tokenTestId="wm-onramp-fiat"
        tokenLabel="title.buy.fiat"
        onChoose={() => dispatch({ type: 'buy.fiats' })}
        worth={null}
        worthTestId="wm-onramp-paid-worth"
        held={null}
        error={error}
      />
      <div className="onramp-presets" role="group" aria-label={t('onramp.presets')}>
        {presets.map(([sum, text]) => (
          <button
            key={sum}
            type="button"
            className="pill"
            data-testid={`wm-onramp-preset-${sum}`}
            aria-pressed={amount == sum}
            onClick={() => type(sum)}
          >
            {onramp.sign}
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

/** The amount that the user receives, according to the quote. */
function BuyAmount({ onramp }: { onramp: OnrampSlice }) {
  const { purchaseCurrency: bought, quote, check, image } = onramp;
  const dispatch = useDispatch();
  return (
    <>
      <AmountBox
        id="wm-onramp-got"
        label={t('swap.get')}
        inputTestId="wm-onramp-got"
        amount={quote?.got ?? ''}
        whole={quote?.gotWhole}
        waits={(check == 'no_quote' && !quote) || check == 'loading'}
        token={bought && { symbol: bought.symbol, image }}
        tokenTestId="wm-onramp-token"
        onChoose={() => dispatch({ type: 'buy.tokens' })}
        worth={null}
        worthTestId="wm-onramp-got-worth"
        held={null}
        error={check == 'unavailable' ? t('onramp.unavailable', { network: onramp.networkName }) : null}
      />
      <p className="sr" role="status">
        {quote?.got ? t('swap.quoted') : ''}
      </p>
    </>
  );
}

/** The payment methods, with the limits of each. */
const Methods = ({ onramp: { methods } }: { onramp: OnrampSlice }) => (
  <dl className="facts" data-testid="wm-onramp-limits">
    {methods.map(({ id, range, fits }) => (
      <Fact key={id} label={methodName(id)}>
        <bdi className={fits ? undefined : 'misses'}>{range}</bdi>
      </Fact>
    ))}
  </dl>
);

/** The price; if no provider quotes one, an estimate that is marked as such (requirement 7.24). */
function Quote({ onramp }: { onramp: OnrampSlice }) {
  const dispatch = useDispatch();
  const { quote, error, quotesLoading, networkName, networkIcon } = onramp;
  if (!quote) return null;
  const state = { 'data-testid': 'wm-onramp-quote', 'data-loading': quotesLoading };
  if (quote.isEstimate)
    return (
      <div {...state} data-state="estimate">
        <ErrorNotice
          testId="wm-onramp-error"
          title={t('onramp.no_price')}
          error={error}
          onRetry={() => dispatch({ type: 'buy.reload' })}
        >
          <p>{t('onramp.estimate', { amount: quote.purchaseAmount })}</p>
        </ErrorNotice>
      </div>
    );
  return (
    <dl className="facts" {...state} data-state="quoted">
      <Fact strong label={t('onramp.total')} testId="wm-onramp-total">
        <bdi>{quote.paymentTotal}</bdi>
      </Fact>
      {quote.providerFee && (
        <Fact label={t('onramp.provider_fee')} testId="wm-onramp-provider-fee">
          <bdi>{quote.providerFee}</bdi>
        </Fact>
      )}
      {quote.networkFee && (
        <Fact label={t('preview.fee')} testId="wm-onramp-network-fee">
          <bdi>{quote.networkFee}</bdi>
        </Fact>
      )}
      <NetworkFact name={networkName} icon={networkIcon} />
    </dl>
  );
}

/** Placeholders while the price loads, so that the card keeps its height at each key. */
const QuoteSkeleton = ({ onramp: { networkName, networkIcon } }: { onramp: OnrampSlice }) => (
  <dl className="facts" data-testid="wm-onramp-quote" data-state="waits" aria-busy="true">
    {(['onramp.total', 'onramp.provider_fee', 'preview.fee'] as const).map((label, i) => (
      <Fact key={label} strong={i == 0} label={t(label)}>
        <span className="wait-text" role="img" aria-label={t('loading')} />
      </Fact>
    ))}
    <NetworkFact name={networkName} icon={networkIcon} />
  </dl>
);

/** The button always reacts: it opens the next view, or shows what is missing. */
function useChoose({ check, quote }: OnrampSlice) {
  const dispatch = useDispatch();
  const missing = check == 'no_quote' && quote?.isEstimate ? 'no_quote_failed' : check;
  const [asked, setAsked] = useState<typeof missing | null>(null);
  const choose = () => {
    if (check == 'ready') dispatch({ type: 'buy.choose' });
    else setAsked(missing);
  };
  const explain = asked != missing || missing == 'ready' ? '' : t(`onramp.explain.${missing}`);
  return { explain, choose, text: t(`onramp.check.${missing}`) };
}
