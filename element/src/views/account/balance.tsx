// The balance in its states: known, on its way, not available, old, of a test network (docs/spec/views.md section 5, requirements 9.19,
// 9.24, 9.25, 8.15, 8.16).

import type { BalanceText } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Amount } from '../amount';
import { Retry } from '../retry';

export function Balance({ balance, hidden }: { balance: BalanceText; hidden: boolean }) {
  const dispatch = useDispatch();
  const { phase, amount, symbol, retryAt } = balance;
  const retry = <Retry at={retryAt} onRetry={() => dispatch({ type: 'balances.refresh' })} />;
  if (phase == 'none') return null;
  if (phase == 'loading')
    return (
      <p className="balance loading" data-testid="balance-amount" data-phase={phase} aria-busy="true">
        <span className="sr">
          {t('account.balance')}: {t('loading')}
        </span>
      </p>
    );
  if (phase == 'failed')
    return (
      <div className="balance-failed" data-testid="balance-amount" data-phase={phase}>
        <span role="status">{t('account.balance.failed')}</span>
        {retry}
      </div>
    );
  return (
    <>
      <p className={`balance ${phase}`} data-testid="balance-amount" data-phase={phase}>
        <span className="sr">{t(phase == 'old' ? 'account.balance.old' : 'account.balance')} </span>
        <Amount hidden={hidden}>{amount}</Amount> <bdi className="balance-symbol">{symbol}</bdi>
      </p>
      {phase == 'testnet' && <p className="small">{t('account.balance.testnet')}</p>}
      {phase == 'old' && (
        <div className="balance-old small">
          <span role="status">{t('account.balance.old')}</span>
          {retry}
        </div>
      )}
    </>
  );
}
