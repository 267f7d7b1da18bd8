// The amount to send, its token and Max (docs/spec/views.md section 6; Max leaves room for the fee, which the engine knows).

import type { SendSlice } from '../../contract';
import { t } from '../../i18n/later';
import { IconButton } from '../../ui/button';
import { turn } from '../../ui/glyphs';
import { AmountBox } from '../money/amount-box';
import { useMax } from '../money/max';
import { useTyped } from '../use-typed';

interface Props {
  send: SendSlice;
  /** the symbol of the token in which fees are paid */
  native: string;
  /** selects another token */
  onChoose(): void;
  onType(value: string): void;
  /** switches to the next unit */
  onUnit(): void;
  onMax(): void;
  /** the fee couldn't be loaded: loads it again */
  onReload(): void;
}

function problem({ amountError, unit, token, tokenError }: SendSlice, native: string): string | null {
  if (tokenError) return t(`send.token.${tokenError}`, { symbol: token?.symbol ?? '' });
  if (amountError == 'too_many_decimals' && unit == 'dollars') return t('send.amount.cents');
  if (amountError == 'too_many_decimals' && unit == 'sats') return t('send.amount.whole');
  if (amountError == 'too_many_decimals')
    return t('send.amount.decimals', { symbol: token?.symbol ?? '', decimals: `${token?.decimals ?? ''}` });
  return amountError && t(`send.amount.${amountError}`, { native, symbol: token?.symbol ?? '' });
}

export function AmountField({ send, native, onChoose, onType, onUnit, onMax, onReload }: Props) {
  const { unit, nextUnit, token, maxPhase } = send;
  const [amount, type] = useTyped(unit == 'token' ? send.sendTokenAmount : send.typed, onType);
  const max = useMax({
    max: send.max,
    phase: maxPhase,
    label: 'send.max.label',
    testId: 'wm-send-max',
    onMax,
    onReload,
  });
  return (
    <AmountBox
      id="wm-amount"
      label={t('send.amount')}
      inputTestId="wm-send-amount"
      amount={amount}
      onType={type}
      token={token && unit == 'sats' ? { ...token, symbol: t('send.sats'), sign: token.symbol } : token}
      tokenTestId="wm-send-token"
      onChoose={onChoose}
      worth={send.sends ?? send.worth}
      worthTestId={send.sends ? 'wm-send-sends' : 'wm-send-worth'}
      held={token?.balance && t('send.available', { amount: token.balance, symbol: token.symbol })}
      error={problem(send, native)}
      notice={max.isMissing ? t('send.max.failed') : null}
      mark={unit == 'dollars' ? '$' : undefined}
    >
      {nextUnit && (
        <IconButton
          icon={turn}
          label={t(`send.unit.${nextUnit}`, { symbol: token?.symbol ?? '' })}
          testId="wm-send-unit"
          onClick={onUnit}
        />
      )}
      {max.button}
    </AmountBox>
  );
}
