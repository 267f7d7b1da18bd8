// The accepted slippage, shown among the costs and changed there. The engine decides which value applies.

import { useId, useState } from 'react';
import type { SwapSlippage } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';
import { Fact } from '../money/fact';
import { rewritten } from '../money/decimal';
import { useTyped } from '../use-typed';

const fixed = [
  ['auto', 'auto'],
  ['half', '0.5'],
  ['one', '1'],
] as const;

export function Slippage({ slippage: { choice, own, isWrong, isHigh, text } }: { slippage: SwapSlippage }) {
  const dispatch = useDispatch();
  const [isOpen, open] = useState(isWrong);
  const [typed, type] = useTyped(own, (value) =>
    // an empty field resets it to the default
    dispatch({ type: 'swap.slippage', value: value || 'auto', own: !!value }),
  );
  const id = useId();
  const warning = isHigh ? 'warning' : undefined;
  return (
    <>
      <Fact label={t('swap.slippage')} testId="wm-swap-slippage">
        <button
          type="button"
          className="swap-open"
          aria-expanded={isOpen}
          aria-controls={id}
          data-testid="wm-swap-slippage-open"
          onClick={() => open(!isOpen)}
        >
          <bdi className={warning}>
            {choice == 'auto' ? t('swap.slippage.auto.text', { percent: text }) : text}
          </bdi>
          <Icon name="chevron" />
        </button>
      </Fact>
      {isOpen && (
        <div className="swap-slippage" id={id}>
          <dt className="sr">{t('swap.slippage.choose')}</dt>
          <dd role="group" aria-label={t('swap.slippage.choose')}>
            {fixed.map(([name, value]) => (
              <button
                key={name}
                type="button"
                className="pill"
                aria-pressed={choice == name}
                data-testid={`wm-swap-slippage-${name}`}
                onClick={() => dispatch({ type: 'swap.slippage', value, own: false })}
              >
                <span>{name == 'auto' ? t('swap.slippage.auto') : `${value}%`}</span>
              </button>
            ))}
            <label className="pill" data-chosen={choice == 'own'} data-error={isWrong}>
              <input
                inputMode="decimal"
                autoComplete="off"
                placeholder={t('swap.slippage.own')}
                aria-label={t('swap.slippage.own.label')}
                aria-invalid={isWrong}
                aria-describedby={`${id}-said`}
                data-testid="wm-swap-slippage-own"
                value={typed}
                onChange={({ target }) => type(rewritten(target))}
              />
              %
            </label>
          </dd>
          <dd
            id={`${id}-said`}
            className={isWrong ? 'small error' : isHigh ? 'small warning' : 'small'}
            role={isWrong ? 'alert' : 'status'}
            data-testid="wm-swap-slippage-said"
          >
            {t(isWrong ? 'swap.slippage.wrong' : isHigh ? 'swap.slippage.high' : 'swap.slippage.text')}
          </dd>
        </div>
      )}
    </>
  );
}
