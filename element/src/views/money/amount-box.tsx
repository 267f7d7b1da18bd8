// An amount of a token: large figures, the token, the value, the balance (docs/spec/views.md section 6).

import { useState, type ReactNode } from 'react';
import { t, type AnyKey } from '../../i18n/later';
import { Coin } from '../../ui/coin';
import { Field } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { hasSeparators, rewritten } from './decimal';

interface Props {
  id: string;
  label: string;
  /** of the box */
  testId?: string;
  inputTestId: string;
  amount: string;
  /** all digits of a read-only amount that is cut off: shown while it has the focus */
  whole?: string | null;
  /** without it, the amount is read-only */
  onType?(value: string): void;
  /** the amount is loading */
  waits?: boolean;
  token: { symbol: string; image: string | null; sign?: string } | null;
  tokenTestId: string;
  /** the label of the token button, in addition to the symbol */
  tokenLabel?: AnyKey;
  /** selects another token */
  onChoose(): void;
  worth: string | null;
  worthTestId: string;
  /** the balance */
  held: string | null | undefined;
  error?: string | null;
  notice?: string | null;
  /** before the figures */
  mark?: string;
  /** the Max button */
  children?: ReactNode;
}

/** Longer amounts use a smaller font, so that more of them is visible. */
const sizeOf = ({ length }: string) => (length > 13 ? 's' : length > 8 ? 'm' : undefined);

export const AmountBox = ({
  id,
  label,
  testId,
  inputTestId,
  amount: cut,
  whole,
  onType,
  waits,
  token,
  tokenTestId,
  tokenLabel,
  onChoose,
  worth,
  worthTestId,
  held,
  error,
  notice,
  mark,
  children,
}: Props) => {
  const [isAsked, ask] = useState(false);
  const amount = (isAsked && whole) || cut;
  return (
    <Field
      id={id}
      className="amount"
      testId={testId}
      label={label}
      error={hasSeparators(amount) ? t('amount.separators') : error}
      notice={notice}
      end={
        <button
          type="button"
          className="token"
          data-testid={tokenTestId}
          aria-label={token ? `${token.symbol}. ${t(tokenLabel ?? 'send.token')}` : undefined}
          onClick={onChoose}
        >
          {token && <Coin image={token.image} text={token.sign ?? token.symbol} />}
          <bdi>{token ? token.symbol : t(tokenLabel ?? 'title.select')}</bdi>
          <Icon name="chevron" mirrored />
        </button>
      }
      foot={
        <>
          <span>
            {worth && (
              <bdi className="worth" data-testid={worthTestId}>
                {worth}
              </bdi>
            )}
            {held && <span>{held}</span>}
          </span>
          {children}
        </>
      }
    >
      {mark && <span className="dollar">{mark}</span>}
      <input
        id={id}
        className={waits ? 'wait-text' : undefined}
        data-testid={inputTestId}
        data-size={sizeOf(amount)}
        value={amount}
        placeholder={waits ? '' : '0'}
        readOnly={!onType}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={100}
        aria-busy={waits || undefined}
        aria-invalid={!!error || hasSeparators(amount)}
        aria-describedby={`${id}-message`}
        onChange={(event) => onType?.(rewritten(event.target))}
        onFocus={() => ask(true)}
        onBlur={() => ask(false)}
      />
    </Field>
  );
};
