// Below the face: the name or short address, of which one tap copies the whole; the way to the other wallets; the explorer; the eye
// that hides all amounts.

import type { AccountSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { eye, eyeOff } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { useCopy } from '../use-copy';

export function Pills({ account }: { account: AccountSlice }) {
  const dispatch = useDispatch();
  const copy = useCopy();
  const { hidden } = account;
  const called = account.name ?? account.label;
  return (
    <div className="pill-line">
      <button
        type="button"
        className="pill"
        title={account.address!}
        data-testid="wm-copy-address"
        aria-label={`${t('account.copy')} ${called ?? account.short}`}
        onClick={() => copy(account.address!)}
      >
        <bdi dir={called ? 'auto' : 'ltr'}>{called ?? account.short}</bdi>
        <Icon name="copy" />
      </button>
      <button
        type="button"
        className="pill picker"
        aria-label={t('profile.open', { wallet: account.wallet?.name ?? t('wallet') })}
        data-testid="wui-wallet-switch"
        onClick={() => dispatch({ type: 'router.push', view: 'ProfileWallets' })}
      >
        {account.wallet?.icon ? <img src={account.wallet.icon} alt="" /> : <Icon name="wallet" />}
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
