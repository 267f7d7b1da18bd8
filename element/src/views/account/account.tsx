// Account: whose it is, how much is there, what can be done (views.md section 5). All values come ready from the engine.

import { useRef } from 'react';
import type { AccountSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import { useSheet } from '../use-sheet';
import css from './account.css';
import { Balance } from './balance';

export function Account() {
  const now = useSlice('account');
  // While the card fades after a disconnect the account is already gone from the state: draw the one that was.
  const last = useRef(now);
  if (now.address || !last.current.address) last.current = now;
  const account = last.current;
  const sheet = useSheet<HTMLElement>(css);
  if (!account.address) return <section ref={sheet} />;
  const waits = account.status == 'reconnecting';
  return (
    <section className={waits ? 'account waits' : 'account'} ref={sheet}>
      <div className="account-head">
        <span className="account-face">
          <Avatar address={account.address} image={account.image} testId="single-account-avatar" />
          {account.wallet?.icon && (
            <img className="account-wallet" src={account.wallet.icon} alt={account.wallet.name} />
          )}
        </span>
        <Address account={account} />
        <Balance balance={account.balance} />
        <p className={account.network.supported ? 'small' : 'small warning'} role="status">
          {waits
            ? t('account.reconnecting')
            : account.network.supported
              ? account.network.name
              : t('account.network.unsupported', { network: account.network.name })}
        </p>
      </div>
      <Rows account={account} waits={waits} />
    </section>
  );
}

/** The short address; one tap copies the whole of it and says what really came of it. */
function Address({ account }: { account: AccountSlice }) {
  const dispatch = useDispatch();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(account.address!);
      dispatch({ type: 'toasts.show', message: t('toast.copied'), variant: 'success' });
    } catch {
      dispatch({ type: 'toasts.show', message: t('account.copy.failed'), variant: 'error' });
    }
  };
  return (
    <div className="pill-line" data-testid="wui-wallet-switch">
      <button
        type="button"
        className="pill"
        title={account.address!}
        data-testid="wm-copy-address"
        aria-label={`${t('account.copy')} ${account.name ?? account.short}`}
        onClick={copy}
      >
        <bdi dir={account.name ? 'auto' : 'ltr'}>{account.name ?? account.short}</bdi>
        <Icon name="copy" />
      </button>
      {account.explorerUrl && (
        <a
          className="pill round"
          href={account.explorerUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('account.explorer')}
          data-testid="wm-explorer"
        >
          <Icon name="external" />
        </a>
      )}
    </div>
  );
}

function Rows({ account, waits }: { account: AccountSlice; waits: boolean }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  const rows = account.rows.map((row, i) => {
    const tabIndex = tabIndexOf(i, account.rows.length);
    if (row == 'send') {
      const open = () => !waits && dispatch({ type: 'send.open' });
      return (
        <ListItem
          icon="send"
          label={t('account.send')}
          testId="w3m-account-default-send-button"
          tabIndex={tabIndex}
          end={<Icon name="chevron" mirrored />}
          onClick={open}
        />
      );
    }
    const leave = () =>
      !account.disconnecting &&
      dispatch({ type: 'accounts.disconnect', namespace: account.namespace ?? undefined });
    return (
      <ListItem
        icon="leave"
        label={t(account.disconnecting ? 'account.disconnecting' : 'account.disconnect')}
        busy={account.disconnecting}
        testId="disconnect-button"
        tabIndex={tabIndex}
        onClick={leave}
      />
    );
  });
  return (
    <ul className="rows" {...list}>
      {rows.map((row, i) => (
        <li key={account.rows[i]}>{row}</li>
      ))}
    </ul>
  );
}
