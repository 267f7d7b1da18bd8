// The costs of a swap in addition to the amounts, and the age of the quote, which counts up.

import { useEffect, useState, type ReactNode } from 'react';
import type { SwapDetails } from '../../contract';
import { t } from '../../i18n/later';
import { Fact } from '../money/fact';
import { FullAmount } from '../money/full-amount';

interface Props {
  details: SwapDetails;
  /** the quote is refreshed regularly */
  withAge?: boolean;
  /** the control, if it can be changed; otherwise it is only shown */
  slippage?: ReactNode;
}

export const CostFacts = ({ details, withAge, slippage }: Props) => {
  const { impact, isImpactHigh, isSlippageHigh, providerFee, quotedAt } = details;
  return (
    <>
      <Fact label={t('swap.rate')} note={withAge && <Age at={quotedAt} />}>
        <FullAmount text={details.rate} whole={details.rateWhole} />
      </Fact>
      {impact && (
        <Fact label={t('swap.impact')} testId="wm-swap-impact">
          <span className={isImpactHigh ? 'swap-high' : undefined} data-high={isImpactHigh}>
            {isImpactHigh && <span className="tag">{t('swap.impact.high')}</span>}
            <bdi>{impact}</bdi>
          </span>
        </Fact>
      )}
      {slippage ?? (
        <Fact label={t('swap.slippage')} testId="wm-swap-slippage">
          <bdi className={isSlippageHigh ? 'warning' : undefined}>{details.slippage}</bdi>
        </Fact>
      )}
      <Fact label={t('swap.fee')} testId="wm-swap-fee">
        <bdi>{providerFee}</bdi>
      </Fact>
    </>
  );
};

const secondsSince = (at: number) => Math.max(0, Math.floor((Date.now() - at) / 1000));

function Age({ at }: { at: number }) {
  const [age, setAge] = useState(() => secondsSince(at));
  useEffect(() => {
    const look = () => setAge(secondsSince(at));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <span className="swap-age" data-testid="wm-swap-age">
      {t('swap.age', { seconds: `${age}` })}
    </span>
  );
}
