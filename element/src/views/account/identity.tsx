// The account's identity: avatar and name, a tap on which copies the address; links to the other wallets and the explorer; the button
// that hides all amounts. Below the name is a problem, otherwise the wallet.

import type { AccountSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { eye, eyeOff } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';

interface Props {
  account: AccountSlice;
  waits: boolean;
  onCopy(): void;
}

export function Identity({ account, waits, onCopy }: Props) {
  const dispatch = useDispatch();
  const { left } = useSlice('router');
  // users who logged in with email know the account by that address
  const { login } = useSlice('embedded');
  const { hidden, network, wallet, walletOffline } = account;
  const called = account.name ?? account.label;
  return (
    <div className="identity">
      <Avatar address={account.address!} image={account.image} testId="single-account-avatar" />
      <div className="identity-text">
        <button
          type="button"
          className="identity-name"
          title={account.confirmation == 'confirmed' ? account.address! : undefined}
          data-testid="wm-copy-address"
          aria-label={`${t('account.copy')} ${called ?? account.short}`}
          onClick={onCopy}
        >
          <bdi dir={called ? 'auto' : 'ltr'}>{called ?? account.short}</bdi>
        </button>
        {waits || walletOffline ? (
          <p
            className={waits ? 'small' : 'small warning'}
            role="status"
            data-testid={waits ? undefined : 'wm-wallet-offline'}
          >
            {t(waits ? 'account.reconnecting' : 'account.offline')}
          </p>
        ) : (
          // The picker in the header names the network. Without a picker, this line does.
          <p className="small" data-testid="wm-account-by">
            {login?.email ? (
              <bdi>{login.email}</bdi>
            ) : left == 'network' || !network.supported ? (
              wallet?.name
            ) : (
              network.name
            )}
          </p>
        )}
      </div>
      <button
        type="button"
        className="pill picker"
        aria-label={t('profile.open', { wallet: wallet?.name ?? t('wallet') })}
        data-testid="wui-wallet-switch"
        onClick={() => dispatch({ type: 'router.push', view: 'ProfileWallets' })}
      >
        {wallet?.icon ? <img src={wallet.icon} alt="" /> : <Icon name="wallet" />}
        <Icon name="chevron" />
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
      <button
        type="button"
        className="pill round"
        aria-label={t('account.hide')}
        aria-pressed={hidden}
        data-testid="wm-hide-amounts"
        onClick={() => dispatch({ type: 'accounts.hide', hidden: !hidden })}
      >
        <Icon name={hidden ? eyeOff : eye} />
      </button>
    </div>
  );
}
