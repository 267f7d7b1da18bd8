// A grant, line by line: full contract addresses, limits as text. Parts that can't be decoded are shown as unknown.

import type { BoundLine, FunctionLine, GrantLine, Period } from '../../contract';
import { t } from '../../i18n/later';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';

const every = ({ count, unit }: Period): string =>
  count == '1' ? t(`period.${unit}`) : t(`period.${unit}s`, { count });

function titleOf({ kind, amount, symbol, units, every: period, text }: GrantLine): string {
  const often = period ? every(period) : '';
  const token = symbol ?? t('grant.token');
  if (kind == 'call') return t('grant.call');
  if (kind == 'unlimited') return t('grant.unlimited', { token });
  if (kind == 'other') return text ? t('grant.other', { name: text }) : t('grant.other.plain');
  return t(units ? 'grant.spend.units' : 'grant.spend', { amount: amount ?? '', token, often });
}

export const GrantLines = ({ lines }: { lines: GrantLine[] }) => (
  <ol className="grant-lines">
    {lines.map((line, i) => (
      <Line key={i} line={line} />
    ))}
  </ol>
);

function Line({ line }: { line: GrantLine }) {
  const { kind, contract, from, functions } = line;
  const isRisky = kind == 'unlimited' || kind == 'other';
  return (
    <li className={isRisky ? 'grant-line risky' : 'grant-line'} data-kind={kind} data-testid="wm-grant-line">
      <p className="grant-title">
        {isRisky && <Icon name="alert" />}
        <strong>{titleOf(line)}</strong>
      </p>
      {functions.length > 0 && (
        <ul className="grant-functions">
          {functions.map((one, i) => (
            <Callable key={i} of={one} />
          ))}
        </ul>
      )}
      {from && <p className="small">{t('grant.from', { date: from })}</p>}
      {contract && (
        <div className="grant-contract">
          <span className="small">{t(kind == 'call' ? 'grant.contract' : 'grant.token_contract')}</span>
          <Groups address={contract} testId="wm-grant-contract" />
        </div>
      )}
    </li>
  );
}

const Callable = ({ of: { name, value, delegate, bounds } }: { of: FunctionLine }) => (
  <li data-testid="wm-grant-function">
    <bdi className="grant-function">{name}</bdi>
    <ul>
      {bounds.map((bound, i) => (
        <Bound key={i} of={bound} />
      ))}
      {bounds.length == 0 && <li>{t('grant.any')}</li>}
      {value && <li>{t('grant.value', { amount: value })}</li>}
      {delegate && (
        <li className="grant-risk">
          <Icon name="alert" />
          {t('grant.delegate')}
        </li>
      )}
    </ul>
  </li>
);

const Bound = ({ of: { name, named, kind, value } }: { of: BoundLine }) => (
  <li>
    {named ? <bdi>{name}</bdi> : t('grant.place', { n: name })} {t(`grant.${kind}`)} <bdi>{value}</bdi>
  </li>
);
