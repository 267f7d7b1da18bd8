// The account's total value in large figures, and below it the native balance, which is large itself if there are no prices
// (docs/spec/views.md section 5, requirements 9.19, 9.24, 9.25, 8.15, 8.16). Every state has the same height, so that nothing below
// moves.

import type { AccountSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Amount } from '../amount';
import { Retry } from '../retry';

export function Worth({ account: { balance, hidden, network, status } }: { account: AccountSlice }) {
  const tokens = useSlice('tokens');
  const dispatch = useDispatch();
  const { phase, amount, symbol, arriving, retryAt } = balance;
  if (!network.supported)
    return (
      <p className="account-worth small warning" role="status">
        {t('account.network.unsupported', { network: network.name })}
      </p>
    );
  // not loaded yet: its wallet is being asked again
  const isAsked = phase == 'none' && status != 'connected';
  if (phase == 'none' && !isAsked) return null;
  const retry = <Retry at={retryAt} onRetry={() => dispatch({ type: 'balances.refresh' })} />;
  if (phase == 'loading' || isAsked)
    return (
      <div className="account-worth">
        <p className="hero wait" />
        <p className="wait" data-testid="balance-amount" data-phase={phase} aria-busy="true">
          <span className="sr">
            {t('account.balance')}: {t('loading')}
          </span>
        </p>
      </div>
    );
  if (phase == 'failed')
    return (
      <div className="account-worth failed" data-testid="balance-amount" data-phase={phase}>
        <span role="status">{t('account.balance.failed')}</span>
        {retry}
      </div>
    );
  const isOld = phase == 'old' || tokens.phase == 'old';
  const total = isOld || tokens.phase == 'ready' ? tokens.total : null;
  const state = isOld ? 'old' : tokens.phase == 'failed' ? 'failed' : phase == 'testnet' ? phase : null;
  const native = (
    <span className={total ? undefined : 'hero'} data-testid="balance-amount" data-phase={phase}>
      <span className="sr">{t(phase == 'old' ? 'account.balance.old' : 'account.balance')} </span>
      <Amount hidden={hidden}>{amount}</Amount> <bdi className="hero-symbol">{symbol}</bdi>
    </span>
  );
  return (
    <div className={isOld ? 'account-worth old' : 'account-worth'}>
      {total ? (
        <p className="hero" data-testid="wm-total">
          <span className="sr">{t('tokens.total')} </span>
          <Amount hidden={hidden}>{total}</Amount>
        </p>
      ) : (
        native
      )}
      <p className="small">
        {total && native}
        {arriving && !hidden && (
          <span data-testid="wm-balance-arriving">{t('account.balance.arriving', { amount: arriving })}</span>
        )}
        {state && (
          <>
            <span role="status">
              {t(state == 'old' ? 'account.balance.stale' : `account.balance.${state}`)}
            </span>
            {state != 'testnet' && retry}
          </>
        )}
      </p>
    </div>
  );
}
