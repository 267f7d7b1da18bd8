// Swap: the amounts of two tokens (docs/spec/views.md section 6). The engine validates and gets quotes. The one button names the first
// missing input.

import { useState } from 'react';
import type { SwapSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { turn } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { AmountBox } from '../money/amount-box';
import { Doubts } from '../money/doubts';
import { Fact, FeeFact } from '../money/fact';
import form from '../money/form.css';
import { useMax } from '../money/max';
import { onEnter } from '../money/on-enter';
import preview from '../money/preview.css';
import rules from '../money/rules.css';
import { FullAmount } from '../money/full-amount';
import { useSheet } from '../use-sheet';
import { useTyped } from '../use-typed';
import { CostFacts } from './costs';
import { Problem } from './problem';
import { Slippage } from './slippage';
import css from './swap.css';
import { useVisibility } from './use-looked';

export function Swap() {
  const swap = useSlice('swap');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, form, preview, rules, css);
  const { enableNetworkSwitch } = useSlice('options');
  const { explain, review, text } = useReview(swap);
  useVisibility();
  return (
    <section className="swap" ref={sheet} onKeyDown={onEnter(review)}>
      <div className="swap-boxes">
        <Source swap={swap} />
        <button
          type="button"
          className="swap-turn"
          aria-label={t('swap.turn')}
          data-testid="wm-swap-turn"
          onClick={() => dispatch({ type: 'swap.turn' })}
        >
          <Icon name={turn} />
        </button>
        <Target swap={swap} />
      </div>
      <Doubts doubts={swap.tokenDoubts} testId="wm-swap-doubt" />
      {swap.details && (
        <dl className="facts swap-costs" data-testid="wm-swap-details">
          <CostFacts details={swap.details} withAge slippage={<Slippage slippage={swap.slippage} />} />
          <FeeFact
            fee={swap.details.networkFee && t('swap.network_fee', { fee: swap.details.networkFee })}
            phase={swap.details.networkFee ? 'ready' : swap.loadPhase}
            testId="wm-swap-network-fee"
          />
          <Fact label={t('swap.minimum')} testId="wm-swap-minimum">
            <FullAmount text={swap.details.minimum} whole={swap.details.minimumWhole} />
          </Fact>
        </dl>
      )}
      <Problem swap={swap} />
      <p className="small form-explain" id="wm-swap-explain" role="status">
        {explain}
      </p>
      <div className="stays">
        {swap.check == 'unsupported' && enableNetworkSwitch && (
          <Button testId="wm-swap-network" onClick={() => dispatch({ type: 'swap.network' })}>
            {t('swap.network')}
          </Button>
        )}
        <Button
          kind="primary"
          off={swap.check != 'ready'}
          busy={swap.phase == 'preparing'}
          testId="swap-action-button"
          aria-describedby="wm-swap-explain"
          onClick={review}
        >
          {text}
        </Button>
      </div>
    </section>
  );
}

function problem({ amountError, tokenError, refusedTokens, source, native }: SwapSlice): string | null {
  const symbol = source?.symbol ?? '';
  if (tokenError) return t(`swap.token.${tokenError}`, { symbol: refusedTokens.join(', ') });
  if (amountError == 'too_many_decimals')
    return t('send.amount.decimals', { symbol, decimals: `${source?.decimals ?? ''}` });
  return amountError && t(`send.amount.${amountError}`, { native, symbol });
}

/** The token to sell. */
function Source({ swap }: { swap: SwapSlice }) {
  const { source } = swap;
  const dispatch = useDispatch();
  const [amount, type] = useTyped(swap.amount, (value) => dispatch({ type: 'swap.amount', value }));
  const max = useMax({
    max: swap.max,
    phase: swap.loadPhase,
    label: 'swap.max.label',
    testId: 'wm-swap-max',
    onMax: () => dispatch({ type: 'swap.max' }),
    onReload: () => dispatch({ type: 'swap.reload' }),
  });
  return (
    <AmountBox
      id="wm-swap-source"
      label={t('swap.give')}
      testId="swap-input-sourceToken"
      inputTestId="swap-input-token-sourceToken"
      amount={amount}
      onType={type}
      token={source}
      tokenTestId="swap-select-token-button-sourceToken"
      onChoose={() => dispatch({ type: 'swap.select', side: 'sourceToken' })}
      worth={swap.sourceWorth}
      worthTestId="wm-swap-worth-sourceToken"
      held={source?.balance && t('send.available', { amount: source.balance, symbol: source.symbol })}
      error={problem(swap)}
      notice={max.isMissing ? t('swap.max.failed') : null}
    >
      {source && max.button}
    </AmountBox>
  );
}

/** The amount that the user receives, according to the quote. */
function Target({ swap }: { swap: SwapSlice }) {
  const { target, targetAmount, targetWorth, quotePhase } = swap;
  const dispatch = useDispatch();
  return (
    <>
      <AmountBox
        id="wm-swap-target"
        label={t('swap.get')}
        testId="swap-input-toToken"
        inputTestId="swap-input-token-toToken"
        amount={targetAmount ?? ''}
        whole={swap.targetWhole}
        waits={quotePhase == 'loading' && targetAmount == null}
        token={target}
        tokenTestId="swap-select-token-button-toToken"
        onChoose={() => dispatch({ type: 'swap.select', side: 'toToken' })}
        worth={targetWorth}
        worthTestId="wm-swap-worth-toToken"
        held={target?.balance && t('swap.held', { amount: target.balance, symbol: target.symbol })}
      />
      <p className="sr" role="status">
        {targetAmount == null ? '' : t('swap.quoted')}
      </p>
    </>
  );
}

/** The button always reacts: it opens the next view, or shows what is missing. */
function useReview({ check, phase, quotePhase, amountError, native }: SwapSlice) {
  const dispatch = useDispatch();
  const missing = check == 'no_quote' && quotePhase == 'failed' ? 'no_quote_failed' : check;
  const [asked, setAsked] = useState<typeof missing | null>(null);
  const review = () => {
    if (check != 'ready') setAsked(missing);
    else if (phase != 'preparing') dispatch({ type: 'swap.review' });
  };
  const explain =
    asked != missing || missing == 'ready'
      ? ''
      : amountError == 'insufficient_fee'
        ? t('send.explain.insufficient_fee', { native })
        : t(`swap.explain.${missing}`);
  return { explain, review, text: t(phase == 'preparing' ? 'send.preparing' : `swap.check.${missing}`) };
}
