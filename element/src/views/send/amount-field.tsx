// The amount: large figures, the token, what is there, Max (views.md section 6; Max leaves room for the fee, the engine knows how much).

import { useState } from 'react';
import type { SendSlice } from '../../contract';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { useTyped } from '../use-typed';

interface Props {
  send: SendSlice;
  onType(value: string): void;
  onMax(): void;
  /** the fee could not be read: ask the network again */
  onReload(): void;
}

function problem({ amountError, token }: SendSlice): string | null {
  if (amountError == 'too_many_decimals')
    return t('send.amount.decimals', { symbol: token?.symbol ?? '', decimals: `${token?.decimals ?? ''}` });
  return amountError && t(`send.amount.${amountError}`);
}

export function AmountField({ send, onType, onMax, onReload }: Props) {
  const { token, maxPhase } = send;
  const [amount, type] = useTyped(send.amount, onType);
  const [explain, setExplain] = useState(false);
  const ready = maxPhase == 'ready' && send.max != null;
  const max = () => {
    if (ready) return onMax();
    setExplain(true);
    if (maxPhase == 'failed') onReload();
  };
  return (
    <Field
      id="wm-amount"
      className="amount"
      label={t('send.amount')}
      error={problem(send)}
      notice={explain && maxPhase == 'failed' ? t('send.max.failed') : null}
      end={
        token && (
          <span className="token" data-testid="wm-send-token">
            <bdi>{token.symbol}</bdi>
          </span>
        )
      }
      foot={
        <>
          <span>{token && t('send.available', { amount: token.balance, symbol: token.symbol })}</span>
          <Button
            kind="pill"
            off={!ready}
            busy={maxPhase == 'loading'}
            testId="wm-send-max"
            aria-label={t('send.max.label')}
            onClick={max}
          >
            {t('send.max')}
          </Button>
        </>
      }
    >
      <input
        id="wm-amount"
        data-testid="wm-send-amount"
        value={amount}
        placeholder="0"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={100}
        aria-invalid={!!send.amountError}
        aria-describedby="wm-amount-message"
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}
