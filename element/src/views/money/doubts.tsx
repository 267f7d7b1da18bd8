// Tokens for which the token list and the network differ: shows both, and the amount in base units.

import type { TokenDoubt } from '../../contract';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';

function network({ network: symbol, networkDecimals }: TokenDoubt): string {
  if (networkDecimals == null) return symbol == null ? t('doubt.silent') : t('doubt.symbol', { symbol });
  const decimals = String(networkDecimals);
  return symbol == null ? t('doubt.decimals', { decimals }) : t('doubt.network', { symbol, decimals });
}

interface Props {
  doubts: readonly TokenDoubt[];
  testId: string;
}

export const Doubts = ({ doubts, testId }: Props) =>
  doubts.length > 0 && (
    <ul className="rules" data-testid={testId}>
      {doubts.map((doubt, i) => (
        <li key={i}>
          <Icon name="alert" />
          <span>
            {t('doubt.title')}{' '}
            {t('doubt.listed', { symbol: doubt.listed, decimals: String(doubt.listedDecimals) })}{' '}
            {network(doubt)}
            {doubt.units && <> {t('doubt.units', { units: doubt.units })}</>}
          </span>
        </li>
      ))}
    </ul>
  );
