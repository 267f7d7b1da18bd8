// The most serious problem: why the last review stopped, or a failure to load tokens, the quote, balances or prices; and a retry button.

import type { SwapSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Fault } from '../fault';
import { ErrorNotice } from '../money/error-notice';

type Cause = 'tokens' | 'quote' | 'balances' | 'prices';

function causeIn({ tokensPhase, quotePhase, loadPhase, isPriceMissing, details }: SwapSlice): Cause | null {
  if (tokensPhase == 'failed') return 'tokens';
  if (quotePhase == 'failed') return 'quote';
  if (loadPhase == 'failed') return 'balances';
  return isPriceMissing && details ? 'prices' : null;
}

export function Problem({ swap }: { swap: SwapSlice }) {
  const { error, fault, phase, quoteError, native } = swap;
  const dispatch = useDispatch();
  if (error && phase == 'editing')
    return (
      <ErrorNotice testId="wm-swap-error" cause="review" title={error.message} error={error}>
        {fault && <Fault fault={fault} native={native} />}
      </ErrorNotice>
    );
  const cause = causeIn(swap);
  if (!cause) return null;
  return (
    <ErrorNotice
      testId="wm-swap-error"
      cause={cause}
      mild={cause == 'prices' || cause == 'balances'}
      title={t(`swap.failed.${cause}`)}
      error={cause == 'quote' ? quoteError : null}
      onRetry={() => dispatch({ type: 'swap.reload' })}
    >
      <p>{t(`swap.failed.${cause}.text`)}</p>
    </ErrorNotice>
  );
}
