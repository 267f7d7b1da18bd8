// The amount: large figures, the token, what it is worth, what is there, Max (docs/spec/views.md section 6; Max leaves room for the fee, the
// engine knows how much).

import { useState } from 'react';
import type { SendSlice } from '../../contract';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { Field } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { useTyped } from '../use-typed';

interface Props {
  send: SendSlice;
  /** the symbol of the coin fees are paid in */
  native: string;
  /** another token */
  onChoose(): void;
  onType(value: string): void;
  onMax(): void;
  /** the fee could not be read: ask the network again */
  onReload(): void;
}

function problem({ amountError, token, tokenError }: SendSlice, native: string): string | null {
  if (tokenError) return t(`send.token.${tokenError}`, { symbol: token?.symbol ?? '' });
  if (amountError == 'too_many_decimals')
    return t('send.amount.decimals', { symbol: token?.symbol ?? '', decimals: `${token?.decimals ?? ''}` });
  return amountError && t(`send.amount.${amountError}`, { native, symbol: token?.symbol ?? '' });
}

export function AmountField({ send, native, onChoose, onType, onMax, onReload }: Props) {
  const { token, maxPhase } = send;
  const [amount, type] = useTyped(send.sendTokenAmount, onType);
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
      error={problem(send, native)}
      notice={explain && maxPhase == 'failed' ? t('send.max.failed') : null}
      end={
        <button
          type="button"
          className="token"
          data-testid="wm-send-token"
          aria-label={token ? `${token.symbol}. ${t('send.token')}` : undefined}
          onClick={onChoose}
        >
          {token && <Coin image={token.image} text={token.symbol} />}
          <bdi>{token ? token.symbol : t('title.select')}</bdi>
          <Icon name="chevron" mirrored />
        </button>
      }
      foot={
        <>
          <span>
            {send.worth && (
              <bdi className="worth" data-testid="wm-send-worth">
                {send.worth}
              </bdi>
            )}
            {token?.balance && (
              <span>{t('send.available', { amount: token.balance, symbol: token.symbol })}</span>
            )}
          </span>
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
