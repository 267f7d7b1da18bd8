// The balance in its states: known, on its way, not available, old (views.md section 5, requirements 9.19, 9.24, 8.15).

import type { BalanceText } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';

export function Balance({ balance: { phase, amount, symbol } }: { balance: BalanceText }) {
  const dispatch = useDispatch();
  if (phase == 'none') return null;
  if (phase == 'failed') {
    return (
      <div className="balance-failed" role="status" data-testid="balance-amount" data-phase={phase}>
        <span>{t('account.balance.failed')}</span>
        <Button kind="pill" onClick={() => dispatch({ type: 'balances.refresh' })}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <p
      className={`balance ${phase}`}
      data-testid="balance-amount"
      data-phase={phase}
      aria-busy={phase == 'loading'}
      title={phase == 'old' ? t('account.balance.old') : undefined}
    >
      <span className="sr">{t(phase == 'old' ? 'account.balance.old' : 'account.balance')} </span>
      <bdi>{amount}</bdi> <span className="balance-symbol">{symbol}</span>
    </p>
  );
}
