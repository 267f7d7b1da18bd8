// Replaces an address that only storage knows. A click asks its wallet within the click, because that might open a window. After a
// reload, the wallet is asked without a click, and there is no button until it responds.

import type { AccountSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';

export function ConfirmAddress({ account }: { account: AccountSlice }) {
  const dispatch = useDispatch();
  const { namespace, confirmation } = account;
  if (account.status != 'connected')
    return (
      <p className="receive-who" role="status" data-testid="wm-receive-reconnecting">
        {t('account.reconnecting')}
      </p>
    );
  const wallet = account.wallet?.name ?? t('wallet');
  const asking = confirmation == 'asking';
  const declined = confirmation == 'declined';
  return (
    <Notice
      inner
      icon="wallet"
      title={t('receive.confirm.title')}
      text={t(declined ? 'receive.confirm.declined' : 'receive.confirm.text', { wallet })}
      testId="wm-receive-unconfirmed"
      alert={declined}
    >
      <Button
        kind="primary"
        busy={asking}
        testId="wm-receive-confirm"
        onClick={() => !asking && namespace && dispatch({ type: 'accounts.confirm', namespace })}
        data-first=""
      >
        {declined ? t('retry') : t('receive.confirm', { wallet })}
      </Button>
    </Notice>
  );
}
