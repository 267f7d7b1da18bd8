// Account: whose it is, how much is there, what can be done, what it holds (docs/spec/views.md section 5). All values come ready from the
// engine.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { useSheet } from '../use-sheet';
import lists from '../../styles/lists.css';
import tabs from '../../styles/tabs.css';
import css from './account.css';
import { Balance } from './balance';
import { Belongings } from './belongings';
import { Pills } from './pills';
import { Rows } from './rows';
import { useLastAccount } from './use-last-account';

export function Account() {
  const account = useLastAccount();
  const { left } = useSlice('router');
  const sheet = useSheet<HTMLElement>(lists, tabs, css);
  if (!account.address) return <section ref={sheet} />;
  const { network } = account;
  const waits = account.status != 'connected';
  return (
    <section className={waits ? 'account waits' : 'account'} ref={sheet}>
      <div className="account-head">
        <span className="account-face">
          <Avatar address={account.address} image={account.image} testId="single-account-avatar" />
          {account.wallet?.icon && (
            <img className="account-wallet" src={account.wallet.icon} alt={account.wallet.name} />
          )}
        </span>
        <Pills account={account} />
        <Balance balance={account.balance} hidden={account.hidden} />
        <p className={network.supported ? 'small' : 'small warning'} role="status">
          {waits
            ? t('account.reconnecting')
            : !network.supported
              ? t('account.network.unsupported', { network: network.name })
              : // The picker in the header says it already.
                left == 'network'
                ? ''
                : network.name}
        </p>
        {account.walletOffline && (
          <p className="small warning" role="status" data-testid="wm-wallet-offline">
            {t('account.offline')}
          </p>
        )}
      </div>
      <Rows account={account} waits={waits} />
      <Belongings account={account} />
    </section>
  );
}
